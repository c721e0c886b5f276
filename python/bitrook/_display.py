"""Boards and sets of squares as text and as pictures. Loaded when used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import SupportsInt, TextIO

from ._core import BaseBoard, Bitboard, Board, Piece, _side_by_side

__all__ = ["show", "side_by_side"]

# --- Text.


def side_by_side(
    *parts: SupportsInt | Iterable[int] | str,
    titles: Sequence[str] = (),
    set_square: str = "1",
    empty_square: str = ".",
) -> str:
    """Return sets of squares as 8 x 8 boards next to each other, with operators between them.

    *parts*, from left to right, are sets (ints, Bitboards, SquareSets or iterables of squares) and operators (text).
    *titles* are written above the boards, in the same order. *set_square* and *empty_square* are printed for each
    square. Raises ValueError if there are more titles than boards, or if an operator comes first.

    >>> print(side_by_side(0xFF00, "&", 0x1010101010101010, "=", 0x1000, titles=["rank 2", "e-file", "e2"]))
    rank 2                e-file                e2
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .   &   . . . . 1 . . .   =   . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    1 1 1 1 1 1 1 1       . . . . 1 . . .       . . . . 1 . . .
    . . . . . . . .       . . . . 1 . . .       . . . . . . . .
    """
    sets: list[int] = []
    operators: list[str] = []
    for part in parts:
        if not isinstance(part, str):
            sets.append(int(Bitboard(part)))
        elif not sets:
            raise ValueError(f"an operator belongs between two boards: {part!r}")
        else:
            operators += [""] * (len(sets) - len(operators))
            operators[-1] = f"{operators[-1]} {part}".strip()
    if len(titles) > len(sets):
        raise ValueError(f"{len(titles)} titles for {len(sets)} boards: {list(titles)!r}")
    names = [*titles, *[""] * (len(sets) - len(titles))]
    return _side_by_side(list(zip(names, sets, strict=True)), operators, set_square, empty_square)


def show(
    *parts: SupportsInt | Iterable[int] | str,
    titles: Sequence[str] = (),
    set_square: str = "1",
    empty_square: str = ".",
    file: TextIO | None = None,
) -> None:
    """Print what side_by_side() returns, to *file* or to standard output.

    >>> show([A1, H8], set_square="x")
    . . . . . . . x
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    x . . . . . . .
    """
    print(side_by_side(*parts, titles=titles, set_square=set_square, empty_square=empty_square), file=file)


def unicode(
    board: BaseBoard,
    *,
    invert_color: bool = False,
    borders: bool = False,
    empty_square: str = "⭘",
    orientation: bool = True,
) -> str:
    """Return the board as lines of chess symbols: BaseBoard.unicode()."""

    def symbol(square: int) -> str:
        piece = board.piece_at(square)
        return piece.unicode_symbol(invert_color=invert_color) if piece else empty_square

    if orientation not in (True, False):
        raise TypeError(f"orientation must be a bool (WHITE or BLACK), not {type(orientation).__name__}")
    ranks = range(7, -1, -1) if orientation else range(8)
    files = range(8) if orientation else range(7, -1, -1)
    rows = [[symbol(8 * rank + file) for file in files] for rank in ranks]
    if not borders:
        return "\n".join([" ".join(row) for row in rows])
    rule = "  " + "-" * 17
    lines = [line for rank, row in zip(ranks, rows) for line in (rule, f"{rank + 1} |{'|'.join(row)}|")]
    return "\n".join([*lines, rule, "   " + " ".join(["abcdefgh"[file] for file in files])])


# --- SVG.

_NAMES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
_SQUARE = 45
_MARGIN = 15

_LIGHT, _DARK, _CHECK = "#f0d9b5", "#b58863", "#e2543f"
_LAST_LIGHT, _LAST_DARK = "#cdd16a", "#aaa23b"


def _element(size: int, body: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
    return "".join([head, *body, "</svg>"])


def _piece_text(piece: Piece, x: int, y: int) -> str:
    # The filled symbol with a dark outline, for both colors: readable on light and dark backgrounds.
    symbol = Piece(piece.piece_type, False).unicode_symbol()
    name = f"{'white' if piece.color else 'black'} {_NAMES[piece.piece_type]}"  # for style sheets
    fill = "#ffffff" if piece.color else "#000000"
    return (
        f'<text class="{name}" x="{x + _SQUARE // 2}" y="{y + _SQUARE - 9}" font-size="{_SQUARE - 7}" text-anchor="middle" '
        f'fill="{fill}" stroke="#000000" stroke-width="0.8">{symbol}\ufe0e</text>'
    )


def piece_svg(piece: Piece) -> str:
    """Return a picture of the piece: its _repr_svg_()."""
    return _element(_SQUARE, [_piece_text(piece, 0, 0)])


def board_svg(board: BaseBoard) -> str:
    """Return a picture of the board from White's side, with the last move and a check marked: its _repr_svg_()."""
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
        x, y = _MARGIN + _SQUARE * file, _MARGIN + _SQUARE * (7 - rank)
        light = (file + rank) % 2 == 1
        color = (_LAST_LIGHT if light else _LAST_DARK) if square in last else _LIGHT if light else _DARK
        if square == checked:
            color = _CHECK
        body.append(f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{color}"/>')
        occupant = board.piece_at(square)
        if occupant:
            body.append(_piece_text(occupant, x, y))
    style = 'font-size="10" text-anchor="middle" fill="#888888"'
    for i in range(8):
        middle = _MARGIN + _SQUARE * i + _SQUARE // 2
        body.append(f'<text x="{middle}" y="{2 * _MARGIN + 8 * _SQUARE - 4}" {style}>{"abcdefgh"[i]}</text>')
        body.append(f'<text x="{_MARGIN // 2}" y="{middle + 4}" {style}>{8 - i}</text>')
    return _element(2 * _MARGIN + 8 * _SQUARE, body)
