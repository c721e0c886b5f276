"""Analyzed games: as annotated games, and as columns."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .. import Move
from .._optional import load
from ..engine import Limit
from ..match._players import EngineLike
from ..pgn import ChildNode, Game
from ._report import Judgment, judge_moves, scores_of
from ._evaluate import GameAnalysis, Progress, evaluate


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


_GROUP = 1024  # games


def batches(analyses: Iterable[GameAnalysis]) -> Any:
    """Convert analyzed games to columns, and return a ``pyarrow.RecordBatchReader``.

    The columns are those of `bitrook.data.read_pgn` without *offset*. *evals* contains the new evaluations. Two more
    columns are lists with an int16 for each move: *best_moves*, the engine's best move in the position before the move,
    and *depths*, the depth of the evaluation after the move. Unknown values are null. Like `annotate`, this function
    writes the evaluations into the games.

    :param analyses: the result of `evaluate`.
    :raises ImportError: if pyarrow is not installed.

    >>> import io
    >>> from bitrook import pgn
    >>> from bitrook.analysis import evaluate
    >>> from bitrook.engine import Limit
    >>> game = pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
    >>> rows = batches(evaluate([game], limit=Limit(depth=4))).read_all()  # doctest: +SKIP
    >>> rows["evals"].to_pylist(), rows["depths"].to_pylist()  # doctest: +SKIP
    ([[-1, -5, -32768, None]], [[4, 4, 4, None]])
    """
    pa = load("pyarrow", "arrow")
    iterator = iter(analyses)
    schema = _rows(pa, []).schema

    def groups() -> Iterator[Any]:
        while group := list(islice(iterator, _GROUP)):
            yield from _rows(pa, group).combine_chunks().to_batches()

    return pa.RecordBatchReader.from_batches(schema, groups())


def _rows(pa: Any, analyses: list[GameAnalysis]) -> Any:
    from ..data import from_games

    best: list[list[int | None] | None] = []
    depths: list[list[int | None] | None] = []
    for analysis in analyses:
        write(analysis, comments=False, variations=False)
        before, after = analysis.evaluations[:-1], analysis.evaluations[1:]
        known = bool(analysis.evaluations)
        best.append([each.line[0].word if each and each.line else None for each in before] if known else None)
        depths.append([each.depth if each else None for each in after] if known else None)
    table = from_games(each.game if each.evaluations else Game(each.game.headers) for each in analyses)
    kind = pa.list_(pa.int16())
    rows = pa.table(table).append_column("best_moves", pa.array(best, kind))
    return rows.append_column("depths", pa.array(depths, kind))
