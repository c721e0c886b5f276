"""Rows of games as Python values, as text and as JSON: moves in UCI notation, positions as FEN."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, cast

from ... import Board
from ...data import Table, moves_to_uci


def values_of(table: Table) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table, with moves as lists of UCI strings and positions as FENs."""
    columns: list[Any] = []
    for name, kind in table.schema.items():
        column: Any = table.column(name)
        if name == "moves":
            column = moves_to_uci(column)
        elif kind == "binary[24]":
            column = [value if value is None else Board.from_packed(value).fen() for value in column]
        columns.append(column)
    yield from zip(*columns, strict=True)


def text_of(value: Any) -> str:
    """Return a value as the text of a cell: the items of lists separated by spaces, and nothing for null."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        items = cast("Sequence[Any]", value)
        return " ".join("-" if item is None else text_of(item) for item in items)
    return str(value)


def json_line(names: list[str], row: tuple[Any, ...]) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(dict(zip(names, row, strict=True)), default=lambda value: value.isoformat(), ensure_ascii=False)
