"""``bitrook perft``: count the leaves of a position's move tree, or check a file of counts."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .. import Board, divide, perft, perft as count
from .._progress import Display
from ..data import open_text
from .arguments import (
    add_json_or_quiet,
    add_number,
    add_position,
    add_threads,
    add_variant,
    board_of,
    board_of_fen,
    natural,
)
from .terminal import Terminal, print_json, speed


USAGE = """bitrook perft [FEN] DEPTH [--divide] [--chess960] [--variant NAME] [--threads N] [--hash MB | --walk]
                     [--json | -q]
       bitrook perft --suite FILE.epd [--max-nodes N] [--threads N] [--hash MB | --walk] [--json | -q]"""
EPILOG = """\
examples:
  bitrook perft 6
  bitrook perft kiwipete 5 --divide
  bitrook perft "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 7 --threads 2 --hash 64
  bitrook perft kiwipete 5 --walk
  bitrook perft 4 --variant crazyhouse
  bitrook perft --suite tests/files/perft/suite.epd

Each line of a suite looks like this: FEN ;D1 20 ;D2 400 ;D3 8902. Lines that start with # are comments.
A position is read as Chess960 if its castling rights are impossible in standard chess."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "the position (default: startpos) and the depth", "FEN DEPTH")
    add_variant(parser)
    parser.add_argument("--divide", action="store_true", help="print the count for each first move")
    parser.add_argument("--suite", action="append", metavar="FILE", help="check all counts in the file")
    add_number(parser, "--max-nodes", "skip counts in the suite that are larger than N")
    add_threads(parser)
    method = parser.add_mutually_exclusive_group()
    method.add_argument("--hash", type=natural, default=0, metavar="MB", help="size of a hash table (default: none)")
    method.add_argument(
        "--walk", action="store_true", help="count with the library's move generator, to test it; slower"
    )
    add_json_or_quiet(parser, "the total")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Run the command."""
    if arguments.suite and arguments.variant:
        raise ValueError("--variant does not apply to --suite, whose positions are of standard chess")
    if arguments.suite:
        return check([*arguments.suite, *arguments.words], arguments, terminal)
    words, depth = _split(arguments.words)
    board = board_of(words, arguments.chess960, arguments.variant)
    if not (arguments.quiet or arguments.json):
        print(terminal.paint(board.fen(), "dim"), flush=True)
    start = time.perf_counter()
    moves: dict[str, int] | None = None
    if arguments.divide:
        moves = {board.uci(move): leaves for move, leaves in divide(board, depth, **options(arguments)).items()}
    nodes = _counted(board, depth, arguments) if moves is None else sum(moves.values())
    seconds = time.perf_counter() - start
    if arguments.json:
        facts: dict[str, object] = {"fen": board.fen(), "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}
        print_json(facts if moves is None else facts | {"moves": moves})
    elif arguments.quiet:
        print(nodes)
    else:
        for move, leaves in (moves or {}).items():
            print(f"{move:<5} {leaves:>16,}")
        print(f"depth {depth}: {terminal.paint(speed(nodes, seconds), 'bold')}")
    return 0


def _split(words: list[str]) -> tuple[list[str], int]:
    """Return the words of the position, and the depth, which is the last word."""
    if not words:
        raise ValueError("perft requires a depth: bitrook perft [FEN] DEPTH")
    *position, last = words
    if last.isascii() and last.isdigit():
        return position, int(last)
    if position and position[0].isascii() and position[0].isdigit():
        raise ValueError(f"the depth {position[0]} must follow the position: bitrook perft {last} {position[0]}")
    if re.fullmatch(r"[-+]?[0-9.,_]*[0-9][0-9.,_]*", last):
        raise ValueError(f"the depth must be a non-negative integer: {last!r}")
    raise ValueError(f"perft requires a depth after the position: {' '.join(words)!r}")


def _counted(board: Board, depth: int, arguments: argparse.Namespace) -> int:
    progress, start = Display("parts"), time.perf_counter()

    def report(done: int, total: int, nodes: int) -> None:
        progress(done, total, speed(nodes, time.perf_counter() - start))

    try:
        return count(board, depth, progress=report, **options(arguments))
    finally:
        progress.close()


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
