"""Reading an archive on engines with one and two workers, beside the bare reader: rate, CPU time, memory of the workers.

    python benchmarks/scale.py [--mb 1000] [--rounds 3] [--engines bare,dask,ray] [--workers 1,2] [--draw scale.svg]

The archive is made of tests/data/pgn's 999 games of Lichess, repeated, a zstd frame for each copy. Each run is a process
of its own; runs of different engines alternate. The time to start an engine is shown by itself. From the measured rates
the script estimates the time for a month of Lichess.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from bitrook.data import list_shards, scan_pgn

ARCHIVE = Path(__file__).parents[1] / "tests" / "data" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
COLUMNS = ["WhiteElo", "BlackElo", "ECO", "ply_count", "moves", "clocks", "evals"]  # moves are checked
SHARD = 4 << 20  # bytes of the archive: 20 MB of text
MONTH = 95_300_000 * 2313  # bytes of text


def summary(table: Any) -> Any:
    """Return the number of games and of plies of a pyarrow.Table as a table of one row."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pa.table({"games": [len(table)], "plies": [pc.sum(table["ply_count"].cast("int64")).as_py() or 0]})


Run = Callable[[], tuple[int, int]]


def bare(path: str, workers: int) -> Run:
    """scan_pgn alone, with threads."""

    def run() -> tuple[int, int]:
        games = plies = 0
        for batch in scan_pgn(path, columns=COLUMNS, threads=workers):
            games += len(batch)
            plies += int(batch["ply_count"].sum(dtype="int64"))
        return games, plies

    return run


def dask(path: str, workers: int) -> Run:
    """A data frame on a cluster of processes."""
    import cloudpickle
    import pandas as pd
    import pyarrow as pa
    from distributed import Client

    from bitrook.data.dask import read_pgn

    Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    cloudpickle.register_pickle_by_value(sys.modules[__name__])

    def part(frame: Any) -> Any:
        return summary(pa.Table.from_pandas(frame, preserve_index=False)).to_pandas()

    def run() -> tuple[int, int]:
        meta = pd.DataFrame({"games": [0], "plies": [0]}).iloc[:0]
        sums = read_pgn(path, columns=COLUMNS, target_bytes=SHARD).map_partitions(part, meta=meta).sum().compute()
        return int(sums["games"]), int(sums["plies"])

    return run


def dask_map(path: str, workers: int) -> Run:
    """map_games() on a cluster of processes."""
    from distributed import Client

    from bitrook.data.dask import map_games

    client = Client(n_workers=workers, threads_per_worker=1, dashboard_address=None)

    def plies(scan: Any) -> tuple[int, int]:
        counts = [(len(batch), int(batch["ply_count"].sum(dtype="int64"))) for batch in scan]
        return sum(a for a, _ in counts), sum(b for _, b in counts)

    def run() -> tuple[int, int]:
        counts = map_games(client, path, plies, columns=COLUMNS, target_bytes=SHARD)
        return sum(a for a, _ in counts), sum(b for _, b in counts)

    return run


def ray(path: str, workers: int) -> Run:
    """A data set on Ray."""
    import ray as engine

    from bitrook.data.ray import read_pgn

    engine.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    engine.data.DataContext.get_current().enable_progress_bars = False

    def run() -> tuple[int, int]:
        rows = read_pgn(path, columns=COLUMNS, target_bytes=SHARD)
        parts = rows.map_batches(summary, batch_format="pyarrow", batch_size=None, max_retries=2).take_all()
        return sum(part["games"] for part in parts), sum(part["plies"] for part in parts)

    return run


ENGINES: dict[str, Callable[[str, int], Run]] = {"bare": bare, "dask": dask, "dask_map": dask_map, "ray": ray}


def tree_cpu() -> float:
    """Return the CPU time of this process and those that it started."""
    total = 0.0
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system
    return total


def measure_one(engine: str, workers: int, path: str) -> None:
    """Run one engine in this process; print JSON."""
    began = time.perf_counter()
    run = ENGINES[engine](path, workers)
    started = time.perf_counter()
    used = tree_cpu()
    games, plies = run()
    ended = time.perf_counter()
    row = {"start": started - began, "wall": ended - started, "cpu": tree_cpu() - used, "games": games, "plies": plies}
    print("RESULT", json.dumps(row), flush=True)
    os._exit(0)  # engines take seconds to end


def private_memory(process: psutil.Process) -> int:
    """Return the bytes of a process that it shares with no other."""
    memory = process.memory_info()
    return int(memory.rss - getattr(memory, "shared", 0))


