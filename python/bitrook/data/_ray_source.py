"""A Ray Data datasource for PGN, evaluations and puzzles. Importing this module imports Ray, so `bitrook.data.ray` imports it when called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from .._optional import load
from ._engines import names_of, read_batches, schema_of
from ._shards import Shard

_source: Any = load("ray.data.datasource", "ray")
_block: Any = load("ray.data.block", "ray")

BLOCK_BYTES = 64 << 20  # Ray's blocks have at most 128 MiB

# Measured on Lichess archives: bytes of text per byte of the file, bytes per row, and moves per game.
_TEXT_BYTES = {".zst": 7.1, ".gz": 5.5, ".bz2": 8.0, ".xz": 7.0}
_ROW_BYTES = {"games": 2313, "evaluations": 550, "puzzles": 180}
_GAME_MOVES = 67
_WIDTHS = {"list<item: int16>": 2 * _GAME_MOVES, "list<item: int32>": 4 * _GAME_MOVES, "string": 20, "binary": 28}


def estimated_bytes(shard: Shard, schema: Any, options: dict[str, Any]) -> int:
    """Estimate the memory for the rows of a shard in bytes, without reading it."""
    ratio = next((ratio for ending, ratio in _TEXT_BYTES.items() if shard.path.endswith(ending)), 1.0)
    records = options.get("records", "games")
    rows = (shard.end - shard.start) * ratio / _ROW_BYTES[records]
    if options.get("positions"):
        rows *= max(_GAME_MOVES - options["skip_first"], 1) / options["every"]
    width = 0
    for field in schema:
        try:
            width += field.type.bit_width // 8
        except ValueError:  # a type without a fixed width
            width += 25 if records != "games" else _WIDTHS.get(str(field.type), 100)
    return int(rows * max(width, 1)) + 1


def read_blocks(shard: Shard, columns: Sequence[str], options: dict[str, Any]) -> Iterator[Any]:
    """Yield the rows of a shard as tables of less than 128 MiB."""
    pa = load("pyarrow", "ray")
    batches: list[Any] = []
    size = 0
    for batch in read_batches(shard, columns, **options):
        batches.append(batch)
        size += batch.nbytes
        if size >= BLOCK_BYTES:
            yield pa.Table.from_batches(batches)
            batches, size = [], 0
    yield pa.Table.from_batches(batches, schema=schema_of(columns, **options))


class PgnDatasource(_source.Datasource):  # type: ignore[misc]
    """A datasource with one read task per shard. Only the columns that a data set uses are read."""

    def __init__(self, shards: list[Shard], columns: Sequence[str] | None, options: dict[str, Any]) -> None:
        _source.Datasource.__init__(self)
        self._projection_map: dict[str, str] | None = None
        self._shards = shards
        known = {name: options[name] for name in ("positions", "where", "records") if name in options}
        self._names = names_of(columns, **known)
        self._options = {**options, "error_row": "error" in self._names}

    def _columns(self) -> list[str]:
        """Return the columns to read. If Ray only counts rows, this is one column."""
        kept = self._projection_map
        names = self._names if kept is None else [name for name in self._names if name in kept]
        return names or self._names[:1]

    def supports_projection_pushdown(self) -> bool:
        """Return True, because Ray may request fewer columns."""
        return True

    def estimate_inmemory_data_size(self) -> int:
        """Estimate the memory for all rows in bytes."""
        schema = schema_of(self._columns(), **self._options)
        return sum(estimated_bytes(shard, schema, self._options) for shard in self._shards)

    def get_read_tasks(
        self, parallelism: int, per_task_row_limit: int | None = None, data_context: object = None
    ) -> list[Any]:
        """Return one task per shard. *parallelism* is ignored."""
        columns = self._columns()
        schema = schema_of(columns, **self._options)
        tasks: list[Any] = []
        for shard in self._shards:
            metadata = _block.BlockMetadata(
                num_rows=None,
                size_bytes=estimated_bytes(shard, schema, self._options),
                input_files=[shard.path],
                exec_stats=None,
            )
            read = partial(read_blocks, shard, columns, self._options)
            tasks.append(_source.ReadTask(read, metadata, schema=schema, per_task_row_limit=per_task_row_limit))
        return tasks
