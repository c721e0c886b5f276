"""Runs a job over an archive of games on a data engine, prints the rate, and draws the result.

    python examples/archive_jobs openings games.pgn.zst --engine dask --workers 8 --out openings --draw openings.svg

Jobs: openings (positions by opening and rating), training (one Parquet row per distinct position with its mean
evaluation), clocks (time used for each ply). Engines: one (this process), dask, ray, spark, polars, duckdb.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import time
from pathlib import Path

import pyarrow.parquet as pq
from engines import ENGINES
from jobs import JOBS, draw

from bitrook.data._engines import shards_of


def fingerprint(out: Path) -> str:
    """Return a hash of the sorted rows, which is the same for every engine."""
    rows = sorted(map(repr, map(tuple, (row.values() for row in pq.read_table(out).to_pylist()))))
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]


def main() -> None:
    """Parse the arguments, run the job and report the rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=JOBS)
    parser.add_argument("source", nargs="+", help="files of PGN, plain or compressed")
    parser.add_argument("--engine", choices=ENGINES, default="one")
    parser.add_argument("--workers", type=int, default=2, help="processes, or threads of one process (default: 2)")
    parser.add_argument("--target-bytes", type=int, default=16 << 20, help="the size of a shard (default: 16 MiB)")
    parser.add_argument("--out", type=Path, help="a folder for the rows as Parquet (default: the job's name)")
    parser.add_argument("--draw", metavar="FILE", help="draw the result as SVG, PNG or PDF")
    parser.add_argument(
        "--drop-errors", action="store_true", help="go on behind files that are cut off, with a warning"
    )
    parser.add_argument("--hash", action="store_true", help="print a hash of the sorted rows")
    options = parser.parse_args()
    out = options.out or Path(options.job)
    if out.exists():
        shutil.rmtree(out)
    size = sum(shard.end - shard.start for shard in shards_of(options.source))
    job = JOBS[options.job]
    if options.drop_errors:
        job = job._replace(read={**job.read, "errors": "drop"})
    began = time.perf_counter()
    ENGINES[options.engine](job, options.source, out, options.workers, options.target_bytes)
    seconds = time.perf_counter() - began
    rows = sum(pq.ParquetFile(file).metadata.num_rows for file in out.glob("**/*.parquet"))
    print(f"\n{rows:,} rows in {out}; {size / 1e6:,.1f} MB in {seconds:.1f} s, {size / seconds / 1e6:,.1f} MB/s")
    if options.hash:
        print("hash of the sorted rows:", fingerprint(out))
    if options.draw:
        draw(options.job, pq.read_table(out), options.draw)


if __name__ == "__main__":
    main()
