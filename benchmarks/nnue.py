"""Times networks: boards per second in batches, and nodes per second in the search compared with Stockfish.

    python benchmarks/nnue.py [--rounds 5] [--nodes 300000] [--stockfish PATH]

Measures processor time on one thread, with interleaved rounds. Prints the median of each row and its ratio to a limit
or to another row. The limit of a batch is reading the rows of all pieces once, at the speed at which this machine
copies memory. For Stockfish's network, this is the speed outside the caches. For H = 128 (the network that comes with
bitrook), it is the speed for a block of the network's size, which fits into the L2 cache. Updates from similar boards
read fewer rows, so a batch can exceed its limit.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from timing import average

from bitrook import Board, nnue, search
from bitrook.batch import Boards

FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
)
BOARDS = 1024
LEAST = 0.2  # seconds of this thread for each figure of a batch


def mixed_boards() -> Boards:
    """Return 16 positions from each of 64 random games, shuffled."""
    boards = Boards(64, seed=1)
    found: list[Boards] = []
    for _ in range(16):
        for _ in range(5):
            boards.step(boards.random_moves())
        found.append(Boards(boards.packed()))
    order = np.random.default_rng(2).permutation(BOARDS)
    return Boards(np.concatenate([part.packed() for part in found])[order])


def nodes_per_second(evaluation: nnue.Network | None, nodes: int) -> float:
    total, start = 0, time.thread_time()
    for fen in FENS:
        total += search.Search(evaluation, search.TranspositionTable(64)).run(Board(fen), nodes=nodes).nodes
    return total / (time.thread_time() - start)


def stockfish_nodes_per_second(program: str, nodes: int) -> float:
    """Return the same for Stockfish, excluding the processor time of its startup."""

    def run(commands: list[str]) -> tuple[int, float]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = "\n".join(["setoption name Hash value 64", *commands])
        with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None and process.stdout is not None
            found = 0
            for line in text.splitlines():
                process.stdin.write(line + "\n")
                process.stdin.flush()
                while line.startswith("go") and not (answer := process.stdout.readline()).startswith("bestmove"):
                    words = answer.split()
                    last = int(words[words.index("nodes") + 1]) if "nodes" in words else 0
                    found = max(found, last)
                    if not answer:
                        raise RuntimeError(f"{program} ended")
            process.communicate("quit\n")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return found, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    total, used = 0, 0.0
    for fen in FENS:
        _, empty = run(["isready"])
        count, spent = run([f"position fen {fen}", f"go nodes {nodes}"])
        total, used = total + count, used + spent - empty
    return total / used


def copying_rate(size: int) -> float:
    """Return the bytes read per second while a block of *size* bytes is copied repeatedly."""
    source = np.zeros(size, np.uint8)
    target = np.empty_like(source)
    return source.size / average(lambda: np.copyto(target, source), LEAST, time.thread_time)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=300_000, help="nodes per search")
    parser.add_argument("--stockfish", default="/usr/games/stockfish", help="Stockfish 15.1")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "network.nnue")
        subprocess.run([arguments.stockfish], input=f"export_net {path}\nquit\n", text=True, capture_output=True)
        big = nnue.load(path)
    small, boards = nnue.default(), mixed_boards()
    rows: dict[str, list[float]] = {}
    for _ in range(arguments.rounds):
        for name, value in (
            ("copied bytes, 128 MiB", copying_rate(1 << 27)),
            ("copied bytes, 192 KiB", copying_rate(768 * 128 * 2)),
            ("boards, H = 128", BOARDS / average(lambda: small.evaluate(boards), LEAST, time.thread_time)),
            ("boards, Stockfish's network", BOARDS / average(lambda: big.evaluate(boards), LEAST, time.thread_time)),
            ("nodes, default evaluation", nodes_per_second(None, arguments.nodes)),
            ("nodes, H = 128", nodes_per_second(small, arguments.nodes)),
            ("nodes, Stockfish's network", nodes_per_second(big, arguments.nodes)),
            ("nodes, Stockfish itself", stockfish_nodes_per_second(arguments.stockfish, 4 * arguments.nodes)),
        ):
            rows.setdefault(name, []).append(value)
    median = {name: statistics.median(values) for name, values in rows.items()}
    pieces = float(boards.piece_counts.sum(axis=1).mean())
    small_limit = median["copied bytes, 192 KiB"] / (2 * pieces * 128 * 2)
    big_limit = median["copied bytes, 128 MiB"] / (2 * pieces * 1024 * 2)
    small_batch, big_batch = "boards, H = 128", "boards, Stockfish's network"
    own, other = "nodes, Stockfish's network", "nodes, Stockfish itself"
    ratios = {
        small_batch: f"{median[small_batch] / small_limit:.2f} of the limit, {small_limit:,.0f}/s",
        big_batch: f"{median[big_batch] / big_limit:.2f} of the limit, {big_limit:,.0f}/s",
        "nodes, H = 128": f"{median['nodes, H = 128'] / median['nodes, default evaluation']:.2f} of the default evaluation",
        own: f"{median[own] / median[other]:.2f} of Stockfish itself",
    }
    print(f"{pieces:.1f} pieces on average")
    for name, value in median.items():
        print(f"{name:<30}{value:>18,.0f}/s  {ratios.get(name, '')}")


if __name__ == "__main__":
    main()
