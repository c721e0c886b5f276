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
        for chunk, numbers in selected(arguments, bar, with_cut=True):
            games += len(numbers)
            for fault in _faults(chunk, numbers, arguments.threads):
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


def _faults(chunk: Chunk, numbers: list[int], threads: int) -> Iterator[dict[str, object]]:
    """Yield the errors of the selected games of a chunk."""
    errors = column_of(chunk, "error", threads)
    is_complete = len(errors) == len(chunk.starts)
    place, at = chunk.place, 0
    for number in numbers:
        # Scans find errors in the main line, but skip variations.
        if is_complete and errors[number] is None and b"(" not in chunk.game(number):
            continue
        start = chunk.starts[number]
        place, at = advanced(place, chunk.text[at:start]), start
        yield from _of_game(chunk.path, chunk.game(number), place)


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
