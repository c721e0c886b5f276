"""The ``info`` lines that a search sends while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from .._scores import Score, Wdl
from ._limits import SearchLimits

if TYPE_CHECKING:
    from ..search import Result

MATE_SCORE, LEAST_MATE = 32_000, 32_000 - 256


class UciMove(Protocol):
    """A move of bitrook or python-chess."""

    def uci(self) -> str:
        """Return the move in UCI notation."""
        ...


class Report:
    """Sends information about a search to the GUI when called, for example after each depth.

    >>> from bitrook import Board, uci
    >>> report = uci.Report(print, uci.SearchLimits())
    >>> report(depth=3, score=31, nodes=420, pv=[Board().parse_san("e4")])  # doctest: +ELLIPSIS
    info depth 3 score cp 31 nodes 420 nps ... time ... pv e2e4
    >>> report(string="no book found")
    info string no book found
    """

    def __init__(
        self, say: Callable[[str], object], limits: SearchLimits, is_debugging: Callable[[], bool] = lambda: False
    ):
        self._say = say
        self._limits = limits
        self._is_debugging = is_debugging
        self.line: list[str] = []
        """The last best line that was reported, in UCI notation."""

    def __call__(
        self,
        result: Result | None = None,
        /,
        *,
        depth: int | None = None,
        seldepth: int | None = None,
        multipv: int | None = None,
        score: int | Score | None = None,
        lowerbound: bool = False,
        upperbound: bool = False,
        wdl: Wdl | None = None,
        nodes: int | None = None,
        hashfull: int | None = None,
        tbhits: int | None = None,
        currmove: UciMove | None = None,
        currmovenumber: int | None = None,
        pv: Iterable[UciMove] | None = None,
        string: str | None = None,
    ) -> None:
        """Send the given fields. The time and the nodes per second are added automatically.

        :param result: a `bitrook.search.Result`; each of its lines is sent.
        :param depth: the depth, in plies.
        :param seldepth: the length of the longest line searched, in plies.
        :param multipv: the number of the line, from 1, if there are several.
        :param score: the score for the side to move, in centipawns or as a `bitrook.engine.Score`. An int *n* above 31744
            is a mate in 32000 - *n* plies, as in `bitrook.search`.
        :param lowerbound: whether the score is only a lower bound.
        :param upperbound: whether the score is only an upper bound.
        :param wdl: the chances of winning, drawing and losing, in thousandths.
        :param nodes: the number of nodes searched so far.
        :param hashfull: how full the hash table is, in thousandths.
        :param tbhits: the number of positions found in tablebases.
        :param currmove: the move being searched.
        :param currmovenumber: the number of that move, from 1.
        :param pv: the best line. If the search fails later, the engine plays its first move.
        :param string: a line of text that the GUI may show.
        """
        if result is not None:
            return self._lines(result, hashfull)
        moves = [move.uci() for move in pv or ()]
        if moves and multipv in (None, 1):
            self.line = moves
        seconds = self._limits.elapsed()
        bound = "lowerbound" if lowerbound else "upperbound" if upperbound else None
        fields: list[tuple[str, object]] = [
            ("depth", depth), ("seldepth", seldepth), ("multipv", multipv), ("score", score_words(score, bound)),
            ("wdl", wdl and f"{wdl.wins} {wdl.draws} {wdl.losses}"), ("nodes", nodes),
            ("nps", None if nodes is None else int(nodes / max(seconds, 1e-6))), ("hashfull", hashfull),
            ("tbhits", tbhits), ("time", None if depth is nodes is None else int(1000 * seconds)),
            ("currmove", currmove and currmove.uci()), ("currmovenumber", currmovenumber), ("pv", " ".join(moves) or None),
            ("string", string and " ".join(string.split())),
        ]  # fmt: skip
        self._say(" ".join(["info", *(f"{name} {value}" for name, value in fields if value is not None)]))

    def debug(self, string: str) -> None:
        """Send a text if the GUI has switched debugging on with ``debug on``.

        >>> from bitrook import uci
        >>> uci.Report(print, uci.SearchLimits(), lambda: True).debug("hash move first")
        info string hash move first
        """
        if self._is_debugging():
            self(string=string)

    def _lines(self, result: Result, hashfull: int | None) -> None:
        for number, line in enumerate(result.lines, 1):
            self(
                depth=result.depth, seldepth=result.seldepth, multipv=number, score=line.score, nodes=result.nodes,
                hashfull=hashfull, tbhits=result.tbhits or None, pv=line.moves,
            )  # fmt: skip


def score_words(score: int | Score | None, bound: str | None = None) -> str | None:
    """Format a score as in the protocol.

    >>> score_words(25), score_words(31997), score_words(-31998, "upperbound")
    ('cp 25', 'mate 2', 'mate -1 upperbound')
    """
    if score is None:
        return None
    if isinstance(score, int):
        mate = None
        if abs(score) >= LEAST_MATE:
            mate = (MATE_SCORE - score + 1) // 2 if score > 0 else -((MATE_SCORE + score + 1) // 2)
        points: int | None = score
    else:
        mate, points = score.mate(), score.score()
    text = f"cp {points}" if mate is None else f"mate {mate}"
    return f"{text} {bound}" if bound else text
