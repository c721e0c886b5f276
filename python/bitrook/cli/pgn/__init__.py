"""``bitrook pgn``: count, show, filter, convert, split and check games in PGN files."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import warnings
from typing import TextIO
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

from ..perft import natural
from ..terminal import Terminal

SUMMARY = "count, show, filter, convert, split and check games in PGN files"
USAGE = """bitrook pgn count FILE... [--where COND]... [--limit N] [--threads N] [--json]
       bitrook pgn head FILE... [-n N] [--where COND]... [--columns NAMES] [--threads N] [--json]
       bitrook pgn stats FILE... [-n N] [--where COND]... [--limit N] [--threads N] [--json] [--svg FILE]
       bitrook pgn filter FILE... [--where COND]... [--limit N] [--threads N] [-o FILE]
       bitrook pgn convert FILE... -o FILE [--format NAME] [--columns NAMES] [--where COND]... [--limit N]
                           [--threads N]
       bitrook pgn split FILE... [--games N | --bytes N | --by TAG] [-o NAME] [--where COND]... [--limit N]
                         [--threads N]
       bitrook pgn check FILE... [--where COND]... [--limit N] [--threads N] [--json]"""
EPILOG = """\
A FILE is plain text, .gz, .bz2, .xz or .zst (detected from its content), or - for standard input.

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

examples:
  bitrook pgn count games.pgn.zst --where "WhiteElo>=2200" --where "TimeControl in 180+0,300+0"
  bitrook pgn head games.pgn -n 3 --columns White,Black,Result
  bitrook pgn convert games.pgn.zst -o games.parquet --threads 2
  bitrook pgn split games.pgn --by ECO -o "eco-{}.pgn"
"""

# The options that each action accepts, in addition to --where and --threads. Actions are modules of this package with a
# function run(arguments, terminal).
ACTIONS: dict[str, tuple[str, ...]] = {
    "count": ("limit", "json"),
    "head": ("n", "columns", "json"),
    "stats": ("n", "limit", "json", "svg"),
    "filter": ("limit", "output"),
    "convert": ("limit", "output", "format", "columns"),
    "split": ("limit", "output", "games", "bytes", "by"),
    "check": ("limit", "json"),
}
MODULES = {"filter": "convert"}
FORMATS = ("parquet", "arrow", "csv", "jsonl", "pgn")
_FLAGS = {"n": "-n", "output": "-o"}


def size(text: str) -> int:
    """Return a number of bytes from a text such as 1000000, 64k, 64M or 1G; the letters are powers of 1,024."""
    shift = {"k": 10, "m": 20, "g": 30}.get(text[-1:].lower(), 0)
    return natural(text[:-1] if shift else text) << shift


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=tuple(ACTIONS), help="what to do")
    parser.add_argument("files", nargs="+", metavar="FILE", help="PGN files, or - for standard input")
    parser.add_argument("--where", action="append", metavar="COND", help="read only games that meet this condition")
    parser.add_argument("--columns", metavar="NAMES", help="tags and other columns, separated by commas")
    parser.add_argument("--limit", type=natural, metavar="N", help="read at most N games")
    parser.add_argument(
        "-n", type=natural, metavar="N", help="head: number of games; stats: number of rows per table (default: 10)"
    )
    parser.add_argument(
        "--threads", type=natural, metavar="N", help="number of threads; 0 means one per processor (default: 1)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to FILE; split: {} is replaced by the number or value"
    )
    parser.add_argument("--format", choices=FORMATS, help="output format (default: by extension)")
    parser.add_argument("--games", type=natural, metavar="N", help="split: write N games per file")
    parser.add_argument(
        "--bytes", type=size, metavar="N", help="split: write about N bytes per file; accepts suffixes, as in 64M"
    )
    parser.add_argument("--by", metavar="TAG", help="split: write one file per value of TAG")
    parser.add_argument("--json", action="store_true", default=None, help="print JSON")
    parser.add_argument("--svg", metavar="FILE", help="stats: draw a chart to FILE; - is standard output")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Run the action."""
    from .where import filters_of

    taken = ACTIONS[arguments.action]
    for name in ("columns", "limit", "n", "output", "format", "games", "bytes", "by", "json", "svg"):
        if getattr(arguments, name) is not None and name not in taken:
            allowed = ", ".join(_FLAGS.get(each, f"--{each}") for each in ("where", "threads", *taken))
            raise ValueError(
                f"{_FLAGS.get(name, f'--{name}')} is not an option of bitrook pgn {arguments.action}, which accepts {allowed}"
            )
    for path in arguments.files:
        if path != "-" and os.path.isdir(path):
            raise ValueError(f"expected a file, got a directory: {path!r}")
    if arguments.files.count("-") > 1:
        raise ValueError("- can be given only once")
    arguments.threads = (os.cpu_count() or 1) if arguments.threads == 0 else arguments.threads or 1
    arguments.filters = filters_of(arguments.where or [])
    if arguments.columns is not None:
        arguments.columns = [name.strip() for name in arguments.columns.split(",")]
        if not all(arguments.columns):
            raise ValueError("--columns has an empty name")
    check_inputs(arguments.files)
    module = import_module(f".{MODULES.get(arguments.action, arguments.action)}", __name__)
    with _interruptible("-" in arguments.files), warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)
        warnings.showwarning = _print_warning
        code = module.run(arguments, terminal)
    assert isinstance(code, int)
    return code


def check_inputs(files: Sequence[str]) -> None:
    """Check that all files can be read, before anything is written.

    :raises OSError: if a file cannot be opened.
    :raises ImportError: if the package that decompresses it is missing.
    """
    from ...data._archives import kind, zstd_decompressor
    from ...data._remote import is_url
    from .progress import inputs_of

    for path in inputs_of(files):
        if not is_url(path):
            with open(path, "rb") as file:
                if kind(file.read(16)) == "zstd":
                    zstd_decompressor()


@contextmanager
def _interruptible(reads_input: bool) -> Iterator[None]:
    """Make SIGINT end the process immediately, because a thread blocked on standard input gets no KeyboardInterrupt."""
    if not reads_input or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    print(f"bitrook: warning: {message}", file=sys.stderr)
