"""One process of measurements: every row by every library in turn, again and again; JSON on the output.

python measure.py ROUNDS LIBRARY,LIBRARY,... [NAME-OF-ROW ...]
"""

from __future__ import annotations

import contextlib
import gc
import json
import random
import re
import sys
import time
from typing import Any

import libraries
import operations

SAMPLE_NS = 4_000_000  # what a sample should last: long against the clock, short against the neighbours' noise


class Probe:
    """A row in a library's spelling, ready to be timed."""

    def __init__(self, operation: operations.Operation, code: str, names: dict[str, Any]) -> None:
        self.operation, self.names = operation, names
        used = sorted(set(re.findall(r"[A-Za-z_]\w*", code)) & names.keys())
        body = "\n        ".join(code.split("\n"))
        # the names are arguments, that is locals, as they would be in a program's own loop
        source = f"def run(_loops, {', '.join(used)}):\n    for _ in _loops:\n        {body}\n"
        source += f"def kept({', '.join({*used, 'boards'} if operation.once else used)}):\n    return {code}\n" * (
            operation.divisor == 10_000
        )
        made: dict[str, Any] = {}
        exec(source, {**names, "__builtins__": __builtins__}, made)
        self.run, self.kept = made["run"], made.get("kept")
        self.arguments = {name: names[name] for name in used if name != "boards"}
        self.loops = 1 if self.kept else self.calibrated()

    def calibrated(self) -> int:
        loops = 1
        while (took := self.timed(loops)) < SAMPLE_NS / 4:
            loops *= 2
        return max(1, round(loops * SAMPLE_NS / took))

    def timed(self, loops: int) -> int:
        iterator = range(loops)
        start = time.thread_time_ns()
        self.run(iterator, **self.arguments)
        return time.thread_time_ns() - start

    def sample(self) -> float:
        """Nanoseconds an operation, the loop around it subtracted."""
        if self.kept:
            made: dict[str, Any] = {}
            exec(self.operation.once, self.names, made)
            gc.collect()
            start = time.thread_time_ns()
            results = self.kept(**self.arguments, **made)
            took = time.thread_time_ns() - start
            del results, made
            return took / self.operation.divisor
        empty = range(self.loops)
        start = time.thread_time_ns()
        for _ in empty:
            pass
        loop = time.thread_time_ns() - start
        return (self.timed(self.loops) - loop) / self.loops / self.operation.divisor


def positions(count: int) -> list[str]:
    """Distinct positions of random games."""
    import chess

    dice, seen, board = random.Random(10), set[str](), chess.Board()
    while len(seen) < count:
        moves = list(board.legal_moves)
        if not moves or len(board.move_stack) > 120:
            board.reset()
            continue
        board.push(dice.choice(moves))
        if len(board.move_stack) > 8 and board.halfmove_clock < 6:  # rust_chess aborts on larger clocks
            seen.add(board.fen())
    return sorted(seen)


def main() -> None:
    rounds, peers, wanted = int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]
    fens = positions(10_000)
    namespaces = {library: libraries.namespace(library, fens) for library in peers}
    probes = {
        operation.name: {
            library: Probe(operation, code, namespaces[library])
            for library, code in operation.code.items()
            if library in peers
        }
        for operation in operations.OPERATIONS
        if not wanted or operation.name in wanted
    }
    samples: dict[str, dict[str, list[float]]] = {
        name: {library: [] for library in row} for name, row in probes.items()
    }
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for name, row in probes.items():
            gc.disable()
            for library, probe in row.items():
                samples[name][library].append(probe.sample())
            gc.enable()
    with contextlib.suppress(BrokenPipeError):
        json.dump(samples, sys.stdout)


if __name__ == "__main__":
    main()
