"""Read games, positions, evaluations or puzzles as a ray.data.Dataset.

Requires Ray: ``pip install 'bitrook[ray]'``. It is imported when a function is called.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from .._conditions import Condition
from .._optional import load
from ._engines import SHARD_BYTES, Paths, schema_of, shards_of
from ._filters import Filters
from ._lines import Which
from ._scan import OnError


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
    concurrency: int | None = None,
    ray_remote_args: dict[str, Any] | None = None,
) -> Any:
    """Return games as a ``ray.data.Dataset``, read by one task per shard in blocks of less than 128 MiB.

    If you call ``select_columns`` directly on the data set, the reader skips all other columns. Filters are not pushed
    down; use the parameter *filters*.

    If a file turns out to be truncated or corrupt, the games before the damage are followed by a row in which only
    *error* is set. If *error* is not among the columns, or with errors="raise", the job fails with an ArchiveError;
    with "drop", the worker issues a warning.

    :param path: a path, a pattern with ``*``, a Shard, or a list of them. The workers open the files by these names.
    :param columns: see `bitrook.data.scan_pgn`; with *positions*, see `Scan.positions`.
    :param filters: see `bitrook.data.scan_pgn`.
    :param where: a condition on positions, which selects games, or rows with *positions*; see
        `bitrook.data.scan_pgn`.
    :param errors: see `bitrook.data.scan_pgn`.
    :param positions: return one row per position instead of one per game.
    :param every: see `Scan.positions`.
    :param skip_first: see `Scan.positions`.
    :param target_bytes: the size of a shard in the file; see `list_shards`.
    :param one_piece: see `list_shards`.
    :param concurrency: the maximum number of shards that are read at the same time; Ray decides by default.
    :param ray_remote_args: options of the tasks. ``max_retries`` is 2 by default, because with Ray's own default, a
        shard whose worker dies each time would be retried forever.
    :raises ValueError: if an argument is invalid.
    :raises OSError: if a file cannot be read.

    ::

        import bitrook.data.ray

        games = bitrook.data.ray.read_pgn("lichess_db_standard_rated_2026-10.pgn.zst", columns=["ECO", "ply_count"])
        print(games.groupby("ECO").mean("ply_count").to_pandas())
    """
    options: dict[str, Any] = {
        "filters": filters, "errors": errors, "positions": positions, "every": every, "skip_first": skip_first,
        "where": where,
    }  # fmt: skip
    return _data_set(path, columns, options, target_bytes, one_piece, concurrency, ray_remote_args)


def read_evals(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    which: Which = "deepest",
    filters: Filters | None = None,
    target_bytes: int = SHARD_BYTES,
    errors: OnError = "column",
    one_piece: bool = False,
    concurrency: int | None = None,
    ray_remote_args: dict[str, Any] | None = None,
) -> Any:
    """Return Lichess's evaluated positions as a ``ray.data.Dataset``, like the games of read_pgn().

    :param path: see read_pgn(); the same applies to *target_bytes*, *errors*, *one_piece*, *concurrency* and
        *ray_remote_args*.
    :param columns: see `bitrook.data.scan_evals`; the same applies to *which* and *filters*.
    :raises ValueError: if an argument is invalid.
    :raises OSError: if a file cannot be read.

    ::

        evals = bitrook.data.ray.read_evals("lichess_db_eval.jsonl.zst", columns=["packed", "score"])
        for batch in evals.iter_torch_batches(batch_size=4096):
            ...
    """
    options: dict[str, Any] = {"filters": filters, "errors": errors, "which": which, "records": "evaluations"}
    return _data_set(path, columns, options, target_bytes, one_piece, concurrency, ray_remote_args)


def read_puzzles(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    target_bytes: int = SHARD_BYTES,
    errors: OnError = "column",
    one_piece: bool = False,
    concurrency: int | None = None,
    ray_remote_args: dict[str, Any] | None = None,
) -> Any:
    """Return Lichess's puzzles as a ``ray.data.Dataset``, like the games of read_pgn().

    :param path: see read_pgn(); the same applies to *target_bytes*, *errors*, *one_piece*, *concurrency* and
        *ray_remote_args*.
    :param columns: see `bitrook.data.scan_puzzles`; the same applies to *filters*.
    :raises ValueError: if an argument is invalid.
    :raises OSError: if a file cannot be read.

    ::

        puzzles = bitrook.data.ray.read_puzzles("lichess_db_puzzle.csv.zst", filters=[("Themes", "==", "fork")])
        print(puzzles.mean("Rating"))
    """
    options: dict[str, Any] = {"filters": filters, "errors": errors, "records": "puzzles"}
    return _data_set(path, columns, options, target_bytes, one_piece, concurrency, ray_remote_args)


def _data_set(
    path: Paths,
    columns: Sequence[str] | None,
    options: dict[str, Any],
    target_bytes: int,
    one_piece: bool,
    concurrency: int | None,
    ray_remote_args: dict[str, Any] | None,
) -> Any:
    data = load("ray.data", "ray")
    from ._ray_source import PgnDatasource

    schema_of(columns, **options)  # raises the errors for invalid arguments
    shards = shards_of(path, target_bytes=target_bytes, one_piece=one_piece)
    remote = {"max_retries": 2, **(ray_remote_args or {})}
    with warnings.catch_warnings():
        # Ray warns about ray_remote_args, but has no other parameter for max_retries.
        warnings.filterwarnings("ignore", ".*ray_remote_args.*")
        return data.read_datasource(
            PgnDatasource(shards, columns, options),
            override_num_blocks=len(shards),
            concurrency=concurrency,
            ray_remote_args=remote,
        )


__all__ = ["read_evals", "read_pgn", "read_puzzles"]
