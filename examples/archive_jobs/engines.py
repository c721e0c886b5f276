"""Runs a job on an engine: one function for each, in its own idiom. All write the same rows as a folder of Parquet."""

from __future__ import annotations

import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jobs
import pyarrow as pa
import pyarrow.parquet as pq
from jobs import Job

from bitrook.data import scan_pgn


def write(rows: pa.Table, out: Path) -> None:
    """Write rows as the only file of a folder."""
    out.mkdir(parents=True, exist_ok=True)
    pq.write_table(rows, out / "part-0.parquet")


def parts(job: Job, source: Any, **options: Any) -> Iterator[pa.Table]:
    """Yield the part of each batch of rows, in one process."""
    read = dict(job.read)
    positions = read.pop("positions", False)
    if positions:
        names = read.pop("columns")
        scan = scan_pgn(source, columns=["offset"], batch_size=1 << 17, **read, **options).positions(names)
    else:
        scan = scan_pgn(source, batch_size=1 << 17, **read, **options)
    for batch in pa.RecordBatchReader.from_stream(scan):
        yield job.part(pa.Table.from_batches([batch]))


def one(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """In this process: *workers* threads read."""
    sums = job.schema.empty_table()
    pending: deque[pa.Table] = deque()
    for part in parts(job, source, threads=workers, progress=True):
        pending.append(part)
        if sum(len(each) for each in pending) > len(sums) + (1 << 20):  # each row is added up a few times at most
            sums = jobs.summed(pa.concat_tables([sums, *pending]), job.keys, job.values)
            pending.clear()
    sums = jobs.summed(pa.concat_tables([sums, *pending]), job.keys, job.values)
    write(job.finish(sums.cast(job.schema)), out)


def dask(job: Job, source: Any, out: Path, workers: int, target_bytes: int) -> None:
    """On a Dask cluster of *workers* processes on this machine; Client("scheduler:8786") is one of many machines."""
    import cloudpickle
    import pandas as pd
    from distributed import Client, progress

    from bitrook.data.dask import read_pgn

    cloudpickle.register_pickle_by_value(jobs)  # the workers need not have this folder

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
    """On Ray, *workers* processes on this machine; ray.init(address="auto") is a cluster."""
    import ray as engine
    import ray.cloudpickle

    from bitrook.data.ray import read_pgn

    ray.cloudpickle.register_pickle_by_value(jobs)
    started = not engine.is_initialized()
    if started:
        engine.init(num_cpus=workers, include_dashboard=False)
    rows = read_pgn(source, target_bytes=target_bytes, **job.read)
    # With the reader's max_retries, Ray runs both in one task.
    warnings.filterwarnings("ignore", ".*ray_remote_args.*")
    sums = rows.map_batches(job.part, batch_format="pyarrow", batch_size=None, max_retries=2)
    grouped = sums.groupby(job.keys, num_partitions=2 * workers).sum(job.values)

    def finish(sums: pa.Table) -> pa.Table:
        names = [*job.keys, *(f"sum({value})" for value in job.values)]
        return job.finish(sums.select(names).rename_columns(job.schema.names).cast(job.schema))

    grouped.map_batches(finish, batch_format="pyarrow", batch_size=None).write_parquet(str(out))
    if started:
        engine.shutdown()


Engine = Callable[[Job, Any, Path, int, int], None]
ENGINES: dict[str, Engine] = {"one": one, "dask": dask, "ray": ray}
