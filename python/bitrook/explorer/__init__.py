"""The explorer: an HTML page that shows the bitboards of a position and how moves change them.

Pages about variants show the words and the attacks, but neither legal moves nor checks.

>>> from bitrook.explorer import page
>>> page(Board()).startswith("<!doctype html>")
True
"""

from __future__ import annotations

import json
import string
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .. import Board, Move, tables
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
    plies = [_ply(board, shown[i - 1] if i else None) for i, board in enumerate(shown)]
    variant = root.uci_variant
    if variant != "chess":
        for entry, board, dropped in zip(plies, shown, _dropped(shown), strict=True):
            entry |= _variant_ply(board, dropped)
    return {
        "title": title,
        "variant": "" if variant == "chess" else variant,
        "chess960": shown[0].chess960,
        "ply": min(ply, len(shown) - 1),
        "cut": len(moves) if len(moves) > MAX_PLIES else 0,
        "plies": plies,
        "layouts": {name: list(shown[0].layout(name).names) for name in _LAYOUTS},
        "random": [str(number) for number in POLYGLOT_RANDOM_ARRAY],
        "magics": {"rook": _texts(tables.rook_magics), "bishop": _texts(tables.bishop_magics)},
        "relevant": {"rook": _texts(tables.rook_relevant), "bishop": _texts(tables.bishop_relevant)},
        "deBruijn": str(tables.de_bruijn_sequence),
    }


def _ply(board: Board, before: Board | None) -> dict[str, Any]:
    entry = {"fen": Board.fen(board, en_passant="fen")}  # the page reads FENs of chess
    if before is not None:
        move = board.peek()
        entry |= {"san": before.san(move) if before.is_legal(move) else before.uci(move), "uci": before.uci(move)}
    return entry


def _variant_ply(board: Board, dropped: int) -> dict[str, Any]:
    """Return what the page cannot compute by the rules of a variant. *dropped* is the set of dropped pieces."""
    sets = {"promoted": board.promoted}
    if board.uci_variant == "crazyhouse":
        sets["dropped"] = dropped
    king = board.king(board.turn) if board.is_check() else None
    return {
        "shown": board.fen(en_passant="fen"),
        "key": str(board.key),
        "check": -1 if king is None else king,
        "sets": {name: str(squares) for name, squares in sets.items()},
    }


def _dropped(boards: list[Board]) -> list[int]:
    """Return the squares of each board whose pieces were dropped after the first one."""
    sets = [0]
    for board in boards[1:]:
        move, dropped = board.peek(), sets[-1]
        if not move:
            sets.append(dropped)
            continue
        carried = bool(move.drop) or bool(dropped >> move.from_square & 1)
        dropped &= board.occupied & ~(1 << move.from_square) & ~(1 << move.to_square)
        sets.append(dropped | carried << move.to_square)
    return sets


def _texts(table: tables.LookupTable) -> list[str]:
    return [str(word) for word in table.tolist()]  # as text, because JavaScript numbers are exact only up to 53 bits


def _line(position: Board | GameNode | str | None) -> tuple[Board, list[Move], int, str]:
    """Return the first position, the moves, the ply to show first, and a title."""
    if position is None or isinstance(position, (str, Board)):
        board = position if isinstance(position, Board) else Board() if position is None else Board(position)
        return board.root(), list(board.move_stack), len(board.move_stack), ""
    game = position.game()
    ply = position.ply() - game.ply() if position.is_mainline() else 0
    title = f"{game.headers.get('White', '?')} – {game.headers.get('Black', '?')}"
    return game.board(), list(game.mainline_moves()), ply, title


def _played(root: Board, moves: list[Move]) -> list[Board]:
    boards = [root]
    for move in moves:
        board = boards[-1].copy(stack=1)
        board.push(move)
        boards.append(board)
    return boards
