"""The native core: the types and functions of every build."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import Field
from typing import Any, ClassVar, Final, Literal, SupportsIndex, SupportsInt, TypeAlias, final, overload

from typing_extensions import Buffer, Never, Self, disjoint_base

from ._board import Outcome, Status
from .batch import Boards

EnPassantSpec: TypeAlias = Literal["legal", "fen", "xfen"]

_Squares: TypeAlias = SupportsInt | Iterable[int]
_EpdOperand: TypeAlias = "None | str | int | float | Move | list[Move]"
_Words: TypeAlias = _Squares | str
_Numbers: TypeAlias = Iterable[Any] | Buffer
_Set: TypeAlias = int | SquareSet | Set[int]

__version__: Final[str]
_build: Final[str]
_compiler: Final[str]
_flags: Final[str]
_sliders: Final[str]
_checked: Final[bool]
_C_API: Final[object]

class InvalidMoveError(ValueError):
    """The text does not have the form of a move."""

class IllegalMoveError(ValueError):
    """The move is not legal in the position. The message gives the reason."""

class AmbiguousMoveError(ValueError):
    """The text matches several legal moves."""

@disjoint_base
class Move:
    """A move: an origin, a target and, for a promotion or a drop, a piece type.

    *from_square* and *to_square* are in 0..63 (a1 = 0), *promotion* and *drop* in 1..6, None or 0, which means
    None but is kept. Moves are hashable and ordered as the tuple of these four members. Moves of different
    classes are not equal. ``Move(0, 0)`` is the null move and the only move that is false.

    You can assign to the attributes of a move that you created with this call, from_uci() or copy.copy():
    ``move.promotion = QUEEN``. Moves that bitrook returns are shared; assigning to their attributes raises
    AttributeError. Copy them first.

    :raises ValueError: for a value out of range, or for both *promotion* and *drop*.
    """

    __match_args__ = ("from_square", "to_square", "promotion", "drop")
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    from_square: int
    """The origin, 0..63."""
    to_square: int
    """The target, 0..63."""
    promotion: int | None
    """The piece type of a promotion, 1..6, or None."""
    drop: int | None
    """The piece type of a drop, 1..6, or None."""
    def __init__(
        self, from_square: int, to_square: int, promotion: int | None = None, drop: int | None = None
    ) -> None: ...
    @property
    def word(self) -> int:
        """The move as 16 bits: origin in bits 0-5, target in bits 6-11, promotion or 8 + drop in bits 12-15."""
    @classmethod
    def from_uci(cls, uci: str) -> Self:
        """Return the move that *uci* denotes. Checks the notation only, not a position.

        Accepts two different squares, optionally followed by a lowercase piece letter ('a7a8q'), a drop ('P@e4'), and
        '0000'.

        :raises InvalidMoveError: for any other text.
        """
    @classmethod
    def from_word(cls, word: int) -> Self:
        """Return the move with this ``word``.

        :raises ValueError: if it does not encode a move.
        """
    @classmethod
    def null(cls) -> Self:
        """Return the null move, which passes the turn."""
    def uci(self) -> str:
        """Return the move in UCI notation: 'e2e4', 'a7a8q', 'P@e4', or '0000' for the null move."""
    def xboard(self) -> str:
        """Return the move as uci() does, but '@@@@' for the null move."""
    def __bool__(self) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Move, /) -> bool: ...
    def __le__(self, value: Move, /) -> bool: ...
    def __gt__(self, value: Move, /) -> bool: ...
    def __ge__(self, value: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...

@disjoint_base
class Piece:
    """A piece: its type (PAWN to KING, 1..6) and its color (WHITE or BLACK).

    Hashes are 0..11 (PNBRQK, then pnbrqk). Pieces are ordered as the tuple of their two members.

    You can assign to the attributes of a piece that you created with this call, from_symbol() or copy.copy().
    Pieces that bitrook returns are shared; assigning to their attributes raises AttributeError. Copy them first.

    :raises ValueError: unless *piece_type* is in 1..6.
    """

    __match_args__ = ("piece_type", "color")
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    piece_type: int
    """The type of the piece, 1..6."""
    color: bool
    """WHITE (True) or BLACK (False)."""
    def __init__(self, piece_type: int, color: bool) -> None: ...
    @classmethod
    def from_symbol(cls, symbol: str) -> Self:
        """Return the piece with this letter, uppercase for White.

        :raises ValueError: for any other text.
        """
    def symbol(self) -> str:
        """Return the letter of the piece: P, N, B, R, Q or K, lower-case for Black."""
    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Return the Unicode chess symbol of the piece.

        *invert_color* returns the symbol of the other color, for dark backgrounds.
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Piece, /) -> bool: ...
    def __le__(self, value: Piece, /) -> bool: ...
    def __gt__(self, value: Piece, /) -> bool: ...
    def __ge__(self, value: Piece, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...

@final
class Bitboard(int):
    """An immutable set of squares: an int whose operators are those of a 64-bit set.

    *squares* is an int (taken modulo 2^64), a SquareSet, an iterable of squares and of names, or a text: a
    diagram of eight ranks, 64 binary digits (h8 first), a number after 0x or 0b, or names of squares. Note that
    Bitboard(E4) is the word 28: write Bitboard.from_square(E4), Bitboard([E4]) or Bitboard('e4').

    Equality, order and hash are those of the int. The operators ~ & | ^ << and >> return Bitboards, also with
    an int, a SquareSet or a set on the other side. Shifts drop the bits that leave the word. + - * and unary -
    are arithmetic modulo 2^64 with ints and return Bitboards, so b & (b - 1) is b without its first square and
    b & -b that square alone, as in C. The difference of sets is a & ~b, or a.difference(b). Other arithmetic
    is that of ints and returns ints.

    As a collection it contains squares: len() counts them, iteration goes from a1 to h8, and `in` tests a
    square. str() draws the board, rank 8 first; format() takes the format codes of an int.

    Directions are the constants NORTH, SOUTH, EAST, WEST, NORTH_EAST and so on of this class, or their names
    in lower case.

    :raises ValueError: for another text.
    """

    NORTH: Final[int]
    SOUTH: Final[int]
    EAST: Final[int]
    WEST: Final[int]
    NORTH_EAST: Final[int]
    NORTH_WEST: Final[int]
    SOUTH_EAST: Final[int]
    SOUTH_WEST: Final[int]
    def __new__(cls, squares: SupportsInt | str | Iterable[int | str] = 0) -> Bitboard: ...
    @classmethod
    def from_square(cls, square: int) -> Bitboard:
        """Return the set with only that square."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __reversed__(self) -> Iterator[int]: ...
    def __contains__(self, square: int, /) -> bool: ...
    def __invert__(self) -> Bitboard: ...
    def __and__(self, other: _Set, /) -> Bitboard: ...
    # Ignored, here and for the other operators: `int & Bitboard` is a Bitboard, as this method comes before int's.
    def __rand__(self, other: _Set, /) -> Bitboard: ...  # type: ignore[misc]
    def __or__(self, other: _Set, /) -> Bitboard: ...
    def __ror__(self, other: _Set, /) -> Bitboard: ...  # type: ignore[misc]
    def __xor__(self, other: _Set, /) -> Bitboard: ...
    def __rxor__(self, other: _Set, /) -> Bitboard: ...  # type: ignore[misc]
    def __add__(self, other: int, /) -> Bitboard: ...
    def __radd__(self, other: int, /) -> Bitboard: ...
    def __sub__(self, other: int, /) -> Bitboard: ...
    def __rsub__(self, other: int, /) -> Bitboard: ...
    def __mul__(self, other: int, /) -> Bitboard: ...
    def __rmul__(self, other: int, /) -> Bitboard: ...
    def __neg__(self) -> Bitboard: ...
    def __lshift__(self, shift: int, /) -> Bitboard: ...
    def __rshift__(self, shift: int, /) -> Bitboard: ...
    def contains(self, square: int) -> bool:
        """Return True if *square* is in the set. Same as `in`."""
    def subset_of(self, other: _Words) -> bool:
        """Return True if every square of this set is in *other*."""
    def superset_of(self, other: _Words) -> bool:
        """Return True if every square of *other* is in this set."""
    def disjoint(self, other: _Words) -> bool:
        """Return True if the sets have no square in common."""
    def meets(self, other: _Words) -> bool:
        """Return True if the sets have a square in common."""
    def count(self) -> int:
        """Return the number of squares. Same as len()."""
    def empty(self) -> bool:
        """Return True if the set has no square."""
    def any(self) -> bool:
        """Return True if the set has a square."""
    def many(self) -> bool:
        """Return True if the set has more than one square."""
    def first(self) -> int:
        """Return the lowest square.

        :raises ValueError: if the set is empty.
        """
    def last(self) -> int:
        """Return the highest square.

        :raises ValueError: if the set is empty.
        """
    def isolated_first(self) -> Bitboard:
        """Return the set with only its lowest square. An empty set returns itself."""
    def without_first(self) -> Bitboard:
        """Return the set without its lowest square."""
    def without_last(self) -> Bitboard:
        """Return the set without its highest square."""
    def difference(self, other: _Words) -> Bitboard:
        """Return the squares of this set that are not in *other*: a & ~b."""
    def reversed(self) -> Iterator[int]:
        """Return an iterator from the highest square to the lowest."""
    def subsets(self) -> Iterator[Bitboard]:
        """Return an iterator over all 2^n subsets, from the empty set to the set itself."""
    def shifted(self, direction: int | str, steps: int = 1) -> Bitboard:
        """Return the set shifted by *steps* squares in a direction; negative *steps* go the other way.

        Squares that leave the board are dropped; they do not wrap around.

        :raises ValueError: for an invalid direction.
        """
    def fill(self, direction: int | str, through: _Words | None = None) -> Bitboard:
        """Return the set and the squares that its squares reach in a direction.

        The fill continues to the edge of the board or, with *through*, as long as the squares are in that set.

        :raises ValueError: for an invalid direction.
        """
    def ray_attacks(self, direction: int | str, empty: _Words | None = None) -> Bitboard:
        """Return the squares that sliding pieces on this set attack in a direction.

        *empty* is the set of empty squares, by default all. A ray ends at the first square that is not empty and
        includes it.

        :raises ValueError: for an invalid direction.
        """
    def north_fill(self) -> Bitboard:
        """Return the set and all squares north of it."""
    def south_fill(self) -> Bitboard:
        """Return the set and all squares south of it."""
    def file_fill(self) -> Bitboard:
        """Return all files that contain a square of the set."""
    def flood_fill(self, through: _Words) -> Bitboard:
        """Return the set and the squares of *through* that a king can reach from it without leaving *through*."""
    def flipped_vertical(self) -> Bitboard:
        """Return the set upside down: a1 becomes a8."""
    def flipped_horizontal(self) -> Bitboard:
        """Return the set mirrored: a1 becomes h1."""
    def flipped_diagonal(self) -> Bitboard:
        """Return the set flipped at the diagonal a1-h8: a8 becomes h1."""
    def flipped_anti_diagonal(self) -> Bitboard:
        """Return the set flipped at the diagonal a8-h1: a1 becomes h8."""
    def rotated_180(self) -> Bitboard:
        """Return the set rotated by 180 degrees: a1 becomes h8."""
    def rotated_90_clockwise(self) -> Bitboard:
        """Return the set rotated by 90 degrees clockwise: a1 becomes a8."""
    def rotated_90_anticlockwise(self) -> Bitboard:
        """Return the set rotated by 90 degrees anticlockwise: a1 becomes h1."""
    def knight_attacks(self) -> Bitboard:
        """Return the squares that knights on this set attack."""
    def king_attacks(self) -> Bitboard:
        """Return the squares that kings on this set attack."""
    def pawn_attacks(self, color: bool) -> Bitboard:
        """Return the squares that pawns of *color* on this set attack."""
    def digits(self) -> str:
        """Return the word as 64 binary digits, h8 first."""
    def names(self) -> list[str]:
        """Return the names of the squares as a list, from a1 to h8."""
    def diagram(
        self, *, set_square: str | None = None, empty_square: str | None = None, coordinates: bool = False
    ) -> str:
        """Return the board as eight lines, rank 8 first.

        *set_square* and *empty_square* are the texts for a square, by default '1' and '.'. *coordinates* adds
        the names of ranks and files.
        """
    def svg(self, *, size: int = 200) -> str:
        """Return a picture of the board as SVG, *size* pixels wide.

        :raises ValueError: unless *size* is positive.
        """
    def _repr_svg_(self) -> str: ...

