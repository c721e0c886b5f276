"""Runs a job on a data engine: one idiomatic function per engine. All of them write the same rows as Parquet."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jobs
import pyarrow as pa
import pyarrow.parquet as pq
from jobs import Job

from bitrook.data import ArchiveError, scan_pgn
from bitrook.data._engines import shards_of


def write(rows: pa.Table, out: Path) -> None:
    """Write the rows to a folder as a single Parquet file."""
    out.mkdir(parents=True, exist_ok=True)
    pq.write_table(rows, out / "part-0.parquet")


class Shown:
    """Prints how many rows have been read, a few times per second, if stderr is a terminal. Thread-safe."""

    def __init__(self) -> None:
        self.rows, self.began, self.last, self.lock = 0, time.monotonic(), 0.0, threading.Lock()

    def add(self, rows: int) -> None:
        """Add to the number of rows."""
        with self.lock:
            self.rows += rows
            now = time.monotonic()
            if sys.stderr.isatty() and now - self.last > 0.2:
                self.last = now
                rate = self.rows / max(now - self.began, 1e-3)
                print(f"\r{self.rows:,} rows, {rate:,.0f} rows/s ", end="", file=sys.stderr, flush=True)


def parts(job: Job, source: Any, **options: Any) -> Iterator[pa.Table]:
    """Yield the job's partial sums for each batch of rows, in this process."""
    read = {"batch_size": 1 << 17, **job.read, **options}
    columns, positions = read.pop("columns"), read.pop("positions", False)
    drops = read.get("errors") == "drop"
    for each in shards_of(source, target_bytes=1 << 62) if drops else [source]:  # a truncated file ends its scan
        scan = scan_pgn(each, columns=["offset"] if positions else columns, **read)
        try:
            for batch in scan.positions(columns) if positions else scan:
                yield job.part(pa.table(batch))
        except ArchiveError as error:
            if not drops:
                raise
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)


