"""Boards and pieces as pictures for notebooks: squares, coordinates and figurines, in SVG. Loaded when used."""

from __future__ import annotations

from ._core import BaseBoard, Board, Piece

NAMES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
SQUARE = 45
MARGIN = 15

LIGHT, DARK, CHECK = "#f0d9b5", "#b58863", "#e2543f"
LAST_LIGHT, LAST_DARK = "#cdd16a", "#aaa23b"


def _element(size: int, body: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
    return "".join([head, *body, "</svg>"])


def _figure(piece: Piece, x: int, y: int) -> str:
    # The filled figurine for both colors, its outline dark: readable on any ground.
    figurine = Piece(piece.piece_type, False).unicode_symbol()
    name = f"{'white' if piece.color else 'black'} {NAMES[piece.piece_type]}"  # for style sheets
    fill = "#ffffff" if piece.color else "#000000"
    return (
        f'<text class="{name}" x="{x + SQUARE // 2}" y="{y + SQUARE - 9}" font-size="{SQUARE - 7}" text-anchor="middle" '
        f'fill="{fill}" stroke="#000000" stroke-width="0.8">{figurine}\ufe0e</text>'
    )


def piece(piece: Piece) -> str:
    """One piece."""
    return _element(SQUARE, [_figure(piece, 0, 0)])


def board(board: BaseBoard) -> str:
    """A board from White's side, with the last move and a check marked."""
    last: set[int] = set()
    checked: int | None = None
    if isinstance(board, Board):
        if board.move_stack:
            move = board.peek()
            last = {move.from_square, move.to_square} if move else set()
        checked = board.king(board.turn) if board.is_check() else None
    body: list[str] = []
    for square in range(64):
        file, rank = square & 7, square >> 3
        x, y = MARGIN + SQUARE * file, MARGIN + SQUARE * (7 - rank)
        light = (file + rank) % 2 == 1
        color = (LAST_LIGHT if light else LAST_DARK) if square in last else LIGHT if light else DARK
        if square == checked:
            color = CHECK
        body.append(f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{color}"/>')
        occupant = board.piece_at(square)
        if occupant:
            body.append(_figure(occupant, x, y))
    style = 'font-size="10" text-anchor="middle" fill="#888888"'
    for i in range(8):
        middle = MARGIN + SQUARE * i + SQUARE // 2
        body.append(f'<text x="{middle}" y="{2 * MARGIN + 8 * SQUARE - 4}" {style}>{"abcdefgh"[i]}</text>')
        body.append(f'<text x="{MARGIN // 2}" y="{middle + 4}" {style}>{8 - i}</text>')
    return _element(2 * MARGIN + 8 * SQUARE, body)
