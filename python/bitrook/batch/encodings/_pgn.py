"""Read positions with evaluations from PGN games."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ._positions import Positions

COLUMNS = ("position", "move", "eval", "result", "halfmove_clock", "fullmove_number")


def pgn_batches(source: Any, batch_size: int) -> Iterator[Positions]:
    """Yield the positions of games that have an evaluation, a move and a result."""
    if not hasattr(source, "positions"):
        from ...data import scan_pgn

        source = scan_pgn(source, batch_size=max(batch_size, 8192))
    parts: list[Positions] = []
    count = 0
    for table in source.positions(COLUMNS):
        batch = _with_targets(table)
        while count + len(batch.positions) >= batch_size:
            yield Positions.concatenate([*parts, batch.take(slice(batch_size - count))])
            batch = batch.take(slice(batch_size - count, None))
            parts, count = [], 0
        if len(batch.positions):
            parts.append(batch)
            count += len(batch.positions)
    if parts:
        yield Positions.concatenate(parts)


def _with_targets(table: Any) -> Positions:
    columns: list[Any] = [table[name] for name in COLUMNS]
    known = np.ones(len(table), bool)
    for column in columns:
        known &= ~np.ma.getmaskarray(column)
    packed, moves, *others = (np.ma.getdata(column)[known] for column in columns)
    return Positions.of(packed.view(np.uint8).reshape(-1, 24), moves, *others)
