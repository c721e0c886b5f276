"""``bitrook book``: make, show, merge and probe opening books in Polyglot's format."""

from __future__ import annotations

import argparse
from typing import Any

from .. import Board, Move
from ..polyglot import Entry, MemoryMappedReader, make_book, merge_books, open_reader
from .arguments import add_filters, add_json, add_number, add_threads, board_of, check_action, size
from .pgn.games import Bar, expanded, refuse_outputs, sources
from .pgn.where import filters_of
from .terminal import Terminal, print_json

USAGE = """bitrook book make FILE... -o BOOK [--max-ply N] [--min-games N] [--weights NAME] [--color NAME]
                         [--min-rating N] [--max-rating N] [--where COND]... [--limit N] [--threads N]
                         [--memory BYTES]
       bitrook book show BOOK [--depth N] [--json]
       bitrook book merge BOOK... -o BOOK
       bitrook book probe BOOK FEN [--json]"""
EPILOG = """\
Books are in Polyglot format. Games are read from PGN files: plain text, .gz, .bz2, .xz or .zst, or - for
standard input.

  make     create a book from games
  show     print the number of positions in a book, and its lines from the start position
  merge    combine several books into one, adding the weights of moves that they share
  probe    print the book moves in a position

conditions: as for bitrook pgn, such as WhiteElo>=2200

examples:
  bitrook book make games.pgn.zst -o book.bin --max-ply 24 --min-games 3 --where "WhiteElo>=2000"
  bitrook book probe book.bin startpos
  bitrook book merge white.bin black.bin -o both.bin"""

# The options that each action accepts.
ACTIONS: dict[str, tuple[str, ...]] = {
    "make": (
        "output", "max_ply", "min_games", "weights", "color", "min_rating", "max_rating", "where", "limit", "threads",
        "memory",
    ),
    "show": ("depth", "json"),
    "merge": ("output",),
    "probe": ("json",),
}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=tuple(ACTIONS), help="what to do")
    parser.add_argument("files", nargs="+", metavar="FILE", help="PGN files or books; probe: a book and a position")
    parser.add_argument("-o", "--output", metavar="BOOK", help="make, merge: write the book to this file")
    add_number(parser, "--max-ply", "use the first N plies of each game (default: 24)")
    add_number(parser, "--min-games", "skip moves that occur in fewer games (default: 3)")
    parser.add_argument(
        "--weights", choices=("score", "frequency", "uniform"), help="how to compute weights (default: score)"
    )
    parser.add_argument("--color", choices=("white", "black"), help="use only the moves of this side")
    add_number(parser, "--min-rating", "use only moves by players with at least this rating")
    add_number(parser, "--max-rating", "use only moves by players with at most this rating")
    add_filters(parser)
    add_threads(parser, default=None)
    parser.add_argument("--memory", type=size, metavar="BYTES", help="memory for counts, such as 1G (default: 256M)")
    add_number(parser, "--depth", "show: maximum length of lines in plies (default: 4)")
    add_json(parser)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Run the action."""
    check_action("book", arguments, ACTIONS)
    action = arguments.action
    if "output" in ACTIONS[action] and arguments.output is None:
        raise ValueError(f"bitrook book {action} requires -o BOOK")
    {"make": _make, "show": _show, "merge": _merge, "probe": _probe}[action](arguments)


def _make(arguments: argparse.Namespace) -> None:
    files = expanded(arguments.files)
    refuse_outputs(files, arguments.output)
    names = ("max_ply", "min_games", "weights", "min_rating", "max_rating", "limit", "threads", "memory")
    options: dict[str, Any] = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    if arguments.color is not None:
        options["color"] = arguments.color == "white"
    filters = filters_of(arguments.where)
    with Bar(files) as bar:
        entries = make_book(sources(files), arguments.output, filters=filters, progress=bar.callback, **options)
    print(f"{entries:,} entries in {arguments.output}")


def _merge(arguments: argparse.Namespace) -> None:
    print(f"{merge_books(arguments.files, arguments.output):,} entries in {arguments.output}")


def _probe(arguments: argparse.Namespace) -> None:
    board = board_of(arguments.files[1:])
    with open_reader(arguments.files[0]) as book:
        entries = sorted(book.find_all(board), key=lambda entry: -entry.weight)
    if arguments.json:
        moves = [{"move": board.uci(e.move), "weight": e.weight, "learn": e.learn} for e in entries]
        return print_json({"fen": board.fen(), "key": f"{board.key:016x}", "moves": moves})
    total = sum(entry.weight for entry in entries)
    for entry in entries:
        print(f"{board.san(entry.move):<8}{entry.weight:>6}{entry.weight / total:>8.1%}")
    if not entries:
        print("the position is not in the book")


def _show(arguments: argparse.Namespace) -> None:
    if len(arguments.files) > 1:
        raise ValueError("bitrook book show takes one book")
    depth = 4 if arguments.depth is None else arguments.depth
    with open_reader(arguments.files[0]) as book:
        entries, positions, is_sorted = len(book), book.position_count(), book.is_sorted()
        lines = list(_lines(book, Board(), [], depth))
    if arguments.json:
        facts = [{"weight": weight, "moves": line} for weight, line in lines]
        return print_json({"entries": entries, "positions": positions, "sorted": is_sorted, "lines": facts})
    print(f"{entries:,} entries, {positions:,} positions{'' if is_sorted else ', NOT SORTED: lookups will fail'}")
    for weight, line in lines:
        print(f"{weight:>6}  {Board().variation_san(map(Move.from_uci, line))}")


def _lines(book: MemoryMappedReader, board: Board, line: list[str], depth: int) -> list[tuple[int, list[str]]]:
    """Return the lines of the book, heaviest moves first, each with the weight of its last move."""
    found: list[tuple[int, list[str]]] = []
    entries: list[Entry] = sorted(book.find_all(board), key=lambda entry: -entry.weight) if depth else []
    for entry in entries:
        here = [*line, entry.move.uci()]
        board.push(entry.move)
        found += _lines(book, board, here, depth - 1) or [(entry.weight, here)]
        board.pop()
    return found
