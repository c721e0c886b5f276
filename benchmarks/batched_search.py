"""Times the native search with a NumPy network as its evaluation: with one board per call, and with many.

    python benchmarks/batched_search.py [--depth 5] [--rounds 5] [--hidden 32]

The network has 768 inputs and a hidden layer with random weights, which change the material score by a few centipawns.
Both searches visit the same nodes. Times are processor times; set OPENBLAS_NUM_THREADS=1 to use only one thread.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import numpy as np

from bitrook import Board
from bitrook.batch import Boards, encoding
from bitrook.cli.bench import POSITIONS
from bitrook.search import Search

PLANES = encoding("pieces")


class Network:
    """The evaluation, which counts its calls and the boards that it has evaluated."""

    def __init__(self, hidden: int) -> None:
        random = np.random.default_rng(1)
        self.first = random.standard_normal((768, hidden), np.float32) / 768**0.5
        self.last = random.standard_normal(hidden, np.float32) / hidden**0.5 * 10
        self.material = np.repeat(np.array([1, 3, 3, 5, 9, 0, -1, -3, -3, -5, -9, 0], np.float32) * 100, 64)
        self.calls = self.boards = 0

    def one(self, board: Board) -> int:
        """Return the score of one board."""
        return round(float(self.scores(PLANES.encode(board)[None])[0]))

    def many(self, boards: Boards) -> np.ndarray:
        """Return the scores of all boards."""
        return self.scores(boards.observe(PLANES))

    def scores(self, planes: np.ndarray) -> np.ndarray:
        """Return scores in centipawns for the side to move."""
        self.calls += 1
        self.boards += len(planes)
        inputs = planes.reshape(-1, 768)
        return np.maximum(inputs @ self.first, 0) @ self.last + inputs @ self.material


def run(batched: bool, depth: int, hidden: int) -> tuple[float, int, Network, list[Any]]:
    """Search all positions. Return the seconds, the number of nodes, the network and the lines."""
    network, nodes, lines = Network(hidden), 0, []
    begin = time.process_time()
    for fen in POSITIONS[:2]:
        result = Search(network.many if batched else network.one, batched=batched).run(Board(fen), depth)
        nodes += result.nodes
        lines.append(result.lines)
    return time.process_time() - begin, nodes, network, lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--hidden", type=int, default=32)
    options = parser.parse_args()
    rates: dict[bool, list[float]] = {False: [], True: []}
    found = {}
    for _ in range(options.rounds):
        for batched in (False, True):
            seconds, nodes, network, lines = run(batched, options.depth, options.hidden)
            rates[batched].append(nodes / seconds)
            found[batched] = nodes, lines
            calls = network.calls, network.boards
            if len(rates[batched]) == options.rounds:
                median = statistics.median(rates[batched])
                print(
                    f"{'many' if batched else 'one':5} {median:9,.0f} nodes/s, {calls[0]:,} calls, {calls[1]:,} boards"
                )
    assert found[False] == found[True]
    print(f"ratio {statistics.median(b / a for a, b in zip(rates[False], rates[True], strict=True)):.2f}")


if __name__ == "__main__":
    main()
