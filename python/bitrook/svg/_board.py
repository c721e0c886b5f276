"""Pictures of boards and pieces with python-chess's parameters, style sheet classes and arrows.

The elements of pictures are arrows, colors, and one board's squares, margin, pieces and marks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Protocol, SupportsInt

from .._constants import COLOR_NAMES, FILE_NAMES, PIECE_NAMES, RANK_NAMES, SQUARE_NAMES
from .._core import BaseBoard, Bitboard, CrazyhouseBoard, Move, Piece, parse_square
from ._shapes import CHECK_GRADIENT, COORDS, DEFAULT_COLORS, PIECES, SQUARE_SIZE, XX

_EDGE = 15  # the width of the margin with the coordinates


class SvgWrapper(str):
    """The SVG text of a picture. Notebooks display the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


_LETTERS = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}
_COLORS = {letter: color for color, letter in _LETTERS.items()}


class Arrow:
    """An arrow from the square *tail* to the square *head*, or a circle if they are the same square.

    *color* is `green`, `red`, `yellow`, `blue`, or a color such as `#15781b80` (with the opacity at the end). The
    three members can be read and assigned.

    >>> from bitrook.svg import Arrow
    >>> Arrow(E2, E4, color="blue").pgn()
    'Be2e4'
    """

    tail: int
    head: int
    color: str

    def __init__(self, tail: int, head: int, *, color: str = "green") -> None:
        self.tail, self.head, self.color = tail, head, color

    def pgn(self) -> str:
        """Return the arrow in the notation of `[%cal ...]` and `[%csl ...]` in PGN comments: `Ga1`, `Ya2h2`.

        Colors other than red, yellow and blue are written as green.
        """
        head = "" if self.head == self.tail else SQUARE_NAMES[self.head]
        return f"{_LETTERS.get(self.color, 'G')}{SQUARE_NAMES[self.tail]}{head}"

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        tail, head = SQUARE_NAMES[self.tail].upper(), SQUARE_NAMES[self.head].upper()
        return f"Arrow({tail}, {head}, color={self.color!r})"

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """Return the arrow written in a PGN comment, such as `Ga1`, `Ya2h2` or, in green, `a1`.

        :raises ValueError: if the text is not a color and one or two squares.

        >>> Arrow.from_pgn("Ra1h8")
        Arrow(A1, H8, color='red')
        """
        color = _COLORS.get(pgn[:1])
        squares = pgn[1:] if color else pgn
        if len(squares) not in (2, 4):
            raise ValueError(f"an arrow is an optional color (G, R, Y or B) and one or two squares: {pgn!r}")
        tail = parse_square(squares[:2])
        return cls(tail, parse_square(squares[2:] or squares[:2]), color=color or "green")


