"""Compares the speed of the native search with that of gnuchess, and two threads with one.

    python benchmarks/search_speed.py [--rounds 5] [--ms 1000]

bitrook's search runs with its default evaluation and with piece-square tables alone. The programs take turns. Figures
are nodes per second of processor time, so that other programs matter less. For two threads, nodes per second of elapsed
time are printed as well, which requires two idle processors.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import time

import bitrook
from bitrook.cli.bench import POSITIONS
from bitrook.search import PieceSquareTables, Search

FENS = [fen for fen in POSITIONS if "HF" not in fen]  # gnuchess does not support Chess960


LINE = (
    "{}millions of nodes a second: bitrook {:.2f}, with tables alone {:.2f}, gnuchess {:.2f}, ratios {:.2f} and {:.2f};"
    " two threads {:.2f} by processor time, {:.2f} by the clock; tables called in Python 1/{:.1f}"
)


def native(ms: int, threads: int = 1, evaluation: PieceSquareTables | None = None) -> tuple[float, float]:
    """Return million nodes per second of processor time and of elapsed time."""
    nodes, cpu, clock = 0, time.process_time(), time.perf_counter()
    for fen in FENS:
        nodes += Search(evaluation).run(bitrook.Board(fen), time=ms / 1000, threads=threads).nodes
    return nodes / (time.process_time() - cpu) / 1e6, nodes / (time.perf_counter() - clock) / 1e6


def slow(ms: int) -> float:
    """Return million nodes per second of processor time with an evaluation in Python that only calls the tables."""
    tables = PieceSquareTables()
    nodes, cpu = 0, time.process_time()
    for fen in FENS:
        nodes += Search(lambda board: tables(board)).run(bitrook.Board(fen), time=ms / 1000).nodes
    return nodes / (time.process_time() - cpu) / 1e6


def gnuchess(ms: int) -> float:
    """Return gnuchess's million nodes per second of processor time."""
    program = shutil.which("gnuchess", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    assert program, "gnuchess is not installed"
    nodes = 0
    before = os.times()
    process = subprocess.Popen([program, "-u"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdin and process.stdout
    process.stdin.write("uci\nisready\n")
    for fen in FENS:
        process.stdin.write(f"ucinewgame\nposition fen {fen}\ngo movetime {ms}\n")
        last = 0
        for line in process.stdout:
            words = line.split()
            if "nodes" in words:
                last = int(words[words.index("nodes") + 1])
            if words[:1] == ["bestmove"]:
                break
        nodes += last
    process.stdin.write("quit\n")
    process.communicate()
    after = os.times()
    return nodes / (after.children_user + after.children_system - before.children_user - before.children_system) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ms", type=int, default=1000)
    arguments = parser.parse_args()
    rows = []
    for _ in range(arguments.rounds):
        one, two = native(arguments.ms), native(arguments.ms, 2)
        tables, _ = native(arguments.ms, evaluation=PieceSquareTables())
        other, python = gnuchess(arguments.ms), slow(arguments.ms)
        rows.append(
            (one[0], tables, other, one[0] / other, tables / other, two[0] / one[0], two[1] / one[1], tables / python)
        )
        print(LINE.format("", *rows[-1]), flush=True)
    print(LINE.format("medians: ", *(statistics.median(column) for column in zip(*rows, strict=True))))


if __name__ == "__main__":
    main()
