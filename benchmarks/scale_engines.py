"""The data engines of scale.py: each function starts one and returns a function that reads an archive with it.

A run reads the ratings, the opening, the checked moves, the clocks and the evaluations of each game, passes all of them
to the engine, and returns the number of games and plies.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy  # noqa: F401  # for the columns; imported here so that no run includes the time

from bitrook.data import Shard, list_shards, scan_pgn

COLUMNS = ["WhiteElo", "BlackElo", "ECO", "ply_count", "moves", "clocks", "evals"]  # reading moves checks them
LISTS = ["moves", "clocks", "evals"]
SHARD = 4 << 20  # bytes of the archive: 20 MB of text

Counts = tuple[int, int]
Run = Callable[[], Counts]


def counts(source: Any, threads: int = 1) -> Counts:
    """Return the number of games and plies in a source."""
    games = plies = 0
    for batch in scan_pgn(source, columns=COLUMNS, threads=threads):
        games += len(batch)
        plies += int(batch["ply_count"].sum(dtype="int64"))
    return games, plies


def total(parts: list[Counts]) -> Counts:
    """Return the sum of the counts of shards."""
    return sum(games for games, _ in parts), sum(plies for _, plies in parts)


def summary(table: Any) -> Any:
    """Return the number of games and plies in a pyarrow.Table, as a table with one row."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pa.table({"games": [len(table)], "plies": [pc.sum(table["ply_count"].cast("int64")).as_py() or 0]})


def bare(path: str, workers: int) -> Run:
    """Run scan_pgn alone, with threads."""
    return lambda: counts(path, workers)


def processes(path: str, workers: int) -> Run:
    """Run scan_pgn on shards in a pool of multiprocessing."""
    pool = multiprocessing.get_context("spawn").Pool(workers)
    pool.map(abs, range(workers))  # waits until they have started
    return lambda: total(pool.map(counts_of_shard, list_shards(path, target_bytes=SHARD), chunksize=1))


def counts_of_shard(shard: Shard) -> Counts:
    """Return the number of games and plies in a shard."""
    return counts(shard)


def dask(path: str, workers: int) -> Run:
    """Read a Dask data frame on a cluster of processes."""
    import cloudpickle
    import pandas as pd
    import pyarrow as pa
    from distributed import Client

    from bitrook.data.dask import read_pgn

    Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    cloudpickle.register_pickle_by_value(sys.modules[__name__])

    def part(frame: Any) -> Any:
        return summary(pa.Table.from_pandas(frame, preserve_index=False)).to_pandas()

    def run() -> Counts:
        meta = pd.DataFrame({"games": [0], "plies": [0]}).iloc[:0]
        sums = read_pgn(path, columns=COLUMNS, target_bytes=SHARD).map_partitions(part, meta=meta).sum().compute()
        return int(sums["games"]), int(sums["plies"])

    return run


def dask_map(path: str, workers: int) -> Run:
    """Run Dask's map_games() on a cluster of processes."""
    import cloudpickle
    from distributed import Client

    from bitrook.data.dask import map_games

    client = Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    cloudpickle.register_pickle_by_value(sys.modules[__name__])

    def part(scan: Any) -> Counts:
        return total([(len(batch), int(batch["ply_count"].sum(dtype="int64"))) for batch in scan])

    return lambda: total(map_games(client, path, part, columns=COLUMNS, target_bytes=SHARD))


def ray(path: str, workers: int) -> Run:
    """Read a data set on Ray."""
    import ray as engine
    import ray.cloudpickle

    from bitrook.data.ray import read_pgn

    engine.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    engine.data.DataContext.get_current().enable_progress_bars = False
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])

    def run() -> Counts:
        rows = read_pgn(path, columns=COLUMNS, target_bytes=SHARD)
        parts = rows.map_batches(summary, batch_format="pyarrow", batch_size=None, max_retries=2).take_all()
        return total([(part["games"], part["plies"]) for part in parts])

    return run


def spark(path: str, workers: int) -> Run:
    """Read a Spark DataFrame. Python workers read it, and the sums are computed in Java."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as f

    from bitrook.data.spark import PgnDataSource

    builder = SparkSession.builder.master(f"local[{workers},4]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    session = builder.config("spark.log.level", "OFF").getOrCreate()
    session.dataSource.register(PgnDataSource)

    def run() -> Counts:
        reader = session.read.format("pgn").option("columns", ",".join(COLUMNS)).option("target_bytes", SHARD)
        sums = [f.count("*"), f.sum("ply_count"), *(f.sum(f.size(name)) for name in LISTS), f.count("ECO")]
        row = reader.load(path).agg(*sums).collect()[0]
        return int(row[0]), int(row[1])

    return run


def polars(path: str, workers: int) -> Run:
    """Read a LazyFrame with polars' streaming engine, with a number of threads."""
    os.environ["POLARS_MAX_THREADS"] = str(workers)
    import polars as pl

    from bitrook.data.polars import scan_pgn as scan

    assert pl.thread_pool_size() == workers

    def run() -> Counts:
        sums = [pl.len(), pl.col("ply_count").cast(pl.Int64).sum(), *(pl.col(name).list.len().sum() for name in LISTS)]
        rows = scan(path, columns=COLUMNS, target_bytes=SHARD, maintain_order=False)
        query = rows.select(*sums, pl.col("ECO").count(), pl.col("WhiteElo").max(), pl.col("BlackElo").max())
        found = query.collect(engine="streaming")
        return int(found["len"][0]), int(found["ply_count"][0])

    return run


def duckdb(path: str, workers: int) -> Run:
    """Run a DuckDB query over a scan, both with a number of threads."""
    import duckdb as engine

    connection = engine.connect(config={"threads": workers})

    def run() -> Counts:
        scan = scan_pgn(path, columns=COLUMNS, threads=workers)
        assert scan is not None  # DuckDB finds it by the name of the variable
        sums = ", ".join(["count(*)", "sum(ply_count)", *(f"sum(len({name}))" for name in LISTS), "count(ECO)"])
        (row,) = connection.sql(f"select {sums}, max(WhiteElo), max(BlackElo) from scan").fetchall()
        return int(row[0]), int(row[1])

    return run


ENGINES: dict[str, Callable[[str, int], Run]] = {
    "bare": bare, "processes": processes, "dask": dask, "dask_map": dask_map, "ray": ray, "spark": spark,
    "polars": polars, "duckdb": duckdb,
}  # fmt: skip

# The label of each engine, its package, and text in the command line of its workers (empty: the program is the worker).
NAMES = {
    "bare": ("`scan_pgn`, threads", "", ""),
    "processes": ("`scan_pgn` on shards, processes", "", "spawn_main"),
    "dask": ("Dask, `read_pgn`", "dask", "spawn_main"),
    "dask_map": ("Dask, `map_games`", "dask", "spawn_main"),
    "ray": ("Ray", "ray", "ray::"),
    "spark": ("Spark", "pyspark", "pyspark.daemon"),
    "polars": ("polars", "polars", ""),
    "duckdb": ("DuckDB", "duckdb", ""),
}
