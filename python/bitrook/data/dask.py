"""Read games, positions, evaluations or puzzles as a dask.dataframe, or run a function on games on a cluster's workers.

Requires Dask: ``pip install 'bitrook[dask]'``. It is imported when a function is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .._conditions import Condition
from .._optional import load
from .._progress import progress_of
from ._engines import SHARD_BYTES, Paths, names_of, read_shard, schema_of, shards_of
from ._filters import Filters
from ._lines import Which
from ._scan import OnError, Scan, scan_pgn
from ._shards import Shard
from ._source import Progress

_T = TypeVar("_T")


def _to_pandas(table: Any) -> Any:
    """Convert a pyarrow.Table to a pandas.DataFrame with Arrow dtypes."""
    return table.to_pandas(types_mapper=load("pandas", "dask").ArrowDtype)


def _read(shard: Shard, columns: Sequence[str] | None = None, **options: Any) -> Any:
    """Read a shard as a pandas.DataFrame. Dask passes the columns that a computation uses."""
    return _to_pandas(read_shard(shard, columns, **options))


def read_pgn(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    where: Condition | str | None = None,
    target_bytes: int = SHARD_BYTES,
    errors: OnError = "column",
    positions: bool = False,
    every: int = 1,
    skip_first: int = 0,
    one_piece: bool = False,
) -> Any:
    """Return games as a ``dask.dataframe.DataFrame`` with one partition per shard, read when it is computed.

    The dtypes are ``pandas.ArrowDtype``. Dask's optimizer passes the columns that a computation uses to the reader,
    which skips all others. Filters are not pushed down; use the parameter *filters*.

    If a file turns out to be truncated or corrupt, the games before the damage are followed by a row in which only
    *error* is set. If *error* is not among the columns, or with errors="raise", the computation fails with an
    ArchiveError; with "drop", the worker issues a warning.

    :param path: a path, a pattern with ``*``, a Shard, or a list of them. The workers open the files by these names.
    :param columns: see `bitrook.data.scan_pgn`; with *positions*, see `Scan.positions`.
    :param filters: see `bitrook.data.scan_pgn`.
    :param where: a condition on positions, which selects games, or rows with *positions*; see
        `bitrook.data.scan_pgn`.
    :param errors: see `bitrook.data.scan_pgn`.
    :param positions: return one row per position instead of one per game.
    :param every: see `Scan.positions`.
    :param skip_first: see `Scan.positions`.
    :param target_bytes: the size of a shard in the file; see `list_shards`. 16 MiB of a Lichess archive contain about
        110 MB of text and 50,000 games, which take 50 MB of memory; their positions take about 200 MB.
    :param one_piece: see `list_shards`.
    :raises ValueError: if an argument is invalid.
    :raises OSError: if a file cannot be read.

    ::

        import bitrook.data.dask

        games = bitrook.data.dask.read_pgn("lichess_db_standard_rated_2026-10.pgn.zst", filters=[("WhiteElo", ">=", 2200)])
        games.groupby("ECO").result.mean().compute()
    """
    options: dict[str, Any] = {
        "filters": filters, "errors": errors, "positions": positions, "every": every, "skip_first": skip_first,
        "where": where,
    }  # fmt: skip
    return _frame("read-pgn", path, names_of(columns, positions, where), options, target_bytes, one_piece)


def read_evals(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    which: Which = "deepest",
    filters: Filters | None = None,
    target_bytes: int = SHARD_BYTES,
    errors: OnError = "column",
    one_piece: bool = False,
) -> Any:
    """Return Lichess's evaluated positions as a ``dask.dataframe.DataFrame``, like the games of read_pgn().

    :param path: see read_pgn(); the same applies to *target_bytes*, *errors* and *one_piece*.
    :param columns: see `bitrook.data.scan_evals`; the same applies to *which* and *filters*.
    :raises ValueError: if an argument is invalid.
    :raises OSError: if a file cannot be read.

    ::

        evals = bitrook.data.dask.read_evals("lichess_db_eval.jsonl.zst", filters=[("depth", ">=", 30)])
        evals.score.abs().mean().compute()
    """
    options: dict[str, Any] = {"filters": filters, "errors": errors, "which": which, "records": "evaluations"}
    names = names_of(columns, records="evaluations")
    return _frame("read-evals", path, names, options, target_bytes, one_piece)


def read_puzzles(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    target_bytes: int = SHARD_BYTES,
    errors: OnError = "column",
    one_piece: bool = False,
) -> Any:
    """Return Lichess's puzzles as a ``dask.dataframe.DataFrame``, like the games of read_pgn().

    :param path: see read_pgn(); the same applies to *target_bytes*, *errors* and *one_piece*.
    :param columns: see `bitrook.data.scan_puzzles`; the same applies to *filters*.
    :raises ValueError: if an argument is invalid.
    :raises OSError: if a file cannot be read.

    ::

        puzzles = bitrook.data.dask.read_puzzles("lichess_db_puzzle.csv.zst", columns=["Rating", "Themes"])
        puzzles.explode("Themes").groupby("Themes").Rating.mean().compute()
    """
    options: dict[str, Any] = {"filters": filters, "errors": errors, "records": "puzzles"}
    names = names_of(columns, records="puzzles")
    return _frame("read-puzzles", path, names, options, target_bytes, one_piece)


def _frame(
    label: str, path: Paths, names: list[str], options: dict[str, Any], target_bytes: int, one_piece: bool
) -> Any:
    frames = load("dask.dataframe", "dask")
    options["error_row"] = "error" in names
    meta = _to_pandas(schema_of(names, **options).empty_table())
    shards = shards_of(path, target_bytes=target_bytes, one_piece=one_piece)
    return frames.from_map(_read, shards, meta=meta, enforce_metadata=True, label=label, columns=names, **options)


def _call(shard: Shard, function: Callable[[Scan], Any], options: dict[str, Any]) -> Any:
    return function(scan_pgn(shard, **options))


def map_games(
    client: Any,
    path: Paths,
    function: Callable[[Scan], _T],
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    where: Condition | str | None = None,
    target_bytes: int = SHARD_BYTES,
    errors: OnError = "column",
    one_piece: bool = False,
    retries: int = 2,
    progress: bool | Progress = True,
) -> list[_T]:
    """Call *function* with a Scan of each shard on the workers of a cluster, and return the results in order.

    Use this if the result is not a data frame, such as training samples or a custom data structure. The function runs
    in one thread of a worker and iterates over the scan in batches, so the memory of a worker does not grow with the
    size of the shard. If the function raises an exception, or if its worker dies, the shard is retried.

    :param client: a ``distributed.Client``.
    :param path: see read_pgn(); the same applies to *columns*, *filters*, *where*, *target_bytes*, *errors* and
        *one_piece*.
    :param function: called with a Scan. The function and its results must be picklable. In a truncated file, iterating
        over the scan raises ArchiveError after the readable games; the function may catch it.
    :param retries: how often to retry a shard if the function raises an exception. If a worker dies, the number of
        retries is set by Dask's ``distributed.scheduler.allowed-failures``, which is 3 by default.
    :param progress: True shows a bar on a terminal. A callable is called after each shard with three ints: the bytes
        that are done, the total number of bytes, and the number of shards that are done. If it raises an exception, the
        remaining shards are canceled.
    :raises distributed.KilledWorker: if a shard killed too many workers. The message contains the shard's file and
        position.
    :raises Exception: the exception that the function raised in the last attempt. The remaining shards are canceled.

    ::

        from distributed import Client

        def longest(scan):
            return max((int(games["ply_count"].max()) for games in scan), default=0)

        with Client(n_workers=2) as client:
            print(max(bitrook.data.dask.map_games(client, "games.pgn.zst", longest, columns=["ply_count"])))
    """
    distributed = load("distributed", "dask")
    options: dict[str, Any] = {"columns": columns, "filters": filters, "where": where, "errors": errors}
    scan_pgn(b"", **options)  # raises the errors for invalid arguments
    shards = shards_of(path, target_bytes=target_bytes, one_piece=one_piece)
    report = progress_of(progress, "B", "shards")
    import uuid

    run = uuid.uuid4().hex[:8]
    keys = [f"map_games-{run}-{i}-{shard.path}:{shard.start}-{shard.end}" for i, shard in enumerate(shards)]
    futures = client.map(_call, shards, key=keys, function=function, options=options, retries=retries, pure=False)
    sizes = {key: shard.end - shard.start for key, shard in zip(keys, shards)}
    done, total = 0, sum(sizes.values())
    results: dict[str, Any] = {}
    try:
        for future, result in distributed.as_completed(futures, with_results=True):
            results[future.key] = result
            future.release()
            done += sizes[future.key]
            if report is not None:
                report(done, total, len(results))
    except BaseException:
        client.cancel(futures)
        raise
    return [results[key] for key in keys]


__all__ = ["map_games", "read_evals", "read_pgn", "read_puzzles"]
