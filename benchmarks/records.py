"""Times reading and writing files of positions, compared with copying the bytes: python benchmarks/records.py [games].

Each round measures all formats in turn; figures are medians of the rounds. The files are in the page cache.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import bitrook.batch as bb

FORMATS = {
    "binpack": ".binpack", "viriformat": ".viri", "packedsfen": ".bin", "marlinformat": ".marlin",
    "bulletformat": ".bullet", "binary_fen": ".bfen",
}  # fmt: skip
ROUNDS = 5


def random_games(n: int) -> bb.Positions:
    """Return the positions of random games, game by game, with scores that change little from move to move."""
    boards, rng = bb.Boards(n), np.random.default_rng(1)
    steps: list[tuple[bb.Positions, np.ndarray]] = []
    scores = np.zeros(n)
    for ply in range(100):
        over = boards.is_over()
        moves = boards.random_moves(seed=ply)
        scores += rng.normal(0, 40, n)
        clocks = boards.halfmove_clocks, boards.fullmove_numbers
        batch = bb.Positions.of(boards.packed(), moves, scores.astype(np.int16), np.arange(n) % 3 - 1, *clocks)
        steps.append((batch, np.flatnonzero(~over)))
        boards.step(moves, illegal="ignore")
    games = np.concatenate([rows for _, rows in steps])
    batch = bb.Positions.concatenate(step.take(rows) for step, rows in steps)
    return batch.take(np.argsort(games, kind="stable"))


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    batch = random_games(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
    n = len(batch.positions)
    print(f"{n:,} positions; millions a second")
    print(f"{'':14}{'bytes':>7}{'write':>8}{'read':>8}{'file':>9}{'memcpy':>9}   share of memcpy read, written")
    with tempfile.TemporaryDirectory() as folder:
        times: dict[str, list[list[float]]] = {name: [[], [], [], []] for name in FORMATS}
        sizes = {}
        for _ in range(ROUNDS):
            for name, extension in FORMATS.items():
                path = Path(folder) / f"positions{extension}"
                write, read, file, copy = times[name]
                write.append(seconds(lambda path=path: bb.write_positions(path, batch)))
                read.append(seconds(lambda path=path: [None for _ in bb.read_positions(path)]))
                file.append(seconds(path.read_bytes))
                data = np.fromfile(path, np.uint8)
                target = np.zeros_like(data)
                copy.append(seconds(lambda data=data, target=target: np.copyto(target, data)))
                sizes[name] = data.size
    for name, all_times in times.items():
        write, read, file, copy = (statistics.median(one) for one in all_times)
        rates = "".join(f"{n / one / 1e6:{width}.2f}" for one, width in ((write, 8), (read, 8), (file, 9), (copy, 9)))
        print(f"{name:14}{sizes[name] / n:7.2f}{rates}   {copy / read:6.2%} {copy / write:6.2%}")


if __name__ == "__main__":
    main()
