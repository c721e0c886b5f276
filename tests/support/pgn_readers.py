"""All ways to read a text in PGN, with their games in one form, so that they can be compared."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import bitrook.data as bd
import bitrook.pgn
from bitrook import Board, Move, _core

RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


class Game(NamedTuple):
    """What every reader knows about a game."""

    event: str | None
    white: str | None
    moves: list[str]
    result: int | None
    has_error: bool


class Lines:
    """A file that cannot seek, and has only the method readline()."""

    def __init__(self, text: bytes) -> None:
        self.readline = io.BytesIO(text).readline


def objects(file: Any) -> list[Game]:
    """Return the games that read_game() returns."""
    games: list[Game] = []
    while (game := bitrook.pgn.read_game(file)) is not None:
        headers = dict(game.headers)
        games.append(
            Game(
                None if headers["Event"] == "?" else headers["Event"],
                None if headers["White"] == "?" else headers["White"],
                [move.uci() for move in game.mainline_moves()],
                RESULTS.get(headers["Result"]),
                bool(game.errors),
            )
        )
    return games


def headers(file: Any) -> list[str | None]:
    """Return the events that read_headers() returns, which skips the moves."""
    found: list[str | None] = []
    while True:
        try:
            tags = bitrook.pgn.read_headers(file)
        except ValueError:  # the first error in the tags; the file is after the game
            found.append("error")
            continue
        if tags is None:
            return found
        found.append(tags.get("Event"))


def skipped(file: Any) -> int:
    """Return the number of games that skip_game() skips."""
    count = 0
    while bitrook.pgn.skip_game(file):
        count += 1
    return count


class _Moves(bitrook.pgn.BaseVisitor[Game]):
    """A visitor in Python, which parses the moves itself."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.depth = self.errors = 0

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.tags[tagname] = tagvalue

    def begin_variation(self) -> None:
        self.depth += 1

    def end_variation(self) -> None:
        self.depth -= 1

    def visit_move(self, board: Board, move: Move) -> None:
        if self.depth == 0:
            self.moves.append(move.uci())

    def visit_result(self, result: str) -> None:
        if self.tags.get("Result", "*") == "*":
            self.tags["Result"] = result

    def handle_error(self, error: Exception) -> None:
        self.errors += 1

    def result(self) -> Game:
        tags = self.tags
        result = RESULTS.get(tags.get("Result", "*"))
        return Game(tags.get("Event"), tags.get("White"), self.moves, result, self.errors > 0)


def visited(file: Any) -> list[Game]:
    """Return the games that a visitor in Python sees."""
    games: list[Game] = []
    while (game := bitrook.pgn.read_game(file, Visitor=_Moves)) is not None:
        games.append(game)
    return games


def event_kinds(text: bytes, chunk: int) -> list[Any]:
    return _core.pgn_events(text, chunk=chunk)


COLUMNS = ["Event", "White", "moves", "result", "error", "offset"]


def columns(source: Any, threads: int = 1) -> list[Game]:
    """Return the games that scan_pgn() returns."""
    rows = bd.read_pgn(source, columns=COLUMNS, threads=threads)
    games: list[Game] = []
    for i in range(len(rows)):
        row = rows.row(i)
        moves = [Move.from_word(word).uci() for word in row["moves"]]
        event, white = (None if row[name] in (None, "?") else row[name] for name in ("Event", "White"))
        games.append(Game(event, white, moves, row["result"], row["error"] is not None))
    return games


def shards(text: bytes, target_bytes: int) -> list[Game]:
    """Return the games of all shards of a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.pgn")
        path.write_bytes(text)
        return [game for shard in bd.list_shards(path, target_bytes=target_bytes) for game in columns(shard)]


def text_file(text: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text), encoding="utf-8", errors="surrogateescape")


READERS: dict[str, Callable[[bytes], list[Game]]] = {
    "text": lambda text: objects(text_file(text)),
    "string": lambda text: objects(io.StringIO(text.decode("utf-8", "surrogateescape"), newline="")),
    "binary": lambda text: objects(io.BytesIO(text)),
    "lines": lambda text: objects(Lines(text)),
    "visitor": lambda text: visited(io.BytesIO(text)),
    "columns": columns,
}


def read_all(text: bytes, *, with_shards: bool = True) -> dict[str, list[Game]]:
    """Return the games from each reader by its name. All must be equal, without regard to errors in variations."""
    found = {name: read(text) for name, read in READERS.items()}
    if with_shards and text:
        found |= {f"shards of {size}": shards(text, size) for size in (29, 97)}
    return found
