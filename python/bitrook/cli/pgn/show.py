"""Print games: ``bitrook pgn count``, ``head``, ``check`` and ``find``; and rows of games as values, text and JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, cast

from ... import Board, Move
from ...data import Scan, Table, moves_to_uci, scan_pgn
from ...svg import row as svg_row
from ..boards import write_picture
from ..show import drawn
from ..terminal import Terminal, aligned, print_json
from .games import Bar, Faults, of_chunk, refuse_outputs, scan_of, selected, separated, sources, with_error


def count(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the number of games; if there are several files, for each file and in total."""
    counts: dict[str, int] = {}
    left = arguments.limit
    with Bar(arguments.files) as bar:
        for path in arguments.files:
            (source,) = sources([path])
            scan = scan_pgn(
                source, filters=arguments.filters, where=arguments.position, limit=left, threads=arguments.threads,
                progress=bar.callback, errors="drop" if arguments.skip_errors else "column",
                letters=arguments.letters, zstd_window_log=arguments.zstd_window_log,
            )  # fmt: skip
            counts[path] = counts.get(path, 0) + (count := scan.count())
            bar.finished([path], count)
            left = None if left is None else left - count
    total = sum(counts.values())
    if arguments.json:
        print_json({"games": total, "files": counts})
    elif len(counts) == 1:
        print(total)
    else:
        for path, count in [*counts.items(), ("total", total)]:
            print(f"{count:>12,}  {path}")


def head(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the first games."""
    arguments.limit = 10 if arguments.n is None else arguments.n
    with Bar(arguments.files) as bar:
        if arguments.columns is None and not arguments.json:
            for chunk, numbers in Faults(arguments).without(selected(arguments, bar)):
                for number in numbers:
                    sys.stdout.buffer.write(separated(chunk.game(number)))
            return
        scan = scan_of(arguments, with_error(arguments.columns), bar)
        names = arguments.columns or list(scan.schema)
        rows = [row[: len(names)] for batch in Faults(arguments).batches(scan) for row in values_of(batch)]
    if arguments.json:
        for row in rows:
            print(json_line(names, row))
        return
    table = [names, *([text_of(value) for value in row] for row in rows)]
    for number, text in enumerate(aligned(table)):
        print(text if number else terminal.paint(text, "dim"))


def check(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print the errors; return 1 if there are any."""
    found: list[dict[str, object]] = []
    errors = games = 0
    with Bar(arguments.files) as bar:
        for chunk, numbers in selected(arguments, bar, with_cut=True):
            games += len(numbers)
            for _, fault in of_chunk(chunk, numbers, arguments):
                errors += 1
                if arguments.json:
                    found.append(fault)
                else:
                    where = f"{fault['file']}:{fault['line']}:{fault['column']}"
                    print(f"{terminal.paint(where, 'bold')}: {fault['reason']}")
    if arguments.json:
        print_json({"games": games, "errors": found})
    else:
        sys.stdout.flush()
        print(f"{games:,} games, {errors:,} error{'s' * (errors != 1)}", file=sys.stderr)
    return 1 if errors else 0


COLUMNS = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "fen", "moves", "offset", "match_plies",
    "error",
]  # fmt: skip
SIZE, IN_A_ROW = 240, 4  # of the picture: pixels for a board, and boards


def find(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the positions."""
    if arguments.json and arguments.svg:
        raise ValueError("--json and --svg cannot be used together")
    refuse_outputs(arguments.files, arguments.svg)
    found: list[tuple[Board, str]] = []
    games = 0
    with Bar(arguments.files) as bar:
        for facts, board, games in _hits(scan_of(arguments, COLUMNS, bar), arguments):
            if arguments.json:
                print(json.dumps(facts, ensure_ascii=False))
            elif arguments.svg:
                found.append((board, f"{facts['white']} - {facts['black']}, {facts['move'] or 'start'}"))
            else:
                _print(facts, board, games, terminal)
    if arguments.svg and found:
        boards, titles = [board for board, _ in found], [title for _, title in found]
        write_picture(svg_row(*boards, titles=titles, size=SIZE, columns=IN_A_ROW), arguments.svg)
    elif not games and not arguments.json:
        print("no positions")


def _hits(scan: Scan, arguments: argparse.Namespace) -> Iterator[tuple[dict[str, Any], Board, int]]:
    """Yield the facts of each position that is printed, its board, and the number of the game."""
    games = 0
    for batch in Faults(arguments).batches(scan):
        for index in range(len(batch)):
            row = batch.row(index)
            games += 1
            board: Board = batch[index].board()
            plies: list[int] = row["match_plies"]
            shown = set(plies if arguments.all else plies[:1])
            move = None
            for ply, word in enumerate([*row["moves"][: max(shown)], None]):
                if ply in shown:
                    yield _facts(row, board, ply, move), board.copy(stack=1), games
                if word is not None:
                    next_move = Move.from_word(word)
                    dots = "." if board.turn else "..."
                    move = f"{board.fullmove_number}{dots} {board.san(next_move)}"
                    board.push(next_move)


def _facts(row: dict[str, Any], board: Board, ply: int, move: str | None) -> dict[str, Any]:
    tags = {name.lower(): row[name] for name in COLUMNS[:7]}
    return {**tags, "offset": row["offset"], "ply": ply, "move": move, "fen": board.fen(), "plies": row["match_plies"]}


def _print(facts: dict[str, Any], board: Board, game: int, terminal: Terminal) -> None:
    place = ", ".join(facts[name] for name in ("event", "site", "date") if facts[name])
    print(f"{'' if game == 1 else chr(10)}{terminal.paint(f'{game}. {_players(facts)}', 'bold')}  {place}")
    others = len(facts["plies"]) - 1
    more = f", one of {others + 1:,} such positions" if others else ""
    print(f"{facts['move'] or 'start position'}{more}\n")
    print(drawn(board, terminal))
    print(terminal.paint(facts["fen"], "dim"))


def _players(facts: dict[str, Any]) -> str:
    return f"{facts['white'] or '?'} - {facts['black'] or '?'} {facts['result'] or '*'}"


def values_of(table: Table) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table, with moves as lists of UCI strings and positions as FENs."""
    columns: list[Any] = []
    for name, kind in table.schema.items():
        column: Any = table.column(name)
        if name == "moves":
            column = moves_to_uci(column)
        elif kind == "binary[24]":
            column = [value if value is None else Board.from_packed(value).fen() for value in column]
        columns.append(column)
    yield from zip(*columns, strict=True)


def text_of(value: Any) -> str:
    """Return a value as the text of a cell: the items of lists separated by spaces, and nothing for null."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        items = cast("Sequence[Any]", value)
        return " ".join("-" if item is None else text_of(item) for item in items)
    return str(value)


def json_line(names: list[str], row: tuple[Any, ...]) -> str:
    """Return a row as one line of JSON."""
    return json.dumps(dict(zip(names, row, strict=True)), default=lambda value: value.isoformat(), ensure_ascii=False)
