"""``bitrook bench``: search fixed positions and print the number of nodes and the speed."""

from __future__ import annotations

import argparse
import time

from .. import Board
from .._progress import Display
from ..search import Search, TranspositionTable
from .arguments import add_hash, add_json_or_quiet, add_number, add_threads, positive
from .terminal import Terminal, print_json, speed

USAGE = "bitrook bench [--depth N] [--threads N] [--hash MB] [--json | -q]"
EPILOG = """\
With one thread, the number of nodes is the same on every machine. It changes only if the search changes.

examples:
  bitrook bench
  bitrook bench --depth 12 --threads 2"""

POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--depth", "search depth in plies", 10, type=positive)
    add_threads(parser)
    add_hash(parser)
    add_json_or_quiet(parser, "the number of nodes")


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Search each position with an empty table."""
    progress = Display("positions")
    nodes, start = 0, time.perf_counter()
    rows: list[dict[str, object]] = []
    for i, fen in enumerate(POSITIONS, 1):
        progress(i - 1, len(POSITIONS))
        board = Board(fen, chess960=True)
        result = Search(table=TranspositionTable(arguments.hash)).run(board, arguments.depth, threads=arguments.threads)
        nodes += result.nodes
        assert result.move
        rows.append({"fen": fen, "nodes": result.nodes, "move": result.move.uci()})
    seconds = time.perf_counter() - start
    progress.close()
    if arguments.json:
        print_json({"depth": arguments.depth, "nodes": nodes, "seconds": round(seconds, 6), "positions": rows})
    else:
        print(nodes if arguments.quiet else f"depth {arguments.depth}: {terminal.paint(speed(nodes, seconds), 'bold')}")
