"""The pictures that notebooks show: the results of `_repr_svg_()` for boards, pieces, sets, layouts and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from .._constants import COLOR_NAMES, SQUARE_NAMES
from .._core import BaseBoard, Bitboard, Layout, Piece, SquareSet
from ._board import SvgWrapper, board, piece_title, svg_element
from ._row import bitboard, row, state
from ._shapes import DEFAULT_COLORS, PIECES, SQUARE_SIZE

if TYPE_CHECKING:
    from ..tables import LookupTable

_BOARD, _SET, _WORD = 390, 200, 110  # widths in pixels


def board_svg(position: BaseBoard) -> SvgWrapper:
    """Return the board from White's side, with the last move and a check marked."""
    lastmove, check = state(position)
    return board(position, lastmove=lastmove, check=check, size=_BOARD)


def piece_svg(piece: Piece) -> SvgWrapper:
    """Return the piece on a light square, so that black pieces are visible on a dark page."""
    ground = f'<rect width="{SQUARE_SIZE}" height="{SQUARE_SIZE}" rx="4" fill="{DEFAULT_COLORS["square light"]}"/>'
    return svg_element(SQUARE_SIZE, SQUARE_SIZE, SQUARE_SIZE, [piece_title(piece), ground, PIECES[piece.symbol()]])


def set_svg(squares: Bitboard | SquareSet, *, size: int = _SET) -> SvgWrapper:
    """Return the set on a board *size* pixels wide. Implements Bitboard.svg()."""
    if size < 1:
        raise ValueError(f"size must be positive: {size!r}")
    return bitboard(squares, size=size, coordinates=size >= 160)


def layout_svg(layout: Layout) -> SvgWrapper:
    """Return a row of the layout's bitboards with their names, or a board with pieces for the mailbox."""
    if layout.names:
        columns = len(layout) if len(layout) <= 8 else 6
        return row(*layout, titles=layout.names, size=_WORD, columns=columns)
    placement = BaseBoard(None)
    for square in range(64):
        piece = layout.piece_at(square)
        if piece:
            placement.set_piece_at(square, piece)
    return board_svg(placement)


# The entries of a table that are shown, for each kind of index.
_EXAMPLES: dict[str, Sequence[int]] = {"square": (0, 28, 62), "color": (1, 0), "rank": range(8), "file": range(8)}
_PAIRS = ((0, 63), (4, 60), (10, 45), (7, 49))  # of squares: on a diagonal, on a file, not aligned, on an anti-diagonal


def _named(axis: str, index: int) -> str:
    if axis == "color":
        return COLOR_NAMES[index]
    return SQUARE_NAMES[index] if axis == "square" else f"{axis} {index}"


def table_svg(table: LookupTable, name: str, axes: Sequence[str]) -> SvgWrapper:
    """Return some of the sets of a table, each with its index."""
    entries: Iterable[tuple[int, ...]] = product(*(_EXAMPLES.get(axis, range(len(table))) for axis in axes))
    if axes == ("square", "square"):
        entries = _PAIRS
    chosen = list(entries)
    titles = [", ".join(map(_named, axes, entry)) for entry in chosen]
    words = [table[entry] for entry in chosen]
    columns = 3 if "color" in axes else 8
    return row(*words, titles=titles, size=_WORD if len(words) > 6 else 160, columns=columns)
