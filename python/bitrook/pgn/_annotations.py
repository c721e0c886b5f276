"""Reads and writes the commands in a node's comment: evaluations, clocks, elapsed move times and arrows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ._constants import ARROWS_REGEX, CLOCK_REGEX, EMT_REGEX, EVAL_REGEX
from ._foreign import arrow_class, score_classes


def _replaced(pattern: re.Pattern[str], command: str, comment: str, count: int = 0) -> tuple[str, int]:
    """Replace the matches of *pattern* in *comment* with *command*. Return the new comment and the number of matches.

    If *command* is empty, the space after a match is kept only if there was also one before it.
    """

    def affixed(match: re.Match[str]) -> str:
        before, after = match["prefix"], match["suffix"]
        return before + command + after if command else after if before else ""

    return pattern.subn(affixed, comment, count=count)


def _with_command(pattern: re.Pattern[str], command: str, comment: str, spaces: tuple[str, ...]) -> str:
    """Replace the first match of *pattern* in *comment* with *command*, or append the command if nothing matches.

    An appended command is separated by one of *spaces*; if the comment does not end with one, " " is added.
    """
    comment, found = _replaced(pattern, command, comment, count=1)
    if found or not command:
        return comment
    return comment + command if comment.endswith(spaces) or not comment else f"{comment} {command}"


def _seconds(pattern: re.Pattern[str], comment: str) -> float | None:
    match = pattern.search(comment)
    if match is None:
        return None
    return int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + float(match["seconds"])


# Comments of engine matches: of cutechess and fastchess, from the point of view of the player who moved, and the fields
# of TCEC, from White's.
_MATCH = re.compile(
    r"\s*(?P<sign>[-+]?)(?:[M#](?P<mate>[1-9]\d*)|(?P<cp>\d{1,10}\.\d{1,3}))/(?P<depth>\d+)\s+(?P<seconds>\d+(?:\.\d*)?)(?=s|,|\s|$)"
)
_DEPTH = re.compile(r"(?s)(?:^|[ ,\n])d=(?P<depth>\d+)(?=[ ,\n])(?=.*[ ,\n]wv=)(?:.*?[ ,\n]mt=(?P<ms>\d+))?")
_VALUE = re.compile(r"[ ,\n]wv=(?P<sign>[-+]?)(?:[M#](?P<mate>[1-9]\d*)|(?P<cp>\d{1,10}\.\d{1,3}))(?=[ ,\n]|$)")


def _match_score(comment: str, classes: Any, turn: bool) -> Any:
    """Return the score for White in a comment of an engine match, or None."""
    match = _MATCH.match(comment)
    is_white = match is None or not turn
    if match is None and (not _DEPTH.search(comment) or (match := _VALUE.search(comment)) is None):
        return None
    negative = (match["sign"] == "-") == is_white
    if match["mate"]:
        return classes.Mate(-int(match["mate"]) if negative else int(match["mate"]))
    centipawns = int(float(match["cp"]) * 100 + 1e-6)
    return classes.Cp(-centipawns if negative else centipawns)


def _time_command(name: str, seconds: float | None) -> str:
    if seconds is None:
        return ""
    seconds = max(0, seconds)
    minutes = int(seconds % 3600 // 60)
    rest = f"{seconds % 3600 % 60:06.3f}".rstrip("0").rstrip(".")
    return f"[%{name} {int(seconds // 3600)}:{minutes:02}:{rest}]"


class Annotated:
    """Mixin for nodes that reads and writes the commands in the comment."""

    comment: str

    def turn(self) -> bool:
        """Return the side to move."""
        raise NotImplementedError

    def eval(self) -> Any:
        """Return the evaluation in the comment as a PovScore for the side to move, or None without one.

        Only the first valid ``[%eval ...]`` is used. It contains a number of pawns, or ``#`` and the number of moves to
        mate, from White's point of view, optionally followed by a comma and the depth. The result is a
        `bitrook.pgn.PovScore`, or a `chess.engine.PovScore` while `bitrook.compat` replaces an installed python-chess.

        Without this command, the evaluation is that of an engine match: the comment begins like ``+0.35/12 0.5s`` or
        ``-M3/20 1.2s``, as written by cutechess and fastchess, or has the fields ``d=12, wv=0.35`` of TCEC.

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="[%eval 0.35,20]")
        >>> node.eval()
        PovScore(Cp(-35), BLACK)
        """
        match = EVAL_REGEX.search(self.comment)
        turn = self.turn()
        classes = score_classes()
        if match is None:
            score = _match_score(self.comment, classes, turn)
            return None if score is None else classes.PovScore(score if turn else -score, turn)
        if match["mate"] is None:
            score = classes.Cp(round(float(match["cp"]) * 100))
        else:
            score = classes.Mate(int(match["mate"]))
            if score.mate() == 0:  # "#0" has no sign, but only the side to move can be mated
                return classes.PovScore(score, turn)
        return classes.PovScore(score if turn else -score, turn)

    def eval_depth(self) -> int | None:
        """Return the depth of the evaluation in the comment, or None without one.

        >>> Game().add_variation(Move.from_uci("e2e4"), comment="[%eval 0.35,20]").eval_depth()
        20
        """
        match = EVAL_REGEX.search(self.comment)
        if match is None:
            match = _MATCH.match(self.comment) or _DEPTH.search(self.comment)
        return int(match["depth"]) if match is not None and match["depth"] else None

    def set_eval(self, score: Any, depth: int | None = None) -> None:
        """Replace the first evaluation in the comment, or add one at the end. None removes it.

        :param score: a PovScore from this module or from python-chess. A mate in 0 moves cannot be written, and removes
            the evaluation as well.
        :param depth: the depth in plies, written after a comma; negative values count as 0.

        >>> node = Game().add_variation(Move.from_uci("e2e4"))
        >>> node.set_eval(bitrook.pgn.PovScore(bitrook.pgn.Cp(25), True), 12)
        >>> node.comment
        '[%eval 0.25,12]'
        """
        command = ""
        if score is not None:
            white = score.white()
            centipawns = white.score()
            value = f"{centipawns / 100:.2f}" if centipawns is not None else f"#{white.mate()}" if white.mate() else ""
            if value:
                command = f"[%eval {value}{'' if depth is None else f',{max(depth, 0):d}'}]"
        self.comment = _with_command(EVAL_REGEX, command, self.comment, (" ",))

    def arrows(self) -> list[Any]:
        """Return all arrows and colored squares in the comment: ``[%cal ...]`` and ``[%csl ...]``.

        A colored square is an arrow from a square to itself. The result contains `bitrook.svg.Arrow` objects, or
        `chess.svg.Arrow` objects while `bitrook.compat` replaces an installed python-chess.

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="[%cal Ge2e4,Rd1h5]")
        >>> [arrow.pgn() for arrow in node.arrows()]
        ['Ge2e4', 'Rd1h5']
        """
        arrow = arrow_class()
        texts = [text for match in ARROWS_REGEX.finditer(self.comment) for text in match["arrows"].split(",")]
        return [arrow.from_pgn(text.strip()) for text in texts]

    def set_arrows(self, arrows: Iterable[Any]) -> None:
        """Replace all arrows and colored squares in the comment. The new ones are placed at its beginning.

        :param arrows: Arrow objects, or pairs of squares (tail, head).

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="best")
        >>> node.set_arrows([(E2, E4), (D5, D5)])
        >>> node.comment
        '[%csl Gd5][%cal Ge2e4] best'
        """
        squares: list[str] = []
        lines: list[str] = []
        for arrow in arrows:
            try:
                tail, head = arrow
            except TypeError:
                pass
            else:
                arrow = arrow_class()(tail, head)
            (squares if arrow.tail == arrow.head else lines).append(arrow.pgn())
        command = f"[%csl {','.join(squares)}]" if squares else ""
        command += f"[%cal {','.join(lines)}]" if lines else ""
        comment = _replaced(ARROWS_REGEX, "", self.comment)[0]
        between = " " if command and comment and not comment.startswith((" ", "\n")) else ""
        self.comment = command + between + comment

    def clock(self) -> float | None:
        """Return the seconds left on the clock, from the first valid ``[%clk h:mm:ss]`` in the comment, or None.

        >>> Game().add_variation(Move.from_uci("e2e4"), comment="[%clk 0:02:59.5]").clock()
        179.5
        """
        return _seconds(CLOCK_REGEX, self.comment)

    def set_clock(self, seconds: float | None) -> None:
        """Replace the first clock time in the comment, or add one at the end. None removes it.

        The time is written with up to three decimals; negative values count as 0.

        >>> node = Game().add_variation(Move.from_uci("e2e4"), comment="best")
        >>> node.set_clock(3661.5)
        >>> node.comment
        'best [%clk 1:01:01.5]'
        """
        self.comment = _with_command(CLOCK_REGEX, _time_command("clk", seconds), self.comment, (" ", "\n"))

    def emt(self) -> float | None:
        """Return the seconds used for the move, from the first valid ``[%emt h:mm:ss]`` in the comment, or None.

        Without this command, the time is that of an engine match; see `eval()`.

        >>> Game().add_variation(Move.from_uci("e2e4"), comment="[%emt 0:00:05.2]").emt()
        5.2
        """
        seconds = _seconds(EMT_REGEX, self.comment)
        if seconds is None and (match := _MATCH.match(self.comment)):
            return float(match["seconds"])
        if seconds is None and (match := _DEPTH.search(self.comment)) and match["ms"]:
            return int(match["ms"]) / 1000
        return seconds

    def set_emt(self, seconds: float | None) -> None:
        """Replace the first elapsed move time in the comment, or add one at the end. None removes it.

        >>> node = Game().add_variation(Move.from_uci("e2e4"))
        >>> node.set_emt(5)
        >>> node.comment
        '[%emt 0:00:05]'
        """
        self.comment = _with_command(EMT_REGEX, _time_command("emt", seconds), self.comment, (" ", "\n"))
