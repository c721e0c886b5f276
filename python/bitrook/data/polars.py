"""Read games, evaluations and puzzles as a ``polars.LazyFrame``, which parses only what a query needs.

Requires polars: ``pip install 'bitrook[polars]'``. Import this module by name; `import bitrook.data` does not load it.
"""

# The engine may not be installed where types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .._conditions import Condition
from .._optional import load
from ._archives import ArchiveError
from ._engines import SHARD_BYTES, Paths, handle_damage, names_of, scan_shard, shards_of
from ._filters import Filters
from ._lines import Which
from ._pushdown import Groups, both, either, groups_of, push
from ._scan import OnError
from ._shards import Shard

_OPERATORS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge
}  # fmt: skip
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_CLOSED = {"both": (">=", "<="), "left": (">=", "<"), "right": (">", "<="), "none": (">", "<")}


def _values(literal: Any) -> list[Any]:
    """Return the values of a literal, which is a list or a single value."""
    pl = load("polars", "polars")
    series = pl.select(literal).to_series()
    if series.dtype == pl.List:
        series = series[0]
    return list(series)


def _of_column(column: Any, comparison: str, value: Any = None) -> Groups | None:
    if not column.meta.is_column() or comparison not in ("is null", "is not null") and value is None:
        return None
    if isinstance(value, list) and None in value:
        return None
    return groups_of(column.meta.output_name(), comparison, value)


def _comparison(expression: Any, left: Any, right: Any) -> Groups | None:
    """Return the filter for an expression with two operands, or None if there is no such filter.

    The operator is found by building each possible expression from the operands and comparing it with *expression*.
    """
    if (left & right).meta.eq(expression):
        return both(_groups(left), _groups(right))
    if (left | right).meta.eq(expression):
        return either(_groups(left), _groups(right))
    for comparison, compare in _OPERATORS.items():
        if compare(left, right).meta.eq(expression):
            if right.meta.is_column():
                return _comparison_of(right, _SWAPPED.get(comparison, comparison), left)
            return _comparison_of(left, comparison, right)
    if right.meta.is_literal() and left.is_in(right).meta.eq(expression):
        return _of_column(left, "in", _values(right))
    return None


def _comparison_of(column: Any, comparison: str, literal: Any) -> Groups | None:
    values = _values(literal) if literal.meta.is_literal() else []
    return _of_column(column, comparison, values[0]) if len(values) == 1 else None


def _groups(expression: Any) -> Groups | None:
    """Return the filter that holds for exactly the rows for which a polars expression is true, or None."""
    parts = expression.meta.pop()[::-1]
    if len(parts) == 1:
        (part,) = parts
        if part.is_null().meta.eq(expression):
            return _of_column(part, "is null")
        if part.is_not_null().meta.eq(expression):
            return _of_column(part, "is not null")
        if (~part).meta.eq(expression):
            inner = part.meta.pop()[::-1]
            if len(inner) == 2 and inner[1].meta.is_literal() and inner[0].is_in(inner[1]).meta.eq(part):
                return _of_column(inner[0], "not in", _values(inner[1]))
        return None
    if len(parts) == 2:
        return _comparison(expression, *parts)
    if len(parts) == 3 and parts[0].meta.is_column():
        column, low, high = parts
        for closed, (above, below) in _CLOSED.items():
            if column.is_between(low, high, closed=closed).meta.eq(expression):
                return both(_comparison_of(column, above, low), _comparison_of(column, below, high))
    return None


def _conjuncts(expression: Any) -> Iterator[Any]:
    """Yield the operands of a conjunction, or *expression* itself if it is not a conjunction."""
    parts = expression.meta.pop()[::-1]
    if len(parts) == 2 and (parts[0] & parts[1]).meta.eq(expression):
        yield from _conjuncts(parts[0])
        yield from _conjuncts(parts[1])
    else:
        yield expression


@dataclass
class _ShardReader:
    """Reads the columns and rows of a shard that polars requests."""

    shard: Shard
    names: list[str]
    options: dict[str, Any]

    def schema(self) -> Any:
        """Return the ``polars.Schema`` of all columns."""
        return load("polars", "polars").DataFrame(scan_shard(b"", self.names, **self.options)).schema

    def __call__(
        self, with_columns: list[str] | None, predicate: Any, n_rows: int | None, batch_size: int | None
    ) -> Iterator[Any]:
        conditions = [] if predicate is None else _conjuncts(predicate)
        # The limit n_rows applies before the predicate, so that the predicate cannot become a filter.
        may_push = n_rows is None and "records" not in self.options
        filters, rest = push(self.options["filters"], conditions, lambda part: _groups(part) if may_push else None)
        wanted = self.names if with_columns is None else list(with_columns)
        needed = {name for part in rest for name in part.meta.root_names()}
        names = [name for name in self.names if name in wanted or name in needed] or self.names[:1]
        options: dict[str, Any] = self.options | {"filters": filters, "batch_size": min(batch_size or 1 << 16, 1 << 16)}
        scan = scan_shard(self.shard, names, **options)
        left = n_rows
        for frame in self._frames(scan, predicate, names):
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            for part in rest:
                frame = frame.filter(part)
            yield frame.select(wanted) if with_columns is not None else frame
            if left == 0:
                return

    def _frames(self, scan: Any, predicate: Any, names: list[str]) -> Iterator[Any]:
        pl = load("polars", "polars")
        try:
            for batch in scan:
                yield pl.DataFrame(batch)
        except ArchiveError as error:
            if handle_damage(error, self.options["errors"], "error" in self.names):
                row = pl.DataFrame([{"error": str(error)}], schema=self.schema())
                yield (row if predicate is None else row.filter(predicate)).select(names)


