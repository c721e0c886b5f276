"""Pictures of sets of squares, and of several boards in a row with titles and operators between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import SupportsInt, TypeAlias, TypeVar

from .._constants import SQUARE_NAMES
from .._core import BaseBoard, Bitboard, Board, Move
from ._board import Panel, SvgWrapper, definitions, escaped, rect, require_size, svg_element
from ._shapes import CHECK_GRADIENT, SQUARE_SIZE

__all__ = ["bitboard", "row", "rows"]

T = TypeVar("T")

_SQUARES = 8 * SQUARE_SIZE
_FONT = 'font-family="Helvetica, Arial, Liberation Sans, sans-serif" text-anchor="middle"'
_RADIUS = 0.32 * SQUARE_SIZE  # of the disc on a square of the set


def state(board: BaseBoard) -> tuple[Move | None, int | None]:
    """Return the last move of the board and the square of a king in check, which pictures highlight."""
    if not isinstance(board, Board):
        return None, None
    lastmove = board.peek() if board.move_stack else None
    return lastmove, board.king(board.turn) if board.is_check() else None


def _edge(pixels: float | None, coordinates: bool) -> int:
    """Return the width of the margin, in units. It is wider on small boards, so that coordinates stay readable."""
    if not coordinates:
        return 0
    return 15 if pixels is None or pixels >= 360 else 28


def _discs(panel: Panel, squares: Bitboard) -> Iterable[str]:
    paint = panel.paint("set")
    for square in squares:
        x, y = panel.middle(square)
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS:g}" class="set {SQUARE_NAMES[square]}" {paint}/>'


def _contents(part: BaseBoard | Bitboard, panel: Panel, edge: int) -> list[str]:
    """Return the elements of one board: the margin, the squares, and the pieces or discs."""
    body = [panel.frame(edge, 0, "margin"), *panel.coordinates(edge, 0)] if edge else []
    if isinstance(part, Bitboard):
        return [*body, *panel.squares(None, {}), *_discs(panel, part)]
    lastmove, check = state(part)
    body += panel.squares(lastmove, {})
    body += [panel.check(check)] if check is not None else []
    return [*body, *panel.pieces(part, Bitboard())]


def _words(squares: Bitboard) -> str:
    count = len(squares)
    names = f": {' '.join(squares.names())}" if 0 < count <= 16 else ""
    return f"{count} square{'s' * (count != 1)}{names}"


def bitboard(
    squares: SupportsInt | Iterable[int],
    *,
    orientation: bool = True,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
) -> SvgWrapper:
    """Return a picture of a set of squares: an empty board with a disc on each square of the set.

    The other parameters are those of board(). Coordinates are larger on boards narrower than 360 pixels.

    :param squares: an int, a Bitboard, a SquareSet or an iterable of squares.
    :param colors: see board(); the color of the discs is `set`.
    :raises ValueError: if *size* is not positive or not finite.

    >>> from bitrook import svg
    >>> svg.bitboard(BB_FILE_E, size=200).count("<circle")
    8
    """
    chosen = Bitboard(squares)
    edge = _edge(size, coordinates)
    panel = Panel(edge, bool(orientation), colors)
    body = [f"<title>{_words(chosen)}</title>", *_contents(chosen, panel, edge)]
    return svg_element(_SQUARES + 2 * edge, _SQUARES + 2 * edge, size, body)


# --- Rows.

Part: TypeAlias = BaseBoard | Bitboard | str
"""A board, a set of squares, or an operator."""

_GAP, _PADDING = 12, 10  # in pixels
_OPERATOR = 22  # the size of operators, in pixels


def _text(x: float, y: float, size: float, kind: str, text: str, color: str) -> str:
    style = f'{_FONT} font-size="{size:g}" fill="{escaped(color)}"'
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" {style}>{escaped(text)}</text>'


def row(
    *parts: BaseBoard | SupportsInt | Iterable[int] | str,
    titles: Sequence[str] = (),
    size: int = 200,
    columns: int = 6,
    coordinates: bool | None = None,
    orientation: bool = True,
    colors: Mapping[str, str] = {},
) -> SvgWrapper:
    """Return one picture of boards next to each other, with operators between them.

    The last move and a check are highlighted.

    :param parts: from left to right, boards, sets of squares (ints, Bitboards, SquareSets or iterables of squares) and
        operators (text).
    :param titles: texts written above the boards, in the same order.
    :param size: the width of each board, in pixels.
    :param columns: the number of boards in a row.
    :param coordinates: whether to draw coordinates; by default, only if boards are at least 160 pixels wide.
    :param orientation: see board().
    :param colors: see board().
    :raises ValueError: if there are more titles than boards, or if *size* or *columns* is not positive or
        *size* is not finite.

    >>> from bitrook import svg
    >>> board = Board()
    >>> picture = svg.row(board.pawns, "&", board.occupied_co[WHITE], "=", board.pawns & board.occupied_co[WHITE])
    >>> picture.count("<circle")
    40
    """
    if columns < 1:
        raise ValueError(f"columns must be positive: {columns!r}")
    lines = _lines(parts, columns)
    return rows(lines, titles=titles, size=size, coordinates=coordinates, orientation=orientation, colors=colors)


def rows(
    lines: Iterable[Iterable[BaseBoard | SupportsInt | Iterable[int] | str]],
    *,
    titles: Sequence[str] = (),
    size: int = 200,
    coordinates: bool | None = None,
    orientation: bool = True,
    colors: Mapping[str, str] = {},
) -> SvgWrapper:
    """Return one picture of several rows of boards, with operators between them.

    The other parameters and the exceptions are the same as for row().

    :param lines: the parts of each row, from top to bottom.

    >>> from bitrook import svg
    >>> svg.rows([[BB_RANK_1], [BB_RANK_2, "|", BB_RANK_3]], titles=["rank 1", "rank 2", "rank 3"]).count("<circle")
    24
    """
    require_size(size)
    kept = [[part if isinstance(part, str | BaseBoard) else Bitboard(part) for part in line] for line in lines]
    count = sum(not isinstance(part, str) for line in kept for part in line)
    if len(titles) > count:
        raise ValueError(f"{len(titles)} titles for {count} boards: {list(titles)!r}")
    coordinates = size >= 160 if coordinates is None else coordinates
    edge = _edge(size, coordinates)
    panel, scale = Panel(edge, orientation, colors), size / (_SQUARES + 2 * edge)
    ink = panel.colors["coord"]
    font = max(13, round(0.055 * size))  # of the titles
    above = font + 6 if any(titles) else 0
    body: list[str] = []
    labels: list[str] = []
    width = bottom = 0.0
    named = iter(titles)
    for number, line in enumerate(kept):
        x, y = float(_PADDING), _PADDING + number * (above + size + _GAP)
        for part in line:
            label = _label(part)
            if isinstance(part, str):
                wide = 0.62 * _OPERATOR * len(part)
                middle = y + above + size / 2 + 0.35 * _OPERATOR
                body.append(_text(x + wide / 2, middle, _OPERATOR, "operator", part, ink))
            else:
                wide = size
                title = next(named, "")
                label = title or label
                if title:
                    fitting = min(font, size / (0.6 * len(title)))
                    body.append(_text(x + wide / 2, y + font - 1, fitting, "title", title, ink))
                body.append(f'<g transform="translate({x:g}, {y + above:g})">')
                body += [f'<g transform="scale({scale:.5g})">', *_contents(part, panel, edge), "</g></g>"]
            x += wide + _GAP
            labels.append(label)
        width, bottom = max(width, x - _GAP + _PADDING), y + above + size + _PADDING
    ground = rect(0, 0, width, bottom, f'rx="6" {panel.paint("margin")}')
    boards = [part for line in kept for part in line if isinstance(part, BaseBoard)]
    head = [
        f"<title>{escaped('; '.join(labels))}</title>",
        *([definitions(boards, CHECK_GRADIENT)] if boards else []),
        ground,
    ]
    return svg_element(width, bottom, width, [*head, *body])


def _label(part: Part) -> str:
    """Return a text for screen readers."""
    return part if isinstance(part, str) else part.board_fen() if isinstance(part, BaseBoard) else _words(part)


def _lines(parts: Sequence[T], columns: int) -> list[list[T]]:
    """Split the parts into lines of at most *columns* boards. An operator between two lines is placed at the start of the second."""
    lines: list[list[T]] = [[]]
    count = 0
    for number, part in enumerate(parts):
        if count == columns and any(not isinstance(later, str) for later in parts[number:]):
            lines.append([])
            count = 0
        lines[-1].append(part)
        count += not isinstance(part, str)
    return lines
