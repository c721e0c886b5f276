"""``bitrook search``: search a position and print the best lines of each depth."""

from __future__ import annotations

import argparse
from typing import Any

from .. import Board
from ..search import Line, Result, Search, TranspositionTable
from .arguments import (
    add_hash,
    add_json_or_quiet,
    add_network,
    add_number,
    add_position,
    add_threads,
    board_of,
    network_of,
    positive,
    seconds,
)
from .terminal import Terminal, print_json

USAGE = """bitrook search [FEN] [--depth N] [--nodes N] [--time SECONDS] [--multipv N] [--threads N]
                      [--hash MB] [--network FILE] [--chess960] [--json | -q]"""
EPILOG = """\
If you do not set a limit, the search takes 5 seconds.
Scores are in pawns, for the side to move; #3 means mate in 3 moves.

examples:
  bitrook search --depth 12
  bitrook search kiwipete --time 10 --threads 2 --multipv 3
  bitrook search "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1" --depth 5 --json"""

_DEFAULT_SECONDS = 5.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "the position (default: startpos)")
    add_number(parser, "--depth", "search N plies deep", type=positive)
    add_number(parser, "--nodes", "stop after N nodes", type=positive)
    parser.add_argument("--time", type=seconds, metavar="SECONDS", help="search this long")
    add_number(parser, "--multipv", "number of lines to print", 1)
    add_threads(parser)
    add_hash(parser)
    add_network(parser)
    add_json_or_quiet(parser, "the best move")


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Run the command."""
    board = board_of(arguments.words, arguments.chess960)
    plain = not (arguments.json or arguments.quiet)
    columns = terminal.columns if terminal.colors else max(terminal.columns, 80)
    if plain:
        print(terminal.paint(board.fen(), "dim"))
        print(f"{'depth':>5}  {'score':>7}  {'nodes':>13}  {'seconds':>7}  line", flush=True)

    def show(result: Result) -> None:
        for line in result.lines:
            head = f"{result.depth:>5}  {score_text(line):>7}  {result.nodes:>13,}  {result.time:>7.2f}  "
            print(head + _fitting(board, line, columns - len(head)), flush=True)

    limited = any(value is not None for value in (arguments.depth, arguments.nodes, arguments.time))
    result = Search(network_of(arguments.network), TranspositionTable(arguments.hash)).run(
        board,
        depth=arguments.depth,
        nodes=arguments.nodes,
        time=arguments.time if limited else _DEFAULT_SECONDS,
        multipv=arguments.multipv,
        threads=arguments.threads,
        on_info=show if plain else None,
    )
    if arguments.json:
        print_json(facts(board, result))
    elif arguments.quiet:
        print(result.move.uci() if result.move else "0000")
    else:
        best = terminal.paint(board.san(result.move), "bold") if result.move else "none, the game is over"
        print(f"best move: {best}")


def score_text(line: Line) -> str:
    """Return the score as text: in pawns, or as a mate.

    >>> from ..pgn import Cp, Mate
    >>> score_text(Line(Cp(-35), ())), score_text(Line(Mate(3), ())), score_text(Line(Mate(-2), ()))
    ('-0.35', '#3', '#-2')
    """
    mate = line.score.mate()
    return f"#{mate}" if mate is not None else f"{(line.score.score() or 0) / 100:+.2f}"


def facts(board: Board, result: Result) -> dict[str, Any]:
    """Return what --json prints."""
    lines = [
        {"score": line.score.score(), "mate": line.score.mate(), "moves": [move.uci() for move in line.moves]}
        for line in result.lines
    ]
    return {
        "fen": board.fen(),
        "move": result.move.uci() if result.move else None,
        "ponder": result.ponder.uci() if result.ponder else None,
        "depth": result.depth,
        "seldepth": result.seldepth,
        "nodes": result.nodes,
        "seconds": round(result.time, 6),
        "lines": lines,
    }


def _fitting(board: Board, line: Line, columns: int) -> str:
    """Return as many moves in SAN as fit."""
    board, words, used = board.copy(stack=False), list[str](), 0
    for move in line.moves:
        san = board.san(move)
        used += len(san) + 1
        if words and used > columns:
            break
        words.append(san)
        board.push(move)
    return " ".join(words)
