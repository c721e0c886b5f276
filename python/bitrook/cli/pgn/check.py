"""``bitrook pgn check``: print all errors in games as file:line:column: reason."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from ..._core import pgn_events
from ..terminal import Terminal, print_json
from .games import Chunk, advanced, column_of, selected
from .progress import Bar


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print the errors; return 1 if there are any."""
    found: list[dict[str, object]] = []
    errors = games = 0
    with Bar(arguments.files) as bar:
        for fault, count in _faults(arguments, bar):
            games += count
            if fault is None:
                continue
            errors += 1
            if arguments.json:
                found.append(fault)
                continue
            place = f"{fault['file']}:{fault['line']}:{fault['column']}"
            print(f"{terminal.paint(place, 'bold')}: {fault['reason']}")
    if arguments.json:
        print_json({"games": games, "errors": found})
    else:
        sys.stdout.flush()
        print(f"{games:,} games, {errors:,} error{'s' * (errors != 1)}", file=sys.stderr)
    return 1 if errors else 0


def _faults(arguments: argparse.Namespace, bar: Bar) -> Iterator[tuple[dict[str, object] | None, int]]:
    """Yield pairs: each error with 0, and after each chunk None with its number of games."""
    path, place = "", (1, 1)
    for chunk, numbers in selected(arguments, bar):
        if chunk.is_first:
            path, place = chunk.path, chunk.before
        here, at = place, 0
        suspects = _suspects(arguments, chunk)
        for number in numbers:
            if number not in suspects:
                continue
            start = chunk.starts[number]
            here, at = advanced(here, chunk.text[at:start]), start
            for fault in _of_game(path, chunk.game(number), here):
                yield fault, 0
        place = advanced(here, chunk.text[at:])
        yield None, len(numbers)


def _suspects(arguments: argparse.Namespace, chunk: Chunk) -> set[int]:
    """Return the indices of games with an error in the main line, or with variations, which scans skip."""
    errors = column_of(chunk, "error", arguments.threads)
    if len(errors) != len(chunk.starts):
        return set(range(len(chunk.starts)))
    return {number for number, error in enumerate(errors) if error is not None or b"(" in chunk.game(number)}


def _of_game(path: str, text: bytes, place: tuple[int, int]) -> Iterator[dict[str, object]]:
    """Yield the errors of a game that begins at *place*, a line and a column."""
    events: list[Any] = pgn_events(text)
    for event in events:
        if event[0] != "error":
            continue
        _, _, _, line, column, ply, message = event
        reason = message.decode("utf-8", "replace").partition(": ")[2]
        if line == 1:
            column += place[1] - 1
        yield {"file": path, "line": place[0] + line - 1, "column": column, "ply": ply, "reason": reason}
