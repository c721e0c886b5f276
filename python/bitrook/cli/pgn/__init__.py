"""``bitrook pgn``: count, show, filter, convert, split, check and search games in PGN files."""

from __future__ import annotations

import argparse
import warnings
from importlib import import_module

from ...data import scan_pgn
from ..arguments import add_filters, add_json, add_letters, add_number, add_threads, add_window_log, check_action, size
from ..terminal import Terminal, print_warning
from .games import expanded
from .where import filters_of

USAGE = """bitrook pgn count FILE... [--where COND]... [--position COND] [--limit N] [--skip-errors]
                         [--letters LETTERS] [--threads N] [--zstd-window-log N] [--json]
       bitrook pgn head FILE... [-n N] [--where COND]... [--position COND] [--columns NAMES]
                        [--skip-errors] [--letters LETTERS] [--threads N] [--zstd-window-log N] [--json]
       bitrook pgn stats FILE... [-n N] [--where COND]... [--position COND] [--limit N] [--skip-errors]
                         [--letters LETTERS] [--threads N] [--zstd-window-log N] [--json] [--svg FILE]
       bitrook pgn filter FILE... [--where COND]... [--position COND] [--limit N] [--skip-errors]
                          [--letters LETTERS] [--threads N] [--zstd-window-log N] [-o FILE]
       bitrook pgn convert FILE... -o FILE [--format NAME] [--columns NAMES] [--where COND]...
                           [--position COND] [--limit N] [--skip-errors] [--letters LETTERS] [--threads N]
                           [--zstd-window-log N]
       bitrook pgn split FILE... [--games N | --bytes N | --by TAG] [-o NAME] [--where COND]...
                         [--position COND] [--limit N] [--skip-errors] [--letters LETTERS] [--threads N]
                         [--zstd-window-log N]
       bitrook pgn check FILE... [--where COND]... [--position COND] [--limit N] [--letters LETTERS]
                         [--threads N] [--zstd-window-log N] [--json]
       bitrook pgn find FILE... {CONDITION | --position COND} [--all] [--where COND]... [--limit N]
                        [--skip-errors] [--letters LETTERS] [--threads N] [--zstd-window-log N]
                        [--json | --svg FILE]"""
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
  find     print the first position of each game for which CONDITION holds, or with --all every one
  check    print all errors as file:line:column: reason, and exit with code 1 if there are any

conditions: NAME COMPARISON VALUE, NAME is null, or NAME is not null
            NAME: a tag, ply_count, result, has_evals or has_clocks
            COMPARISON: ==, !=, <, <=, >, >=, in, not in
            A missing tag differs from every value. Join alternatives with the word or.
positions:  --position and find take a condition on positions, such as "count(rooks) == 2 and not queens".
            A game is selected if it has a position for which it holds. The reference has all names.

examples:
  bitrook pgn count games.pgn.zst --where "WhiteElo>=2200" --where "TimeControl in 180+0,300+0"
  bitrook pgn filter games.pgn --where "WhiteElo>=2500 or BlackElo>=2500" --where "WhiteTitle != BOT"
  bitrook pgn head games.pgn -n 3 --columns White,Black,Result
  bitrook pgn convert games.pgn.zst -o games.parquet --threads 2
  bitrook pgn count games.pgn.zst --position 'material("KRPk")'
  bitrook pgn find games.pgn "white & pawns & d5 and black & pawns & d6" --limit 3
  bitrook pgn split games.pgn --by ECO -o "eco-{}.pgn"
"""

# The options that each action accepts.
_ALWAYS = ("where", "position", "threads", "letters", "zstd_window_log")
ACTIONS: dict[str, tuple[str, ...]] = {
    "count": (*_ALWAYS, "limit", "skip_errors", "json"),
    "head": (*_ALWAYS, "n", "skip_errors", "columns", "json"),
    "stats": (*_ALWAYS, "n", "limit", "skip_errors", "json", "svg"),
    "filter": (*_ALWAYS, "limit", "skip_errors", "output"),
    "convert": (*_ALWAYS, "limit", "skip_errors", "output", "format", "columns"),
    "split": (*_ALWAYS, "limit", "skip_errors", "output", "games", "bytes", "by"),
    "check": (*_ALWAYS, "limit", "json"),
    "find": (*_ALWAYS, "limit", "skip_errors", "all", "json", "svg"),
}
# The module and the function of each action. The modules are imported when they are used.
FUNCTIONS = {
    "count": "show.count", "head": "show.head", "check": "show.check", "find": "show.find", "stats": "stats.stats",
    "filter": "convert.convert", "convert": "convert.convert", "split": "split.split",
}  # fmt: skip
FORMATS = ("parquet", "arrow", "csv", "jsonl", "pgn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=tuple(ACTIONS), help="what to do")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="PGN files, or - for standard input; find: then a condition"
    )
    add_filters(parser)
    parser.add_argument(
        "--position", metavar="COND", help="read only games that have a position for which this condition holds"
    )
    add_number(parser, "-n", "head: number of games; stats: number of rows per table (default: 10)")
    add_threads(parser)
    add_letters(parser)
    add_window_log(parser)
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
    parser.add_argument("--all", action="store_true", default=None, help="find: every position, not one for each game")
    parser.add_argument(
        "--svg", metavar="FILE", help="stats, find: draw a chart or the positions to FILE; - is standard output"
    )


def run(arguments: argparse.Namespace, terminal: Terminal) -> int | None:
    """Run the action."""
    check_action("pgn", arguments, ACTIONS)
    arguments.filters = filters_of(arguments.where)
    if arguments.action == "find" and arguments.position is None:
        if len(arguments.files) < 2:
            raise ValueError('bitrook pgn find requires a condition after the files, such as "white & pawns & e5"')
        arguments.position = arguments.files.pop()
    scan_pgn(b"", where=arguments.position)  # raises the error for an invalid condition before anything is read
    if arguments.columns is not None:
        arguments.columns = [name.strip() for name in arguments.columns.split(",")]
        if not all(arguments.columns):
            raise ValueError("--columns has an empty name")
    arguments.files = expanded(arguments.files)
    module, name = FUNCTIONS[arguments.action].split(".")
    function = getattr(import_module(f".{module}", __name__), name)
    with warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)
        warnings.showwarning = print_warning
        code: int | None = function(arguments, terminal)
    return code
