"""Measures reading an archive on data engines and with the bare reader: rate, CPU time and memory of the workers.

    python benchmarks/scale.py [--mb 1000] [--rounds 3] [--engines bare,dask,ray] [--workers 1,2] [--draw scale.svg]
    python benchmarks/scale.py --python spark,polars=~/venv/bin/python --page docs/how-to/a-month-of-games.md

The archive consists of the 999 Lichess games in tests/files/pgn, repeated, with one zstd frame per copy. Each run is a
separate process; runs of different engines alternate. The startup time of an engine is shown separately. The time for a
month of Lichess games is estimated from the measured CPU times. --python runs some of the engines in another
interpreter, which needs bitrook, psutil and the engine. --page writes the tables between two comments of a page.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import lzma
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil
from run import processor
from scale_engines import ENGINES, NAMES, SHARD

from bitrook.data import list_shards

ARCHIVE = Path(__file__).parents[1] / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
MONTH = 95_300_000 * 2313  # bytes of text
MONTH_FILE, MONTH_SHARD = 30_000_000_000, 16 << 20  # bytes of the compressed archive and of one shard
CORES = (1, 16, 256)
BEGIN, END = "<!-- benchmarks/scale.py writes what follows -->", "<!-- end of the tables -->"


# ---- One run, in a separate process.


def tree_cpu() -> float:
    """Return the CPU time of this process and its children, including those that have ended."""
    total = 0.0
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        try:
            total += sum(process.cpu_times()[:4])
        except psutil.Error:
            continue
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
    package = NAMES[engine][1]
    row["version"] = importlib.metadata.version(package) if package else ""
    print("RESULT", json.dumps(row), flush=True)
    os._exit(0)  # engines take seconds to shut down


def memory_of(main: psutil.Process, worker: str) -> tuple[int, int]:
    """Return the unshared memory in bytes: of the largest worker, and of all processes together.

    :param worker: text in the command line of a worker; empty if the program itself is the worker.
    """
    largest = together = 0
    for process in [main, *main.children(recursive=True)]:
        try:
            memory = process.memory_info()
            size = int(memory.rss - getattr(memory, "shared", 0))
            together += size
            if worker in " ".join(process.cmdline()) if worker else process.pid == main.pid:
                largest = max(largest, size)
        except psutil.Error:
            continue
    return largest, together


def measure(python: str, engine: str, workers: int, path: str) -> dict[str, Any]:
    """Run one engine in a new process, and sample the memory of that process and its children."""
    command = [python, __file__, "--one", engine, str(workers), path]
    samples: list[tuple[float, float, float]] = []
    output: list[str] = []
    seen: dict[int, psutil.Process] = {}
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        began = time.perf_counter()
        assert child.stdout is not None
        reader = threading.Thread(target=lambda: output.extend(child.stdout or []))
        reader.start()
        main = psutil.Process(child.pid)
        while child.poll() is None:
            try:
                seen |= {process.pid: process for process in main.children(recursive=True)}
                largest, together = memory_of(main, NAMES[engine][2])
            except psutil.Error:
                break
            if together:  # zero if the process has ended
                samples.append((time.perf_counter() - began, largest / 1e6, together / 1e6))
            time.sleep(0.2)
        reader.join(timeout=10)
        for process in seen.values():  # left behind by os._exit()
            if process.is_running():
                process.kill()
        results = [line for line in output if line.startswith("RESULT ")]
        if not results:
            errors.seek(0)
            raise RuntimeError(f"{engine} with {workers} workers gave no result: {errors.read()[-2000:]}")
    return {**json.loads(results[0][7:]), "memory": samples}


# ---- All runs, and the report.


def zstd() -> Any:
    """Return the zstd module of the standard library or backports.zstd."""
    try:
        from compression import zstd
    except ImportError:
        from backports import zstd
    return zstd


def make_archive(path: Path, mb: int) -> int:
    """Write the archive; return the bytes of its text."""
    text = lzma.decompress(ARCHIVE.read_bytes())
    frame = zstd().compress(text)
    copies = max(mb * 1_000_000 // len(text), 1)
    with path.open("wb") as file:
        for _ in range(copies):
            file.write(frame)
    return copies * len(text)


def decompression(path: Path) -> float:
    """Return the CPU seconds for decompressing an archive without reading its games."""
    began = time.process_time()
    with zstd().open(path, "rb") as file:
        while file.read(1 << 20):
            pass
    return time.process_time() - began


def rates(rows: list[dict[str, Any]]) -> str:
    """Return the table of measurements. Ratios are relative to the first row."""
    lines = [
        "| engine | workers | start, s | run, s | MB/s | CPU, s | CPU, times the reader | largest worker, MB "
        "| all processes, MB |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        lines.append(
            f"| {NAMES[row['engine']][0]} | {row['workers']} | {row['start']:.1f} | {row['wall']:.1f} "
            f"| {row['rate']:.0f} | {row['cpu']:.1f} | {row['cpu'] / rows[0]['cpu']:.2f} | {row['worker_mb']:.0f} "
            f"| {row['all_mb']:.0f} |"
        )
    return "\n".join(lines)


def duration(seconds: float) -> str:
    """Return a time as text, in a suitable unit."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def estimate(rows: list[dict[str, Any]], decompress: float) -> str:
    """Return the table of estimated times for a month.

    :param decompress: CPU seconds to decompress one byte of text.
    """
    lines = ["| engine | " + " | ".join(f"{n} core{'s' * (n > 1)}" for n in CORES) + " |", "|---|--:|--:|--:|"]
    shards = math.ceil(MONTH_FILE / MONTH_SHARD)
    for engine in dict.fromkeys(row["engine"] for row in rows):
        row = max((row for row in rows if row["engine"] == engine), key=lambda row: int(row["workers"]))
        work = row["cpu"] / row["mb"] / 1e6 * MONTH  # core seconds
        cells = []
        for cores in CORES:
            if engine in ("bare", "duckdb"):  # a single thread decompresses
                seconds = max(work / cores, decompress * MONTH)
            else:
                seconds = work / shards * math.ceil(shards / cores)
            cells.append(duration(row["start"] + seconds))
        lines.append(f"| {NAMES[engine][0]} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def machine() -> str:
    """Return the date, the processor and the Python version."""
    today = time.localtime()
    date = f"{today.tm_mday} {time.strftime('%B %Y', today)}"
    return f"on {date}, {os.cpu_count()} cores ({processor()}), CPython {platform.python_version()}"


def draw(rows: list[dict[str, Any]], path: str) -> None:
    """Plot the rate by engine and workers, and the memory during the run."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "scale"
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.8), layout="constrained")
    engines = list(dict.fromkeys(row["engine"] for row in rows))
    workers = sorted({row["workers"] for row in rows})
    width = 0.8 / len(workers)
    for i, count in enumerate(workers):
        rate = {row["engine"]: row["rate"] for row in rows if row["workers"] == count}
        places = [place + (i - (len(workers) - 1) / 2) * width for place in range(len(engines))]
        label = f"{count} worker{'s' * (count > 1)}"
        left.barh(places, [rate.get(engine, 0) for engine in engines], width, label=label)
    left.set(yticks=range(len(engines)), yticklabels=[NAMES[engine][0].replace("`", "") for engine in engines])
    left.set(xlabel="MB of text in a second", title="Rate by engine and workers, without the start")
    left.invert_yaxis()
    left.legend()
    for i, engine in enumerate(engines):
        row = next(row for row in rows[::-1] if row["engine"] == engine)
        seconds, sizes, _ = zip(*row["memory"])
        right.plot(seconds, sizes, label=NAMES[engine][0].replace("`", ""), color=plt.get_cmap("tab10")(i))
    right.set(xlabel="seconds from the start of the program", ylabel="MB", ylim=(0, None))
    right.set(title=f"Memory of the largest worker, {workers[-1]} workers")
    right.legend(fontsize="small")
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def write_page(path: Path, text: str) -> None:
    """Replace the text between the two comments of a page."""
    before, rest = path.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    path.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Run the benchmark and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=1000, help="MB of text (default: 1000)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each case (default: 3)")
    parser.add_argument("--engines", default=",".join(ENGINES), help=f"default: {','.join(ENGINES)}")
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--python", action="append", default=[], metavar="ENGINE,...=PATH", help="another interpreter")
    parser.add_argument("--draw", metavar="FILE", help="draw rates and memory as SVG, PNG or PDF")
    parser.add_argument("--page", type=Path, help="a page to write the tables into")
    parser.add_argument("--one", nargs=3, metavar=("ENGINE", "WORKERS", "FILE"), help="one run (for the script itself)")
    options = parser.parse_args()
    if options.one:
        return measure_one(options.one[0], int(options.one[1]), options.one[2])
    pythons = dict.fromkeys(ENGINES, sys.executable)
    for names, _, python in (each.partition("=") for each in options.python):
        pythons |= dict.fromkeys(names.split(","), os.path.expanduser(python))
    cases = [(engine, int(count)) for engine in options.engines.split(",") for count in options.workers.split(",")]
    runs: dict[tuple[str, int], list[dict[str, Any]]] = {case: [] for case in cases}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn.zst"
        size = make_archive(path, options.mb)
        what = (
            f"{size / 1e6:,.0f} MB of text ({path.stat().st_size / 1e6:,.0f} MB of zstd, "
            f"{len(list_shards(path, target_bytes=SHARD))} shards)"
        )
        decompress = decompression(path) / size
        for i in range(options.rounds):
            for case in cases:
                runs[case].append(measure(pythons[case[0]], *case, str(path)))
                print(f"round {i + 1}, {case[0]}, {case[1]}: {runs[case][-1]['wall']:.1f} s", file=sys.stderr)
    assert len({(run["games"], run["plies"]) for each in runs.values() for run in each}) == 1  # all read the same
    rows: list[dict[str, Any]] = []
    for (engine, workers), each in runs.items():
        row: dict[str, Any] = {"engine": engine, "workers": workers, "mb": size / 1e6, "memory": each[-1]["memory"]}
        row |= {key: statistics.median(run[key] for run in each) for key in ("start", "wall", "cpu")}
        row["rate"] = row["mb"] / row["wall"]
        row["worker_mb"] = max(mb for run in each for _, mb, _ in run["memory"])
        row["all_mb"] = max(mb for run in each for _, _, mb in run["memory"])
        rows.append(row)
    versions = {NAMES[engine][1]: each[0]["version"] for (engine, _), each in runs.items() if NAMES[engine][1]}
    programs = "".join(f", {name} {version}" for name, version in versions.items())
    text = (
        f"Reading ratings, openings, checked moves, clocks and evaluations of {what}, {machine()}{programs}; "
        f"the median of {options.rounds} runs:\n\n{rates(rows)}\n\n"
        f"Decompressing the archive alone takes {decompress * size:.1f} CPU seconds. The estimate for a "
        f"month, {MONTH / 1e9:.0f} GB of text:\n\n{estimate(rows, decompress)}"
    )
    print(text)
    if options.page:
        write_page(options.page, text)
    if options.draw:
        draw(rows, options.draw)


if __name__ == "__main__":
    main()
