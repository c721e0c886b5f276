"""Lists the shards of a path and reads them as pyarrow data, for the engines (Dask, Ray, Spark, polars).

Only the modules of engines import this one, because it needs pyarrow.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from .._conditions import Condition
from .._optional import load
from ._archives import ArchiveError
from ._lines import EVAL_COLUMNS, PUZZLE_COLUMNS, scan_evals, scan_puzzles
from ._names import MATCH_COLUMNS
from ._scan import COLUMNS, POSITION_COLUMNS, LazyScan, OnError, column_names, scan_pgn
from ._shards import Shard, list_shards
from ._source import expand

Paths: TypeAlias = "str | os.PathLike[str] | Shard | Sequence[str | os.PathLike[str] | Shard]"

SHARD_BYTES = 16 << 20
"""The default size of a shard in its file. Reading one takes a second or two, and the table is smaller than 100 MB."""


def shards_of(path: Paths, *, target_bytes: int = SHARD_BYTES, one_piece: bool = False) -> list[Shard]:
    """Return the shards of a path, a pattern with ``*``, a shard, or a list of them, in order."""
    shards: list[Shard] = []
    for item in expand(path):
        if isinstance(item, Shard):
            shards.append(item)
        elif isinstance(item, str):
            shards += list_shards(item, target_bytes=target_bytes, one_piece=one_piece)
        else:
            raise TypeError(f"path must be a path, a Shard or a list of them, not {type(item).__name__}")
    if not shards:
        raise ValueError("path must name at least one file, not an empty list")
    return shards


# The functions that scan shards with records other than games, and their default columns.
_LINES: dict[str, tuple[Any, Sequence[str]]] = {
    "evaluations": (scan_evals, EVAL_COLUMNS),
    "puzzles": (scan_puzzles, PUZZLE_COLUMNS),
}


def names_of(
    columns: Sequence[str] | None, positions: bool = False, where: Condition | str | None = None, records: str = "games"
) -> list[str]:
    """Check the names of the columns and return them, or the default columns if *columns* is None."""
    if records in _LINES:
        return column_names(columns, _LINES[records][1])
    of_games = COLUMNS if where is None else (*COLUMNS, *MATCH_COLUMNS)
    return column_names(columns, POSITION_COLUMNS if positions else of_games)


def scan_shard(
    shard: Any,
    columns: Sequence[str] | None = None,
    *,
    positions: bool = False,
    every: int = 1,
    skip_first: int = 0,
    where: Condition | str | None = None,
    records: str = "games",
    **options: Any,
) -> LazyScan:
    """Return a scan of the games of a shard or, with *positions*, of their positions.

    The other options are those of scan_pgn(). *records* is "games", "evaluations" or "puzzles".
    """
    names = names_of(columns, positions, where, records)
    if records in _LINES:
        scan: LazyScan = _LINES[records][0](shard, columns=names, **options)
        return scan
    if not positions:
        return scan_pgn(shard, columns=names, where=where, **options)
    games = scan_pgn(shard, columns=["offset"], **options)
    return games.positions(names, every=every, skip_first=skip_first, where=where)


def schema_of(columns: Sequence[str] | None = None, *, error_row: bool | None = None, **options: Any) -> Any:
    """Return the ``pyarrow.Schema`` of the tables of read_shard(). Invalid arguments raise the same errors."""
    return load("pyarrow", "arrow").schema(scan_shard(b"", columns, **options))


def handle_damage(error: ArchiveError, errors: OnError, has_column: bool) -> bool:
    """Handle a truncated or corrupt file like a game with an error. Return whether to add a row for it.

    With errors="column", the caller must add a row in which only *error* is set. Without such a column, or with
    "raise", the error is raised. With "drop", a warning is issued.
    """
    if errors == "drop":
        warnings.warn(str(error), RuntimeWarning, stacklevel=3)
        return False
    if errors == "raise" or not has_column:
        raise error
    return True


class _DialectBatch:
    """A batch of a scan that pyarrow reads in a dialect."""

    def __init__(self, batch: Any, dialect: str, schema: object) -> None:
        self._batch, self._dialect, self._schema = batch, dialect, schema

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._schema, self._batch._native.array(0, len(self._batch), self._dialect)


def read_batches(
    shard: Any, columns: Sequence[str] | None = None, *, error_row: bool | None = None, **options: Any
) -> Iterator[Any]:
    """Yield the rows of a shard as ``pyarrow.RecordBatch`` objects of up to *batch_size* rows.

    The options are those of scan_shard(). If a file is truncated or corrupt, the rows before the damage are returned,
    followed by the row, warning or error of handle_damage().

    :param error_row: whether *error* is a column; by default, this depends on *columns*. Engines that may read fewer
        columns than requested pass the original value, so that the number of rows does not depend on the columns.
    """
    pa = load("pyarrow", "arrow")
    scan = scan_shard(shard, columns, **options)
    try:
        for batch in scan:
            rows = _DialectBatch(batch, options.get("dialect", "arrow"), scan.__arrow_c_schema__())
            yield pa.record_batch(rows)
    except ArchiveError as error:
        if error_row is None:
            error_row = "error" in scan.schema
        if handle_damage(error, options.get("errors", "column"), error_row):
            schema = pa.schema(scan)
            yield pa.RecordBatch.from_pylist([{"error": str(error)}], schema=schema)


def read_shard(shard: Any, columns: Sequence[str] | None = None, **options: Any) -> Any:
    """Return the rows of a shard as a ``pyarrow.Table``. The options are those of read_batches()."""
    batches = list(read_batches(shard, columns, **options))
    return load("pyarrow", "arrow").Table.from_batches(batches, schema=schema_of(columns, **options))