def one(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """Run the job in this process, with *workers* reader threads."""
    sums = job.schema.empty_table()
    pending: deque[pa.Table] = deque()
    for part in parts(job, source, threads=workers, progress=True):
        pending.append(part)
        if sum(len(each) for each in pending) > len(sums) + (1 << 20):  # so that each row is added only a few times
            sums = jobs.summed(pa.concat_tables([sums, *pending]), job.keys, job.values)
            pending.clear()
    sums = jobs.summed(pa.concat_tables([sums, *pending]), job.keys, job.values)
    write(job.finish(sums.cast(job.schema)), out)


def dask(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """Run the job on *workers* local Dask processes. Client("scheduler:8786") would use a remote cluster."""
    import cloudpickle
    import pandas as pd
    from distributed import Client, progress

    from bitrook.data.dask import read_pgn

    cloudpickle.register_pickle_by_value(jobs)  # so that workers do not need this folder

    def to_pandas(table: pa.Table) -> pd.DataFrame:
        return table.to_pandas(types_mapper=pd.ArrowDtype)

    def part(frame: pd.DataFrame) -> pd.DataFrame:
        return to_pandas(job.part(pa.Table.from_pandas(frame, preserve_index=False)))

    def finish(frame: pd.DataFrame) -> pd.DataFrame:
        rows = pa.Table.from_pandas(frame.reset_index(), preserve_index=False)
        return to_pandas(job.finish(rows.select(job.schema.names).cast(job.schema)))

    with Client(n_workers=workers, threads_per_worker=1, dashboard_address=None):
        frame = read_pgn(source, target_bytes=target_bytes, **job.read)
        sums = frame.map_partitions(part, meta=to_pandas(job.schema.empty_table()))
        grouped = sums.groupby(job.keys)[job.values].sum(split_out=workers if len(job.keys) == 1 else 1)
        rows = grouped.map_partitions(finish, meta=to_pandas(job.finish(job.schema.empty_table())))
        done = rows.to_parquet(out, write_index=False, compute=False).persist()
        if threading.current_thread() is threading.main_thread():
            progress(done, notebook=False)
        done.compute()


def ray(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """Run the job on Ray, with *workers* local processes. ray.init(address="auto") would use an existing cluster."""
    import ray as engine
    import ray.cloudpickle

    from bitrook.data.ray import read_pgn

    ray.cloudpickle.register_pickle_by_value(jobs)
    started = not engine.is_initialized()
    if started:
        engine.init(num_cpus=workers, include_dashboard=False)
    rows = read_pgn(source, target_bytes=target_bytes, **job.read)
    # With the same max_retries as the reader, Ray fuses both steps into one task.
    warnings.filterwarnings("ignore", ".*ray_remote_args.*")
    sums = rows.map_batches(job.part, batch_format="pyarrow", batch_size=None, max_retries=2)
    grouped = sums.groupby(job.keys, num_partitions=2 * workers).sum(job.values)

    def finish(sums: pa.Table) -> pa.Table:
        names = [*job.keys, *(f"sum({value})" for value in job.values)]
        return job.finish(sums.select(names).rename_columns(job.schema.names).cast(job.schema))

    grouped.map_batches(finish, batch_format="pyarrow", batch_size=None).write_parquet(str(out))
    if started:
        engine.shutdown()


def spark(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """Run the job on Spark, with *workers* local threads and up to four attempts per task."""
    import pyspark.cloudpickle
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as f
    from pyspark.sql.pandas.types import from_arrow_schema

    from bitrook.data.spark import PgnDataSource

    pyspark.cloudpickle.register_pickle_by_value(jobs)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # otherwise the workers may start another Python
    builder = SparkSession.builder.master(f"local[{workers},4]").config("spark.ui.enabled", "false")
    session = builder.config("spark.ui.showConsoleProgress", sys.stderr.isatty()).getOrCreate()
    session.dataSource.register(PgnDataSource)
    columns, filters = ",".join(job.read["columns"]), json.dumps(job.read.get("filters"))
    reader = session.read.format("pgn").option("columns", columns).option("filters", filters)
    reader = reader.option("positions", job.read.get("positions", False)).option("target_bytes", target_bytes)
    reader = reader.option("errors", job.read.get("errors", "column"))
    paths = [source] if isinstance(source, str) else [str(path) for path in source]

    def part(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from job.part(pa.Table.from_batches([batch])).to_batches()

    done = job.finish(job.schema.empty_table()).schema
    # Spark has no fixed-size binary type.
    last = pa.schema([(each.name, pa.binary() if each.type == pa.binary(24) else each.type) for each in done])

    def finish(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from job.finish(pa.Table.from_batches([batch]).cast(job.schema)).cast(last).to_batches()

    sums = reader.option("paths", json.dumps(paths)).load().mapInArrow(part, from_arrow_schema(job.schema))
    grouped = sums.groupBy(*job.keys).agg(*(f.sum(value).alias(value) for value in job.values))
    grouped.mapInArrow(finish, from_arrow_schema(last)).write.mode("overwrite").parquet(str(out))


def polars(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """Run the job on polars' streaming engine, with *workers* threads unless POLARS_MAX_THREADS is set."""
    os.environ.setdefault("POLARS_MAX_THREADS", str(workers))
    import polars as pl

    from bitrook.data.polars import scan_pgn as scan

    shown = Shown()

    def part(frame: Any) -> Any:
        shown.add(len(frame))
        return pl.from_arrow(job.part(frame.to_arrow()))

    rows = scan(source, target_bytes=target_bytes, maintain_order=False, **job.read)
    schema = pl.from_arrow(job.schema.empty_table()).schema
    sums = rows.map_batches(part, schema=schema, streamable=True)
    grouped = sums.group_by(job.keys).agg(pl.col(job.values).sum()).collect(engine="streaming")
    write(job.finish(grouped.to_arrow().cast(job.schema)), out)


def duckdb(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """Run the job on DuckDB, which spills to disk if memory runs out, with *workers* reader threads."""
    import duckdb as engine

    batches = (b for part in parts(job, source, threads=workers, progress=True) for b in part.to_batches())
    engine.register("parts", pa.RecordBatchReader.from_batches(job.schema, batches))
    sums = ", ".join(f"sum({value})::BIGINT AS {value}" for value in job.values)
    rows = engine.sql(f"SELECT {', '.join(job.keys)}, {sums} FROM parts GROUP BY ALL").to_arrow_table()
    write(job.finish(rows.cast(job.schema)), out)


Engine = Callable[[Job, Any, Path, int, int], None]
ENGINES: dict[str, Engine] = {
    "one": one, "dask": dask, "ray": ray, "spark": spark, "polars": polars, "duckdb": duckdb,
}  # fmt: skip
