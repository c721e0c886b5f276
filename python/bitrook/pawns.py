"""Analyze pawn structures with functions that take and return sets of squares as ints or arrays.

*own* and *enemy* are the pawns of *color* and of the other color. With NumPy arrays of uint64, of any shapes that can be
broadcast together, all functions but king_zone() return an array. Board has equivalent methods for the pawns on the
board, such as Board.passed_pawns(), and so has bitrook.batch.Boards, which also takes columns of packed positions:
``Boards(table["position"]).passed_pawns(WHITE)``.

>>> from bitrook import WHITE, Bitboard, Board, pawns
>>> board = Board("4k3/p6p/8/3P4/8/3P4/P6P/4K3 w - - 0 1")
>>> white, black = (board.pawns & pieces for pieces in (board.occupied_co[1], board.occupied_co[0]))
>>> Bitboard(pawns.passed(WHITE, white, black)).names()
['d3', 'd5']
>>> Bitboard(pawns.doubled(WHITE, white)).names()
['d3']
>>> Bitboard(pawns.isolated(white)).names()
['a2', 'h2', 'd3', 'd5']
>>> pawns.open_files(white, black).bit_count()
40
>>> import numpy as np
>>> pawns.isolated(np.array([0x0300, 0x0500], np.uint64))
array([   0, 1280], dtype=uint64)
"""

from ._core import attack_span as attack_span
from ._core import backward as backward
from ._core import connected as connected
from ._core import doubled as doubled
from ._core import front_span as front_span
from ._core import half_open_files as half_open_files
from ._core import isolated as isolated
from ._core import king_zone as king_zone
from ._core import open_files as open_files
from ._core import outposts as outposts
from ._core import passed as passed
