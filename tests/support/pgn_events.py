"""Recorded events of games: what python-chess's reader calls a visitor with, and what bitrook's reader reports."""

from __future__ import annotations

import io
import re
from typing import Any

import chess
import chess.pgn

from bitrook import _core

Events = list[tuple[Any, ...]]
LONG_NUMBER = re.compile(rb"0000\d|\d0000")  # python-chess finds null moves in such numbers


class Recorder(chess.pgn.BaseVisitor[Events]):
    """Records the calls as events of bitrook's reader."""

    def __init__(self) -> None:
        self.events: Events = []
        self.started = False

    def begin_game(self) -> None:
        self.events.append(("begin_game",))

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.events.append(("tag", tagname, tagvalue))

    def end_headers(self) -> None:
        self.events.append(("begin_movetext",))

    def visit_board(self, board: chess.Board) -> None:
        if not self.started:
            self.events.append(("start_position", board.fen(), board.chess960))
        self.started = True

    def begin_parse_san(self, board: chess.Board, san: str) -> None:
        self.events.append(("san", san))

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        self.events.append(("move", move.uci()))

    def visit_nag(self, nag: int) -> None:
        self.events.append(("nag", nag) if nag < 2**32 else ("error",))

    def visit_comment(self, comment: str) -> None:
        self.events.append(("comment", comment))

    def begin_variation(self) -> None:
        self.events.append(("begin_variation",))

    def end_variation(self) -> None:
        self.events.append(("end_variation",))

    def visit_result(self, result: str) -> None:
        self.events.append(("result", result))

    def handle_error(self, error: Exception) -> None:
        self.events.append(("error",))

    def end_game(self) -> None:
        self.events.append(("end_game",))

    def result(self) -> Events:
        return self.events


def handle(text: bytes, *, universal_newlines: bool = True) -> io.TextIOWrapper:
    """Return a text file of these bytes. Bytes that are not UTF-8 become lone surrogates."""
    newline = None if universal_newlines else "\n"
    return io.TextIOWrapper(io.BytesIO(text), encoding="utf-8", errors="surrogateescape", newline=newline)


def python_chess_events(text: bytes, *, universal_newlines: bool = True) -> Events:
    file = handle(text, universal_newlines=universal_newlines)
    events: Events = []
    while (game := chess.pgn.read_game(file, Visitor=Recorder)) is not None:
        events += game
    return events


def bitrook_events(text: bytes, *, chunk: int = 0, universal_newlines: bool = True) -> Events:
    """Return the same events of bitrook's reader, given `chunk` bytes at once; of errors only that there was one."""

    def plain(event: tuple[Any, ...]) -> tuple[Any, ...]:
        if event[0] == "error":
            return ("error",)
        return tuple(v.decode("utf-8", "surrogateescape") if isinstance(v, bytes) else v for v in event)

    return [plain(e) for e in _core.pgn_events(text, chunk=chunk, universal_newlines=universal_newlines)]


class Exporter(chess.pgn.StringExporter):
    """python-chess's exporter, which otherwise raises errors."""

    def handle_error(self, error: Exception) -> None:
        pass


def python_chess_rewrites(text: bytes, **options: Any) -> list[str]:
    """Return the games as python-chess writes them."""
    file = handle(text)
    games: list[str] = []
    while (game := chess.pgn.read_game(file, Visitor=lambda: Exporter(**options))) is not None:
        games.append(game)
    return games
