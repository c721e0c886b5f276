"""``bitrook perft``: count the leaves of a position's move tree, or check a file of counts."""

from __future__ import annotations

import argparse
import json
import os
import re
import time

from .. import Board, divide
from .. import perft as count
from .._progress import Display
from .position import board_of
from .suite import check, options
from .terminal import Terminal, speed

SUMMARY = "count the leaves of a position's move tree, or check a file of counts"
USAGE = """bitrook perft [FEN] DEPTH [--divide] [--chess960] [--threads N] [--hash MB | --walk] [--json | -q]
       bitrook perft --suite FILE.epd [--max-nodes N] [--threads N] [--hash MB | --walk] [--json | -q]"""
EPILOG = """\
examples:
  bitrook perft 6
  bitrook perft kiwipete 5 --divide
  bitrook perft "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 7 --threads 2 --hash 64
  bitrook perft kiwipete 5 --walk
  bitrook perft --suite tests/files/perft/suite.epd

Each line of a suite looks like this: FEN ;D1 20 ;D2 400 ;D3 8902. Lines that start with # are comments.
A position is read as Chess960 if its castling rights are impossible in standard chess."""


def natural(text: str) -> int:
    if not (text.isascii() and text.replace("_", "").replace(",", "").isdigit()):
        raise argparse.ArgumentTypeError(f"not a whole number: {text!r}")
    return int(text.replace(",", ""))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="FEN DEPTH", help="the position (default: startpos) and the depth")
    parser.add_argument("--divide", action="store_true", help="print the count for each first move")
    parser.add_argument("--suite", action="append", metavar="FILE", help="check all counts in the file")
    parser.add_argument(
        "--max-nodes", type=natural, metavar="N", help="skip counts in the suite that are larger than N"
    )
    parser.add_argument(
        "--threads",
        type=natural,
        default=1,
        metavar="N",
        help="number of threads; 0 means one per processor (default: 1)",
    )
    method = parser.add_mutually_exclusive_group()
    method.add_argument("--hash", type=natural, default=0, metavar="MB", help="size of a hash table (default: none)")
    method.add_argument(
        "--walk", action="store_true", help="count with the library's move generator, to test it; slower"
    )
    parser.add_argument("--chess960", action="store_true", default=None, help="read the position as Chess960")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print the counts as JSON")
    output.add_argument("-q", "--quiet", action="store_true", help="print only the total")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Run the command."""
    arguments.threads = arguments.threads or os.cpu_count() or 1
    if arguments.suite:
        return check([*arguments.suite, *arguments.words], arguments, terminal)
    words, depth = _split(arguments.words)
    board = board_of(words, arguments.chess960)
    plain = not (arguments.quiet or arguments.json)
    if plain:
        print(terminal.paint(board.fen(), "dim"), flush=True)
    start = time.perf_counter()
    by_move = divide(board, depth, **options(arguments)) if arguments.divide else None
    nodes = _counted(board, depth, arguments) if by_move is None else sum(by_move.values())
    seconds = time.perf_counter() - start
    moves = {board.uci(move): leaves for move, leaves in by_move.items()} if by_move is not None else {}
    if arguments.json:
        facts: dict[str, object] = {"fen": board.fen(), "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}
        print(json.dumps(facts if by_move is None else facts | {"moves": moves}, indent=2))
        return 0
    if plain:
        for move, leaves in moves.items():
            print(f"{move:<5} {leaves:>16,}")
    print(f"depth {depth}: {terminal.paint(speed(nodes, seconds), 'bold')}" if plain else nodes)
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
