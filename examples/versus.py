"""Runs a program on bitrook and on python-chess, and prints the ratio of their speeds."""

from __future__ import annotations

import os
import subprocess
import sys
from types import ModuleType


def name_of(library: ModuleType) -> str:
    """Return the name of the library that the module belongs to."""
    return "bitrook" if library.Board.__module__.startswith("bitrook") else "python-chess"


def report(library: ModuleType, count: int, what: str, seconds: float) -> None:
    """Print the speed. This must be the last line of the program's output, because `compare` parses it."""
    print(f"{name_of(library)}: {count} {what} in {seconds:.3f} s, {count / seconds:.0f} {what} a second")


def compare(script: str, arguments: list[str]) -> float:
    """Run *script* on both libraries; check that the output is the same; print and return the ratio of speeds."""
    speeds, results = [], []
    for library in ("bitrook", "chess"):
        environment = os.environ | {"CHESS_LIBRARY": library}
        done = subprocess.run([sys.executable, script, *arguments], env=environment, text=True, stdout=subprocess.PIPE)
        if done.returncode:
            sys.exit(f"{script} failed on {library}")
        *result, last = done.stdout.strip().splitlines()
        results.append(result)
        speeds.append(float(last.split()[-4]))
        print(last)
    if results[0] != results[1]:
        sys.exit("the results of the two libraries differ")
    print(f"same results, and bitrook is {speeds[0] / speeds[1]:.1f} times as fast")
    return speeds[0] / speeds[1]
