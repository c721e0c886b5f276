"""What the PGN modules of both libraries make of the same things, in comparable form."""

from __future__ import annotations

import logging
from typing import Any

import chess
import chess.pgn

import bitrook
import bitrook.pgn

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