@final
class Layout:
    """The placement of a board as one board layout stores it: a copy made by Board.layout().

    The words have names: layout.white_pawns and layout['white_pawns'] are the same int, and layout[0]
    is the first word. A layout is a read-only buffer of its words: memoryview(layout) has the format
    'Q' and numpy.asarray(layout) the dtype uint64, without a copy. The layout 'squares' has 64 bytes
    instead (format 'B'), from a1 to h8: 0 for an empty square, otherwise twice the piece type, plus 1
    for Black. Layouts are immutable and hashable. str() draws the boards.
    """

    @property
    def name(self) -> str:
        """The name of the layout: classical, indexed, dense, quad or squares."""
    @property
    def names(self) -> tuple[str, ...]:
        """The names of the words, in order, as a tuple."""
    def piece_at(self, square: int) -> Piece | None:
        """Return the piece on *square*, or None.

        :raises IndexError: unless *square* is in 0..63.
        """
    def converted(self, name: str) -> Layout:
        """Return the same pieces in the layout *name*.

        :raises ValueError: if there is no such layout.
        """
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __getitem__(self, key: int | str, /) -> int: ...
    def __getattr__(self, name: str, /) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __buffer__(self, flags: int, /) -> memoryview[int]: ...

@disjoint_base
class SquareSet:
    """A mutable set of squares.

    *squares* is a mask (an int or an object with __int__, taken modulo 2^64) or an iterable of squares. Note
    that SquareSet(E4) is the mask 28: write SquareSet.from_square(E4) or SquareSet([E4]).

    The other operand of an operator and the arguments of methods can be anything that the constructor
    takes. A SquareSet equals ints and iterables of the same squares and is not hashable. Where a square is
    taken, numbers above 63 raise IndexError and negative ones count from h8.
    """

    mask: int
    """The set as an int."""
    def __init__(self, squares: SupportsInt | Iterable[int] = 0) -> None: ...
    @classmethod
    def ray(cls, a: int, b: int) -> Self:
        """Return the whole line through two squares of a rank, file or diagonal; otherwise the empty set."""
    @classmethod
    def between(cls, a: int, b: int) -> Self:
        """Return the squares strictly between two squares of a line; otherwise the empty set."""
    @classmethod
    def from_square(cls, square: int) -> Self:
        """Return the set with only that square."""
    def __contains__(self, square: int, /) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __reversed__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: SquareSet, /) -> bool: ...
    def __le__(self, other: SquareSet, /) -> bool: ...
    def __gt__(self, other: SquareSet, /) -> bool: ...
    def __ge__(self, other: SquareSet, /) -> bool: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __invert__(self) -> SquareSet: ...
    def __and__(self, other: _Squares, /) -> SquareSet: ...
    def __rand__(self, other: _Squares, /) -> SquareSet: ...
    def __iand__(self, other: _Squares, /) -> Self: ...
    def __or__(self, other: _Squares, /) -> SquareSet: ...
    def __ror__(self, other: _Squares, /) -> SquareSet: ...
    def __ior__(self, other: _Squares, /) -> Self: ...
    def __xor__(self, other: _Squares, /) -> SquareSet: ...
    def __rxor__(self, other: _Squares, /) -> SquareSet: ...
    def __ixor__(self, other: _Squares, /) -> Self: ...
    def __sub__(self, other: _Squares, /) -> SquareSet: ...
    def __rsub__(self, other: _Squares, /) -> SquareSet: ...
    def __isub__(self, other: _Squares, /) -> Self: ...
    def __lshift__(self, shift: int, /) -> SquareSet: ...
    def __ilshift__(self, shift: int, /) -> Self: ...
    def __rshift__(self, shift: int, /) -> SquareSet: ...
    def __irshift__(self, shift: int, /) -> Self: ...
    def __rlshift__(self, other: Never, /) -> Never: ...
    def __rrshift__(self, other: Never, /) -> Never: ...
    def add(self, square: int) -> None:
        """Add *square*."""
    def discard(self, square: int) -> None:
        """Remove *square* if it is in the set."""
    def remove(self, square: int) -> None:
        """Remove *square*.

        :raises KeyError: if it is not in the set.
        """
    def pop(self) -> int:
        """Remove the lowest square and return it.

        :raises KeyError: if the set is empty.
        """
    def clear(self) -> None:
        """Remove all squares."""
    def isdisjoint(self, other: _Squares) -> bool:
        """Return True if the sets have no square in common."""
    def issubset(self, other: _Squares) -> bool:
        """Return True if every square of this set is in *other*."""
    def issuperset(self, other: _Squares) -> bool:
        """Return True if every square of *other* is in this set."""
    def union(self, other: _Squares) -> SquareSet:
        """Return the squares that are in either set."""
    def intersection(self, other: _Squares) -> SquareSet:
        """Return the squares that are in both sets."""
    def difference(self, other: _Squares) -> SquareSet:
        """Return the squares of this set that are not in *other*."""
    def symmetric_difference(self, other: _Squares) -> SquareSet:
        """Return the squares that are in exactly one of the sets."""
    def update(self, *others: _Squares) -> None:
        """Add the squares of all *others*."""
    def intersection_update(self, *others: _Squares) -> None:
        """Keep only the squares that are in all *others*."""
    def difference_update(self, other: _Squares) -> None:
        """Remove the squares of *other*."""
    def symmetric_difference_update(self, other: _Squares) -> None:
        """Keep the squares that are in exactly one of the sets."""
    def copy(self) -> SquareSet:
        """Return a new set of the same squares."""
    def carry_rippler(self) -> Iterator[int]:
        """Return an iterator over all subsets, as ints, the empty set first."""
    def mirror(self) -> SquareSet:
        """Return the set upside down: a1 becomes a8."""
    def tolist(self) -> list[bool]:
        """Return a list of 64 bools, from a1 to h8."""
    def _repr_svg_(self) -> str: ...

