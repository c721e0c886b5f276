"""PGN on Ray: games or positions as a ray.data.Dataset.

Needs Ray: ``pip install 'bitrook[ray]'``. It is imported when a function is called.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from .._optional import load
from ._engines import SHARD_BYTES, Paths, schema_of, shards_of
from ._filters import Filters
from ._scan import OnError


def read_pgn(
    path: Paths,
    *,
    columns: Sequence[str] | None = None,
    filters: Filters | None = None,
    target_bytes: int = SHARD_BYTES,
    errors: OnError = "column",
    positions: bool = False,
    every: int = 1,
    skip_first: int = 0,
    one_piece: bool = False,
    concurrency: int | None = None,
    ray_remote_args: dict[str, Any] | None = None,
) -> Any:
    """Return PGN as a ``ray.data.Dataset`` that a task for each shard reads, in blocks of less than 128 MiB.

    ``select_columns`` directly on the data set reaches the reader, so that the rest is not parsed. Filters do not: pass
    *filters*.

    A file that turns out to be cut off or corrupt gives the games before that place and a row that has only *error*. If
    *error* is not one of the columns, or with errors="raise", the job ends with an ArchiveError; with "drop" the worker
    warns.

    :param path: a path, a pattern with ``*``, a Shard, or a list of them. The workers open the files by these names.
    :param columns: as for `bitrook.data.scan_pgn`, and so *filters* and *errors*; with *positions*, as for
        `Scan.positions`, and so *every* and *skip_first*.
    :param positions: a row for each position instead of each game.
    :param target_bytes: as for `list_shards`, and so *one_piece*: the size of a shard in the file.
    :param concurrency: how many shards are read at a time, at most; by default Ray decides.
    :param ray_remote_args: options of the tasks. ``max_retries`` is 2 if it is not given: Ray's own default repeats a
        shard for ever whose worker dies each time.
    :raises ValueError: if an argument is wrong.
    :raises OSError: if a file cannot be read.

    ::

        import bitrook.data.ray

        games = bitrook.data.ray.read_pgn("lichess_db_standard_rated_2026-10.pgn.zst", columns=["ECO", "ply_count"])
        print(games.groupby("ECO").mean("ply_count").to_pandas())
    """
    data = load("ray.data", "ray")
    from ._ray_source import PgnDatasource

    options: dict[str, Any] = {"filters": filters, "errors": errors}
    if positions:
        options |= {"positions": True, "every": every, "skip_first": skip_first}
    schema_of(columns, **options)  # wrong arguments are errors here
    shards = shards_of(path, target_bytes=target_bytes, one_piece=one_piece)
    remote = {"max_retries": 2, **(ray_remote_args or {})}
    with warnings.catch_warnings():
        # Ray has no other parameter for max_retries.
        warnings.filterwarnings("ignore", ".*ray_remote_args.*")
        return data.read_datasource(
            PgnDatasource(shards, columns, options),
            override_num_blocks=len(shards),
            concurrency=concurrency,
            ray_remote_args=remote,
        )


__all__ = ["read_pgn"]