def scan_pgn(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    where: Condition | str | None = None,
    errors: OnError = "column",
    positions: bool = False,
    every: int = 1,
    skip_first: int = 0,
    target_bytes: int = SHARD_BYTES,
    one_piece: bool = False,
    maintain_order: bool = True,
) -> Any:
    """Return games as a ``polars.LazyFrame``.

    Polars passes the columns that a query needs, the number of rows and the predicate to the reader. Comparisons of
    tags, ``result`` and ``ply_count`` with values become filters where these are equivalent, so that games that do not
    match are not parsed; polars evaluates all other conditions. The threads of polars read the shards in parallel. The
    streaming engine does so only if the order of rows does not matter, as in ``group_by``, or if *maintain_order* is
    False.

    :param path: a path, a pattern with ``*``, a Shard, or a list of them.
    :param columns: see `bitrook.data.scan_pgn`; with *positions*, see `Scan.positions`.
    :param filters: see `bitrook.data.scan_pgn`. Filters support *has_evals* and *has_clocks*, which are not columns.
    :param where: a condition on positions, which selects games, or rows with *positions*; see
        `bitrook.data.scan_pgn`.
    :param errors: see `bitrook.data.scan_pgn`. If a file is truncated or corrupt, "column" adds a row in which only
        *error* is set, "drop" issues a warning, and "raise" raises an error. If *error* is not among the columns,
        "column" raises an error as well.
    :param positions: return one row per position instead of one per game.
    :param every: see `Scan.positions`.
    :param skip_first: see `Scan.positions`.
    :param target_bytes: the size of a shard in the file; see `list_shards`.
    :param one_piece: see `list_shards`.
    :param maintain_order: if False, rows may come in any order, so that shards are read in parallel for any query.
    :raises ImportError: if polars is not installed.

    ::

        import polars as pl
        from bitrook.data.polars import scan_pgn

        games = scan_pgn("games.pgn.zst").filter(pl.col("WhiteElo") > 2200)
        print(games.group_by("ECO").agg(pl.len(), pl.col("result").mean()).collect())
    """
    options: dict[str, Any] = {
        "filters": filters, "errors": errors, "positions": positions, "every": every, "skip_first": skip_first,
        "where": where,
    }  # fmt: skip
    return _lazy_frame(path, names_of(columns, positions, where), options, target_bytes, one_piece, maintain_order)


def scan_evals(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    which: Which = "deepest",
    filters: Filters | None = None,
    errors: OnError = "column",
    target_bytes: int = SHARD_BYTES,
    one_piece: bool = False,
    maintain_order: bool = True,
) -> Any:
    """Return Lichess's evaluated positions as a ``polars.LazyFrame``.

    Polars passes the columns and the number of rows that a query needs to the reader, and evaluates all conditions
    itself. Conditions in *filters* are tested before the position is parsed.

    :param path: see scan_pgn(); the same applies to *errors*, *target_bytes*, *one_piece* and *maintain_order*.
    :param columns: see `bitrook.data.scan_evals`.
    :param which: see `bitrook.data.scan_evals`.
    :param filters: see `bitrook.data.scan_evals`.
    :raises ImportError: if polars is not installed.

    ::

        from bitrook.data.polars import scan_evals

        evals = scan_evals("lichess_db_eval.jsonl.zst", filters=[("depth", ">=", 30)])
        print(evals.select(pl.col("score").abs().mean()).collect())
    """
    options: dict[str, Any] = {"filters": filters, "errors": errors, "which": which, "records": "evaluations"}
    names = names_of(columns, records="evaluations")
    return _lazy_frame(path, names, options, target_bytes, one_piece, maintain_order)


def scan_puzzles(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    errors: OnError = "column",
    target_bytes: int = SHARD_BYTES,
    one_piece: bool = False,
    maintain_order: bool = True,
) -> Any:
    """Return Lichess's puzzles as a ``polars.LazyFrame``.

    Polars passes the columns and the number of rows that a query needs to the reader, and evaluates all conditions
    itself. Conditions in *filters* are tested before the position is parsed.

    :param path: see scan_pgn(); the same applies to *errors*, *target_bytes*, *one_piece* and *maintain_order*.
    :param columns: see `bitrook.data.scan_puzzles`.
    :param filters: see `bitrook.data.scan_puzzles`.
    :raises ImportError: if polars is not installed.

    ::

        from bitrook.data.polars import scan_puzzles

        puzzles = scan_puzzles("lichess_db_puzzle.csv.zst", columns=["Rating", "Themes"])
        print(puzzles.explode("Themes").group_by("Themes").agg(pl.col("Rating").mean()).collect())
    """
    options: dict[str, Any] = {"filters": filters, "errors": errors, "records": "puzzles"}
    names = names_of(columns, records="puzzles")
    return _lazy_frame(path, names, options, target_bytes, one_piece, maintain_order)


def _lazy_frame(
    path: Paths, names: list[str], options: dict[str, Any], target_bytes: int, one_piece: bool, maintain_order: bool
) -> Any:
    pl = load("polars", "polars")
    register = load("polars.io.plugins", "polars").register_io_source
    shards = shards_of(path, target_bytes=target_bytes, one_piece=one_piece)
    readers = [_ShardReader(shard, names, options) for shard in shards]
    schema = readers[0].schema()
    frames = [register(reader, schema=schema) for reader in readers]
    together: Any = pl.concat if maintain_order else pl.union
    return frames[0] if len(frames) == 1 else together(frames, how="vertical")
