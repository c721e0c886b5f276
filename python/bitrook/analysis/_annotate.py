"""Annotate games with evaluations, marks for mistakes, and better moves."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from .._core import Move
from .._players import EngineLike
from ..engine._values import Limit
from ..pgn._game import Game
from ..pgn._node import ChildNode
from ._accuracy import Judgment, judge_moves
from ._evaluate import GameAnalysis, Progress, evaluate
from ._report import scores_of

_MARK = re.compile(
    r"\s*(?:\([^()]*→[^()]*\)\s*)?"
    r"\b(?:Inaccuracy|Mistake|Blunder|Checkmate is now unavoidable|Lost forced checkmate sequence)\."
    r"(?: (\S+) was best\.)?"
)
"""What an earlier analysis, by bitrook or Lichess, wrote into a comment. The group is the better move."""
_LONGEST = 12  # the maximum length of a variation, in plies


def annotate(
    games: Iterable[Game],
    engine: EngineLike = None,
    limit: Limit | None = None,
    workers: int = 1,
    *,
    reuse: bool = False,
    comments: bool = True,
    variations: bool = False,
    journal: str | os.PathLike[str] | None = None,
    progress: bool | Progress = False,
    total: int | None = None,
) -> Iterator[Game]:
    """Evaluate every position of the given games, annotate the games in place, and yield them in order.

    Each move of the main line gets an ``[%eval ...]`` command with the score and the depth. Inaccuracies, mistakes and
    blunders are marked with the glyphs ?!, ? and ??. Marks, comments and variations that an earlier analysis wrote, by
    bitrook or Lichess, are replaced; everything else in the games stays.

    :param comments: whether to add a comment with the better move to each marked move.
    :param variations: whether to add the better line as a variation.

    The other parameters and the exceptions are the same as for `evaluate`.

    >>> import io
    >>> from bitrook import pgn
    >>> game = pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
    >>> [game] = annotate([game], limit=Limit(depth=4), variations=True)
    >>> [node.san() for node in game.mainline() if pgn.NAG_BLUNDER in node.nags], game.next().eval_depth()
    (['g4'], 4)
    >>> [len(node.variations) for node in game.mainline()]
    [1, 2, 1, 0]
    """
    wanted = comments or variations
    for analysis in evaluate(
        games, engine, limit, workers, reuse=reuse, lines=wanted, journal=journal, progress=progress, total=total
    ):  # fmt: skip
        write(analysis, comments=comments, variations=variations)
        yield analysis.game


def write(analysis: GameAnalysis, *, comments: bool, variations: bool) -> None:
    """Write evaluations into a game and mark its mistakes."""
    game = analysis.game
    if not analysis.evaluations:
        return
    earlier = judge_moves(scores_of(game), game.turn())
    before = analysis.evaluations[0]
    if before is not None and "FEN" in game.headers:
        game.set_eval(before.score, before.depth)
    nodes, scores = list(game.mainline()), analysis.scores
    for number, (node, judgment, evaluation) in enumerate(
        zip(nodes, analysis.judgments, analysis.evaluations[1:], strict=True)
    ):
        if evaluation is not None and evaluation.score.relative.mate() != 0:  # checkmate has no notation in [%eval]
            node.set_eval(evaluation.score, evaluation.depth)
        if scores[number] is not None and scores[number + 1] is not None:
            line = before.line if before else ()
            best = line[0] if judgment is not None and line and line[0] != node.move else None
            if comments or judgment is None or int(judgment) not in node.nags:
                _remove_marks(node, earlier[number], best)
            if judgment is not None:
                _mark(node, judgment, best, comments)
            if variations and best and not any(each.move == best for each in node.parent.variations):
                node.parent.add_line(line[:_LONGEST])
        before = evaluation


def _mark(node: ChildNode, judgment: Judgment, best: Move | None, comments: bool) -> None:
    node.nags = {nag for nag in node.nags if nag not in set(Judgment)} | {int(judgment)}
    if comments:
        text = f"{judgment}. {node.parent.board().san(best)} was best." if best else f"{judgment}."
        node.comment = f"{node.comment} {text}".lstrip()


def _remove_marks(node: ChildNode, earlier: Judgment | None, best: Move | None) -> None:
    """Remove what an earlier analysis wrote about a move, except the variation with the move *best*.

    A glyph was written by an analysis if there is a comment of one, or if it follows from the evaluations in the game.
    """
    found = _MARK.search(node.comment)
    if found:
        node.comment = _MARK.sub("", node.comment).strip()
        node.nags = {nag for nag in node.nags if nag not in set(Judgment)}
    elif earlier is not None:
        node.nags = node.nags - {int(earlier)}
    if found and found[1]:
        for other in list(node.parent.variations):
            is_plain = all(len(each.variations) < 2 and not each.comment and not each.nags for each in _line(other))
            if other is not node and other.move != best and is_plain and other.san() == found[1]:
                node.parent.remove_variation(other)


def _line(node: ChildNode) -> Iterator[ChildNode]:
    yield node
    yield from node.mainline()
