"""What the PGN readers of both libraries report to a visitor, in comparable form."""

from __future__ import annotations

import io
import logging
import re
from typing import Any

import bitrook
import bitrook.pgn
import chess
import chess.pgn
from bitrook import _core

LIBRARIES = {"python-chess": (chess, chess.pgn), "bitrook": (bitrook, bitrook.pgn)}
CALLS = [name for name in vars(chess.pgn.BaseVisitor) if name[0] != "_" and name != "result"]

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
logging.getLogger("bitrook.pgn").setLevel(logging.CRITICAL)


def plain(value: Any) -> Any:
    """Return *value* in a form that is equal for both libraries."""
    if isinstance(value, (chess.Board, bitrook.Board)):
        return ("board", value.fen(en_passant="fen"), [move.uci() for move in value.move_stack], value.chess960)
    if isinstance(value, (chess.Move, bitrook.Move)):
        return ("move", value.uci())
    if isinstance(value, (chess.pgn.Headers, bitrook.pgn.Headers)):
        return ("headers", list(value.items()))
    if isinstance(value, (chess.pgn.SkipType, bitrook.pgn.SkipType)):
        return "skip"
    if isinstance(value, BaseException):
        return type(value).__name__  # the texts of errors are bitrook's own, and say more
    if isinstance(value, (chess.pgn.GameNode, bitrook.pgn.GameNode)):
        return tree(value)
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def outcome(call: Any, *arguments: Any, **keywords: Any) -> Any:
    """Return what a call returns or raises, in comparable form."""
    try:
        return plain(call(*arguments, **keywords))
    except Exception as error:
        return plain(error)


def tree(node: Any) -> list[Any]:
    """Return everything in the tree behind *node*, without recursion, and of a game its headers and errors."""
    rows: list[Any] = []
    if hasattr(node, "headers"):
        rows.append((plain(node.headers), plain(node.errors)))
    waiting = [(0, node)]
    while waiting:
        depth, node = waiting.pop()
        move = None if node.move is None else node.move.uci()
        rows.append((depth, move, node.starting_comment, node.comment, sorted(node.nags)))
        waiting.extend((depth + 1, child) for child in reversed(node.variations))
    return rows


def recorder(pgn: Any, *, skip: str = "", managed: bool = False, fail: bool = False) -> type:
    """Return a visitor that records its calls. *skip* is the call that says SKIP."""

    class Recorder(pgn.BaseVisitor):  # type: ignore[misc]
        def __init__(self) -> None:
            self.calls: list[Any] = []

        def result(self) -> list[Any]:
            return self.calls

    def recorded(name: str) -> Any:
        def method(self: Any, *arguments: Any) -> Any:
            self.calls.append((name, *[plain(each) for each in arguments]))
            if name == skip:
                return pgn.SKIP
            if name == "begin_headers" and managed:
                self.headers = pgn.Headers({})
                return self.headers
            if name == "visit_header" and managed:
                self.headers[arguments[0]] = arguments[1]
            if name == "handle_error" and not fail:
                return None
            return getattr(pgn.BaseVisitor, name)(self, *arguments)

        return method

    for name in CALLS:
        setattr(Recorder, name, recorded(name))
    return Recorder


Events = list[tuple[Any, ...]]
LONG_NUMBER = re.compile(rb"0000\d|\d0000")  # python-chess finds null moves in such numbers


class EventRecorder(chess.pgn.BaseVisitor[Events]):
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
    while (game := chess.pgn.read_game(file, Visitor=EventRecorder)) is not None:
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
