"""Perft against Stockfish's `go perft`: million leaves a second, one thread, in one run.

    python benchmarks/perft.py [--stockfish PATH] [--rounds 7] [--threads N] [--hash MB] [--json FILE]

Rounds are interleaved, position by position, and the best of each is kept: on a shared machine the best is what the
program can do, the rest is what the neighbours did. Where the system tells (Linux) it is processor time that is
measured, which stands still while others run; with --threads, or elsewhere, it is the clock's. Stockfish's start-up
is not counted, bitrook's call is. Absolute figures are one machine's: compare ratios.

bitrook counts moves that lead to the same position in either order once, from depth 5 on, without a table (see
docs/performance.md). The column "every order" is without that: the moves above the last four plies are played in
Python, one after the other, each with a count of its own.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from math import prod
from pathlib import Path

import bitrook

# (name, FEN, depth, leaves): the positions of the chess programming wiki, at depths of a tenth to half a second.
POSITIONS = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194),
]


class Stockfish:
    """Stockfish as a counter of move trees."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("uci")
        self.name = next(line for line in iter(self.line, "") if line.startswith("id name")).removeprefix("id name ")

    def say(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def perft(self, fen: str, depth: int) -> tuple[int, float]:
        self.say(f"position fen {fen}\nisready")
        while self.line() != "readyok":
            pass
        start = self.clock()
        self.say(f"go perft {depth}")
        nodes = next(line for line in iter(self.line, "?") if line.startswith("Nodes searched: "))
        return int(nodes.split()[-1]), self.clock() - start

    def clock(self) -> float:
        """Seconds: of all threads of the process, where the system tells."""
        threads = Path(f"/proc/{self.process.pid}/task")
        if not threads.is_dir():
            return time.perf_counter()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads.iterdir()) / 1e9


def every_order(board: bitrook.Board, depth: int) -> int:
    """Perft that comes to a position as often as moves lead there."""
    if depth <= 4:
        return bitrook.perft(board, depth)
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += every_order(board, depth - 1)
        board.pop()
    return nodes


def mean(values: list[float]) -> float:
    """The geometric mean."""
    return prod(values) ** (1 / len(values))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1, help="bitrook's; Stockfish's go perft has one")
    parser.add_argument("--hash", type=int, default=0, help="MiB of bitrook's table")
    parser.add_argument("--json", help="write the figures to this file, too")
    arguments = parser.parse_args()

    stockfish = Stockfish(arguments.stockfish) if shutil.which(arguments.stockfish) else None
    clock = time.process_time if Path("/proc/self/task").is_dir() and arguments.threads == 1 else time.perf_counter
    best: dict[str, tuple[float, float, float]] = {}
    for _ in range(arguments.rounds):
        for name, fen, depth, leaves in POSITIONS:
            board = bitrook.Board(fen)
            start = clock()
            counted = bitrook.perft(board, depth, threads=arguments.threads, hash_mb=arguments.hash)
            ours = leaves / (clock() - start) / 1e6
            start = clock()
            assert every_order(board, depth) == leaves
            orders = leaves / (clock() - start) / 1e6
            theirs = 0.0
            if stockfish:
                nodes, seconds = stockfish.perft(fen, depth)
                theirs = leaves / seconds / 1e6
                assert nodes == leaves
            assert counted == leaves
            before = best.get(name, (0.0, 0.0, 0.0))
            best[name] = max(before[0], ours), max(before[1], theirs), max(before[2], orders)

    peer = stockfish.name if stockfish else "Stockfish (not found)"
    print(f"| position | leaves | {peer} | every order | ratio | bitrook {bitrook.__version__} | ratio |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    rows = [(f"{name}, depth {depth} | {leaves:,}", best[name]) for name, _, depth, leaves in POSITIONS]
    ours, theirs, orders = (mean([figures[i] for figures in best.values()]) for i in range(3))
    for name, (ours, theirs, orders) in [*rows, ("geometric mean | ", (ours, theirs, orders))]:
        each, all_ = (f"{figure / theirs:.1f}" if theirs else "-" for figure in (orders, ours))
        print(f"| {name} | {theirs:,.0f} | {orders:,.0f} | {each} | {ours:,.0f} | {all_} |")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"peer": peer, "version": bitrook.__version__, "mega_leaves_per_second": best}, file, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
