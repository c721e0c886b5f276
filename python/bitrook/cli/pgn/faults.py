"""The errors in games: where they are, and a report of those that an action has met."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from ..._core import pgn_events
from ...data import scan_pgn
from .games import Chunk, advanced, column_of, letters_of, sources

SHOWN = 10  # errors that are shown one by one


def of_chunk(
    chunk: Chunk, numbers: Sequence[int], arguments: argparse.Namespace
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the errors of the selected games of a chunk, each with the number of its game."""
    letters = letters_of(arguments)
    errors = column_of(chunk, "error", arguments)
    is_complete = len(errors) == len(chunk.starts)
    place, at = chunk.place, 0
    for number in numbers:
        # Scans find errors in the main line, but skip variations.
        if is_complete and errors[number] is None and b"(" not in chunk.game(number):
            continue
        start = chunk.starts[number]
        place, at = advanced(place, chunk.text[at:start]), start
        for fault in _of_game(chunk.path, chunk.game(number), place, letters):
            yield number, fault


def _of_game(
    path: str, text: bytes, place: tuple[int, int], letters: tuple[str, ...] | None
) -> Iterator[dict[str, object]]:
    """Yield the errors of a game that begins at *place*, a line and a column."""
    events: list[Any] = pgn_events(text, letters=letters)
    for event in events:
        if event[0] != "error":
            continue
        _, _, _, line, column, ply, message = event
        reason = message.decode("utf-8", "replace").partition(": ")[2]
        if line == 1:
            column += place[1] - 1
        yield {"file": path, "line": place[0] + line - 1, "column": column, "ply": ply, "reason": reason}


class Faults:
    """Shows the first errors on standard error, and at the end how many games have errors."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self.games: int = 0
        """The number of games with errors."""

    def see(self, where: str, reason: str) -> None:
        """Count a game with an error."""
        self.games += 1
        if self.games <= SHOWN:
            print(f"bitrook: {where}: {reason}", file=sys.stderr)

    def end(self) -> None:
        """Show the number of games."""
        if not self.games:
            return
        have = "1 game has an error" if self.games == 1 else f"{self.games:,} games have errors"
        treated = ", and was left out" if self.games == 1 else ", and were left out"
        treated = treated if self._arguments.skip_errors else "; --skip-errors leaves such games out"
        files = " ".join(self._arguments.files)
        print(f"bitrook: {have}{treated} (bitrook pgn check {files} shows all errors)", file=sys.stderr)

    def without(self, selected: Iterator[tuple[Chunk, list[int]]]) -> Iterator[tuple[Chunk, list[int]]]:
        """Yield the selected games of each chunk, without those with errors if the user has asked for that."""
        for chunk, numbers in selected:
            wrong: set[int] = set()
            for number, fault in of_chunk(chunk, numbers, self._arguments):
                if number not in wrong:
                    wrong.add(number)
                    self.see("{file}:{line}:{column}".format(**fault), fault["reason"])
            yield (
                chunk,
                [number for number in numbers if number not in wrong] if self._arguments.skip_errors else numbers,
            )
        self.end()

    def batches(self, scan: Any, names: Sequence[str] | None = None) -> Iterator[Any]:
        """Yield the batches of a scan that has the column *error*, and count its games with errors."""
        game = 0
        for batch in scan:
            for error in batch.column("error"):
                game += 1
                if error is not None:
                    self.see(f"game {game}", error)
            yield batch
        self.end()

    def scan(self) -> None:
        """Count the games with errors in a scan of their own."""
        arguments = self._arguments
        scan = scan_pgn(
            sources(arguments.files), columns=["error"], filters=arguments.filters, limit=arguments.limit,
            threads=arguments.threads, letters=letters_of(arguments),
        )  # fmt: skip
        for _ in self.batches(scan):
            pass
