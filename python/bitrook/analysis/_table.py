"""Convert analyzed games to columns."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .._optional import load
from ..pgn import StringExporter
from ..pgn._game import Game
from ._annotate import write
from ._evaluate import GameAnalysis

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


def _tags(game: Game) -> str:
    exporter = StringExporter(columns=None)
    for name, value in game.headers.items():
        exporter.visit_header(name, value)
    return exporter.result()


def _rows(pa: Any, analyses: list[GameAnalysis]) -> Any:
    from ..data import COLUMNS, read_pgn

    text = io.StringIO()
    best: list[list[int | None] | None] = []
    depths: list[list[int | None] | None] = []
    for analysis in analyses:
        write(analysis, comments=False, variations=False)
        print(analysis.game if analysis.evaluations else f"{_tags(analysis.game)}\n\n*", end="\n\n", file=text)
        before, after = analysis.evaluations[:-1], analysis.evaluations[1:]
        known = bool(analysis.evaluations)
        best.append([each.line[0].word if each and each.line else None for each in before] if known else None)
        depths.append([each.depth if each else None for each in after] if known else None)
    table = read_pgn(text.getvalue().encode(), columns=[name for name in COLUMNS if name != "offset"])
    kind = pa.list_(pa.int16())
    rows = pa.table(table).append_column("best_moves", pa.array(best, kind))
    return rows.append_column("depths", pa.array(depths, kind))