def measure(engine: str, workers: int, path: str) -> dict[str, Any]:
    """Run one engine in a new process; sample the memory of the largest process that it starts."""
    command = [sys.executable, __file__, "--one", engine, str(workers), path]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    samples: list[tuple[float, float]] = []
    began = time.perf_counter()
    output: list[str] = []
    assert child.stdout is not None
    reader = threading.Thread(target=lambda: output.extend(child.stdout or []))
    reader.start()
    seen: dict[int, psutil.Process] = {}
    while child.poll() is None:
        sizes = [0]
        try:
            main = psutil.Process(child.pid)
            seen |= {process.pid: process for process in main.children(recursive=True)}
            for process in [main] if engine == "bare" else list(seen.values()):
                try:
                    sizes.append(private_memory(process))
                except psutil.Error:
                    continue
        except psutil.Error:
            break
        samples.append((time.perf_counter() - began, max(sizes) / 1e6))
        time.sleep(0.2)
    reader.join(timeout=10)
    for process in seen.values():  # what os._exit() left behind
        if process.is_running():
            process.kill()
    results = [line for line in output if line.startswith("RESULT ")]
    if not results:
        raise RuntimeError(f"{engine} with {workers} workers gave no result: {''.join(output)}")
    return {**json.loads(results[0][7:]), "memory": samples}


def make_archive(path: Path, mb: int) -> int:
    """Write the archive; return the bytes of its text."""
    try:
        from compression import zstd
    except ImportError:
        from backports import zstd

    text = lzma.decompress(ARCHIVE.read_bytes())
    frame = zstd.compress(text)
    copies = max(mb * 1_000_000 // len(text), 1)
    with path.open("wb") as file:
        for _ in range(copies):
            file.write(frame)
    return copies * len(text)


def draw(rows: list[dict[str, Any]], path: str) -> None:
    """Draw CPU time for a GB of text, and the memory over the run."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    names = [f"{row['engine']}, {row['workers']}" for row in rows]
    left.barh(names, [row["cpu"] * 1e3 / row["mb"] for row in rows])
    left.invert_yaxis()
    left.set(xlabel="CPU seconds for a GB of text", title="CPU time by engine and number of workers")
    for row in rows:
        if row["workers"] == max(each["workers"] for each in rows):
            right.plot(*zip(*row["memory"]), label=row["engine"])
    right.set(xlabel="seconds from the start of the program", ylabel="MB", ylim=(0, None))
    right.set(title="Private memory of the largest worker")
    right.legend()
    figure.savefig(path)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--draw", metavar="FILE")
    parser.add_argument("--one", nargs=3, metavar=("ENGINE", "WORKERS", "FILE"), help="one run (for the script itself)")
    options = parser.parse_args()
    if options.one:
        return measure_one(options.one[0], int(options.one[1]), options.one[2])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn.zst"
        size = make_archive(path, options.mb)
        shards = len(list_shards(path, target_bytes=SHARD))
        print(f"{size / 1e6:,.0f} MB of text, {path.stat().st_size / 1e6:,.0f} MB of zstd, {shards} shards\n")
        cases = [(e, int(w)) for e in options.engines.split(",") for w in options.workers.split(",")]
        runs: dict[tuple[str, int], list[dict[str, Any]]] = {case: [] for case in cases}
        for _ in range(options.rounds):
            for case in cases:
                runs[case].append(measure(*case, str(path)))
    assert len({(run["games"], run["plies"]) for each in runs.values() for run in each}) == 1  # all read the same
    rows: list[dict[str, Any]] = []
    for (engine, workers), each in runs.items():
        middle = {key: statistics.median(run[key] for run in each) for key in ("start", "wall", "cpu")}
        rows.append(
            {"engine": engine, "workers": workers, **middle, "mb": size / 1e6, "rate": size / middle["wall"] / 1e6}
        )
        rows[-1]["memory"] = each[-1]["memory"]
        rows[-1]["peak"] = max(mb for run in each for _, mb in run["memory"])
    base = rows[0]
    print("| engine | workers | start, s | run, s | MB/s | CPU, s | CPU, times the reader | largest worker, MB |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        print(
            f"| {row['engine']} | {row['workers']} | {row['start']:.1f} | {row['wall']:.1f} | {row['rate']:.0f} "
            f"| {row['cpu']:.1f} | {row['cpu'] / base['cpu']:.2f} | {row['peak']:.0f} |"
        )
    print("\nA month, 220 GB of text, if every core does what one does here (hours):\n")
    print("| engine | 1 core | 16 cores | 256 cores |")
    print("|---|--:|--:|--:|")
    for engine in dict.fromkeys(row["engine"] for row in rows):
        cpu = min(row["cpu"] for row in rows if row["engine"] == engine) / size * MONTH / 3600
        print(f"| {engine} | {cpu:.2f} | {cpu / 16:.3f} | {cpu / 256:.4f} |")
    if options.draw:
        draw(rows, options.draw)


if __name__ == "__main__":
    main()