@disjoint_base
class BaseBoard:
    """The placement of pieces, without turn, castling rights and history.

    Set up from *board_fen*, the first field of a FEN, by default that of the start of a game; None is an empty
    board. Boards are equal if their placements are. A board can change, so it is not hashable.

    :raises ValueError: if the text is invalid. The message names the problem and the offset.
    """

    pawns: int
    """The set of pawns."""
    knights: int
    """The set of knights."""
    bishops: int
    """The set of bishops."""
    rooks: int
    """The set of rooks."""
    queens: int
    """The set of queens."""
    kings: int
    """The set of kings."""
    occupied: int
    """The set of all pieces."""
    @property
    def occupied_co(self) -> tuple[int, int]:
        """The sets of Black's and of White's pieces, indexed by color: ``occupied_co[WHITE]``."""
    @occupied_co.setter
    def occupied_co(self, value: Sequence[int]) -> None: ...
    promoted: int
    """The set of pieces that were promoted from pawns."""
    def __init__(self, board_fen: str | None = ...) -> None: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    @classmethod
    def empty(cls) -> Self:
        """Return a board without pieces."""
    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Return a board with the Chess960 starting position of that number.

        :raises ValueError: unless it is in 0..959.
        """
    def piece_at(self, square: int) -> Piece | None:
        """Return the piece on *square*, or None.

        :raises IndexError: if *square* is above 63.
        """
    def piece_type_at(self, square: int) -> int | None:
        """Return the type of the piece on *square*, 1..6, or None."""
    def color_at(self, square: int) -> bool | None:
        """Return the color of the piece on *square*, or None."""
    def king(self, color: bool) -> int | None:
        """Return the square of the king of *color*, or None.

        Promoted kings do not count. If there are several kings, returns the highest square.
        """
    def piece_count(self) -> int:
        """Return the number of pieces."""
    def layout(self, name: str) -> Layout:
        """Return a copy of the placement as one board layout stores it, a Layout.

        *name* is 'classical' (twelve sets by name and three derived ones), 'indexed' (fourteen sets in an array,
        then occupied and empty) or 'dense' (two sets by color and six by type); or one of two further views, 'quad'
        (four words, the binary digits of the piece on each square) and 'squares' (a list of 64).

        :raises ValueError: for another name.
        """
    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """Return the pieces of *piece_type* and *color* as an int. See pieces()."""
    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        """Return the pieces of *piece_type* and *color* as a SquareSet.

        :raises AssertionError: unless *piece_type* is in 1..6.
        """
    def piece_map(self, *, mask: int = ...) -> dict[int, Piece]:
        """Return a dictionary from squares to pieces, from h8 down, of the squares in *mask*."""
    def attacks_mask(self, square: int) -> int:
        """Return the attacks from *square* as an int. See attacks()."""
    def attacks(self, square: int) -> SquareSet:
        """Return the squares that the piece on *square* attacks; an empty set without one.

        Pins are ignored. A pawn attacks the squares on which it can capture.
        """
    def attackers_mask(self, color: bool, square: int, occupied: int | None = None) -> int:
        """Return the attackers of *square* as an int. *occupied* is an int, too. See attackers()."""
    def is_attacked_by(self, color: bool, square: int, occupied: _Squares | None = None) -> bool:
        """Return True if *color* attacks *square*. See attackers()."""
    def attackers(self, color: bool, square: int, occupied: _Squares | None = None) -> SquareSet:
        """Return the pieces of *color* that attack *square*. Pins are ignored.

        *occupied* replaces the set of pieces that block sliding pieces. Without a piece in it, sliders attack
        through that piece's square.
        """
    def pin_mask(self, color: bool, square: int) -> int:
        """Return the line of a pin as an int. See pin()."""
    def pin(self, color: bool, square: int) -> SquareSet:
        """Return the line to which a piece of *color* on *square* is pinned, or all squares if it is not pinned.

        The line runs from the king to the pinning slider, both included.
        """
    def is_pinned(self, color: bool, square: int) -> bool:
        """Return True if *square* is pinned to the king of *color*. See pin()."""
    def set_piece_at(self, square: int, piece: Piece | None, promoted: bool = False) -> None:
        """Put *piece* on *square* in place of the piece there. None removes it. Clears the history of a Board.

        *promoted* marks the piece as promoted from a pawn.
        """
    def remove_piece_at(self, square: int) -> Piece | None:
        """Remove the piece on *square* and return it, or None. Clears the history of a Board."""
    def clear_board(self) -> None:
        """Remove all pieces. Clears the history of a Board."""
    def reset_board(self) -> None:
        """Put the pieces as at the start of a game. Clears the history of a Board."""
    def set_piece_map(self, pieces: Mapping[int, Piece]) -> None:
        """Put the *pieces*, a mapping from squares to pieces, and remove all others.

        Clears the history of a Board.
        """
    def set_board_fen(self, fen: str) -> None:
        """Set up the placement from the first field of a FEN. Clears the history of a Board.

        :raises ValueError: if the text is invalid. The message names the problem and the offset.
        """
    def apply_transform(self, f: Callable[[int], int]) -> None:
        """Apply *f*, a function from int to int such as flip_vertical, to every set of squares.

        Clears the history of a Board.

        :raises ValueError: if the results do not form a board; the board is then unchanged.
        """
    def transform(self, f: Callable[[int], int]) -> Self:
        """Return a copy to which apply_transform() was applied."""
    def apply_mirror(self) -> None:
        """Flip the board vertically and exchange the colors, turn and castling rights included.

        The clocks stay. Clears the history of a Board.
        """
    def mirror(self) -> Self:
        """Return a copy to which apply_mirror() was applied."""
    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up the Chess960 starting position of that number.

        :raises ValueError: unless it is in 0..959.
        """
    def chess960_pos(self) -> int | None:
        """Return the number of the Chess960 starting position of the pieces, 0..959, or None."""
    def copy(self) -> Self:
        """Return a copy of the board. Attributes that programs added are not copied."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: object) -> None: ...
    def board_fen(self, *, promoted: bool | None = False) -> str:
        """Return the placement, the first field of the FEN. *promoted* marks promoted pieces with '~'."""
    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: bool = True,
    ) -> str:
        """Return the board as eight lines of chess symbols.

        *invert_color* swaps filled and outlined symbols, for light text on a dark background. *borders* draws
        lines between the squares and names ranks and files. *empty_square* is printed for an empty square.
        *orientation* is the side at the bottom: WHITE or BLACK.

        >>> print(BaseBoard().unicode(empty_square='.').splitlines()[-1])
        ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
        """
    def _repr_svg_(self) -> str: ...
    def blockers_mask(self, color: bool) -> int:
        """Return the blockers as an int. See blockers()."""
    def blockers(self, color: bool) -> SquareSet:
        """Return the pieces of either color that stand alone between the king of *color* and an enemy slider.

        One of *color* is pinned; an enemy piece can give discovered check.

        >>> from bitrook import BLACK, WHITE, Bitboard, Board
        >>> board = Board("4k3/4n3/8/8/4R3/8/8/4K3 b - - 0 1")
        >>> Bitboard(board.blockers(BLACK)).names(), Bitboard(board.pinners(BLACK)).names()
        (['e7'], ['e4'])
        """
    def pinners_mask(self, color: bool) -> int:
        """Return the pinners as an int. See pinners()."""
    def pinners(self, color: bool) -> SquareSet:
        """Return the enemy sliders that pin a piece of *color* to its king. See blockers()."""
    def attacked_by_mask(self, color: bool) -> int:
        """Return the attacked squares as an int. See attacked_by()."""
    def attacked_by(self, color: bool) -> SquareSet:
        """Return all squares that a piece of *color* attacks. Pins are ignored, as in attackers().

        >>> from bitrook import WHITE, Board
        >>> len(Board().attacked_by(WHITE))
        22
        """
    def xray_attackers_mask(self, color: bool, square: int) -> int:
        """Return the x-ray attackers as an int. See xray_attackers()."""
    def xray_attackers(self, color: bool, square: int) -> SquareSet:
        """Return the sliders of *color* that would attack *square* if the first piece in their way were removed.

        Those that attack it now are not included.

        >>> from bitrook import E8, WHITE, Bitboard, Board
        >>> Bitboard(Board("4k3/4n3/8/8/4R3/8/8/4K3 b - - 0 1").xray_attackers(WHITE, E8)).names()
        ['e4']
        """
    def passed_pawns_mask(self, color: bool) -> int:
        """Return passed_pawns(color) as an int. See passed_pawns()."""
    def passed_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* in front of which no enemy pawn stands, on their file or a neighboring one.

        >>> from bitrook import WHITE, Bitboard, Board
        >>> Bitboard(Board("4k3/p6p/8/3P4/8/8/P6P/4K3 w - - 0 1").passed_pawns(WHITE)).names()
        ['d5']
        """
    def isolated_pawns_mask(self, color: bool) -> int:
        """Return isolated_pawns(color) as an int. See isolated_pawns()."""
    def isolated_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* that have no pawn of their color on a neighboring file."""
    def doubled_pawns_mask(self, color: bool) -> int:
        """Return doubled_pawns(color) as an int. See doubled_pawns()."""
    def doubled_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* that have a pawn of their color in front of them on their file."""
    def backward_pawns_mask(self, color: bool) -> int:
        """Return backward_pawns(color) as an int. See backward_pawns()."""
    def backward_pawns(self, color: bool) -> SquareSet:
        """Return the backward pawns of *color*.

        An enemy pawn attacks the square in front of such a pawn, and no pawn of its color can ever defend that square.
        """
    def connected_pawns_mask(self, color: bool) -> int:
        """Return connected_pawns(color) as an int. See connected_pawns()."""
    def connected_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* that are defended by a pawn of their color or next to one."""
    def pawn_front_span_mask(self, color: bool) -> int:
        """Return pawn_front_span(color) as an int. See pawn_front_span()."""
    def pawn_front_span(self, color: bool) -> SquareSet:
        """Return the squares in front of the pawns of *color*, on their files."""
    def pawn_attack_span_mask(self, color: bool) -> int:
        """Return pawn_attack_span(color) as an int. See pawn_attack_span()."""
    def pawn_attack_span(self, color: bool) -> SquareSet:
        """Return the squares that the pawns of *color* attack now or after they have advanced."""
    def outposts_mask(self, color: bool) -> int:
        """Return outposts(color) as an int. See outposts()."""
    def outposts(self, color: bool) -> SquareSet:
        """Return the outposts of *color*.

        These are the squares on the fourth to sixth rank, as seen from *color*, that a pawn of *color* defends and no
        enemy pawn can ever attack.
        """
    def half_open_files_mask(self, color: bool) -> int:
        """Return half_open_files(color) as an int. See half_open_files()."""
    def half_open_files(self, color: bool) -> SquareSet:
        """Return the squares of the files with enemy pawns and no pawns of *color*."""
    def king_zone_mask(self, color: bool) -> int:
        """Return king_zone(color) as an int. See king_zone()."""
    def king_zone(self, color: bool) -> SquareSet:
        """Return the king of *color*, the squares next to it and those in front of them.

        The set is empty without a king.
        """
    def open_files_mask(self) -> int:
        """Return open_files() as an int. See open_files()."""
    def open_files(self) -> SquareSet:
        """Return the squares of the files without pawns."""
    @property
    def pawn_key(self) -> int:
        """A 64-bit key of the pawns: the XOR of their Zobrist keys; 0 without pawns."""
    @property
    def material_key(self) -> int:
        """A 64-bit key of the material: of how many pieces of each kind there are."""
    @property
    def material(self) -> int:
        """The numbers of pieces as one int, six bits each.

        From the lowest bits up: pawns, knights, bishops, rooks and queens of White, then those of Black. A number
        above 63 counts as 63. See material_counts.
        """
    @property
    def material_counts(self) -> tuple[int, ...]:
        """The numbers of pieces, a tuple of ten: pawns, knights, bishops, rooks and queens of White, then of Black."""
    @property
    def phase(self) -> int:
        """The phase of the game, from 24 with all pieces to 0 with only kings and pawns.

        A knight or bishop counts 1, a rook 2 and a queen 4; the sum is at most 24.
        """

class Board(BaseBoard):
    """A position and the moves that led to it.

    Set up from *fen*, by default the start of a game; None is an empty board. With *chess960*, castling moves
    are encoded as king-takes-rook. Impossible positions are accepted: see status().

    Boards are equal if they have the same placement, turn, usable castling rights, legal en-passant square
    and clocks. A board can change, so it is not hashable.

    :raises ValueError: if the FEN is invalid. The message names the field, the problem and the offset.
    """

    aliases: ClassVar[list[str]]
    uci_variant: ClassVar[str | None]
    xboard_variant: ClassVar[str | None]
    starting_fen: ClassVar[str]
    tbw_suffix: ClassVar[str | None]
    tbz_suffix: ClassVar[str | None]
    tbw_magic: ClassVar[bytes | None]
    tbz_magic: ClassVar[bytes | None]
    pawnless_tbw_suffix: ClassVar[str | None]
    pawnless_tbz_suffix: ClassVar[str | None]
    pawnless_tbw_magic: ClassVar[bytes | None]
    pawnless_tbz_magic: ClassVar[bytes | None]
    connected_kings: ClassVar[bool]
    one_king: ClassVar[bool]
    captures_compulsory: ClassVar[bool]
    turn: bool
    """The side to move: WHITE (True) or BLACK (False)."""
    castling_rights: int
    """The set of rooks with castling rights, as it was set, usable or not: see clean_castling_rights()."""
    ep_square: int | None
    """The square that a pawn passed over with a double push in the last move, or None.

    It is set whether or not a capture there is possible.
    """
    halfmove_clock: int
    """The number of half-moves since the last capture or pawn move."""
    fullmove_number: int
    """The number of the move. It starts at 1 and grows after each move of Black."""
    chess960: bool
    """Whether castling moves are encoded as king-takes-rook, as in Chess960."""
    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of the position, the same as Polyglot's (start: 0x463b96181691fc9c).

        Each move updates it, so reading it costs nothing. It counts an en-passant square if a pawn attacks it, even
        if the capture is illegal; repetition_key does not. Neither counts the clocks.
        """
    @property
    def repetition_key(self) -> int:
        """A 64-bit key, equal for two positions exactly if the repetition rule regards them as the same.

        Positions that are equal by ``==`` when the clocks are ignored have the same key. (Two different positions share a
        key by chance, once in 2^64 pairs.)

        Use it for a hash table or to find repeated positions, and ``key`` for Polyglot's opening books. They differ
        if no capture on the en-passant square is legal, and for some castling rights of Chess960.
        """
    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves, as a collection that follows the board: see LegalMoveGenerator."""
    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The pseudo-legal moves, as a collection that follows the board: see PseudoLegalMoveGenerator."""
    @property
    def move_stack(self) -> _MoveStack:
        """The moves that were pushed, as a sequence that follows the board and cannot be changed by itself.

        Only an empty list can be assigned: it clears the history.
        """
    @move_stack.setter
    def move_stack(self, value: Sequence[Move]) -> None: ...
    def __init__(self, fen: str | None = ..., *, chess960: bool = False) -> None: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """Return a board without pieces, White to move."""
    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Return a board with the Chess960 starting position of that number.

        :raises ValueError: unless it is in 0..959.
        """
    def ply(self) -> int:
        """Return the number of half-moves since the start, from move number and turn."""
    def zobrist_hash(self) -> int:
        """Return ``key``."""
    def checkers_mask(self) -> int:
        """Return the pieces that give check as an int. See checkers()."""
    def checkers(self) -> SquareSet:
        """Return the pieces that give check to the side to move."""
    def is_check(self) -> bool:
        """Return True if the side to move is in check."""
    def was_into_check(self) -> bool:
        """Return True if the side that is not to move is in check. No legal move leads to such a position."""
    def clear(self) -> None:
        """Remove all pieces, castling rights and the history. White is to move; the clocks are 0 and 1."""
    def reset(self) -> None:
        """Set up the start of a game and clear the history."""
    def clear_stack(self) -> None:
        """Clear the history. Positions before this one no longer count as repetitions."""
    def set_fen(self, fen: str) -> None:
        """Set up the position of a FEN and clear the history. Fields after the first may be missing.

        Impossible positions are accepted: see status().

        :raises ValueError: if the text is invalid. The message names the field, the problem and the offset, and the board is
            unchanged.
        """
    def set_castling_fen(self, castling_fen: str) -> None:
        """Set the castling rights from the third field of a FEN, KQkq or the files of rooks; clear the history.

        :raises ValueError: if the text is invalid.
        """
    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up the Chess960 starting position of that number, in Chess960 mode.

        :raises ValueError: unless it is in 0..959.
        """
    def chess960_pos(
        self, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True
    ) -> int | None:
        """Return the number of the Chess960 starting position that this is, 0..959, or None.

        Turn, castling rights and clocks must be those of a start, except those that are ignored.
        """
    def generate_legal_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the legal moves, in python-chess's order.

        *from_mask* and *to_mask* are sets of squares (not squares): origins and targets of the moves. All moves are
        generated at once, so pushing while iterating is safe.
        """
    def list_legal_moves(self) -> list[Move]:
        """Return a new list of the legal moves. Same result as list(board.legal_moves), in about half the time."""
    def count_legal_moves(self) -> int:
        """Return the number of legal moves. Same result as board.legal_moves.count(), in less time."""
    def generate_legal_captures(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the legal captures, en passant last. See generate_legal_moves()."""
    def generate_legal_ep(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the legal en-passant captures. See generate_legal_moves()."""
    def generate_pseudo_legal_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the pseudo-legal moves.

        They can leave the king in check, except that castling is legal. See generate_legal_moves().
        """
    def generate_pseudo_legal_captures(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the pseudo-legal captures. See generate_pseudo_legal_moves()."""
    def generate_pseudo_legal_ep(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the pseudo-legal en-passant captures. See generate_pseudo_legal_moves()."""
    def generate_castling_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the legal castling moves. See generate_legal_moves()."""
    def is_legal(self, move: Move) -> bool:
        """Return True if *move* is legal. Castling may also be written as the king taking its rook."""
    def is_pseudo_legal(self, move: Move) -> bool:
        """Return True if *move* is legal, or would be if it did not leave the king in check."""
    def is_into_check(self, move: Move) -> bool:
        """Return True if *move* would leave the king of the side to move attacked."""
    def gives_check(self, move: Move) -> bool:
        """Return True if *move* would give check. Does not check that it is legal."""
    def gives_checkmate(self, move: Move) -> bool:
        """Return True if *move* would give checkmate."""
    def is_en_passant(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* captures en passant."""
    def is_capture(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* captures, en passant included."""
    def is_zeroing(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* is a capture or a pawn move, which resets the half-move clock."""
    def is_irreversible(self, move: Move) -> bool:
        """Return True if no earlier position can recur after *move*.

        A move is irreversible if it is a capture or a pawn move, loses a castling right or forgoes a legal en-passant
        capture.
        """
    def is_castling(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* castles, in either castling encoding."""
    def is_kingside_castling(self, move: Move) -> bool:
        """Return True if *move* castles to the h-side."""
    def is_queenside_castling(self, move: Move) -> bool:
        """Return True if *move* castles to the a-side."""
    def has_pseudo_legal_en_passant(self) -> bool:
        """Return True if there is a pseudo-legal en-passant capture. Pins are ignored."""
    def has_legal_en_passant(self) -> bool:
        """Return True if there is a legal en-passant capture."""
    def find_move(self, from_square: int, to_square: int, promotion: int | None = None) -> Move:
        """Return the legal move from one square to another. A pawn promotes to a queen by default.

        :raises IllegalMoveError: if there is no such move. The message gives the reason.
        """
    def clean_castling_rights(self) -> int:
        """Return the castling rights whose king and rook are in place, as an int.

        After moves have been pushed these are the rights as they are.
        """
    def has_castling_rights(self, color: bool) -> bool:
        """Return True if *color* has a castling right."""
    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Return True if *color* has a castling right on the h-side of its king."""
    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Return True if *color* has a castling right on the a-side of its king."""
    def has_chess960_castling_rights(self) -> bool:
        """Return True if there is a castling right that standard chess does not have."""
    def push(self, move: Move) -> None:
        """Make *move*, which may be the null move, and add it to the history.

        Does not check that the move is legal; use play() for that. An illegal move leaves a valid board.

        :raises AssertionError: if there is no piece on its origin.
        """
    def play(self, move: Move) -> None:
        """Make *move* if it is legal.

        :raises IllegalMoveError: if it is not, with the reason. The board is then unchanged.
        """
    def push_all(self, moves: Iterable[Move]) -> int:
        """Make the *moves*, an iterable, one after the other. Return their number.

        :raises IllegalMoveError: at the first illegal move; the board is then unchanged.
        """
    def pop(self) -> Move:
        """Unmake the last move and return it.

        :raises IndexError: if no move has been made.
        """
    def peek(self) -> Move:
        """Return the last move.

        :raises IndexError: if no move has been made.
        """
    def root(self) -> Self:
        """Return a new board with the first position of the history."""
    def copy(self, *, stack: bool | int = True) -> Self:
        """Return a copy of the board. Attributes that programs added are not copied.

        *stack* is True for all moves of the history, False for none, or the number of last moves to keep. Boards
        share their history until one of them changes it, so the cost does not grow with its length.
        """
    def fen(self, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: bool | None = None) -> str:
        """Return the position as a FEN.

        *shredder* writes castling rights as the files of the rooks. *en_passant* selects when the en-passant square
        is written: if a capture there is legal ('legal'), if it is pseudo-legal ('xfen'), or after every double
        push ('fen'). *promoted* marks promoted pieces with '~'.

        :raises ValueError: for another *en_passant*.
        """
    def shredder_fen(self, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None) -> str:
        """Return the position as a FEN with castling rights as the files of the rooks. See fen()."""
    def castling_xfen(self) -> str:
        """Return the castling field of the FEN: KQkq, the file of a rook that is not the outermost, or '-'."""
    def castling_shredder_fen(self) -> str:
        """Return the castling field of the FEN, with the files of the rooks, or '-'."""
    def san(self, move: Move) -> str:
        """Return the move in standard algebraic notation, with '+' and '#'.

        Does not check that the move is legal.

        :raises AssertionError: if there is no piece on its origin.
        """
    def lan(self, move: Move) -> str:
        """Return the move in long algebraic notation, such as 'Ng1-f3'. See san()."""
    def san_and_push(self, move: Move) -> str:
        """Make *move* and return its san()."""
    def variation_san(self, variation: Iterable[Move]) -> str:
        """Return the moves of *variation*, an iterable, in SAN with move numbers: '1. e4 e5 2. Nf3'.

        :raises IllegalMoveError: if one of them is not legal.
        """
    def parse_san(self, san: str) -> Move:
        """Return the legal move that *san* denotes.

        :raises InvalidMoveError: if the text does not have the form of a move.
        :raises IllegalMoveError: if the move is not legal.
        :raises AmbiguousMoveError: if it matches several legal moves.
        """
    def push_san(self, san: str) -> Move:
        """Make the legal move that *san* denotes and return it. See parse_san()."""
    def uci(self, move: Move, *, chess960: bool | None = None) -> str:
        """Return the move in UCI notation.

        *chess960* encodes castling as king-takes-rook (True) or king-two-squares (False); by default as the board
        does.
        """
    def parse_uci(self, uci: str) -> Move:
        """Return the legal move, or the null move, that *uci* denotes, in either castling encoding.

        :raises InvalidMoveError: if the text does not have the form of a move.
        :raises IllegalMoveError: if the move is not legal.
        """
    def push_uci(self, uci: str) -> Move:
        """Make the legal move that *uci* denotes and return it. See parse_uci()."""
    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """Return the move in XBoard's notation.

        This is the notation of uci(), except for '@@@@' (the null move) and, in Chess960, 'O-O' and 'O-O-O'.
        """
    def parse_xboard(self, xboard: str) -> Move:
        """Return the legal move that *san* denotes.

        :raises InvalidMoveError: if the text does not have the form of a move.
        :raises IllegalMoveError: if the move is not legal.
        :raises AmbiguousMoveError: if it matches several legal moves.
        """
    def push_xboard(self, san: str) -> Move:
        """Make the legal move that *san* denotes and return it. See parse_san()."""
    def is_checkmate(self) -> bool:
        """Return True if the side to move is checkmated."""
    def is_stalemate(self) -> bool:
        """Return True if the side to move is not in check and has no legal move."""
    def is_insufficient_material(self) -> bool:
        """Return True if neither side can give checkmate. See has_insufficient_material()."""
    def has_insufficient_material(self, color: bool) -> bool:
        """Return True if *color* cannot give checkmate by any sequence of legal moves.

        True is always right. False can be wrong: some dead positions are not recognized.
        """
    def is_seventyfive_moves(self) -> bool:
        """Return True if the half-move clock is at least 150 and there is a legal move."""
    def is_fivefold_repetition(self) -> bool:
        """Return True if the position has occurred at least five times."""
    def is_fifty_moves(self) -> bool:
        """Return True if the half-move clock is at least 100 and there is a legal move."""
    def is_repetition(self, count: int = 3) -> bool:
        """Return True if the position has occurred at least *count* times in the history."""
    def can_claim_draw(self) -> bool:
        """Return True if a draw can be claimed by the fifty-move rule or by threefold repetition."""
    def can_claim_fifty_moves(self) -> bool:
        """Return True if the fifty-move rule applies now or after a legal move."""
    def can_claim_threefold_repetition(self) -> bool:
        """Return True if the position, or a position after a legal move, has occurred at least three times."""
    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Return True if the game is over. *claim_draw* includes draws that can be claimed. See outcome()."""
    def result(self, *, claim_draw: bool = False) -> str:
        """Return '1-0', '0-1' or '1/2-1/2', or '*' if the game is not over. See is_game_over()."""
    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Return why the game is over, as an Outcome, or None if it is not.

        Tests checkmate, insufficient material, stalemate, seventy-five moves and fivefold repetition, in this order.
        With *claim_draw* also draws that the side to move may claim, now or by announcing a legal move: fifty moves
        and threefold repetition. Repetitions are found only as far back as the history of the board goes.

        >>> Board('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').outcome()
        Outcome(termination=<Termination.STALEMATE: 2>, winner=None)
        """
    def status(self) -> Status:
        """Return everything that is wrong with the position, as flags of Status; Status.VALID if nothing is.

        >>> Board('8/8/8/8/8/8/8/K7 w - - 0 1').status()
        <Status.NO_BLACK_KING: 2>
        """
    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: Literal["legal", "fen", "xfen"] = "legal",
        promoted: bool | None = None,
        **operations: Any,
    ) -> str:
        """Return the position as EPD: the first four fields of the FEN, then *operations* in the order given.

        *shredder*, *en_passant* and *promoted* are as for fen(). An operand is a number, a Move, None, or text, in
        which quotes, backslashes, tabs and line ends are escaped. `bm` and `am` also take several moves, which are
        written in alphabetical order; `pv` takes a sequence of moves.

        :raises ValueError: for an invalid opcode.

        >>> Board().epd(bm=[Move.from_uci('g1f3'), Move.from_uci('e2e4')], id='a start')
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3 e4; id "a start";'
        """
    def set_epd(self, epd: str) -> dict[str, _EpdOperand]:
        """Set the position from *epd*, clear the history, and return the operations as a dict by opcode.

        Operands are numbers, text without its quotes, moves in any notation that parse_san() reads, a list of moves
        for `bm`, `am` and `pv`, and None without an operand. The operations `hmvc` and `fmvn` set the
        clocks.

        :raises ValueError: if the text is invalid, including the move errors, which are ValueErrors. The board is then
            unchanged.

        >>> Board().set_epd('4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ O-O-O; id "two moves";')
        {'bm': [Move.from_uci('a1a8'), Move.from_uci('e1c1')], 'id': 'two moves'}
        """
    @classmethod
    def from_packed(cls, packed: Buffer, *, chess960: bool = False) -> Self:
        """Return the board of 24 bytes that packed() returned: bytes or any buffer.

        The clocks are 0 and 1.

        :raises ValueError: if the bytes are not a position. The message gives the reason.

        >>> Board.from_packed(Board().packed()) == Board()
        True
        """
    def packed(self) -> bytes:
        """Return the position as 24 bytes: the Binary FEN of Stockfish's and Lichess's tools.

        The clocks, the history and the marks of promoted pieces are not kept; the en-passant square is kept only if
        a legal move captures there.

        :raises ValueError: if there are more than 32 pieces, or if Black is to move without a king.

        >>> Board().packed().hex()
        'ffff00000000ffff2d844ad200000000111111113e955be3'
        """
    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, _EpdOperand]]:
        """Return a new board set from *epd*, and the operations: see set_epd().

        >>> Board.from_epd('4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 5;')
        (Board('4k3/8/8/8/8/8/8/R3K3 w Q - 5 1'), {'hmvc': 5})
        """
    def is_valid(self) -> bool:
        """Return True if status() finds no problem."""
    def is_variant_end(self) -> bool:
        """Return False. Variants of chess use it."""
    def is_variant_loss(self) -> bool:
        """Return False. Variants of chess use it."""
    def is_variant_win(self) -> bool:
        """Return False. Variants of chess use it."""
    def is_variant_draw(self) -> bool:
        """Return False. Variants of chess use it."""
    def _transposition_key(self) -> bytes: ...
    def _from_chess960(
        self,
        chess960: bool,
        from_square: int,
        to_square: int,
        promotion: int | None = None,
        drop: int | None = None,
    ) -> Move: ...
    def see(self, move: Move, values: _Numbers | None = None) -> int:
        """Return what *move* wins if both sides then capture on its target as long as that pays, in centipawns.

        This is static exchange evaluation by the swap algorithm. *move* must be pseudo-legal. Each side captures with
        its cheapest piece first and may stop. Sliders behind a piece that captured join in (x-rays). A pinned piece
        takes part only once no pinner of its king is left on its square, as in Stockfish. A pawn that captures on the
        last rank becomes a queen; a king captures only what is not defended. Castling gives 0.

        *values* are those of pawn, knight, bishop, rook and queen, by default (100, 320, 330, 500, 900).

        >>> from bitrook import Board, Move
        >>> board = Board("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1")
        >>> board.see(Move.from_uci("d1d5"))
        -800
        >>> board.see_ge(Move.from_uci("d1d5"), 0)
        False
        """
    def see_ge(self, move: Move, threshold: int, values: _Numbers | None = None) -> bool:
        """Return True if ``see(move, values) >= threshold``. Faster than see(), because it stops as soon as the answer is known."""
    def check_squares_mask(self, piece_type: int) -> int:
        """Return the check squares as an int. See check_squares()."""
    def check_squares(self, piece_type: int) -> SquareSet:
        """Return the squares from which a piece of *piece_type* of the side to move would give check.

        >>> from bitrook import KNIGHT, Bitboard, Board
        >>> Bitboard(Board().check_squares(KNIGHT)).names()
        ['d6', 'f6', 'c7', 'g7']
        """
    def discovered_check_candidates_mask(self) -> int:
        """Return the candidates as an int. See discovered_check_candidates()."""
    def discovered_check_candidates(self) -> SquareSet:
        """Return the pieces of the side to move that give check when they leave their line.

        >>> from bitrook import Bitboard, Board
        >>> Bitboard(Board("4k3/8/8/4N3/8/8/8/4R2K w - - 0 1").discovered_check_candidates()).names()
        ['e5']
        """
    def threats_mask(self, color: bool | None = None) -> int:
        """Return the threatened pieces as an int. See threats()."""
    def threats(self, color: bool | None = None) -> SquareSet:
        """Return the pieces of *color*, by default the side to move, that a cheaper enemy piece attacks.

        A pawn is cheaper than all others, a knight or bishop than a rook or queen, a rook than a queen.

        >>> from bitrook import Bitboard, Board
        >>> Bitboard(Board("4k3/8/2p5/3R4/8/8/8/4K3 w - - 0 1").threats()).names()
        ['d5']
        """
    def list_legal_captures(self) -> list[Move]:
        """Return a new list of the legal captures, en passant last. See list_legal_moves()."""
    def list_legal_quiets(self) -> list[Move]:
        """Return a new list of the legal moves that capture nothing, promotions included, in python-chess's order."""
    def list_quiescence_moves(self, checks: bool = False) -> list[Move]:
        """Return a new list of the moves of a quiescence search.

        These are captures, then promotions without capture and, with *checks*, other moves that give check. In check,
        the list contains all legal moves.

        >>> from bitrook import Board
        >>> Board("4k3/P7/8/3p4/4P3/8/8/4K2R w - - 0 1").list_quiescence_moves()[:2]
        [Move.from_uci('e4d5'), Move.from_uci('a7a8q')]
        """
    def ordered_moves(
        self,
        hash_move: Move | None = None,
        *,
        killers: Iterable[Move | None] | None = (),
        history: History | None = None,
        counter_move: Move | None = None,
        captures_only: bool = False,
        see: bool = True,
    ) -> list[Move]:
        """Return a new list of the legal moves, those first that are likely to be best.

        First *hash_move*; then captures and promotions that lose nothing by see(), the most valuable victim first, of
        those the least valuable attacker; *killers* (at most two moves) and *counter_move*, if they are quiet; the
        other quiet moves by *history*, a bitrook.search.History; last the captures that lose. Equal moves stay in
        python-chess's order. Hints that are None or not legal here have no effect.

        With *captures_only* only captures and promotions are listed. Without *see* no capture counts as losing.

        >>> from bitrook import Board
        >>> board = Board("4k3/8/2p5/3p4/4P3/8/8/3QK3 w - - 0 1")
        >>> moves = board.ordered_moves()
        >>> moves[0], moves[-1]
        (Move.from_uci('e4d5'), Move.from_uci('d1d5'))
        """
    def captured_type(self, move: Move) -> int | None:
        """Return the type of the piece that the pseudo-legal *move* captures, a pawn for en passant; otherwise None."""
    def moved_type(self, move: Move) -> int | None:
        """Return the type of the piece that *move* moves, or None."""
    def key_after(self, move: Move) -> int:
        """Return the key that the board would have after *move*, which is not made. See key.

        >>> from bitrook import Board, Move
        >>> board, move = Board(), Move.from_uci("e2e4")
        >>> key = board.key_after(move)
        >>> board.push(move)
        >>> board.key == key
        True
        """

@final
class _MoveStack(Sequence[Move]):
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Move]: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: list[Move] | _MoveStack, /) -> bool: ...
    def __le__(self, value: list[Move] | _MoveStack, /) -> bool: ...
    def __gt__(self, value: list[Move] | _MoveStack, /) -> bool: ...
    def __ge__(self, value: list[Move] | _MoveStack, /) -> bool: ...
    def __add__(self, value: list[Move] | _MoveStack, /) -> list[Move]: ...
    def __mul__(self, value: SupportsIndex, /) -> list[Move]: ...
    def __rmul__(self, value: SupportsIndex, /) -> list[Move]: ...
    def index(self, *args: Any) -> int:
        """Return the first index of *move*: index(move, start=0, stop=...).

        :raises ValueError: if it is not there.
        """
    def count(self, *args: Any) -> int:
        """Return the number of times that *move* was made: count(move)."""
    def copy(self) -> list[Move]:
        """Return the moves as a list."""
    def __copy__(self) -> list[Move]: ...
    def __deepcopy__(self, memo: Any, /) -> list[Move]: ...
    def __setitem__(self, key: Never, value: Never, /) -> Never: ...
    def __delitem__(self, key: Never, /) -> Never: ...
    def __iadd__(self, value: Never, /) -> Never: ...  # type: ignore[misc]  # it raises
    def __imul__(self, value: Never, /) -> Never: ...  # type: ignore[misc]  # it raises
    def append(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""
    def extend(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""
    def insert(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""
    def remove(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""
    def pop(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""
    def clear(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""
    def reverse(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""
    def sort(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError: see the class."""

@final
class LegalMoveGenerator:
    """The legal moves of a board, as a collection.

    It is a view: it always shows the moves of the position that the board has now. It supports iteration,
    ``in``, len(), indices and slices, and is true if there is a move. An iterator keeps the moves that the
    board had when it was created, so pushing while iterating is safe. The order of the moves is python-chess's
    and part of the interface.
    """

    @property
    def board(self) -> Board:
        """The board whose moves these are."""
    def __new__(cls, board: Board) -> Self: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, move: Move, /) -> bool: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Move]: ...
    def uci(self) -> list[str]:
        """Return the UCI texts of the moves as a list."""
    def san(self) -> list[str]:
        """Return the SAN texts of the moves as a list."""
    @overload
    def words(self, out: None = None) -> bytes:
        """Return the 16-bit words of the moves (see Move.word), in the machine's byte order, as bytes.

        With *out*, write them to that buffer instead and return their number. *out* is a writable, C-contiguous
        buffer of 16-bit integers or of bytes (array.array, NumPy, bytearray); 218 words are enough for every
        position of a game.

        :raises ValueError: if *out* is too small.
        :raises BufferError: if it is read-only or not contiguous.
        :raises TypeError: if it is not a buffer of 16-bit integers or bytes.
        """
    @overload
    def words(self, out: Buffer) -> int:
        """Return the 16-bit words of the moves (see Move.word), in the machine's byte order, as bytes.

        With *out*, write them to that buffer instead and return their number. *out* is a writable, C-contiguous
        buffer of 16-bit integers or of bytes (array.array, NumPy, bytearray); 218 words are enough for every
        position of a game.

        :raises ValueError: if *out* is too small.
        :raises BufferError: if it is read-only or not contiguous.
        :raises TypeError: if it is not a buffer of 16-bit integers or bytes.
        """
    def count(self) -> int:
        """Return the number of moves. Faster than listing them."""
    def tolist(self) -> list[Move]:
        """Return the moves as a list. Faster than list()."""
    def __reversed__(self) -> Iterator[Move]: ...

@final
class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board, as a collection.

    They are legal except that they can leave the king in check. In all other respects like LegalMoveGenerator.
    """

    @property
    def board(self) -> Board:
        """The board whose moves these are."""
    def __new__(cls, board: Board) -> Self: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, move: Move, /) -> bool: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Move]: ...
    def count(self) -> int:
        """Return the number of moves. Faster than listing them."""
    def tolist(self) -> list[Move]:
        """Return the moves as a list. Faster than list()."""
    def __reversed__(self) -> Iterator[Move]: ...

def between(a: int, b: int) -> int:
    """Return the squares strictly between two squares of a line; 0 if they are not on a line."""

def file_name(file: int) -> str:
    """Return the letter of a file, 0..7.

    :raises IndexError: for a number above 7.
    """

def flip_anti_diagonal(bb: int) -> int:
    """Return the set flipped at the diagonal a8-h1: a1 becomes h8."""

def flip_diagonal(bb: int) -> int:
    """Return the set flipped at the diagonal a1-h8: a8 becomes h1."""

def flip_horizontal(bb: int) -> int:
    """Return the set mirrored: a1 becomes h1."""

def flip_vertical(bb: int) -> int:
    """Return the set upside down: a1 becomes a8."""

def lsb(bb: int) -> int:
    """Return the lowest square of a set, the index of the least significant bit; -1 if the set is empty."""

def msb(bb: int) -> int:
    """Return the highest square of a set, the index of the most significant bit; -1 if the set is empty."""

def parse_file(name: str) -> int:
    """Return the file with a letter a..h.

    :raises ValueError: for any other text.
    """

def parse_rank(name: str) -> int:
    """Return the rank with a digit 1..8.

    :raises ValueError: for any other text.
    """

def parse_square(name: str) -> int:
    """Return the square with a name such as 'e4'.

    :raises ValueError: for any other text.
    """

def rank_name(rank: int) -> str:
    """Return the digit of a rank, 0..7.

    :raises IndexError: for a number above 7.
    """

def ray(a: int, b: int) -> int:
    """Return the whole line through two squares of a rank, file or diagonal, from edge to edge.

    Return 0 if there is none or the squares are the same.
    """

def scan_forward(bb: int) -> Iterator[int]:
    """Return an iterator over the squares of a set, lowest first."""

def scan_reversed(bb: int) -> Iterator[int]:
    """Return an iterator over the squares of a set, highest first."""

def shift_2_down(b: int) -> int:
    """Return the set two ranks down."""

def shift_2_left(b: int) -> int:
    """Return the set two files to the left, without wrapping."""

def shift_2_right(b: int) -> int:
    """Return the set two files to the right, without wrapping."""

def shift_2_up(b: int) -> int:
    """Return the set two ranks up."""

def shift_down(b: int) -> int:
    """Return the set one rank down."""

def shift_down_left(b: int) -> int:
    """Return the set one step down and left, without wrapping."""

def shift_down_right(b: int) -> int:
    """Return the set one step down and right, without wrapping."""

def shift_left(b: int) -> int:
    """Return the set one file to the left, without wrapping."""

def shift_right(b: int) -> int:
    """Return the set one file to the right, without wrapping."""

def shift_up(b: int) -> int:
    """Return the set one rank up."""

def shift_up_left(b: int) -> int:
    """Return the set one step up and left, without wrapping."""

def shift_up_right(b: int) -> int:
    """Return the set one step up and right, without wrapping."""

def square(file_index: int, rank_index: int) -> int:
    """Return the square of a file and a rank, both 0..7."""

def square_distance(a: int, b: int) -> int:
    """Return the number of king moves from one square to the other."""

def square_file(square: int) -> int:
    """Return the file of a square, from 0 for a to 7 for h."""

def square_knight_distance(a: int, b: int) -> int:
    """Return the number of knight moves from one square to the other, on an empty board."""

def square_manhattan_distance(a: int, b: int) -> int:
    """Return the number of steps along ranks and files from one square to the other."""

def square_mirror(square: int) -> int:
    """Return the square on the same file, seen from the other side: a1 and a8 are such a pair."""

def square_name(square: int) -> str:
    """Return the name of a square, such as 'e4'.

    :raises IndexError: for a number above 63.
    """

def square_rank(square: int) -> int:
    """Return the rank of a square, from 0 to 7."""

def bishop_attacks(square: int, occupied: int, method: str | None = None) -> int:
    """Return the squares that a bishop on *square* attacks, as an int. See rook_attacks()."""

def queen_attacks(square: int, occupied: int, method: str | None = None) -> int:
    """Return the squares that a queen on *square* attacks, as an int. See rook_attacks()."""

def rook_attacks(square: int, occupied: int, method: str | None = None) -> int:
    """Return the squares that a rook on *square* attacks, as an int.

    *occupied* is the set of pieces; the first piece in each direction is included. *method* is one of
    slider_methods(); all return the same.

    :raises ValueError: for another *method*.
    """

def slider_methods() -> tuple[str, ...]:
    """Return the names of the methods by which this build can compute the attacks of sliders."""

def de_bruijn_lsb(bb: int) -> int:
    """Return lsb(), computed by De Bruijn multiplication and a table."""

def de_bruijn_msb(bb: int) -> int:
    """Return msb(), computed by De Bruijn multiplication and a table."""

def de_bruijn_sequence() -> int:
    """Return the De Bruijn sequence: a ring of 64 bits that contains every six-bit word once."""

def perft(
    board: Board,
    depth: int,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    progress: Callable[[int, int, int], object] | None = None,
    method: Literal["count", "walk"] = "count",
) -> int:
    """Count the leaves of the tree of legal moves.

    The count is the number of sequences of *depth* legal moves from the position of *board*: 1 for depth 0,
    the number of legal moves for depth 1. Every sequence counts, also if others lead to the same position.

    The GIL is released while counting. Other Python threads run; changes that they make to the board have
    no effect on the count. Ctrl-C stops it.

    :param board: a Board. Its history has no effect: repetitions and draws do not end a sequence.
    :param depth: 0 to 100.
    :param threads: 1 to 1024, the calling thread included. At most four for each processor are used.
    :param hash_mb: 0 to 524288. The size in MiB, rounded down to a power of two, of a hash table of counted
        subtrees. It pays from about depth 7 on. Subtrees are recognized by 64 bits, so a wrong count is
        possible: with 64 MiB, about one time in 4,000 for a count of 10**13. Must be 0 with method "walk".
    :param progress: None, or a callable. It is called about 20 times a second, in the calling thread, with
        three ints: the parts of the tree that are counted, the number of parts, and the leaves of the
        counted ones. If it raises an exception, the count stops and the exception is passed on.
    :param method: "count" counts the last two plies together, on a board of its own. "walk" lists and makes
        the moves with the library's move generator and counts the last ply; it takes four to five times as
        long and tests the generator.
    :returns: the number of leaves, an int.
    :raises TypeError: if an argument is of the wrong type.
    :raises ValueError: if an argument is out of its range.
    :raises MemoryError: if there is not enough memory for the hash table.
    :raises RuntimeError: in a child process that was forked by *progress* while helper threads were running.

    >>> perft(Board(), 4)
    197281
    """

def divide(
    board: Board,
    depth: int,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    progress: Callable[[int, int, int], object] | None = None,
    method: Literal["count", "walk"] = "count",
) -> dict[Move, int]:
    """Count the leaves of the tree of legal moves, separately for each move of the position.

    Comparing the counts with those of another program shows below which move they differ. The parameters
    and exceptions are those of perft().

    :returns: a dict from each legal move, in the order of board.legal_moves, to the number of sequences of
        *depth* legal moves that begin with it. The values sum to perft(board, depth). Empty for depth 0.

    >>> board = Board("7k/8/8/8/8/8/R7/K7 b - - 0 1")
    >>> {board.uci(move): leaves for move, leaves in divide(board, 2).items()}
    {'h8g8': 15, 'h8h7': 15, 'h8g7': 15}
    """

@final
class GameTree:
    """A game that was read, as one block of memory. Its nodes are numbered from 1 on; 0 is the root.

    For bitrook.pgn, whose nodes are made of it when they are used.
    """

    def children(self, node: int) -> list[tuple[Move, int, str, str, set[int]]]:
        """The moves to the child nodes, each with the number and the notes of the child."""
    def notes(self, node: int) -> tuple[str, str, set[int]]:
        """Comment, starting comment and NAGs of a node."""
    def moves(self, node: int) -> list[Move]:
        """The moves of the main line behind a node."""
    def fill_tags(self, roster: dict[str, str], others: dict[str, str]) -> None:
        """Put the tags into two dicts, in order."""
    def movetext(self, board: Board, result: str, columns: int, comments: bool, variations: bool) -> str | None:
        """The movetext from the position of board, with an empty line; None if a move has no piece."""
    def to_bytes(self) -> bytes:
        """The block, for from_bytes()."""
    @staticmethod
    def from_bytes(block: bytes) -> GameTree:
        """The tree of a block; ValueError if it is not one."""

def read_game_tree(
    readline: Callable[[], str | bytes], tags_only: bool, limits: tuple[int, ...] | None
) -> tuple[GameTree, list[Exception]] | None:
    """Read a game. Returns its tree and its errors, exceptions in their order; None at the end of the file."""

def read_game_events(
    readline: Callable[[], str | bytes], visitor: Any, start: Any, skip: Any, limits: tuple[int, ...] | None
) -> bool:
    """Read a game and show it to a visitor. Returns whether there is one.

    `start` has the methods begin(), visit(name, value) and end() for the tags; end() returns the board of the first
    position, or None to skip the moves. `skip` is what the visitor's methods return to skip something.
    """

def skip_game_lines(readline: Callable[[], str | bytes], limits: tuple[int, ...] | None) -> bool:
    """Read the lines of a game. Returns whether there is one."""

def pgn_events(
    text: bytes, *, chunk: int = 0, replay: bool = True, universal_newlines: bool = True
) -> list[tuple[Any, ...]]:
    """The events of a reader of PGN, in order, for tests.

    `chunk` is the number of bytes that the reader is given at once; 0 for all.
    """

def pgn_rewrite(
    text: bytes, *, columns: int = 80, headers: bool = True, comments: bool = True, variations: bool = True
) -> bytes:
    """The games of a text as the writer of PGN writes them, for tests.

    `columns` is the longest line of movetext; 0 for one line.
    """

def _register_parts(find: Callable[[str], object], /) -> None: ...
def _side_by_side(
    boards: list[tuple[str, int]], operators: list[str], set_square: str | None = None, empty_square: str | None = None
) -> str: ...

_tables: Final[dict[str, memoryview[int]]]

@disjoint_base
class _TableView:
    def __new__(cls, view: memoryview[int], /) -> Self: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    @overload
    def __getitem__(self, key: int | tuple[int, ...], /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> memoryview[int]: ...
    def __buffer__(self, flags: int, /) -> memoryview[int]: ...

# --- bitrook.pawns

def front_span(color: bool, own: int) -> int:
    """Return the squares in front of the pawns, on their files."""

def attack_span(color: bool, own: int) -> int:
    """Return the squares that the pawns attack now or after they have advanced."""

def passed(color: bool, own: int, enemy: int) -> int:
    """Return the pawns in front of which no enemy pawn stands, on their file or a neighboring one."""

def isolated(own: int) -> int:
    """Return the pawns that have none of *own* on a neighboring file."""

def doubled(color: bool, own: int) -> int:
    """Return the pawns that have one of *own* in front of them. Of n pawns on a file n - 1 are doubled."""

def backward(color: bool, own: int, enemy: int) -> int:
    """Return the pawns whose next square an enemy pawn attacks and none of *own* can ever defend."""

def connected(color: bool, own: int) -> int:
    """Return the pawns of *own* that are defended by another one or next to one."""

def open_files(own: int, enemy: int) -> int:
    """Return the squares of the files without pawns."""

def half_open_files(own: int, enemy: int) -> int:
    """Return the squares of the files with pawns of *enemy* and none of *own*."""

def outposts(color: bool, own: int, enemy: int) -> int:
    """Return the outposts of *color*.

    These are the squares on the fourth to sixth rank, as seen from *color*, that one of *own* defends and none of
    *enemy* can ever attack.
    """

def king_zone(color: bool, square: int) -> int:
    """Return *square*, the squares next to it and those in front of these, for a king of *color* on *square*."""

# --- bitrook.search

@final
class History:
    """Scores of quiet moves, by the color that moves, origin and target: the history heuristic.

    A program calls bonus() for the quiet move that caused a cutoff, and with a negative depth for those
    that were tried before it. Board.ordered_moves() and MovePicker then yield quiet moves with high scores
    first. Scores are between -16384 and 16384 and start at 0.

    It is a writable buffer of shape (2, 64, 64) and format "h": ``numpy.asarray(history)`` is an array of
    int16 without a copy, indexed by color (BLACK = 0, WHITE = 1), origin and target.

    >>> from bitrook import WHITE, Board, Move, search
    >>> history = search.History()
    >>> history.bonus(Move.from_uci("b1c3"), 5, WHITE)
    >>> history.score(Move.from_uci("b1c3"), WHITE)
    400
    >>> Board().ordered_moves(history=history)[0]
    Move.from_uci('b1c3')
    >>> memoryview(history).shape
    (2, 64, 64)
    """

    def __new__(cls) -> Self: ...
    def bonus(self, move: Move, depth: int, color: bool) -> None:
        """Add to the score of a *move* by *color* that was best at *depth*: 16 * depth * depth, at most 1200.

        A negative *depth* subtracts as much instead. The higher a score already is, the less is added, so
        that it never exceeds 16384: ``score += bonus - score * abs(bonus) // 16384``.
        """
    def score(self, move: Move, color: bool) -> int:
        """Return the score of a *move* by *color*."""
    def clear(self) -> None:
        """Set all scores to 0."""
    def __buffer__(self, flags: int, /) -> memoryview[int]: ...

@final
class MovePicker:
    """An iterator over the legal moves of *board* in the order of Board.ordered_moves(), in stages.

    It generates and scores captures when the hash move is done, and quiet moves when the good captures and the
    killers are done. A search that stops early so saves the rest. The moves are those of the position that the
    board has now: pushing while iterating is safe. *history* is read when the quiet moves are generated.

    >>> from bitrook import Board, search
    >>> board = Board("4k3/8/2p5/3p4/4P3/8/8/3QK3 w - - 0 1")
    >>> picker = search.MovePicker(board)
    >>> next(picker)
    Move.from_uci('e4d5')
    >>> picker.skip_quiets()
    >>> list(picker)
    [Move.from_uci('d1d5')]
    """

    def __new__(
        cls,
        board: Board,
        hash_move: Move | None = None,
        *,
        killers: Iterable[Move | None] | None = (),
        history: History | None = None,
        counter_move: Move | None = None,
        captures_only: bool = False,
        see: bool = True,
    ) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Move: ...
    def skip_quiets(self) -> None:
        """Leave out the quiet moves that were not yielded yet, killers included: for late move pruning."""

@final
class EvaluationTerms(tuple[int, int, int]):
    """The sums of a position from White's view, and its phase: what PieceSquareTables.terms() returns."""

    n_fields: Final = 3
    n_sequence_fields: Final = 3
    n_unnamed_fields: Final = 0
    __match_args__: Final = ("midgame", "endgame", "phase")
    @property
    def midgame(self) -> int:
        """The sum of the middlegame scores."""
    @property
    def endgame(self) -> int:
        """The sum of the endgame scores."""
    @property
    def phase(self) -> int:
        """The phase, from 0 (only kings and pawns) to max_phase."""

@final
class DefaultEvaluation:
    """The evaluation of `Search`: piece-square tables, and terms for what they do not see.

    ``evaluation(board)`` returns a score in centipawns from the view of the side to move, and
    ``evaluation(boards, out=None)`` with `bitrook.batch.Boards` those of all boards, int32[n]. *tables* is a
    `PieceSquareTables`, or None for bitrook's own. The others are terms: True for their own weights, False to
    switch it off, or other weights: pairs of numbers in -1000..1000 for the middlegame and the endgame, as many
    as `weights` shows. The page docs/engine-search.md explains them.

    :raises TypeError: for a value of a wrong type. The message names the argument and the place.
    :raises ValueError: for a value out of range, in the same way.

    >>> from bitrook import Board, search
    >>> evaluation = search.DefaultEvaluation()
    >>> board = Board("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")
    >>> evaluation(board) > search.DefaultEvaluation(bishop_pair=False)(board)
    True
    >>> evaluation(Board()) == evaluation.weights["tempo"][0][0]
    True
    >>> search.DefaultEvaluation(tempo=[(20, 0)])(Board())
    20
    """

    def __new__(
        cls,
        tables: PieceSquareTables | None = None,
        **terms: bool | _Numbers,
    ) -> Self: ...
    @overload
    def __call__(self, board: Board) -> int: ...
    @overload
    def __call__(self, board: Boards, out: Any = None) -> Any: ...
    def __getnewargs_ex__(self) -> tuple[tuple[PieceSquareTables], dict[str, Any]]: ...
    def __copy__(self) -> DefaultEvaluation: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> DefaultEvaluation: ...
    def terms(self, board: Board, /) -> EvaluationTerms:
        """Return the sums of *board* from White's view and its phase, as (midgame, endgame, phase).

        The evaluation is ``(midgame * phase + endgame * (max_phase - phase)) / max_phase``, rounded toward
        zero, from the view of the side to move, and at most 30000. *max_phase* is that of the tables.
        """
    @property
    def tables(self) -> PieceSquareTables:
        """The piece-square tables."""
    @property
    def weights(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """The weights of each term: a new dict of tuples of pairs, for the middlegame and the endgame."""

@final
class PieceSquareTables:
    """Piece-square tables, tapered between the middlegame and the endgame: an evaluation.

    ``tables(board)`` returns a score in centipawns from the view of the side to move, about 40 times as
    fast as the same loop in Python. Without arguments, the tables are bitrook's own.

    ``tables(boards, out=None)`` with `bitrook.batch.Boards` returns the scores of all boards, int32[n], or
    writes them to *out*, on as many threads as the boards have.

    *midgame* and *endgame* are arrays (any buffer) or nested lists of 6 x 64 numbers: rows from pawn to
    king, squares from a1 to h8 as White sees them; Black's pieces use them mirrored. With 12 x 64, Black's
    pieces have rows of their own, the last six, with squares as they are. Numbers are positive for the side
    that has the piece; floats are rounded. *endgame* is the same as *midgame* by default.

    *values* are six numbers, pawn to king, that are added to the rows; or two rows of six, for middlegame and
    endgame. *phase* holds the weight of each type of piece in the phase, by default (0, 1, 1, 2, 4, 0).

    :raises TypeError: for a value of a wrong type. The message names the argument and the place.
    :raises ValueError: for a score above 20000 or a weight of the phase above 30, in the same way.

    >>> from bitrook import Board, search
    >>> tables = search.PieceSquareTables()
    >>> tables(Board())
    0
    >>> material = search.PieceSquareTables([[0] * 64] * 6, values=[100, 320, 330, 500, 900, 0])
    >>> material(Board("4k3/8/8/8/8/8/8/Q3K2r b - - 0 1"))
    -400
    >>> material.terms(Board("4k3/8/8/8/8/8/8/Q3K2r b - - 0 1"))
    bitrook.search.EvaluationTerms(midgame=400, endgame=400, phase=6)
    """

    def __new__(
        cls,
        midgame: _Numbers | None = None,
        endgame: _Numbers | None = None,
        values: _Numbers | None = None,
        phase: _Numbers | None = None,
    ) -> Self: ...
    @overload
    def __call__(self, board: Board) -> int: ...
    @overload
    def __call__(self, board: Boards, out: Any = None) -> Any: ...
    def __copy__(self) -> PieceSquareTables: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> PieceSquareTables: ...
    def terms(self, board: BaseBoard, /) -> EvaluationTerms:
        """Return the sums of *board* from White's view and its phase, as (midgame, endgame, phase).

        The evaluation is ``(midgame * phase + endgame * (max_phase - phase)) / max_phase``, rounded toward
        zero, from the view of the side to move, and at most 30000.
        """
    @property
    def midgame(self) -> memoryview[int]:
        """The middlegame scores, including the values.

        A read-only memoryview of ints of shape (12, 64), with White's rows first.
        """
    @property
    def endgame(self) -> memoryview[int]:
        """The endgame scores. See midgame."""
    @property
    def phase(self) -> tuple[int, int, int, int, int, int]:
        """The weight of each type of piece in the phase, pawn to king."""
    @property
    def max_phase(self) -> int:
        """The phase of the starting position."""

@final
class TableEntry(tuple[Move | None, int, int, int]):
    """An entry of a TranspositionTable, which probe() returns."""

    n_fields: Final = 4
    n_sequence_fields: Final = 4
    n_unnamed_fields: Final = 0
    __match_args__: Final = ("move", "score", "depth", "bound")
    @property
    def move(self) -> Move | None:
        """The best move, or None if unknown."""
    @property
    def score(self) -> int:
        """The score, in the unit of the caller."""
    @property
    def depth(self) -> int:
        """The depth to which the position was searched."""
    @property
    def bound(self) -> int:
        """The bound: EXACT, LOWER or UPPER."""

@final
class TranspositionTable:
    """A hash table of search results by position, shared by threads without locks.

    *mb* is its size in MiB, rounded down to a power of two; at least 1. An entry takes 16 bytes, and four
    entries are a cluster of one cache line. In a full cluster, store() overwrites the entry of the least depth,
    where entries of older searches count as eight plies less for each search. The memory is taken from the
    system as it is used.

    Keys are any 64-bit ints, such as ``board.key`` or ``board.repetition_key``. Two positions with the same
    key share an entry, so check that its move is legal.

    :raises MemoryError: if there is not enough memory.
    :raises ValueError: if *mb* is below 1.

    >>> from bitrook import Board, Move, search
    >>> table = search.TranspositionTable(1)
    >>> board = Board()
    >>> table.store(board.key, Move.from_uci("e2e4"), score=35, depth=8, bound=search.EXACT)
    >>> entry = table.probe(board.key)
    >>> entry.move, entry.score, entry.depth, entry.bound == search.EXACT
    (Move.from_uci('e2e4'), 35, 8, True)
    >>> table.probe(board.key + 1) is None
    True
    """

    def __new__(cls, mb: int = 16) -> Self: ...
    def probe(self, key: int, ply: int = 0) -> TableEntry | None:
        """Return the entry stored with *key*, a TableEntry (move, score, depth, bound), or None.

        *ply* is the distance from the root of the search, 0..256. The table holds the distance of a mate from
        its position, and with *ply* scores are mates from the root: see store().
        """
    def store(self, key: int, move: Move | None, score: int, depth: int, bound: int, ply: int = 0) -> None:
        """Store a result with *key*, in place of the one that is stored with it or of another one.

        *move* is the best move or None; an entry without a move keeps the one that is stored. *score* is in
        -32000..32000, *depth* in -64..190, *bound* UPPER, LOWER or EXACT: the true score is at most, at least, or
        exactly *score*. Scores above 30000 are mates, 32000 minus the distance from the root in plies, and below
        -30000 those against the side to move; *ply*, in 0..256, is the distance of the position from the root.

        :raises ValueError: for values out of range.
        """
    def prefetch(self, key: int) -> None:
        """Load the cluster of *key* into the cache of the processor."""
    def new_search(self) -> None:
        """Make all entries one search older, so that they are overwritten first. Call it before a search."""
    def hashfull(self) -> int:
        """Return how full the table is, in thousandths: the entries of this search among the first thousand."""
    def clear(self) -> None:
        """Remove all entries. Other threads may go on using the table."""
    def resize(self, mb: int) -> None:
        """Replace the table by an empty one of *mb* MiB. A search that runs meanwhile keeps the old one.

        :raises ValueError: if *mb* is below 1. The table is then unchanged.
        :raises MemoryError: if there is not enough memory. The table is then unchanged.
        """
    @property
    def mb(self) -> int:
        """The size in MiB, as it was given."""
    @property
    def entries(self) -> int:
        """The number of entries that there is room for."""

# --- bitrook.data

_Fields: TypeAlias = list[tuple[str, str]]

@final
class _ColumnBuffer:
    def __buffer__(self, flags: int, /) -> memoryview: ...

@final
class _Table:
    @property
    def fields(self) -> _Fields: ...
    def __len__(self) -> int: ...
    def nbytes(self) -> int: ...
    def buffers(self, column: int) -> tuple[Any, ...]: ...
    def value(self, column: int, row: int) -> Any: ...
    def array(self, start: int, count: int, dialect: str) -> object: ...
    def column_array(self, column: int, start: int, count: int) -> tuple[object, object]: ...

@final
class _PgnPlan:
    @property
    def fields(self) -> _Fields: ...

@final
class _PgnBatches:
    def next(self) -> _Table | None: ...
    def rest(self) -> _Table: ...

def _table_of(fields: _Fields, columns: list[Any]) -> _Table: ...
def _arrow_schema(fields: _Fields, dialect: str) -> object: ...
def _table_stream(table: _Table, start: int, count: int) -> object: ...
def _pgn_plan(
    positions: bool, columns: list[str], filters: list[Any], on_error: int, every: int, skip_first: int
) -> _PgnPlan: ...
def _pgn_batches(plan: _PgnPlan, source: object, threads: int, batch_size: int, limit: int | None) -> _PgnBatches: ...
def _pgn_stream(
    plan: _PgnPlan, source: object, threads: int, batch_size: int, limit: int | None, dialect: str
) -> object: ...
def _parse_texts(plan: _PgnPlan, strings: object, threads: int) -> _Table: ...
def _moves_to_text(moves: object, fens: object, variants: object, san: bool, threads: int, raises: bool) -> _Table: ...
def _text_to_moves(games: object, fens: object, variants: object, san: bool, threads: int, raises: bool) -> _Table: ...
def _pack_boards(boards: Iterable[Board]) -> bytes: ...
def _unpack_boards(packed: Buffer, chess960: bool) -> list[Board]: ...

# --- bitrook.batch

_BoardsOptions: TypeAlias = tuple[int, int, int, int, int]

@final
class _Boards:
    def __len__(self) -> int: ...
    def set_fens(self, fens: Sequence[str], chess960: bool) -> None: ...
    def restart_at(self, indices: Any, fens: Sequence[str]) -> None: ...
    def set_packed(self, packed: Any, chess960: bool) -> None: ...
    def set_chess960(self, numbers: Any) -> None: ...
    def board(self, i: int) -> Board: ...
    def set_board(self, i: int, board: Board) -> None: ...
    def select(self, indices: Any) -> _Boards: ...
    def assign(self, indices: Any, source: _Boards) -> None: ...
    def append(self, source: _Boards) -> None: ...
    def equals(self, other: _Boards) -> bool: ...
    def mirrored(self, colors: bool) -> _Boards: ...
    def state(self) -> tuple[list[str], list[bytes], list[int], bytes, bytes]: ...
    def set_state(
        self, starts: Sequence[str], moves: Sequence[bytes], plies: Sequence[int], chess960: bytes, ends: bytes
    ) -> None: ...
    def nbytes(self) -> int: ...
    def options(self) -> _BoardsOptions: ...
    def threads(self) -> int: ...
    def set_threads(self, threads: int) -> None: ...
    def step(self, moves: Any, illegal: int, rewards: Any, terminated: Any, truncated: Any, reason: Any) -> None: ...
    def finished(self) -> tuple[list[int], _Boards]: ...
    def undo(self, mask: Any) -> None: ...
    def reset(self, mask: Any) -> None: ...
    def set_seed(self, seed: int) -> None: ...
    def random_moves(self, seed: int | None, out: Any) -> None: ...
    def playout(self, seed: int | None, max_plies: int, results: Any, plies: Any, reasons: Any) -> None: ...
    def legal_moves(self, offsets: Any, out: Any) -> int: ...
    def listed_moves(self, out: Any) -> None: ...
    def count_legal_moves(self, out: Any) -> None: ...
    def is_legal(self, moves: Any, out: Any) -> None: ...
    def perft(self, depth: int, out: Any) -> None: ...
    def query(self, name: str, out: Any) -> None: ...
    def packed(self, out: Any) -> None: ...
    def evaluate(self, evaluation: DefaultEvaluation | PieceSquareTables, out: Any) -> None: ...
    def fens(self) -> list[str]: ...
    def moves_to_text(self, moves: Any, san: bool) -> list[str | None]: ...
    def text_to_moves(self, texts: Sequence[str | None], san: bool, out: Any) -> None: ...

def _boards_new(n: int, history: int, autoreset: int, adjudication: int, max_plies: int, seed: int) -> _Boards: ...

# Private: bitrook.engine.

def _parse_info(
    line: str, board: Board, fields: int, classes: tuple[type, type, type, type, type]
) -> tuple[dict[str, Any], list[str]]: ...

# Private: bitrook.search.

@final
class _StopFlag:
    def set(self) -> None:
        """Stop the search."""
    @property
    def is_set(self) -> bool:
        """Whether set() was called."""

def _stop_flag() -> _StopFlag: ...

_TECHNIQUES: tuple[str, ...]

def _search(
    board: Board,
    evaluation: DefaultEvaluation | PieceSquareTables | Callable[[Board], float] | Callable[[_Boards], bytes] | None,
    batched: bool,
    table: TranspositionTable | None,
    off: tuple[str, ...],
    depth: int | None,
    nodes: int | None,
    time: float | None,
    soft_time: float | None,
    moves: Iterable[Move] | None,
    multipv: int,
    threads: int,
    on_info: Callable[[_SearchInfo], object] | None,
    stop: _StopFlag,
    tablebase: _Tablebase | None = None,
    probe_depth: int = 1,
    fifty_move_rule: bool = True,
) -> _SearchInfo: ...
def _quiescence(
    board: Board,
    alpha: int,
    beta: int,
    evaluation: DefaultEvaluation | PieceSquareTables | Callable[[Board], float] | Callable[[_Boards], bytes] | None,
    batched: bool,
) -> tuple[int, int]: ...

_SearchInfo: TypeAlias = tuple[int, int, int, float, tuple[tuple[bool, int, tuple[Move, ...]], ...], int]

# Private: bitrook.selfplay.

_ENDINGS: tuple[str, ...]

def _selfplay_game(
    settings: tuple[int, ...], evaluation: DefaultEvaluation | PieceSquareTables | _Network | None, number: int
) -> tuple[tuple[Move, ...], tuple[Move, ...], tuple[int, ...], tuple[bool, ...], int, str]: ...
def _selfplay(
    settings: tuple[int, ...],
    evaluation: DefaultEvaluation | PieceSquareTables | _Network | None,
    format: str,
    first: int,
    last: int,
    threads: int,
    take: Callable[[bytes, int, int, int, int, int, int], object] | None,
) -> None: ...

@final
class _EncodingSource:
    def __len__(self) -> int: ...

@final
class _Codec:
    @property
    def size(self) -> int: ...
    @property
    def mirrored(self) -> bool: ...
    def moves(self) -> list[str | None]: ...
    def encode(
        self,
        batch: _EncodingSource,
        moves: object,
        offsets: object,
        out: object,
        item_size: int,
        strict: bool,
        threads: int,
    ) -> None: ...
    def decode(
        self,
        batch: _EncodingSource,
        indices: object,
        item_size: int,
        offsets: object,
        out: object,
        strict: bool,
        threads: int,
    ) -> None: ...
    def legal_mask(self, batch: _EncodingSource, out: object, packed: bool, threads: int) -> None: ...

@final
class _PlaneStack:
    @property
    def size(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def mirrored(self) -> bool: ...
    @property
    def rank_1_first(self) -> bool: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def divisors(self) -> list[float]: ...
    @property
    def counters(self) -> list[bool]: ...
    def encode(
        self, batch: _EncodingSource, out: object, item_size: int, channels_last: bool, threads: int
    ) -> None: ...
    def encode_packed(self, batch: _EncodingSource, out: object, threads: int) -> None: ...

def _encoding_source(boards: object, depth: int, packed_depth: int, chess960: bool) -> _EncodingSource: ...
def _codec(name: str) -> _Codec: ...
def _plane_stack(name: str) -> _PlaneStack: ...
def _plane_stack_of(names: list[str], mirrored: bool, rank_1_first: bool) -> _PlaneStack: ...
def _plane_stack_of_lc0(input_format: int, fill: str) -> _PlaneStack: ...
def _encode_tokens(batch: _EncodingSource, kind: int, out: object, threads: int) -> None: ...
def _san_vocabulary() -> str: ...
def _encode_san(batch: _EncodingSource, moves: object, out: object, threads: int) -> None: ...
def _decode_san(batch: _EncodingSource, tokens: object, out: object, threads: int) -> None: ...

@final
class _RecordReader:
    @property
    def error(self) -> str | None: ...
    def feed(self, data: object) -> None: ...
    def finish(self) -> None: ...
    def read(
        self,
        positions: object,
        moves: object,
        scores: object,
        results: object,
        halfmove_clocks: object,
        fullmove_numbers: object,
        threads: int,
    ) -> int: ...

def _record_reader(format: str) -> _RecordReader: ...

@final
class _RecordWriter:
    def finish(self) -> bytes: ...
    def write(
        self,
        positions: object,
        moves: object,
        scores: object,
        results: object,
        halfmove_clocks: object,
        fullmove_numbers: object,
        threads: int,
    ) -> tuple[bytes, int, str | None]: ...

def _record_writer(format: str) -> _RecordWriter: ...
def _feature_info(name: str) -> tuple[int, int]: ...
def _encode_features(name: str, batch: _EncodingSource, by_turn: bool, out: object, threads: int) -> None: ...

class _Tablebase:
    def __len__(self) -> int: ...
    def add(self, path: str, name: str, dtz: bool) -> bool: ...
    def probe(self, board: Board, dtz: bool) -> tuple[int, int, str, str]: ...
    def probe_boards(self, boards: _Boards, dtz: bool, out: Any, threads: int) -> tuple[int, int, str, str]: ...
    def look_up(self, board: Board, dtz: bool, wdl: int) -> tuple[tuple[int, int, str, str], bool, int]: ...
    def ranked_moves(self, board: Board) -> tuple[tuple[int, int, str, str], list[tuple[Move, int, int, int]]]: ...

def _tablebase() -> _Tablebase: ...

@final
class _PlainShape:
    pass

def _plain_shape(
    hidden: int, crelu: bool, output_buckets: int, king_buckets: bytes, mirrored: bool, qa: int, qb: int, scale: int
) -> _PlainShape: ...

@final
class _Network:
    def evaluate(self, board: Board) -> int: ...
    def evaluate_boards(self, boards: _Boards, out: Any, threads: int) -> None: ...
    def raw(self, board: Board) -> tuple[int, tuple[int, ...], tuple[int, ...]]: ...
    def written(self, plain: bool) -> bytes: ...
    def facts(self) -> dict[str, Any]: ...

def _load_network(path: str, plain: _PlainShape) -> _Network: ...
def _network_from_bytes(data: Any, plain: _PlainShape) -> _Network: ...

class _Book:
    def __len__(self) -> int: ...
    def is_whole(self) -> bool: ...
    def is_sorted(self) -> bool: ...
    def position_count(self) -> int: ...
    def entries(self, first: int, last: int) -> list[tuple[int, int, int, int, Move]]: ...
    def lower_bound(self, key: int) -> int: ...
    def find(self, board: Board | None, key: int, minimum_weight: float) -> list[tuple[int, int, int, int, Move]]: ...

def _book(path: bytes, name: object) -> _Book: ...
def _polyglot_random_array() -> tuple[int, ...]: ...

class _BookMaker:
    def add(self, table: _Table, min_rating: int, max_rating: int) -> None: ...
    def finish(self, path: bytes) -> int: ...
    def files(self) -> int: ...

def _book_maker(
    max_ply: int, min_games: int, weighting: int, white: bool, black: bool, memory: int, directory: bytes
) -> _BookMaker: ...
def _merge_books(books: list[_Book], path: bytes) -> int: ...
