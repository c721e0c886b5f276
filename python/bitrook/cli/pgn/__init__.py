"""``bitrook pgn``: count, show, filter, convert, split and check games in PGN files."""

from __future__ import annotations

import argparse
import warnings
from importlib import import_module

from ..arguments import add_filters, add_json, add_letters, add_number, add_threads, check_action, size
from ..terminal import Terminal, print_warning
from .games import expanded
from .where import filters_of

USAGE = """bitrook pgn count FILE... [--where COND]... [--limit N] [--skip-errors] [--letters LETTERS]
                         [--threads N] [--json]
       bitrook pgn head FILE... [-n N] [--where COND]... [--columns NAMES] [--skip-errors]
                        [--letters LETTERS] [--threads N] [--json]
       bitrook pgn stats FILE... [-n N] [--where COND]... [--limit N] [--skip-errors] [--letters LETTERS]
                         [--threads N] [--json] [--svg FILE]
       bitrook pgn filter FILE... [--where COND]... [--limit N] [--skip-errors] [--letters LETTERS]
                          [--threads N] [-o FILE]
       bitrook pgn convert FILE... -o FILE [--format NAME] [--columns NAMES] [--where COND]... [--limit N]
                           [--skip-errors] [--letters LETTERS] [--threads N]
       bitrook pgn split FILE... [--games N | --bytes N | --by TAG] [-o NAME] [--where COND]... [--limit N]
                         [--skip-errors] [--letters LETTERS] [--threads N]
       bitrook pgn check FILE... [--where COND]... [--limit N] [--letters LETTERS] [--threads N] [--json]"""
EPILOG = """\
A FILE is plain text, .gz, .bz2, .xz, .zst or .zip (detected from its content), or - for standard input.
Games with errors are reported on standard error, and left out with --skip-errors. --letters names the
language of the moves, such as de, or its letters for king, queen, rook, bishop, knight and pawn.

  count    print the number of games, for each file if there are several
  head     print the first games, as a table with --columns or as JSON lines with --json
  stats    print results, openings, lengths and ratings
  filter   print the games that meet all conditions, with their text unchanged
  convert  write Parquet, Arrow, CSV, JSON lines or PGN, chosen by the extension of the output file
  split    write the games to several files
  check    print all errors as file:line:column: reason, and exit with code 1 if there are any

conditions: NAME COMPARISON VALUE, NAME is null, or NAME is not null
            NAME: a tag, ply_count, result, has_evals or has_clocks
            COMPARISON: ==, !=, <, <=, >, >=, in, not in
            A missing tag differs from every value. Join alternatives with the word or.

examples:
  bitrook pgn count games.pgn.zst --where "WhiteElo>=2200" --where "TimeControl in 180+0,300+0"
  bitrook pgn filter games.pgn --where "WhiteElo>=2500 or BlackElo>=2500" --where "WhiteTitle != BOT"
  bitrook pgn head games.pgn -n 3 --columns White,Black,Result
  bitrook pgn convert games.pgn.zst -o games.parquet --threads 2
  bitrook pgn split games.pgn --by ECO -o "eco-{}.pgn"
"""

# The options that each action accepts. Actions are modules of this package with a function run(arguments, terminal).
_ALWAYS = ("where", "threads", "letters")
ACTIONS: dict[str, tuple[str, ...]] = {
    "count": (*_ALWAYS, "limit", "skip_errors", "json"),
    "head": (*_ALWAYS, "n", "skip_errors", "columns", "json"),
    "stats": (*_ALWAYS, "n", "limit", "skip_errors", "json", "svg"),
    "filter": (*_ALWAYS, "limit", "skip_errors", "output"),
    "convert": (*_ALWAYS, "limit", "skip_errors", "output", "format", "columns"),
    "split": (*_ALWAYS, "limit", "skip_errors", "output", "games", "bytes", "by"),
    "check": (*_ALWAYS, "limit", "json"),
}
MODULES = {"filter": "convert"}
FORMATS = ("parquet", "arrow", "csv", "jsonl", "pgn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=tuple(ACTIONS), help="what to do")
    parser.add_argument("files", nargs="+", metavar="FILE", help="PGN files, or - for standard input")
    add_filters(parser)
    add_number(parser, "-n", "head: number of games; stats: number of rows per table (default: 10)")
    add_threads(parser)
    add_letters(parser)
    parser.add_argument("--skip-errors", action="store_true", default=None, help="leave out games with errors")
    parser.add_argument("--columns", metavar="NAMES", help="tags and other columns, separated by commas")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE; split: {} is replaced by the number or value"
    )
    parser.add_argument("--format", choices=FORMATS, help="output format (default: by extension)")
    add_number(parser, "--games", "split: write N games per file")
    parser.add_argument(
        "--bytes", type=size, metavar="N", help="split: write about N bytes per file; accepts suffixes, as in 64M"
    )
    parser.add_argument("--by", metavar="TAG", help="split: write one file per value of TAG")
    add_json(parser)
    parser.add_argument("--svg", metavar="FILE", help="stats: draw a chart to FILE; - is standard output")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int | None:
    """Run the action."""
    check_action("pgn", arguments, ACTIONS)
    arguments.filters = filters_of(arguments.where)
    if arguments.columns is not None:
        arguments.columns = [name.strip() for name in arguments.columns.split(",")]
        if not all(arguments.columns):
            raise ValueError("--columns has an empty name")
    arguments.files = expanded(arguments.files)
    module = import_module(f".{MODULES.get(arguments.action, arguments.action)}", __name__)
    with warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)
        warnings.showwarning = print_warning
        code: int | None = module.run(arguments, terminal)
    return code
