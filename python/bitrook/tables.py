"""The lookup tables of the core as read-only buffers, and slider attacks computed by a given method.

A LookupTable is a read-only view of the core's own memory. Its items are unsigned 64-bit words (format "Q"), in most tables
sets of squares. Indexing returns ints, `numpy.asarray(table)` returns a uint64 array without copying, and notebooks
display some of the sets as pictures. An index is a square (0 to 63, a1 = 0), a file, a rank or a color (BLACK = 0,
WHITE = 1), as documented for each table. Tables with two dimensions take both indices at once.

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

from ._core import _tables, _TableView
from ._core import bishop_attacks as bishop_attacks
from ._core import de_bruijn_lsb as de_bruijn_lsb
from ._core import de_bruijn_msb as de_bruijn_msb
from ._core import de_bruijn_sequence as _de_bruijn_sequence
from ._core import queen_attacks as queen_attacks
from ._core import rook_attacks as rook_attacks
from ._core import slider_methods as _slider_methods


class LookupTable(_TableView):
    """A read-only table of words, which is a buffer and can be indexed like a memoryview.

    >>> from bitrook import tables
    >>> tables.pawn_attacks
    <LookupTable pawn_attacks: 2 x 64 words, by color and square>
    """

    __slots__ = ("_axes", "_name")

    _axes: tuple[str, ...]
    _name: str

    @property
    def _view(self) -> memoryview[int]:
        return memoryview(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each dimension."""
        return self._view.shape or ()

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._view.ndim

    @property
    def format(self) -> str:
        """The format of a word in the notation of the module struct: "Q", or "B" for bytes."""
        return self._view.format

    @property
    def itemsize(self) -> int:
        """The size of a word, in bytes."""
        return self._view.itemsize

    @property
    def nbytes(self) -> int:
        """The size of the table, in bytes."""
        return self._view.nbytes

    @property
    def readonly(self) -> bool:
        """Always True."""
        return self._view.readonly

    def tolist(self) -> list[int]:
        """Return the words as a list, or as a list of lists if the table has two dimensions."""
        return self._view.tolist()

    def tobytes(self) -> bytes:
        """Return the words as bytes, in the machine's byte order."""
        return self._view.tobytes()

    def __eq__(self, other: object) -> bool:
        return self._view == (other._view if isinstance(other, LookupTable) else other)

    def __hash__(self) -> int:
        return hash(self.tobytes())

    def __reduce__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        words = "bytes" if self.itemsize == 1 else "words"
        return f"<LookupTable {self._name}: {' x '.join(map(str, self.shape))} {words}, by {' and '.join(self._axes)}>"

    def _repr_svg_(self) -> str | None:
        """Return a picture of a few of its sets, or None if its words are not sets."""
        from .svg._notebook import table_svg

        return None if "magics" in self._name or self.format != "Q" else table_svg(self, self._name, self._axes)


def _table(name: str, *axes: str) -> LookupTable:
    table = LookupTable(_tables[name])
    table._name, table._axes = name, axes
    return table


square_bits: LookupTable = _table("square_bits", "square")
"""(64,) by square: the set that contains only the square."""

mask_rank: LookupTable = _table("mask_rank", "rank")
"""(8,) by rank: its squares."""
clear_rank: LookupTable = _table("clear_rank", "rank")
"""(8,) by rank: all squares that are not on it."""
mask_file: LookupTable = _table("mask_file", "file")
"""(8,) by file: its squares."""
clear_file: LookupTable = _table("clear_file", "file")
"""(8,) by file: all squares that are not on it."""
diagonals: LookupTable = _table("diagonals", "number")
"""(15,) by rank - file + 7: the diagonals parallel to a1-h8, which is number 7. Number 0 is only h1, 14 only a8."""
anti_diagonals: LookupTable = _table("anti_diagonals", "number")
"""(15,) by rank + file: the diagonals parallel to a8-h1, which is number 7. Number 0 is only a1, 14 only h8."""

knight_attacks: LookupTable = _table("knight_attacks", "square")
"""(64,) by square: a knight's attacks."""
king_attacks: LookupTable = _table("king_attacks", "square")
"""(64,) by square: a king's attacks."""
pawn_attacks: LookupTable = _table("pawn_attacks", "color", "square")
"""(2, 64) by color and square: a pawn's attacks."""
pawn_pushes: LookupTable = _table("pawn_pushes", "color", "square")
"""(2, 64) by color and square: a pawn's pushes on an empty board, single and double."""
rook_rays: LookupTable = _table("rook_rays", "square")
"""(64,) by square: a rook's attacks on an empty board."""
bishop_rays: LookupTable = _table("bishop_rays", "square")
"""(64,) by square: a bishop's attacks on an empty board."""
queen_rays: LookupTable = _table("queen_rays", "square")
"""(64,) by square: a queen's attacks on an empty board."""

between: LookupTable = _table("between", "square", "square")
"""(64, 64) by two squares: the squares strictly between them; 0 if they are not aligned."""
line: LookupTable = _table("line", "square", "square")
"""(64, 64) by two squares: the whole line through both, from edge to edge; 0 if they are not aligned."""

rook_relevant: LookupTable = _table("rook_relevant", "square")
"""(64,) by square: the squares whose occupancy affects a rook's attacks."""
bishop_relevant: LookupTable = _table("bishop_relevant", "square")
"""(64,) by square: the squares whose occupancy affects a bishop's attacks."""
rook_magics: LookupTable = _table("rook_magics", "square")
"""(64,) by square: the magic factor that maps a rook's relevant occupancies to indices."""
bishop_magics: LookupTable = _table("bishop_magics", "square")
"""(64,) by square: the magic factor that maps a bishop's relevant occupancies to indices."""

de_bruijn_sequence: int = _de_bruijn_sequence()
"""A De Bruijn sequence B(2, 6) as an int: read as a ring, its 64 bits contain each 6-bit number once."""
de_bruijn_shifts: LookupTable = _table("de_bruijn_shifts", "number")
"""(64,) by 6-bit number, format "B": the left shift of the sequence that brings this number to the top."""

slider_methods: tuple[str, ...] = _slider_methods()
"""The values that rook_attacks(), bishop_attacks() and queen_attacks() accept as *method* in this build."""
