"""Compares perft with Stockfish's `go perft`, in million leaves per second of processor time.

    python benchmarks/perft.py [--stockfish PATH] [--rounds 7] [--threads N] [--hash MIB] [--json]

By default, both use one thread and no hash table. The two programs take turns, position by position; figures are
medians of the rounds. On Linux, processor time is measured; on other systems, and with --threads, elapsed time.
Stockfish's startup is not counted. Leaf counts are checked. Absolute figures depend on the machine: compare ratios.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import time
from pathlib import Path

import bitrook
import report

# (name, FEN, depth, leaves): positions of the chess programming wiki, at depths that take Stockfish up to a second.
POSITIONS = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178633661),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89941194),
]


class Stockfish:
    """A process of Stockfish that counts move trees."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def answer(self, start: str) -> str:
        """Return the rest of the next line that starts with the given text."""
        assert self.process.stdout
        return next(line.removeprefix(start).strip() for line in self.process.stdout if line.startswith(start))

    def perft(self, fen: str, depth: int) -> tuple[int, float]:
        self.say(f"position fen {fen}\nisready")
        self.answer("readyok")
        start = self.clock()
        self.say(f"go perft {depth}")
        leaves = int(self.answer("Nodes searched: "))
        return leaves, self.clock() - start

    def clock(self) -> float:
        """Return the processor time of all threads of the process in seconds, or elapsed time if not on Linux."""
        threads = Path(f"/proc/{self.process.pid}/task")
        if not threads.is_dir():
            return time.perf_counter()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads.iterdir()) / 1e9

    def close(self) -> None:
        self.process.communicate("quit\n")


def measured(engine: Stockfish | None, rounds: int, threads: int = 1, hash_mb: int = 0) -> dict[str, dict[str, float]]:
    """Return million leaves per second, by position and program."""
    clock = time.process_time if Path("/proc/self/task").is_dir() and threads == 1 else time.perf_counter
    rates: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds):
        for name, fen, depth, leaves in POSITIONS:
            row = rates.setdefault(f"{name}, depth {depth}", {})
            board = bitrook.Board(fen)
            start = clock()
            counted = bitrook.perft(board, depth, threads=threads, hash_mb=hash_mb)
            row.setdefault("bitrook", []).append(leaves / (clock() - start) / 1e6)
            assert counted == leaves, f"bitrook counts {counted} in {name}"
            if engine:
                counted, seconds = engine.perft(fen, depth)
                row.setdefault("stockfish", []).append(leaves / seconds / 1e6)
                assert counted == leaves, f"Stockfish counts {counted} in {name}"
    return {name: {who: statistics.median(each) for who, each in row.items()} for name, row in rates.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1, help="of bitrook; Stockfish's go perft has one")
    parser.add_argument("--hash", type=int, default=0, metavar="MIB", help="bitrook's table")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    engine = Stockfish(options.stockfish) if shutil.which(options.stockfish) else None
    table = measured(engine, options.rounds, options.threads, options.hash)
    print(json.dumps(table) if options.json else "\n".join(report.perft_table(table)))
    if engine:
        engine.close()


if __name__ == "__main__":
    main()
