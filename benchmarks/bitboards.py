"""Compares bit scans, slider methods and board layouts. Builds and runs the C++ benchmarks, and prints tables.

    python benchmarks/bitboards.py [--rounds 5] [--build DIRECTORY]

Requires CMake and a C++20 compiler. Figures are nanoseconds per operation, the minimum over all rounds. The programs
take turns, so that disturbances affect all of them. Absolute figures depend on the machine.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LAYOUTS = ["Classical", "Indexed", "Dense"]

Figures = dict[str, float]


def build(directory: Path) -> None:
    subprocess.run(["cmake", "-S", HERE / "cpp", "-B", directory], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        ["cmake", "--build", directory, "--config", "Release", "--parallel", "2"], check=True, stdout=subprocess.DEVNULL
    )


def run(directory: Path, program: str, best: Figures) -> None:
    """Run a program, and keep the minimum of each figure in *best*."""
    paths = [directory / program, directory / "Release" / f"{program}.exe", directory / f"{program}.exe"]
    path = next(path for path in paths if path.exists())
    for line in subprocess.run([path], check=True, capture_output=True, text=True).stdout.splitlines():
        name, value = line.split("\t")
        best[name] = min(best.get(name, float(value)), float(value))


def table(title: str, columns: list[str], rows: dict[str, list[float]]) -> None:
    print(f"\n{title}")
    print(" " * 36 + "".join(f"{column:>12}" for column in columns))
    for name, values in rows.items():
        print(f"  {name:<34}" + "".join(f"{value:12.2f}" for value in values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each program (5)")
    parser.add_argument("--build", type=Path, default=HERE.parent / "build" / "benchmarks", help="the build directory")
    options = parser.parse_args()
    print("building ...", file=sys.stderr)
    build(options.build)
    words: Figures = {}
    layouts: dict[str, Figures] = {name: {} for name in LAYOUTS}
    for round_ in range(options.rounds):
        print(f"round {round_ + 1} of {options.rounds}", file=sys.stderr)
        run(options.build, "bitboards", words)
        for name, figures in layouts.items():
            run(options.build, f"layout_{name}", figures)

    scans = {"first bit": "first bit", "last bit": "last bit", "each square of a set": "each square of a set"}
    table(
        "First and last bit, ns",
        ["intrinsic", "De Bruijn"],
        {name: [words[f"{key}, intrinsic"], words[f"{key}, De Bruijn"]] for name, key in scans.items()},
    )
    table("A queen's attacks, ns", ["ns"], {k: [v] for k, v in words.items() if k.startswith("queen")})
    table(
        "The whole core with each board layout, ns (positions of random games; `generate` and `count`: one position)",
        LAYOUTS,
        {row: [layouts[name][row] for name in LAYOUTS] for row in layouts["Dense"]},
    )


if __name__ == "__main__":
    main()
