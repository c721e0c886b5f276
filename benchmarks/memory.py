"""Plots memory use as SVG while the games of a large archive are read as columns.

    python benchmarks/memory.py [--gb 5] [--threads 1] [--svg memory.svg]

The archive consists of the 999 Lichess games in tests/files/pgn, repeated by a file object, so it is never stored on
disk or in memory. Memory is the resident set size of the process (Linux). The plot requires Matplotlib.
"""

from __future__ import annotations

import argparse
import lzma
import os
import time
from pathlib import Path

import bitrook.data as bd

ARCHIVE = Path(__file__).parents[1] / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"


class Repeated:
    """A binary file that repeats a text up to a given number of bytes."""

    def __init__(self, text: bytes, size: int) -> None:
        self.text, self.left, self.at = memoryview(text * 2), size, 0
        self.length = len(text)

    def read(self, n: int, /) -> bytes:
        """Return the next bytes, at most one repetition of the text."""
        part = self.text[self.at : self.at + min(n, self.length, self.left)]
        self.at = (self.at + len(part)) % self.length
        self.left -= len(part)
        return bytes(part)


def resident() -> int:
    """Return the resident memory of the process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def draw(points: list[tuple[float, float]], start: float, path: str) -> None:
    """Plot the memory in MB against the gigabytes read."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot([x for x, _ in points], [y for _, y in points], label="while games are read")
    axes.axhline(start, color="gray", label="before")
    axes.set(xlabel="GB of PGN read", ylabel="resident memory, MB", ylim=(0, None))
    axes.legend()
    figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    """Read the archive and print the memory use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gb", type=float, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--svg", metavar="FILE")
    options = parser.parse_args()
    text = lzma.decompress(ARCHIVE.read_bytes())
    file = Repeated(text, int(options.gb * 1e9))
    start, began = resident() / 1e6, time.process_time()
    points: list[tuple[float, float]] = []
    first, games = 0.0, 0
    for batch in bd.scan_pgn(file, threads=options.threads):
        first = first or time.process_time() - began
        games += len(batch)
        points.append((options.gb - file.left / 1e9, resident() / 1e6))
    seconds = time.process_time() - began
    print(f"{games:,} games, {options.gb:.1f} GB in {seconds:.1f} CPU seconds; the first batch after {first:.3f}")
    print(
        f"memory: {start:.0f} MB before, {max(y for _, y in points):.0f} MB at most, {points[-1][1]:.0f} MB at the end"
    )
    if options.svg:
        draw(points, start, options.svg)


if __name__ == "__main__":
    main()
