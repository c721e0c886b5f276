"""Measures calls on batches of boards, in boards per CPU second, compared with filling the same amount of memory.

    python benchmarks/batch.py [--boards 1024] [--rounds 5] [--seconds 0.5]
    python benchmarks/batch.py --draw docs/reference/batch.svg [--rounds 5] [--seconds 0.5]

The programs run in turn, and each figure is the median of the rounds. "of filling" is the ratio to the rate at which
NumPy fills an array of the size of the output.

With --draw, it instead measures and plots the cost per board of calls with 1 to 65,536 boards, on one thread and on
two. This requires Matplotlib, and an idle machine because it measures elapsed time.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator
from functools import partial

import batch_scaling
import numpy as np
from timing import average

from bitrook.batch import Boards


# Of one operation, five, eleven, and several with loops over squares.
CONDITIONS = (
    "white & rank_7",
    "white & pawns & file(d) and not white & pawns & (file(c) | file(e))",
    "count(rooks) == 2 and count(pawns & white) == 4 and not (knights | bishops | queens)",
    "passed_pawns & white & rank(6)",
    "attacks(white & queens) & kings & black",
)


def programs(n: int) -> Iterator[tuple[str, int, Callable[[], int]]]:
    """Yield each program: its name, its bytes of output per board, and a function that returns the number of boards."""
    boards = Boards(n, autoreset="next", seed=1)
    moves = np.empty(n, np.int16)
    out = np.empty(n, np.float32), np.empty(n, np.bool_), np.empty(n, np.bool_), np.empty(n, np.uint8)

    def random_step() -> int:
        boards.random_moves(out=moves)
        boards.step(moves, out=out)
        return n

    for _ in range(100):
        random_step()
    yield "random moves and step", 9, random_step

    def with_legal_moves() -> int:
        random_step()
        boards.legal_moves()
        return n

    yield "... and legal moves (CSR)", 9, with_legal_moves
    offsets, listed = np.zeros(n + 1, np.int32), np.zeros(n * 218, np.int16)
    chances = np.random.default_rng(1)
    separate = boards[:]  # not moved by the other programs

    def with_chosen_moves() -> int:
        counts = np.diff(offsets)
        chosen = offsets[:-1] + (chances.random(n) * counts).astype(np.int32)
        separate.step(np.where(counts > 0, listed[chosen], 0), out=out)
        separate.legal_moves(out=(offsets, listed))
        return n

    separate.legal_moves(out=(offsets, listed))
    yield "step and CSR, moves chosen from it", 9, with_chosen_moves
    for packed, dtype in ((False, np.uint8), (True, np.uint64)):
        mask = np.empty((n, 73 if packed else 4672), dtype)

        def with_mask(mask: np.ndarray = mask, packed: bool = packed) -> int:
            random_step()
            boards.legal_mask("alphazero", packed=packed, out=mask)
            return n

        yield f"... and mask of 4672 {'bits' if packed else 'bytes'}", 9 + mask.nbytes // n, with_mask
    for name, type_ in (("alphazero", "uint8"), ("alphazero", "float32"), ("pieces", "uint8")):
        planes = boards.observe(name, dtype=type_)

        def observe(planes: np.ndarray = planes, name: str = name) -> int:
            boards.observe(name, dtype=planes.dtype, out=planes)
            return n

        yield f"planes {name} {type_}", planes.nbytes // n, observe
    words = boards.observe("alphazero", packed=True)

    def observe_bits() -> int:
        boards.observe("alphazero", packed=True, out=words)
        return n

    yield "planes alphazero bits", words.nbytes // n, observe_bits
    answers = np.empty(n, np.bool_)
    for condition in CONDITIONS:

        def where(condition: str = condition) -> int:
            separate.where(condition, out=answers)
            return n

        yield f"where: {condition[:26]}", 1, where
    yield "playouts (boards)", 9, lambda: len(boards[:32].playout().plies)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--draw", metavar="FILE")
    options = parser.parse_args()
    if options.draw:
        points = batch_scaling.measure(options.rounds, options.seconds / 5)
        print(batch_scaling.table(points))
        return batch_scaling.draw(points, options.draw)
    measured = list(programs(options.boards))
    rates: dict[str, list[float]] = {}
    shares: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        for name, size, call in measured:
            memory = np.ones((options.boards, size), np.uint8)  # the system provides the memory on first access
            each = call() / average(call, options.seconds)
            rates.setdefault(name, []).append(each)
            filling = average(partial(memory.fill, 1), options.seconds / 5)
            shares.setdefault(name, []).append(each / options.boards * filling)
    print(f"{'':34}{'boards/s':>12}{'of filling':>12}")
    for name in rates:
        print(f"{name:34}{statistics.median(rates[name]):12,.0f}{statistics.median(shares[name]):12.1%}")


if __name__ == "__main__":
    main()
