"""Compares reading real games with bitrook's C++ reader, python-chess and a Rust reader, in MB per CPU second.

    cmake -S benchmarks/cpp -B build/benchmarks && cmake --build build/benchmarks
    python benchmarks/pgn.py build/benchmarks/pgn [--megabytes 200] [--rounds 5]

The programs take turns, each on one thread; figures are the best of the rounds. The games are those of the tests,
repeated. python-chess reads only the first two megabytes of them. The Rust reader (`rust_pgn_reader_python_binding` on
PyPI) receives a list of games, so it does not have to find where they begin. It checks moves and parses clocks and
evaluations, which the C++ program does not. It is skipped if it is not installed. Compare ratios.
"""

from __future__ import annotations

import argparse
import importlib
import io
import lzma
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess.pgn

GAMES = Path(__file__).parents[1] / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"


def native(program: str, path: str, row: str) -> float:
    """Return the figure that the C++ program prints for a row."""
    printed = subprocess.run([program, path, "1", row], capture_output=True, text=True, check=True).stdout
    return float(printed.split()[1])


def rate(size: int, work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return size / (time.process_time() - start) / 1e6


def python_chess(text: str) -> None:
    file = io.StringIO(text)
    while chess.pgn.read_game(file) is not None:
        pass


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", help="build/benchmarks/pgn")
    options.add_argument("--megabytes", type=int, default=200)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()

    one = lzma.decompress(GAMES.read_bytes())
    text = one * max(1, given.megabytes * 1_000_000 // len(one))
    figures: dict[str, float] = {}
    with tempfile.NamedTemporaryFile(suffix=".pgn") as file:
        file.write(text)
        file.flush()
        programs: dict[str, Callable[[], float]] = {
            f"bitrook, {row}": lambda row=row: native(given.program, file.name, row)  # type: ignore[misc]  # a default
            for row in ("bytes", "skip", "tags", "texts", "moves", "stream")
        }
        programs["python-chess, read_game"] = lambda: rate(len(one[:2_000_000]), lambda: python_chess(first))
        first = one[:2_000_000].decode()
        try:
            rust = importlib.import_module("rust_pgn_reader_python_binding")
            games = ["[Event " + game for game in text.decode().split("[Event ")[1:]]
            programs["Rust binding"] = lambda: rate(
                len(text), lambda: rust.parse_games_from_strings(games, num_threads=1)
            )
        except ImportError:
            print("the Rust binding is not installed")
        for _ in range(given.rounds):
            for name, program in programs.items():
                figures[name] = max(figures.get(name, 0), program())
    print(f"{len(text) / 1e6:.0f} MB, {given.rounds} rounds; MB/s, and how many times python-chess")
    for name, figure in figures.items():
        print(f"| {name} | {figure:.0f} | {figure / figures['python-chess, read_game']:.0f} |")


if __name__ == "__main__":
    main()
