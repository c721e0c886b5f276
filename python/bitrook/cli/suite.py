"""Read and check files of perft counts."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .. import Board, perft
from .._progress import Display
from ..data._source import open_text
from .position import board_of_fen
from .terminal import Terminal, print_json, speed

_COUNT = re.compile(r"D(\d+)\s+(\d+)", re.ASCII)


class Entry(NamedTuple):
    """A position of a suite, with the number of leaves of its move tree at some depths."""

    file: str
    line: int
    name: str
    fen: str
    counts: tuple[tuple[int, int], ...]
    fields: tuple[str, ...]
    """The other fields of the line."""

    def board(self) -> Board:
        """Return the position, in Chess960 mode if its castling rights are impossible in standard chess."""
        return board_of_fen(self.fen)


def read(path: str) -> Iterator[Entry]:
    """Yield the positions of a file of lines ``FEN ;D1 20 ;D2 400``, each named by the comment above it.

    :raises ValueError: if a line has no counts.
    :raises OSError: if the file cannot be read.
    """
    name = ""
    with open_text(path) as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            if line.startswith("#") or not line:
                name = line.lstrip("# ")
                continue
            fen, *fields = (field.strip() for field in line.split(";"))
            counts = tuple((int(m[1]), int(m[2])) for field in fields if (m := _COUNT.fullmatch(field)))
            if not counts:
                raise ValueError(f"{path}:{number}: no counts such as ;D1 20: {line[:100]!r}")
            rest = tuple(field for field in fields if not _COUNT.fullmatch(field))
            yield Entry(path, number, name, fen, counts, rest)


def options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the keyword arguments of :func:`bitrook.perft` that the command line sets."""
    method = "walk" if arguments.walk else "count"
    return {"threads": arguments.threads, "hash_mb": arguments.hash, "method": method}


def check(paths: Sequence[str], arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Check the counts of every position in the files.

    :returns: the exit code: 0 if all counts are right, 1 if not, 2 without any to check.
    """
    entries = [entry for path in paths for entry in read(path)]
    progress, start = Display("positions"), time.perf_counter()
    nodes = counts = 0
    wrong: list[dict[str, object]] = []
    for done, entry in enumerate(entries):
        try:
            board = entry.board()
        except ValueError as error:
            raise ValueError(f"{entry.file}:{entry.line}: {error}") from None
        for depth, expected in entry.counts:
            if arguments.max_nodes is not None and expected > arguments.max_nodes:
                continue
            counted = perft(board, depth, **options(arguments))
            nodes += counted
            counts += 1
            if counted != expected:
                facts: dict[str, object] = {"file": entry.file, "line": entry.line, "fen": entry.fen}
                wrong.append(facts | {"depth": depth, "counted": counted, "expected": expected})
                if arguments.json:
                    continue
                progress.close()
                verdict = terminal.paint("WRONG", "red")
                where = f"{entry.file}:{entry.line}: depth {depth}"
                print(f"{verdict} {where}: {counted:,} counted, {expected:,} expected: {entry.fen}", flush=True)
            progress(done, len(entries), speed(nodes, time.perf_counter() - start))
    progress.close()
    if not counts:
        print("bitrook: error: no counts to check", file=sys.stderr)
        return 2
    if arguments.json:
        seconds = round(time.perf_counter() - start, 6)
        print_json({"positions": len(entries), "counts": counts, "nodes": nodes, "seconds": seconds, "wrong": wrong})
    elif arguments.quiet:
        print(nodes)
    else:
        print(f"{len(entries)} positions, {counts} counts: {speed(nodes, time.perf_counter() - start)}")
        print(terminal.paint(f"{len(wrong)} WRONG", "red") if wrong else terminal.paint("all right", "green"))
    return 1 if wrong else 0