# --- Elements.

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Escape text for an element or an attribute. Characters that XML does not allow become U+FFFD."""
    return escape(_NOT_IN_XML.sub("\ufffd", text))


_HEX_WITH_OPACITY = re.compile(r"#(?:[0-9a-fA-F]{4}|[0-9a-fA-F]{8})\Z")


def _paint(color: str, *attributes: str) -> str:
    """Return attributes such as `fill` with the color, and one for its opacity unless it is opaque."""
    opacity = 1.0
    if _HEX_WITH_OPACITY.match(color):
        digits = len(color) // 4  # one or two per component
        opacity = int(color[-digits:] * (3 - digits), 16) / 255
        color = color[:-digits]
    painted = " ".join(f'{name}="{escaped(color)}"' for name in attributes)
    return painted if opacity == 1 else f'{painted} opacity="{opacity:.4g}"'


def rect(x: float, y: float, width: float, height: float, paint: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {paint}/>'


def require_size(pixels: float) -> None:
    if not (math.isfinite(pixels) and pixels > 0):
        raise ValueError(f"size must be positive and finite, in pixels: {pixels!r}")


def svg_element(width: float, height: float, pixels: float | str | None, body: Iterable[str]) -> SvgWrapper:
    """Return a picture of *width* x *height* units, *pixels* wide if that is not None. A str is a size as in CSS.

    :raises ValueError: if *pixels* is a number that is not positive or not finite.
    """
    if isinstance(pixels, str):
        size = f' width="{escape(pixels)}" height="{escape(pixels)}"'
    else:
        if pixels is not None:
            require_size(pixels)
        size = "" if pixels is None else f' width="{pixels:g}" height="{pixels * height / width:g}"'
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width:g} {height:g}"{size} role="img">'
    )
    return SvgWrapper("".join([head, *body, "</svg>"]))


def piece_use(piece: Piece, x: float, y: float) -> str:
    name = f"{COLOR_NAMES[piece.color]}-{PIECE_NAMES[piece.piece_type]}"
    return f'<use href="#{name}" xlink:href="#{name}" transform="translate({x:g}, {y:g})"/>'


def piece_title(piece: Piece) -> str:
    return f"<title>{COLOR_NAMES[piece.color]} {PIECE_NAMES[piece.piece_type]}</title>"


class Panel:
    """The geometry and colors of one board: the offset of the squares, and which side is at the bottom."""

    def __init__(self, offset: float, orientation: bool, colors: Mapping[str, str]) -> None:
        self.offset, self.orientation = offset, orientation
        self.colors = {**DEFAULT_COLORS, **colors}

    def corner(self, square: int) -> tuple[float, float]:
        """Return x and y of the upper left corner of a square."""
        file, rank = square & 7, square >> 3
        column, row = (file, 7 - rank) if self.orientation else (7 - file, rank)
        return self.offset + SQUARE_SIZE * column, self.offset + SQUARE_SIZE * row

    def middle(self, square: int) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + SQUARE_SIZE / 2, y + SQUARE_SIZE / 2

    def paint(self, key: str) -> str:
        return _paint(self.colors[key], "fill")

    def frame(self, width: float, distance: float, key: str) -> str:
        """Return a border of *width* at a *distance* from the squares."""
        side = 8 * SQUARE_SIZE + 2 * distance + width
        corner = self.offset - distance - width / 2
        stroke = _paint(self.colors[key], "stroke")
        return rect(corner, corner, side, side, f'fill="none" {stroke} stroke-width="{width:g}"')

    def coordinates(self, edge: float, gap: float) -> Iterable[str]:
        """Yield the letters and digits in the margin of width *edge*, which begins *gap* from the squares."""
        scale = edge / 20
        style = _paint(self.colors["coord"], "fill", "stroke")
        near, far = self.offset - gap - edge, self.offset + 8 * SQUARE_SIZE + gap
        middle = SQUARE_SIZE / 2 - 70 / 3 * scale

        def glyph(name: str, x: float, y: float) -> str:
            transform = f"translate({x:g}, {y:g}) scale({scale:g}, {scale:g})"
            return f'<g transform="{transform}" {style}>{COORDS[name]}</g>'

        for index, name in enumerate(FILE_NAMES):
            along = self.corner(index)[0] + middle
            yield from (glyph(name, along, y) for y in (near, far))
        for index, name in enumerate(RANK_NAMES):
            along = self.corner(8 * index)[1] + middle
            yield from (glyph(name, x, along) for x in (near, far))

    def squares(self, lastmove: Move | None, fill: Mapping[int, str]) -> Iterable[str]:
        marked = (lastmove.from_square, lastmove.to_square) if lastmove else ()
        for square in range(64):
            kind = "square light" if (square + (square >> 3)) & 1 else "square dark"
            kind += " lastmove" if square in marked else ""
            x, y = self.corner(square)
            paint = f'class="{kind} {SQUARE_NAMES[square]}" stroke="none" {self.paint(kind)}'
            yield rect(x, y, SQUARE_SIZE, SQUARE_SIZE, paint)
            if square in fill:
                yield rect(x, y, SQUARE_SIZE, SQUARE_SIZE, f'stroke="none" {_paint(fill[square], "fill")}')

    def pieces(self, board: BaseBoard | None, marked: Bitboard) -> Iterable[str]:
        pieces = {} if board is None else board.piece_map()
        for square in range(64):
            x, y = self.corner(square)
            if square in pieces:
                yield piece_use(pieces[square], x, y)
            if square in marked:
                yield f'<use href="#xx" xlink:href="#xx" x="{x:g}" y="{y:g}"/>'

    def pockets(self, board: CrazyhouseBoard, x: float) -> Iterable[str]:
        """Draw the pockets in a column: the upper player's from the top down, the other's from the bottom up."""
        yield rect(x, 0, SQUARE_SIZE, 8 * SQUARE_SIZE + 2 * self.offset, f'class="pockets" {self.paint("margin")}')
        font = 'font-family="Helvetica, Arial, Liberation Sans, sans-serif" font-size="12" text-anchor="end"'
        color = escaped(self.colors["coord"])
        for upper in (True, False):
            side = self.orientation ^ upper
            y = self.offset if upper else self.offset + 7 * SQUARE_SIZE
            for kind in range(5, 0, -1):
                count = board.pockets[side].count(kind)
                if not count:
                    continue
                yield piece_use(Piece(kind, side), x, y)
                if count > 1:
                    yield f'<text x="{x + SQUARE_SIZE - 2:g}" y="{y + SQUARE_SIZE - 3:g}" {font} fill="{color}">{count}</text>'
                y += 0.8 * SQUARE_SIZE if upper else -0.8 * SQUARE_SIZE

    def check(self, square: int) -> str:
        x, y = self.corner(square)
        return rect(x, y, SQUARE_SIZE, SQUARE_SIZE, 'class="check" fill="url(#check_gradient)"')

    def arrow(self, arrow: Arrow) -> str:
        """Return a circle, or a line and a triangle whose tip is a tenth of a square from the target's center."""
        color, width = self.colors.get(f"arrow {arrow.color}", arrow.color), SQUARE_SIZE / 5
        x, y = self.middle(arrow.tail)
        if arrow.head == arrow.tail:
            return (
                f'<circle cx="{x:g}" cy="{y:g}" r="{0.45 * SQUARE_SIZE:g}" stroke-width="{width / 2:g}" '
                f'{_paint(color, "stroke")} fill="none" class="circle"/>'
            )
        to_x, to_y = self.middle(arrow.head)
        length = math.hypot(to_x - x, to_y - y)
        dx, dy = (to_x - x) / length, (to_y - y) / length
        head = 0.75 * SQUARE_SIZE  # the triangle is as long as it is wide
        tip = length - SQUARE_SIZE / 10
        neck_x, neck_y = x + dx * (tip - head), y + dy * (tip - head)
        points = [
            (x + dx * tip, y + dy * tip),
            (neck_x + dy * head / 2, neck_y - dx * head / 2),
            (neck_x - dy * head / 2, neck_y + dx * head / 2),
        ]
        return (
            f'<line x1="{x:g}" y1="{y:g}" x2="{neck_x:g}" y2="{neck_y:g}" {_paint(color, "stroke")} stroke-width="{width:g}" '
            f'stroke-linecap="butt" class="arrow"/>'
            f'<polygon points="{" ".join(f"{px:g},{py:g}" for px, py in points)}" {_paint(color, "fill")} class="arrow"/>'
        )


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
