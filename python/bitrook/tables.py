"""The lookup tables of the core as read-only memoryviews, and slider attacks by each known method.

A table is a memoryview of unsigned 64-bit words (format "Q", sets of squares) in the core's own memory. Indexing gives
ints; `numpy.asarray(table)` is an array of uint64, without a copy. The first index is a square (0..63, a1 = 0), file,
rank or color (BLACK = 0, WHITE = 1), as each table says. Tables of shape (a, b) take both indices at once.

>>> from bitrook import A1, E4, H8, WHITE, Bitboard, tables
>>> Bitboard(tables.pawn_attacks[WHITE, E4]).names()
['d5', 'f5']
>>> Bitboard(tables.between[A1, H8]).names()
['b2', 'c3', 'd4', 'e5', 'f6', 'g7']
>>> tables.mask_file[4] == tables.mask_file[0] << 4
True
>>> all(tables.rook_attacks(E4, 0, method) == tables.rook_rays[E4] for method in tables.slider_methods)
True
"""

from __future__ import annotations

from ._core import _tables
from ._core import bishop_attacks as bishop_attacks
from ._core import de_bruijn_lsb as de_bruijn_lsb
from ._core import de_bruijn_msb as de_bruijn_msb
from ._core import de_bruijn_sequence as _de_bruijn_sequence
from ._core import queen_attacks as queen_attacks
from ._core import rook_attacks as rook_attacks
from ._core import slider_methods as _slider_methods

Table = memoryview

square_bits: Table[int] = _tables["square_bits"]
"""(64,) by square: the set of that square alone."""

mask_rank: Table[int] = _tables["mask_rank"]
"""(8,) by rank: its squares."""
clear_rank: Table[int] = _tables["clear_rank"]
"""(8,) by rank: all squares except its own."""
mask_file: Table[int] = _tables["mask_file"]
"""(8,) by file: its squares."""
clear_file: Table[int] = _tables["clear_file"]
"""(8,) by file: all squares except its own."""
diagonals: Table[int] = _tables["diagonals"]
"""(15,) by rank - file + 7: the diagonals parallel to a1-h8, which is number 7; 0 is h1 alone, 14 is a8 alone."""
anti_diagonals: Table[int] = _tables["anti_diagonals"]
"""(15,) by rank + file: the diagonals parallel to a8-h1, which is number 7; 0 is a1 alone, 14 is h8 alone."""

knight_attacks: Table[int] = _tables["knight_attacks"]
"""(64,) by square: a knight's attacks."""
king_attacks: Table[int] = _tables["king_attacks"]
"""(64,) by square: a king's attacks."""
pawn_attacks: Table[int] = _tables["pawn_attacks"]
"""(2, 64) by color and square: a pawn's attacks."""
pawn_pushes: Table[int] = _tables["pawn_pushes"]
"""(2, 64) by color and square: a pawn's pushes on an empty board, single and double."""
rook_rays: Table[int] = _tables["rook_rays"]
"""(64,) by square: a rook's attacks on an empty board."""
bishop_rays: Table[int] = _tables["bishop_rays"]
"""(64,) by square: a bishop's attacks on an empty board."""
queen_rays: Table[int] = _tables["queen_rays"]
"""(64,) by square: a queen's attacks on an empty board."""

between: Table[int] = _tables["between"]
"""(64, 64) by two squares: the squares strictly between them; 0 if they are not on one line."""
line: Table[int] = _tables["line"]
"""(64, 64) by two squares: the whole line through both, from edge to edge; 0 if they are not on one line."""

rook_relevant: Table[int] = _tables["rook_relevant"]
"""(64,) by square: the squares whose occupancy affects a rook's attacks."""
bishop_relevant: Table[int] = _tables["bishop_relevant"]
"""(64,) by square: the squares whose occupancy affects a bishop's attacks."""
rook_magics: Table[int] = _tables["rook_magics"]
"""(64,) by square: the magic factor for a rook's relevant occupancies (see "magic bitboards")."""
bishop_magics: Table[int] = _tables["bishop_magics"]
"""(64,) by square: the magic factor for a bishop's relevant occupancies."""

de_bruijn_sequence: int = _de_bruijn_sequence()
"""A De Bruijn sequence B(2, 6) as an int: read as a ring, its 64 bits contain each 6-bit number once."""
de_bruijn_shifts: Table[int] = _tables["de_bruijn_shifts"]
"""(64,) by 6-bit number, format "B": the left shift of the sequence that brings this number to the top."""

slider_methods: tuple[str, ...] = _slider_methods()
"""The names that rook_attacks(), bishop_attacks() and queen_attacks() take as *method* in this build."""
