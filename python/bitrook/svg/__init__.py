"""Draw boards, pieces, sets of squares and rows of boards as SVG, with the interface of python-chess's `chess.svg`.

>>> from bitrook import svg
>>> picture = svg.board(Board(), size=350, arrows=[svg.Arrow(E2, E4)])
>>> picture.startswith("<svg ")
True

Notebooks display the pictures. Pieces are drawn as paths, so they do not depend on fonts. To save a picture, write its
text to a file: ``Path("board.svg").write_text(picture)``.
"""

from ._board import Arrow, SvgWrapper, board, piece
from ._row import bitboard, row, rows
from ._shapes import CHECK_GRADIENT, COORDS, DEFAULT_COLORS, MARGIN, PIECES, SQUARE_SIZE, XX

__all__ = [
    "Arrow", "CHECK_GRADIENT", "COORDS", "DEFAULT_COLORS", "MARGIN", "PIECES", "SQUARE_SIZE", "SvgWrapper", "XX",
    "bitboard", "board", "piece", "row", "rows",
]  # fmt: skip
