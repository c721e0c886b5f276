"""Read games, evaluations and puzzles with Spark: ``spark.read.format("pgn")``.

Requires Spark 4.1 or newer and pyarrow: ``pip install 'bitrook[spark]'``, on the driver and on the workers. Import this
module by name; `import bitrook.data` does not load it.
"""

# The engine may not be installed where types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from .._optional import load
from ._engines import names_of, read_batches, schema_of, shards_of
from ._pushdown import Groups, groups_of, push
from ._shards import Shard

if TYPE_CHECKING:  # Spark may not be installed
    _DataSource: TypeAlias = object
    _DataSourceReader: TypeAlias = object
    _InputPartition: Any = object
else:
    try:
        _spark = load("pyspark.sql.datasource", "spark")
        _DataSource, _DataSourceReader = _spark.DataSource, _spark.DataSourceReader
        _InputPartition = _spark.InputPartition
    except ImportError:  # raised again by PgnDataSource()
        _DataSource = _DataSourceReader = _InputPartition = object

# Spark's filter classes by name, and their comparisons.
_COMPARISONS = {
    "EqualTo": "==",
    "GreaterThan": ">",
    "GreaterThanOrEqual": ">=",
    "LessThan": "<",
    "LessThanOrEqual": "<=",
    "In": "in",
    "IsNull": "is null",
    "IsNotNull": "is not null",
}
_NEGATED = {
    "==": "!=", ">": "<=", ">=": "<", "<": ">=", "<=": ">", "in": "not in", "is null": "is not null",
    "is not null": "is null",
}  # fmt: skip


