"""Measures memory: while the games of a large archive are read as columns, with a plot as SVG, or of objects.

    python benchmarks/memory.py [--gb 5] [--threads 1] [--svg memory.svg]
    python benchmarks/memory.py --objects

--objects prints the bytes of boards, games, rows and batches. Each figure is the growth of the resident memory of a
process of its own while it makes many of the objects, divided by their number, so it includes what the allocator adds.
python-chess and bulletchess are also measured if they are installed.

The archive consists of the 999 Lichess games in tests/files/pgn, repeated by a file object, so it is never stored on
disk or in memory. Memory is the resident set size of the process (Linux). The plot requires Matplotlib.
"""

from __future__ import annotations

import argparse
import lzma
import os
import subprocess
import sys
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


GAME = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7".split()
SHUFFLE = ["Nh2", "Nb6", "Nf3", "Nbd7"]  # prolongs the game
PLIES = [*GAME, *(SHUFFLE * 20)][:100]
PGN = (
    "".join(f"{i // 2 + 1}. {san} " if i % 2 == 0 else f"{san} " for i, san in enumerate([*PLIES, *SHUFFLE * 5])) + "*"
)
BOARD = "import {0} as M\nplayed = M.Board()\nfor san in {1!r}: played.push_san(san)\n"
# Title: library -> (setup, expression that makes one object, number of objects, divisor).
OBJECTS: dict[str, dict[str, tuple[str, str, int, int]]] = {
    "new board": {
        **{name: (f"import {name} as M", "M.Board()", 20_000, 1) for name in ("bitrook", "chess", "bulletchess")},
    },
    "board after 100 plies": {
        name: (
            f"import {name} as M\ndef make():\n b = M.Board()\n for san in {PLIES!r}: b.push_san(san)\n return b",
            "make()", 1000, 1,
        )
        for name in ("bitrook", "chess")
    },
    "copy of it": {name: (BOARD.format(name, PLIES), "played.copy()", 2000, 1) for name in ("bitrook", "chess")},
    "copy of it with a move of its own": {
        name: (
            BOARD.format(name, PLIES) + "def make():\n b = played.copy()\n b.push_san('a4')\n return b",
            "make()", 2000, 1,
        )
        for name in ("bitrook", "chess")
    },
    "game object of 60 moves, as read": {
        name: (f"import io, {name}.pgn as M\ntext = {PGN!r}", "M.read_game(io.StringIO(text))", 3000, 1)
        for name in ("bitrook", "chess")
    },
    "node of it, all nodes visited": {
        name: (
            f"import io, {name}.pgn as M\ntext = {PGN!r}\ndef make():\n game = M.read_game(io.StringIO(text))\n"
            " for node in game.mainline(): pass\n return game",
            "make()", 1000, 120,
        )
        for name in ("bitrook", "chess")
    },
    "board of a batch without history": {"bitrook": ("import bitrook.batch as M", "M.Boards(20_000, history=0)", 5, 20_000)},
    "board of a batch with history=8 (the default)": {"bitrook": ("import bitrook.batch as M", "M.Boards(20_000, history=8)", 5, 20_000)},
}  # fmt: skip


def grown(setup: str, make: str, number: int, divisor: int) -> float | None:
    """Return the bytes of an object, measured in a new process; None if the library is missing."""
    code = f"""
import gc, os, sys
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
{setup}
warm = [{make} for _ in range(3)]
gc.collect()
gc.disable()
before = resident()
kept = [{make} for _ in range({number})]
print((resident() - before) / {number} / {divisor})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def imported(statement: str) -> float:
    """Return the largest resident memory of a process that runs *statement*, in MB."""
    code = f"{statement}\nprint([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) / 1e3


def objects() -> None:
    """Print the bytes of objects and of rows."""
    print("| | bitrook | python-chess | bulletchess |\n|---|--:|--:|--:|")
    for title, libraries in OBJECTS.items():
        found = {name: grown(*libraries[name]) for name in libraries}
        cells = [f"{found[name]:,.0f}" if found.get(name) else "" for name in ("bitrook", "chess", "bulletchess")]
        print(f"| {title}, bytes | {' | '.join(cells)} |")
    bare = imported("pass")
    cells = [f"{imported(f'import {name}') - bare:.1f}" for name in ("bitrook", "chess")]
    print(f"| import, MB above the interpreter | {' | '.join(cells)} | |")
    text = lzma.decompress(ARCHIVE.read_bytes())
    print("\n| column | type | bytes a game |\n|---|---|--:|")
    for name in (
        "White",
        "WhiteElo",
        "UTCDate",
        "UTCTime",
        "ply_count",
        "result",
        "moves",
        "clocks",
        "evals",
        "movetext",
    ):
        games = bd.read_pgn(text, columns=[name])
        print(f"| {name} | {games.schema[name]} | {games.nbytes / len(games):,.1f} |")
    for name in ("position", "key", "move", "eval", "dense", "classical"):
        rows = bd.scan_pgn(text).positions([name]).read()
        print(f"| {name} | {rows.schema[name]} | {rows.nbytes / len(rows):,.1f} a position |")


def main() -> None:
    """Read the archive and print the memory use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gb", type=float, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--svg", metavar="FILE")
    parser.add_argument("--objects", action="store_true", help="measure objects instead")
    options = parser.parse_args()
    if options.objects:
        return objects()
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
