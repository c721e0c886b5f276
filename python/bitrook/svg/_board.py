"""Pictures of boards and pieces with python-chess's parameters, style sheet classes and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, SupportsInt

from .._core import BaseBoard, Bitboard, CrazyhouseBoard, Move, Piece
from ._elements import Arrow, Panel, SvgWrapper, escaped, piece_title, svg_element
from ._shapes import CHECK_GRADIENT, PIECES, SQUARE_SIZE, XX

__all__ = ["board", "piece"]

_EDGE = 15  # the width of the margin with the coordinates


class AnyArrow(Protocol):
    """Any object with the members of an Arrow, such as python-chess's arrows."""

    tail: int
    head: int
    color: str


def definitions(boards: Iterable[BaseBoard], *others: str) -> str:
    """Return a `<defs>` element with each kind of piece on the boards, and *others*."""
    symbols = {piece.symbol() for board in boards for piece in [*board.piece_map().values(), *pocketed(board)]}
    return "".join(["<defs>", *(PIECES[symbol] for symbol in "PNBRQKpnbrqk" if symbol in symbols), *others, "</defs>"])


def pocketed(board: BaseBoard) -> list[Piece]:
    """Return the pieces in the pockets of a Crazyhouse board."""
    if not isinstance(board, CrazyhouseBoard):
        return []
    return [Piece(kind, color) for color in (True, False) for kind in range(1, 6) if board.pockets[color].count(kind)]


def description(board: BaseBoard | None, title: str = "") -> str:
    """Return a title and a description for screen readers: the placement, and the board as text."""
    if board is None:
        return f"<title>{escaped(title or 'an empty board')}</title>"
    return f"<title>{escaped(title or board.board_fen())}</title><desc><pre>{escaped(str(board))}</pre></desc>"


# --- The public functions.


def piece(piece: Piece, size: int | str | None = None) -> SvgWrapper:
    """Return a picture of the piece, *size* pixels wide, or as large as the page allows.

    :raises ValueError: if *size* is not positive or not finite.

    >>> from bitrook import svg
    >>> svg.piece(Piece.from_symbol("R"), size=45)[:12]
    '<svg xmlns="'
    """
    return svg_element(SQUARE_SIZE, SQUARE_SIZE, size, [piece_title(piece), PIECES[piece.symbol()]])


def board(
    board: BaseBoard | None = None,
    *,
    orientation: bool = True,
    lastmove: Move | None = None,
    check: int | None = None,
    arrows: Iterable[AnyArrow | tuple[int, int]] = (),
    fill: Mapping[int, str] = {},
    squares: SupportsInt | Iterable[int] | None = None,
    size: int | str | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> SvgWrapper:
    """Return a picture of a board with pieces, or of an empty one.

    The parameters, the classes for style sheets and the geometry are those of python-chess.

    :param board: the board to draw; None for an empty one. The pockets of a Crazyhouse board are drawn to its right,
        next to the player they belong to, with the number of pieces of each type; other boards keep their size.
    :param orientation: the side at the bottom, WHITE or BLACK.
    :param lastmove: a move whose squares are highlighted; of a drop, only the target.
    :param check: the square of a king in check.
    :param arrows: Arrow objects, or pairs of squares.
    :param fill: a dict from squares to colors.
    :param squares: a set of squares to mark with an X.
    :param size: the width in pixels, or a size as in CSS, such as "100%"; None for as large as the page allows.
    :param coordinates: whether to draw the margin with the names of files and ranks.
    :param colors: a dict that overrides DEFAULT_COLORS, with values such as `#ffce9e`, or `#15781b80` with an opacity.
    :param flipped: whether to turn the board around.
    :param borders: whether to draw lines around the squares and the margin.
    :param style: a style sheet to embed in the picture.
    :raises ValueError: if *size* is not positive or not finite.

    >>> from bitrook import svg
    >>> picture = svg.board(Board(), lastmove=Move.from_uci("e2e4"), arrows=[(G1, F3)], size=350)
    >>> 'class="square light lastmove e4"' in picture
    True
    """
    inner = 1 if borders and coordinates else 0
    edge = _EDGE if coordinates else 0
    outer = 1 if borders else 0
    panel = Panel(inner + edge + outer, bool(orientation) ^ bool(flipped), colors)
    marked = Bitboard(0 if squares is None else squares)
    body = [f"<style>{escaped(style)}</style>"] if style else []
    marks = [XX] * bool(marked) + [CHECK_GRADIENT] * (check is not None)
    body += [description(board), definitions([] if board is None else [board], *marks)]
    if outer:
        body.append(panel.frame(outer, inner + edge, "outer border"))
    if edge:
        body.append(panel.frame(edge, inner, "margin"))
    if inner:
        body.append(panel.frame(inner, 0, "inner border"))
    if edge:
        body += panel.coordinates(edge, inner)
    body += panel.squares(lastmove, fill)
    if check is not None:
        body.append(panel.check(check))
    body += panel.pieces(board, marked)
    body += [panel.arrow(_arrow(arrow)) for arrow in arrows]
    side = width = 8 * SQUARE_SIZE + 2 * panel.offset
    if isinstance(board, CrazyhouseBoard):
        body += panel.pockets(board, side)
        width += SQUARE_SIZE
    return svg_element(width, side, size, body)


def _arrow(arrow: AnyArrow | tuple[int, int]) -> Arrow:
    if isinstance(arrow, tuple | list):
        tail, head = arrow  # raises ValueError unless there are two
        return Arrow(tail, head)
    return Arrow(arrow.tail, arrow.head, color=arrow.color)