def _flag(name: str, value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise ValueError(f"option {name} must be true or false, not {value.lower()!r}")
    return value.lower() == "true"


def _number(name: str, value: str) -> int:
    if not value.strip().isdigit():
        raise ValueError(f"option {name} must be a number, not {value!r}")
    return int(value)


# The options by name, and the functions that convert their values.
_OPTIONS: dict[str, Callable[[str, str], Any]] = {
    "path": lambda _, value: [value],
    "paths": lambda _, value: json.loads(value),
    "columns": lambda _, value: [name.strip() for name in value.split(",")],
    "filters": lambda _, value: json.loads(value),
    "where": lambda _, value: value,
    "errors": lambda _, value: value,
    "positions": _flag,
    "every": _number,
    "skip_first": _number,
    "target_bytes": _number,
    "one_piece": _flag,
    "pushdown": _flag,
    "which": lambda _, value: value,
}
_OF_LINES = ("path", "paths", "columns", "filters", "errors", "target_bytes", "one_piece")


def _groups(condition: Any) -> Groups | None:
    """Return the filter that is equivalent to one of Spark's, or None if there is no such filter."""
    negated = type(condition).__name__ == "Not"
    if negated:
        condition = condition.child
    comparison = _COMPARISONS.get(type(condition).__name__)
    if comparison is None or len(condition.attribute) != 1:
        return None
    name = condition.attribute[0]
    if name in ("UTCDate", "UTCTime") and "null" not in comparison:
        return None  # these are timestamps in Spark
    value: Any = getattr(condition, "value", None)
    if comparison == "in":
        value = list(value)
    if value is None and "null" not in comparison or isinstance(value, list) and None in value:
        return None
    # A comparison with null is null, and so is its negation. Both drop the row, as `filters` do.
    return groups_of(name, _NEGATED[comparison] if negated else comparison, value)


class PgnReader(_DataSourceReader):
    """The plan for a read, which Spark sends to its workers: the shards, the columns and the filters."""

    def __init__(self, shards: list[Shard], names: list[str], options: dict[str, Any]) -> None:
        self.shards: list[Shard] = shards
        self.names: list[str] = names
        self.options: dict[str, Any] = options

    def partitions(self) -> Sequence[Any]:
        """Return a partition for each shard."""
        return [_InputPartition(shard) for shard in self.shards]

    def read(self, partition: Any) -> Iterator[Any]:
        """Yield the rows of a shard as ``pyarrow.RecordBatch``."""
        return read_batches(partition.value, self.names, dialect="spark", **self.options)


class PgnPushdownReader(PgnReader):
    """A reader that accepts filters from Spark. Spark raises an error unless the session enables filter pushdown."""

    def pushFilters(self, filters: Iterable[Any]) -> Iterable[Any]:
        """Apply the filters that have an equivalent in `filters`, and return the others."""
        pushed, rest = push(self.options.get("filters"), filters, _groups)
        self.options: dict[str, Any] = {**self.options, "filters": pushed}
        return rest


class PgnDataSource(_DataSource):
    """The data source "pgn" for Spark: games in PGN, with one partition per shard.

    Options of ``spark.read.format("pgn")``; all values are strings:

    ============ ==============================================================================================
    option       value
    ============ ==============================================================================================
    path         a path or a pattern with ``*``, given as ``load(path)``. The workers must be able to open the
                 files by these names. Paths with a scheme are read by fsspec, not by Hadoop.
    columns      comma-separated names, as for `bitrook.data.scan_pgn`. Spark does not pass the columns that a
                 query needs to a Python data source: list them here or in ``read.schema``. The default is all
                 but the tag Result, which Spark cannot distinguish from *result*.
    filters      *filters* as JSON: ``[["WhiteElo", ">=", 2200]]``. They also support has_evals and has_clocks,
                 which are not columns.
    where        a condition on positions, which selects games, or rows with *positions*; see
                 `bitrook.data.scan_pgn`
    errors       column, drop or raise. For a truncated or corrupt file, "column" adds a row with the error.
    positions    true: return one row per position, with the columns of `Scan.positions`
    every        with positions: return only every n-th ply
    skip_first   with positions: skip this many positions at the start of each game
    target_bytes the size of a shard in the file; see `list_shards`
    one_piece    true: do not split files; see `list_shards`
    pushdown     true: comparisons of tags, *result* and *ply_count* with values in a query become *filters*, so
                 that games that do not match are not parsed. This requires
                 ``spark.sql.python.filterPushdown.enabled``, and a new ``load`` for each query, because Spark
                 4.3.0 also applies them to later queries of the same DataFrame without such a comparison.
    ============ ==============================================================================================

    The types are those of ``scan_pgn(dialect="spark")``.

    ::

        from bitrook.data.spark import PgnDataSource

        spark.dataSource.register(PgnDataSource)
        games = spark.read.format("pgn").option("columns", "ECO,result").option("filters", '[["WhiteElo", ">=", 2200]]')
        games.load("games.pgn.zst").groupBy("ECO").avg("result").show()

    :raises ImportError: if pyspark 4.1 or newer is not installed.
    :raises ValueError: for an invalid option.
    """

    _format: ClassVar[str] = "pgn"
    _records: ClassVar[str] = "games"
    _known: ClassVar[tuple[str, ...]] = tuple(name for name in _OPTIONS if name != "which")

    def __init__(self, options: Mapping[str, str]) -> None:
        load("pyspark.sql.datasource", "spark")
        given: dict[str, Any] = {} if self._records == "games" else {"records": self._records}
        for name, value in dict(options).items():
            if name.lower() not in self._known:
                raise ValueError(f"option {name.lower()!r} is not one of {', '.join(self._known)}")
            given[name.lower()] = _OPTIONS[name.lower()](name.lower(), value)
        path = given.pop("path", [])
        paths = given.pop("paths", path)
        if not paths:
            raise ValueError(f"the data source {self.name()} needs a path: load(path)")
        self.paths: list[str] = list(map(str, paths))
        self.positions: bool = given.get("positions", False)
        self.pushdown: bool = given.pop("pushdown", False)
        columns = given.pop("columns", None)
        self.names: list[str] = names_of(columns, self.positions, given.get("where"), self._records)
        if columns is None and not self.positions and self._records == "games":
            self.names.remove("Result")  # Spark cannot distinguish it from result
        self.cut: dict[str, Any] = {name: given.pop(name) for name in ("target_bytes", "one_piece") if name in given}
        self.options: dict[str, Any] = given

    @classmethod
    def name(cls) -> str:
        """Return the name of the format."""
        return cls._format

    def schema(self) -> Any:
        """Return the ``StructType`` of the columns."""
        types = load("pyspark.sql.pandas.types", "spark")
        return types.from_arrow_schema(schema_of(self.names, dialect="spark", **self.options))

    def reader(self, schema: Any) -> PgnReader:
        """Return the reader for the columns of *schema*."""
        names = [str(name) for name in schema.names]
        options = {**self.options, "error_row": "error" in self.names or "error" in names}
        kind = PgnPushdownReader if self.pushdown else PgnReader
        return kind(shards_of(self.paths, **self.cut), names, options)


class EvalsDataSource(PgnDataSource):
    """The data source "evals" for Spark: Lichess's evaluated positions, with one partition per shard.

    Options of ``spark.read.format("evals")`` are *path*, *columns*, *filters*, *errors*, *target_bytes* and *one_piece*,
    as for PgnDataSource, and *which*, as for `bitrook.data.scan_evals`, which lists the columns.

    ::

        from bitrook.data.spark import EvalsDataSource

        spark.dataSource.register(EvalsDataSource)
        evals = spark.read.format("evals").option("columns", "packed,depth,score").load("lichess_db_eval.jsonl.zst")
        evals.groupBy("depth").count().show()

    :raises ImportError: if pyspark 4.1 or newer is not installed.
    :raises ValueError: for an invalid option.
    """

    _format, _records = "evals", "evaluations"
    _known = (*_OF_LINES, "which")


class PuzzlesDataSource(PgnDataSource):
    """The data source "puzzles" for Spark: Lichess's puzzles, with one partition per shard.

    Options of ``spark.read.format("puzzles")`` are *path*, *columns*, *filters*, *errors*, *target_bytes* and *one_piece*,
    as for PgnDataSource. `bitrook.data.scan_puzzles` lists the columns.

    ::

        from bitrook.data.spark import PuzzlesDataSource

        spark.dataSource.register(PuzzlesDataSource)
        puzzles = spark.read.format("puzzles").option("filters", '[["Themes", "==", "fork"]]')
        puzzles.load("lichess_db_puzzle.csv.zst").agg({"Rating": "avg"}).show()

    :raises ImportError: if pyspark 4.1 or newer is not installed.
    :raises ValueError: for an invalid option.
    """

    _format = _records = "puzzles"
    _known = _OF_LINES
