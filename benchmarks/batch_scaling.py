"""Measures and plots the cost per board by number of boards and threads, for benchmarks/batch.py --draw."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np
from timing import average

from bitrook.batch import Boards

SIZES = [4**k for k in range(9)]  # 1 to 65,536
THREADS = (1, 2)
Points = dict[tuple[str, int], list[float]]  # nanoseconds per board for each size, by name and threads


def calls(boards: Boards) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield names and functions, each of which writes into its own arrays."""
    n = len(boards)
    moves = np.empty(n, np.int16)
    out = np.empty(n, np.float32), np.empty(n, np.bool_), np.empty(n, np.bool_), np.empty(n, np.uint8)

    def step() -> None:
        boards.random_moves(out=moves)
        boards.step(moves, illegal="terminate", out=out)

    for _ in range(30):
        step()
    yield "random moves and step", step
    counts = np.empty(n, np.int32)
    yield "count of legal moves", lambda: boards.count_legal_moves(out=counts)
    mask = np.empty((n, 73), np.uint64)
    yield "mask of 4672 bits", lambda: boards.legal_mask("alphazero", packed=True, out=mask)
    planes = boards.observe("pieces", dtype=np.uint8)
    yield "planes pieces uint8", lambda: boards.observe("pieces", dtype=np.uint8, out=planes)


def measure(rounds: int, seconds: float) -> Points:
    """Return the medians. Runs with one and two threads alternate, so that disturbances affect both."""
    points: Points = {}
    for n in SIZES:
        programs = [
            (name, threads, call)
            for threads in THREADS
            for name, call in calls(Boards(n, autoreset="next", seed=1, threads=threads))
        ]
        found: dict[tuple[str, int], list[float]] = {}
        for _ in range(rounds):
            for name, threads, call in sorted(programs, key=lambda program: program[0]):
                found.setdefault((name, threads), []).append(average(call, seconds, time.perf_counter) / n * 1e9)
        for key, each in found.items():
            points.setdefault(key, []).append(median(each))
    return points


def table(points: Points) -> str:
    """Return the times as a text table."""
    lines = [f"{'ns a board, by the clock':36}" + "".join(f"{n:>10,}" for n in SIZES)]
    for (name, threads), each in sorted(points.items()):
        label = f"{name}, {threads} thread{'s' * (threads > 1)}"
        lines.append(f"{label:36}" + "".join(f"{value:10,.0f}" for value in each))
    return "\n".join(lines)


def draw(points: Points, path: str) -> None:
    """Plot the time per board against the number of boards, as SVG."""
    from matplotlib import rcParams
    from matplotlib.figure import Figure

    rcParams["svg.hashsalt"] = "bitrook"  # makes the file reproducible
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    for i, name in enumerate(dict.fromkeys(name for name, _ in points)):
        for threads, style in zip(THREADS, ("-", "--")):
            label = f"{name}, {threads} thread{'s' * (threads > 1)}"
            axes.plot(SIZES, points[name, threads], style, color=f"C{i}", marker=".", label=label)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set(xlabel="boards in a call", ylabel="nanoseconds a board, by the clock")
    axes.set_xticks(SIZES, [f"{n:,}" for n in SIZES])
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", ncols=2)
    figure.savefig(path, format="svg", metadata={"Date": None})
