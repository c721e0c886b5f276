"""The explorer: an HTML page that shows the bitboards of a position and how moves change them.

>>> from bitrook.explorer import page
>>> page(Board()).startswith("<!doctype html>")
True
"""

from __future__ import annotations

import json
import string
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .. import tables
from .._core import Board, Move
from .._explore import Exploration as Exploration
from .._explore import explore as explore
from ..polyglot import POLYGLOT_RANDOM_ARRAY
from ..svg import DEFAULT_COLORS, PIECES

if TYPE_CHECKING:
    from ..pgn import GameNode

__all__ = ["explore"]

MAX_PLIES = 1000
"""The maximum number of plies of a game that a page shows."""
_SCRIPTS = ("chess.js", "expression.js", "drawing.js", "page.js")
_LAYOUTS = ("dense", "classical", "indexed", "quad")


def page(position: Board | GameNode | str | None = None) -> str:
    """Return the page about a position or a game as HTML; see `explore`."""
    folder = files("bitrook.explorer")
    script = "\n".join((folder / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    # Escape "<", so that no text of a PGN can end the script element.
    data = json.dumps(_data(position), separators=(",", ":")).replace("<", "\\u003c")
    template = string.Template((folder / "page.html").read_text(encoding="utf-8"))
    colors = {name.replace(" ", "_"): color for name, color in DEFAULT_COLORS.items()}
    return template.substitute(colors, pieces="".join(PIECES.values()), script=script, data=data)


def _data(position: Board | GameNode | str | None) -> dict[str, Any]:
    root, moves, ply, title = _line(position)
    shown = _played(root, moves[:MAX_PLIES])
    return {
        "title": title,
        "chess960": shown[0].chess960,
        "ply": min(ply, len(shown) - 1),
        "cut": len(moves) if len(moves) > MAX_PLIES else 0,
        "plies": [_ply(board, shown[i - 1] if i else None) for i, board in enumerate(shown)],
        "layouts": {name: list(shown[0].layout(name).names) for name in _LAYOUTS},
        "random": [str(number) for number in POLYGLOT_RANDOM_ARRAY],
        "magics": {"rook": _texts(tables.rook_magics), "bishop": _texts(tables.bishop_magics)},
        "relevant": {"rook": _texts(tables.rook_relevant), "bishop": _texts(tables.bishop_relevant)},
        "deBruijn": str(tables.de_bruijn_sequence),
    }


def _ply(board: Board, before: Board | None) -> dict[str, str]:
    entry = {"fen": board.fen(en_passant="fen")}
    if before is not None:
        move = board.peek()
        entry |= {"san": before.san(move) if before.is_legal(move) else before.uci(move), "uci": before.uci(move)}
    return entry


def _texts(table: tables.Table) -> list[str]:
    return [str(word) for word in table.tolist()]  # as text, because JavaScript numbers are exact only up to 53 bits


def _line(position: Board | GameNode | str | None) -> tuple[Board, list[Move], int, str]:
    """Return the first position, the moves, the ply to show first, and a title."""
    if position is None or isinstance(position, (str, Board)):
        board = position if isinstance(position, Board) else Board() if position is None else Board(position)
        _check(board)
        return board.root(), list(board.move_stack), len(board.move_stack), ""
    game = position.game()
    _check(game.board())
    ply = position.ply() - game.ply() if position.is_mainline() else 0
    title = f"{game.headers.get('White', '?')} – {game.headers.get('Black', '?')}"
    return game.board(), list(game.mainline_moves()), ply, title


def _check(board: Board) -> None:
    if board.uci_variant != "chess":
        raise ValueError(f"the page explains the moves of standard chess, not of {board.uci_variant}")


def _played(root: Board, moves: list[Move]) -> list[Board]:
    boards = [root]
    for move in moves:
        board = boards[-1].copy(stack=1)
        board.push(move)
        boards.append(board)
    return boards
