"""Measures every row with every library in turn, round after round, in one process, and prints JSON.

    python measure.py ROUNDS LIBRARY,LIBRARY,... [NAME-OF-ROW ...]

Started by `run.py`. Other benchmarks use its `Probe`.
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

SAMPLE_NS = 4_000_000  # per sample: long compared with the clock's resolution, short compared with disturbances


class Probe:
    """Python source compiled into a loop that can be timed. The names are local variables, as in typical user code."""

    def __init__(
        self,
        code: str,
        names: dict[str, Any],
        divisor: int = 1,
        keep: bool = False,
        setup: str = "",
        loops: int | None = None,
    ) -> None:
        self.names, self.divisor, self.keep, self.setup = names, divisor, keep, setup
        used = set(re.findall(r"[A-Za-z_]\w*", code))
        self.arguments = {name: value for name, value in names.items() if name in used and name != "boards"}
        parameters = ", ".join({**self.arguments, "boards": None} if setup else self.arguments)
        body = f"    return {code}" if keep else "    for _ in _loops:\n        " + code.replace("\n", "\n        ")
        made: dict[str, Any] = {}
        exec(f"def run(_loops, {parameters}):\n{body}\n", {**names, "__builtins__": __builtins__}, made)
        self.run = made["run"]
        self.loops = loops or (1 if keep else self.calibrated())

    def calibrated(self) -> int:
        """Return how many loops a sample takes."""
        self.timed(1)  # the first call may load a module
        loops = 1
        while (took := self.timed(loops)) < SAMPLE_NS / 4:
            loops *= 2
        return max(1, round(loops * SAMPLE_NS / took))

    def timed(self, loops: int, **made: Any) -> int:
        """Return the thread's processor time in nanoseconds. The result is kept alive until the clock has stopped."""
        iterator = range(loops)
        start = time.thread_time_ns()
        result = self.run(iterator, **self.arguments, **made)
        took = time.thread_time_ns() - start
        del result
        return took

    def sample(self) -> float:
        """Return the nanoseconds of one operation, excluding the loop overhead."""
        made: dict[str, Any] = {}
        if self.setup:
            exec(self.setup, self.names, made)
        if self.keep:
            gc.collect()
            return self.timed(1, **made) / self.divisor
        return (self.timed(self.loops) / self.loops - empty_loop(self.loops)) / self.divisor


def empty_loop(loops: int) -> float:
    """Return the nanoseconds per iteration of an empty loop: the minimum of three, as disturbances only add time."""
    times = []
    for _ in range(3):
        iterator = range(loops // 3 + 1)
        start = time.thread_time_ns()
        for _ in iterator:
            pass
        times.append((time.thread_time_ns() - start) / len(iterator))
    return min(times)


def probe(operation: operations.Operation, library: str, names: dict[str, Any]) -> Probe:
    return Probe(operation.code[library], names, operation.divisor, operation.keep, operation.setup)


def keep_freed_memory() -> list[bytes]:
    """Make the process reuse freed memory. The rows of 10,000 positions would otherwise measure page faults.

    Freeing a mapped block raises the threshold above which glibc returns memory to the system. Python releases an arena
    (1 MiB) once all of it is free, so one object in each must stay alive: keep a reference to the result.
    """
    bytearray(16 << 20)
    return [bytes(400) for _ in range(60_000)][::1000]


def positions(count: int) -> list[str]:
    """Return distinct positions of random games."""
    import bitrook

    dice, seen, board = random.Random(10), set[str](), bitrook.Board()
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
    rounds, measured, wanted = int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]
    memory = keep_freed_memory()
    fens = positions(10_000)
    namespaces = {library: libraries.namespace(library, fens) for library in measured}
    probes = {
        operation.name: {
            library: probe(operation, library, namespaces[library]) for library in operation.code if library in measured
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
            for library, one in row.items():
                samples[name][library].append(one.sample())
            gc.enable()
    with contextlib.suppress(BrokenPipeError):
        json.dump(samples, sys.stdout)
    del memory


if __name__ == "__main__":
    main()
