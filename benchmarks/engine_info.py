"""Compares how fast bitrook.engine and python-chess's chess.engine read the information lines of a UCI engine.

    python benchmarks/engine_info.py [ENGINE COMMAND...]

The lines come from a search by the given engine, or by bitrook itself. The two libraries read them in turn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import chess
import chess.engine
from timing import best

import bitrook
import bitrook.engine

FEN = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
COMMAND = [sys.executable, "-m", "bitrook", "uci"]
ROUNDS = 7


def lines_of(command: list[str]) -> list[str]:
    """Return the lines that an engine reports during a search, without the word "info"."""
    found: list[str] = []

    class Listener(bitrook.engine.UciProtocol):
        def line_received(self, line: str) -> None:
            if line.startswith("info "):
                found.append(line.removeprefix("info "))

    with bitrook.engine.SimpleEngine.popen(Listener, command, timeout=30) as engine:
        engine.analyse(bitrook.Board(FEN), bitrook.engine.Limit(time=2), multipv=3)
    return found


def read_all(read: Callable[[str], object], lines: list[str]) -> None:
    for line in lines:
        read(line)


def main() -> None:
    lines = lines_of(sys.argv[1:] or COMMAND)
    ours, theirs = bitrook.Board(FEN), chess.Board(FEN)
    read = {
        "bitrook": lambda line: bitrook.engine._parse_uci_info(line, ours),
        "python-chess": lambda line: chess.engine._parse_uci_info(line, theirs),
    }
    words = sum(len(line.split()) for line in lines) / len(lines)
    print(f"{len(lines)} lines of {words:.0f} words, processor time, the best of {ROUNDS} rounds in turns")
    for size, chosen in (("all lines", lines), ("lines with a PV", [line for line in lines if " pv " in line])):
        times = best({name: partial(read_all, function, chosen * 10) for name, function in read.items()}, ROUNDS)
        ratio = times["python-chess"] / times["bitrook"]
        rates = ", ".join(f"{name} {10 * len(chosen) / each:,.0f} lines a second" for name, each in times.items())
        print(f"{size}: {rates}: {ratio:.1f} times as many")


if __name__ == "__main__":
    main()
