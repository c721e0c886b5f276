"""The tables of a bitboard program as read-only memoryviews, and the attacks of sliders by each known method.

A table is a memoryview of unsigned 64-bit words (format "Q"): indexing gives ints, `numpy.asarray(table)` an array of
uint64 without a copy. Tables of two dimensions are indexed with both at once, as in `between[A1, H8]`; where the first
is a color it is WHITE or BLACK.

    from bitrook import tables, E4, WHITE
    tables.mask_file[4]                  # the e-file
    tables.pawn_attacks[WHITE, E4]
    tables.rook_attacks(E4, occupied=0)
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
"""By square (64): the set of that square alone."""

mask_rank: Table[int] = _tables["mask_rank"]
"""By rank (8): its squares."""
clear_rank: Table[int] = _tables["clear_rank"]
"""By rank (8): all squares but its own."""
mask_file: Table[int] = _tables["mask_file"]
"""By file (8): its squares."""
clear_file: Table[int] = _tables["clear_file"]
"""By file (8): all squares but its own."""
diagonals: Table[int] = _tables["diagonals"]
"""By rank - file + 7 (15): the diagonals parallel to a1-h8, which is 7; h1 alone is 0, a8 alone 14."""
anti_diagonals: Table[int] = _tables["anti_diagonals"]
"""By rank + file (15): the diagonals parallel to a8-h1, which is 7; a1 alone is 0, h8 alone 14."""

knight_attacks: Table[int] = _tables["knight_attacks"]
"""By square (64): what a knight attacks."""
king_attacks: Table[int] = _tables["king_attacks"]
"""By square (64): what a king attacks."""
pawn_attacks: Table[int] = _tables["pawn_attacks"]
"""By color and square (2 x 64): what a pawn attacks."""
pawn_pushes: Table[int] = _tables["pawn_pushes"]
"""By color and square (2 x 64): where a pawn steps on an empty board, two squares from its second rank."""
rook_rays: Table[int] = _tables["rook_rays"]
"""By square (64): what a rook attacks on an empty board."""
bishop_rays: Table[int] = _tables["bishop_rays"]
"""By square (64): what a bishop attacks on an empty board."""
queen_rays: Table[int] = _tables["queen_rays"]
"""By square (64): what a queen attacks on an empty board."""

between: Table[int] = _tables["between"]
"""By two squares (64 x 64): the squares strictly between them; 0 if they are not in line."""
line: Table[int] = _tables["line"]
"""By two squares (64 x 64): the whole line through them, from edge to edge; 0 if there is none."""

rook_relevant: Table[int] = _tables["rook_relevant"]
"""By square (64): the squares whose occupancy changes what a rook attacks."""
bishop_relevant: Table[int] = _tables["bishop_relevant"]
"""By square (64): the squares whose occupancy changes what a bishop attacks."""
rook_magics: Table[int] = _tables["rook_magics"]
"""By square (64): the factor that sends a rook's relevant occupancies to the top bits without harmful collisions."""
bishop_magics: Table[int] = _tables["bishop_magics"]
"""By square (64): the factor that sends a bishop's relevant occupancies to the top bits."""

de_bruijn_sequence: int = _de_bruijn_sequence()
"""A ring of 64 binary digits in which each word of six digits stands exactly once."""
de_bruijn_shifts: Table[int] = _tables["de_bruijn_shifts"]
"""By six-digit word (64, format "B"): how far to shift the ring to the left to bring that word to the top."""

slider_methods: tuple[str, ...] = _slider_methods()
"""The methods that rook_attacks, bishop_attacks and queen_attacks can be asked for in this build."""
