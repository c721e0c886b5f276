"""``bitrook data``: describe a file of games, puzzles, evaluations or positions."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from .. import Board, Move
from .arguments import add_json, add_number, add_window_log
from .terminal import Terminal, aligned, print_json

USAGE = "bitrook data info FILE [--rows N] [--count] [--zstd-window-log N] [--json]"
EPILOG = """\
  info  print what the file contains, its columns and types, how to read it in Python, and its first rows

The contents are recognized by the first bytes of the text, or by the extension for files of positions
(.binpack, .bin, .viri, .vf, .marlin, .bullet, .bfen). Counting the rows reads the whole file.

examples:
  bitrook data info lichess_db_puzzle.csv.zst
  bitrook data info lichess_db_eval.jsonl.zst --rows 3 --count
  bitrook data info training.binpack --json"""

_WIDEST = 36  # of a column of the table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("info",), help="what to do")
    parser.add_argument("file", metavar="FILE", help="the file; it may be compressed")
    add_number(parser, "--rows", "print the first N rows (default: 5)")
    parser.add_argument("--count", action="store_true", help="count the rows")
    add_window_log(parser)
    add_json(parser)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Run the command."""
    kind, schema, rows, count, call = _described(arguments.file, arguments.zstd_window_log)
    shown = list(islice(rows, 5 if arguments.rows is None else arguments.rows))
    facts: dict[str, Any] = {
        "file": arguments.file,
        "bytes": os.path.getsize(arguments.file),
        "contents": kind,
        "read_with": call,
        "columns": schema,
    }
    if arguments.count:
        facts["rows"] = count()
    if arguments.json:
        return print_json(facts | {"first_rows": shown}, default=str)
    for name, value in facts.items():
        if name != "columns":
            text = f"{value:,}" if isinstance(value, int) else str(value)
            print(f"{terminal.paint(f'{name:<11}', 'dim')}{text}")
    print(terminal.paint("columns", "dim"))
    for name, kind_of_column in schema.items():
        print(f"  {name:<18}{kind_of_column}")
    if shown:
        print(terminal.paint("first rows", "dim"))
        _print_table(shown)


_Described = tuple[str, dict[str, str], Iterator[dict[str, Any]], Callable[[], int], str]


def _blocks(path: str, window_log: int | None) -> Iterator[bytes]:
    """Return the text of a file, decompressed, in blocks."""
    from ..data import read_blocks

    return read_blocks(path, zstd_window_log=window_log)


def _described(path: str, window_log: int | None) -> _Described:
    """Return the contents, the columns, an iterator over the rows, a function that counts them, and how to read them."""
    from ..batch import format_of
    from ..data import text_format

    head = b""
    for block in _blocks(path, window_log):
        head += block[:4096]
        if len(head) >= 256:
            break
    try:
        name = format_of(path)
    except ValueError:  # an unknown extension
        name = ""
    if name not in ("", "pgn", "evaluations", "puzzles"):
        return _positions(path, name)
    found = text_format(head)
    if found == "epd":
        return _epd(path, window_log)
    if found is None or found == "json":
        what = "JSON that is not Lichess's" if found else "neither games nor positions"
        raise ValueError(f"{path} contains {what}: expected PGN, EPD, Lichess's puzzles or evaluations, or positions")
    return _scan(path, found, window_log)


def _scan(path: str, found: str, window_log: int | None) -> _Described:
    from .. import data

    functions: dict[str, Any] = {"pgn": data.scan_pgn, "evaluations": data.scan_evals, "puzzles": data.scan_puzzles}
    scan = functions[found](path, zstd_window_log=window_log)
    scan_of_few = functions[found](path, zstd_window_log=window_log, batch_size=64)
    rows = (_readable(table.row(i)) for table in scan_of_few for i in range(len(table)))
    names = {"pgn": "games in PGN", "evaluations": "Lichess's evaluations", "puzzles": "Lichess's puzzles"}
    option = "" if window_log is None else f", zstd_window_log={window_log}"
    call = f"bitrook.data.{functions[found].__name__}({path!r}{option})"
    return names[found], scan.schema, rows, scan.count, call


def _positions(path: str, name: str) -> _Described:
    from ..batch import read_positions

    def rows() -> Iterator[dict[str, Any]]:
        for batch in read_positions(path, batch_size=64):
            for i in range(len(batch.positions)):
                columns: dict[str, Any] = {field: getattr(batch, field)[i] for field in batch._fields}
                values = {field: value.tolist() for field, value in columns.items() if field != "positions"}
                yield _readable({"packed": bytes(columns["positions"]), **values, "moves": int(columns["moves"])})

    schema = {
        "positions": "uint8[24]",
        "moves": "int16",
        "scores": "int16",
        "results": "int8",
        "halfmove_clocks": "uint16",
        "fullmove_numbers": "uint16",
    }

    def count() -> int:
        return sum(len(batch.positions) for batch in read_positions(path))

    return f"positions in {name}", schema, rows(), count, f"bitrook.batch.read_positions({path!r})"


def _epd(path: str, window_log: int | None) -> _Described:
    def lines() -> Iterator[str]:
        rest = b""
        for block in _blocks(path, window_log):
            *whole, rest = (rest + block).split(b"\n")
            yield from filter(str.strip, (line.decode() for line in whole))
        if rest.strip():
            yield rest.decode()

    def rows() -> Iterator[dict[str, Any]]:
        for line in lines():
            board, operations = Board.from_epd(line)
            yield {"fen": board.fen(), **{name: str(value) for name, value in operations.items()}}

    def count() -> int:
        return sum(1 for _ in lines())

    return "positions in EPD", {"fen": "string", "(operations)": "EPD"}, rows(), count, "bitrook.Board.from_epd(line)"


_MOVES = ("best", "last_move", "moves", "line")


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with FENs and UCI instead of packed positions and moves."""

    def uci(word: int) -> str:
        return Move.from_word(word & 0xFFFF).uci() if word else "-"

    made: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, bytes) and len(value) == 24:
            value = Board.from_packed(value).fen()
        elif name in _MOVES and isinstance(value, int):
            value = uci(value)
        elif name in _MOVES and isinstance(value, list):
            words: list[Any] = list(value)  # pyright: ignore[reportUnknownArgumentType]
            value = " ".join(map(uci, words))
        made[name] = value
    return made


def _print_table(rows: list[dict[str, Any]]) -> None:
    names = list(
        dict.fromkeys(name for row in rows for name in row if any(each.get(name) is not None for each in rows))
    )

    def text(value: Any) -> str:
        if value is None:
            return "-"
        items: list[Any] = list(value) if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownArgumentType]
        words = " ".join(map(str, items))
        words = " ".join(words.split())
        return words if len(words) <= _WIDEST else words[: _WIDEST - 3] + "..."

    for line in aligned([names, *([text(row.get(name)) for name in names] for row in rows)]):
        print(f"  {line}")
