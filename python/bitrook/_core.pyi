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

    Moves are hashable, and are ordered like tuples of the four parameters. Moves of different classes are not
    equal. ``Move(0, 0)`` is the null move and the only move that is false.

    You can assign to the attributes of moves created with this constructor, from_uci() or copy.copy():
    ``move.promotion = QUEEN``. Other moves returned by bitrook are shared, and assigning to their attributes
    raises AttributeError; copy them first.

    :param from_square: the origin, 0..63 (a1 = 0).
    :param to_square: the target, 0..63.
    :param promotion: the piece type of a promotion, 1..6, or None. 0 is stored as given, but means None.
    :param drop: the piece type of a drop, 1..6, or None. 0 is treated as for *promotion*.
    :raises ValueError: if a value is out of range, or if both *promotion* and *drop* are given.

    >>> from bitrook import E2, E4, Move
    >>> Move(E2, E4).uci()
    'e2e4'
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
        """Return the move that *uci* denotes. Checks only the notation, because there is no position.

        Accepts two different squares, optionally followed by a lowercase piece letter ('a7a8q'); a drop
        ('P@e4'); and '0000' for the null move.

        :raises InvalidMoveError: for any other text.
        """
    @classmethod
    def from_word(cls, word: int) -> Self:
        """Return the move with the given ``word``.

        :param word: the move as 16 bits. See Move.word.
        :raises ValueError: if *word* does not encode a move.
        """
    @classmethod
    def null(cls) -> Self:
        """Return the null move, which passes the turn."""
    def uci(self) -> str:
        """Return the move in UCI notation: 'e2e4', 'a7a8q', 'P@e4', or '0000' for the null move."""
    def xboard(self) -> str:
        """Return the move in XBoard's notation: as uci(), but '@@@@' for the null move."""
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

    Hashes are 0..11 (PNBRQK, then pnbrqk). Pieces are ordered like tuples of their two members.

    You can assign to the attributes of pieces created with this constructor, from_symbol() or copy.copy().
    Other pieces returned by bitrook are shared, and assigning to their attributes raises AttributeError; copy
    them first.

    :param piece_type: the type of the piece, 1..6.
    :param color: WHITE (True) or BLACK (False).
    :raises ValueError: if *piece_type* is out of range.
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
        """Return the piece with the letter *symbol*, uppercase for White.

        :raises ValueError: for any other text.
        """
    def symbol(self) -> str:
        """Return the letter of the piece: P, N, B, R, Q or K, in lowercase for Black."""
    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Return the Unicode chess symbol of the piece.

        :param invert_color: if True, return the symbol of the other color, for dark backgrounds.
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
    """An immutable set of squares: an int with the operators of a 64-bit set.

    Equality, order and hash are those of the int. The operators ~ & | ^ << and >> return Bitboards; the other
    operand can be an int, a SquareSet or a set. Shifts drop the bits that leave the word. The operators + - *
    and unary - compute modulo 2^64 and return Bitboards, so b & (b - 1) is b without its first square and
    b & -b contains only that square, as in C. The difference of sets is a & ~b, or a.difference(b). All other
    arithmetic is that of ints and returns ints.

    As a collection, a Bitboard contains squares: len() counts them, iteration goes from a1 to h8, and `in`
    tests for a square. str() draws the board, with rank 8 first; format() accepts the format codes of an int.

    A direction is given as one of the constants NORTH, SOUTH, EAST, WEST, NORTH_EAST and so on of this class,
    or as its name in lowercase.

    :param squares: an int (taken modulo 2^64), a SquareSet, an iterable of squares and names, or a string: a
        diagram of eight ranks, 64 binary digits (h8 first), a number with the prefix 0x or 0b, or names of
        squares. Note that Bitboard(E4) is the word 28: write Bitboard.from_square(E4), Bitboard([E4]) or
        Bitboard('e4') for e4.
    :raises ValueError: for any other string.

    >>> from bitrook import Bitboard
    >>> corners = Bitboard('a1 h1 a8 h8')
    >>> (corners & Bitboard('a1 b1')).names(), hex(corners)
    (['a1'], '0x8100000000000081')
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
        """Return the set that contains only *square*."""
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
        """Return True if *square* is in the set, like `in`."""
    def subset_of(self, other: _Words) -> bool:
        """Return True if every square of this set is in *other*."""
    def superset_of(self, other: _Words) -> bool:
        """Return True if every square of *other* is in this set."""
    def disjoint(self, other: _Words) -> bool:
        """Return True if this set and *other* have no square in common."""
    def meets(self, other: _Words) -> bool:
        """Return True if this set and *other* have a square in common."""
    def count(self) -> int:
        """Return the number of squares, like len()."""
    def empty(self) -> bool:
        """Return True if the set is empty."""
    def any(self) -> bool:
        """Return True if the set is not empty."""
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
        """Return the set that contains only the lowest square, or the empty set if this set is empty."""
    def without_first(self) -> Bitboard:
        """Return the set without its lowest square."""
    def without_last(self) -> Bitboard:
        """Return the set without its highest square."""
    def difference(self, other: _Words) -> Bitboard:
        """Return the squares of this set that are not in *other*: ``a & ~b``."""
    def reversed(self) -> Iterator[int]:
        """Return an iterator over the squares, from the highest to the lowest."""
    def subsets(self) -> Iterator[Bitboard]:
        """Return an iterator over all 2^n subsets, from the empty set to the set itself."""
    def shifted(self, direction: int | str, steps: int = 1) -> Bitboard:
        """Return the set shifted in a direction. Squares that leave the board are dropped.

        :param direction: one of the directions of this class, such as Bitboard.NORTH, or its name, such as 'north'.
        :param steps: the number of squares; a negative number shifts the other way.
        :raises ValueError: for an invalid *direction*.

        >>> Bitboard('a2 h2').shifted('north_east').names()
        ['b3']
        """
    def fill(self, direction: int | str, through: _Words | None = None) -> Bitboard:
        """Return the set together with all squares that it reaches in a direction.

        :param direction: one of the directions of this class, such as Bitboard.NORTH, or its name, such as 'north'.
        :param through: the squares that the fill may enter, by default all, so that it ends at the edge of the
            board.
        :raises ValueError: for an invalid *direction*.
        """
    def ray_attacks(self, direction: int | str, empty: _Words | None = None) -> Bitboard:
        """Return the squares that sliding pieces on this set attack in a direction.

        :param direction: one of the directions of this class, such as Bitboard.NORTH, or its name, such as 'north'.
        :param empty: the set of empty squares, by default all. A ray includes the first square that is not empty
            and ends there.
        :raises ValueError: for an invalid *direction*.
        """
    def north_fill(self) -> Bitboard:
        """Return the set and all squares north of it."""
    def south_fill(self) -> Bitboard:
        """Return the set and all squares south of it."""
    def file_fill(self) -> Bitboard:
        """Return all files that contain a square of the set."""
    def flood_fill(self, through: _Words) -> Bitboard:
        """Return the set together with the squares that a king could reach from it.

        :param through: the squares that the king may enter.
        """
    def flipped_vertical(self) -> Bitboard:
        """Return the set flipped upside down: a1 becomes a8."""
    def flipped_horizontal(self) -> Bitboard:
        """Return the set flipped left to right: a1 becomes h1."""
    def flipped_diagonal(self) -> Bitboard:
        """Return the set flipped along the diagonal a1-h8: a8 becomes h1."""
    def flipped_anti_diagonal(self) -> Bitboard:
        """Return the set flipped along the diagonal a8-h1: a1 becomes h8."""
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
        """Return a diagram of the set: eight lines, with rank 8 first.

        :param set_square: the text for a square in the set, by default '1'.
        :param empty_square: the text for any other square, by default '.'.
        :param coordinates: if True, label ranks and files.
        """
    def svg(self, *, size: int = 200) -> str:
        """Return a picture of the set as SVG.

        :param size: the width and height in pixels.
        :raises ValueError: unless *size* is positive.
        """
    def _repr_svg_(self) -> str: ...

@final
class Layout:
    """A copy of a board's piece placement in one of the board layouts, as returned by Board.layout().

    The words have names: layout.white_pawns and layout['white_pawns'] are the same int, and layout[0]
    is the first word. A layout supports the buffer protocol: memoryview(layout) is a read-only view of
    the words with the format 'Q', and numpy.asarray(layout) is an array of dtype uint64 that shares
    their memory. The layout 'squares' has 64 bytes instead (format 'B'), from a1 to h8: 0 for an empty
    square, otherwise twice the piece type, plus 1 for Black. Layouts are immutable and hashable. str()
    draws the words as boards.
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
        """Return the same placement in the layout *name*.

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

    The other operands of operators and the arguments of methods can be anything that the constructor
    accepts. A SquareSet is equal to ints and iterables that denote the same squares. It is not hashable.
    Methods that take a square raise IndexError for numbers above 63. Negative numbers count back from h8.

    :param squares: a mask (an int or an object with __int__, taken modulo 2^64) or an iterable of squares.
        Note that SquareSet(E4) is the mask 28: write SquareSet.from_square(E4) or SquareSet([E4]) for e4.

    >>> from bitrook import A1, E4, SquareSet
    >>> squares = SquareSet([A1, E4])
    >>> E4 in squares, len(squares), list(squares)
    (True, 2, [0, 28])
    """

    mask: int
    """The set as an int."""
    def __init__(self, squares: SupportsInt | Iterable[int] = 0) -> None: ...
    @classmethod
    def ray(cls, a: int, b: int) -> Self:
        """Return the rank, file or diagonal through *a* and *b*, or the empty set if there is none."""
    @classmethod
    def between(cls, a: int, b: int) -> Self:
        """Return the squares strictly between *a* and *b*, or the empty set if these are not on a line."""
    @classmethod
    def from_square(cls, square: int) -> Self:
        """Return the set that contains only *square*."""
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
        """Add *square* to the set."""
    def discard(self, square: int) -> None:
        """Remove *square* if it is in the set."""
    def remove(self, square: int) -> None:
        """Remove *square*.

        :raises KeyError: if *square* is not in the set.
        """
    def pop(self) -> int:
        """Remove the lowest square and return it.

        :raises KeyError: if the set is empty.
        """
    def clear(self) -> None:
        """Remove all squares."""
    def isdisjoint(self, other: _Squares) -> bool:
        """Return True if this set and *other* have no square in common."""
    def issubset(self, other: _Squares) -> bool:
        """Return True if every square of this set is in *other*."""
    def issuperset(self, other: _Squares) -> bool:
        """Return True if every square of *other* is in this set."""
    def union(self, other: _Squares) -> SquareSet:
        """Return the squares that are in this set or in *other*."""
    def intersection(self, other: _Squares) -> SquareSet:
        """Return the squares that are in both this set and *other*."""
    def difference(self, other: _Squares) -> SquareSet:
        """Return the squares of this set that are not in *other*."""
    def symmetric_difference(self, other: _Squares) -> SquareSet:
        """Return the squares that are in exactly one of this set and *other*."""
    def update(self, *others: _Squares) -> None:
        """Add the squares of all *others*."""
    def intersection_update(self, *others: _Squares) -> None:
        """Keep only the squares that are in all *others*."""
    def difference_update(self, other: _Squares) -> None:
        """Remove the squares of *other*."""
    def symmetric_difference_update(self, other: _Squares) -> None:
        """Keep the squares that are in exactly one of this set and *other*."""
    def copy(self) -> SquareSet:
        """Return a copy of the set."""
    def carry_rippler(self) -> Iterator[int]:
        """Return an iterator over all subsets as ints, starting with the empty set."""
    def mirror(self) -> SquareSet:
        """Return the set flipped upside down: a1 becomes a8."""
    def tolist(self) -> list[bool]:
        """Return the set as a list of 64 bools, from a1 to h8."""
    def _repr_svg_(self) -> str: ...

@disjoint_base
class BaseBoard:
    """A placement of pieces, without side to move, castling rights or history.

    Boards are equal if their placements are equal. They are mutable and therefore not hashable.

    :param board_fen: the first field of a FEN, by default that of the starting position; None creates an empty
        board.
    :raises ValueError: if the text is invalid. The message contains the problem and its offset.
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
        """The sets of Black's and White's pieces, indexed by color: ``occupied_co[WHITE]``."""
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
        """Return a board with a Chess960 starting position.

        :param scharnagl: the number of the position, 0..959; 518 is the standard one.
        :raises ValueError: if *scharnagl* is out of range.
        """
    def piece_at(self, square: int) -> Piece | None:
        """Return the piece on *square*, or None if it is empty.

        :raises IndexError: if *square* is out of range.
        """
    def piece_type_at(self, square: int) -> int | None:
        """Return the type of the piece on *square*, 1..6, or None if it is empty."""
    def color_at(self, square: int) -> bool | None:
        """Return the color of the piece on *square*, or None if it is empty."""
    def king(self, color: bool) -> int | None:
        """Return the square of the king of *color*, or None if there is none.

        Kings that are marked as promoted do not count. If there are several kings, returns the highest square.
        """
    def piece_count(self) -> int:
        """Return the number of pieces."""
    def layout(self, name: str) -> Layout:
        """Return a copy of the placement in one of the board layouts, as a Layout.

        :param name: 'classical' (twelve named sets and three derived ones), 'indexed' (an array of fourteen sets,
            followed by the occupied and the empty squares), 'dense' (two sets by color and six by type), 'quad' (four
            words with the binary digits of the piece on each square) or 'squares' (a list of 64 pieces).
        :raises ValueError: for any other *name*.
        """
    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """Return the pieces of *piece_type* and *color* as an int. See pieces()."""
    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        """Return the pieces of *piece_type* and *color* as a SquareSet.

        :raises AssertionError: if *piece_type* is not in 1..6.
        """
    def piece_map(self, *, mask: int = ...) -> dict[int, Piece]:
        """Return a dict that maps squares to pieces, ordered from h8 down to a1.

        :param mask: the set of squares to include, as an int; by default all.
        """
    def attacks_mask(self, square: int) -> int:
        """Return the attacks from *square* as an int. See attacks()."""
    def attacks(self, square: int) -> SquareSet:
        """Return the squares that the piece on *square* attacks, or an empty set if there is no piece.

        Pins are ignored. A pawn attacks the squares on which it could capture.
        """
    def attackers_mask(self, color: bool, square: int, occupied: int | None = None) -> int:
        """Return the attackers of *square* as an int; *occupied* is also an int. See attackers()."""
    def is_attacked_by(self, color: bool, square: int, occupied: _Squares | None = None) -> bool:
        """Return True if a piece of *color* attacks *square*. See attackers()."""
    def attackers(self, color: bool, square: int, occupied: _Squares | None = None) -> SquareSet:
        """Return the pieces of *color* that attack *square*. Pins are ignored.

        :param color: the color of the attackers.
        :param square: the square, which may be empty or hold a piece of either color.
        :param occupied: the squares that block sliding pieces, by default those of all pieces. Leave a piece out to
            include the sliders that attack through it.
        """
    def pin_mask(self, color: bool, square: int) -> int:
        """Return the line of a pin as an int. See pin()."""
    def pin(self, color: bool, square: int) -> SquareSet:
        """Return the line to which a piece of *color* on *square* is pinned, or all squares if it is not pinned.

        The line runs from the king to the pinning slider and includes both.
        """
    def is_pinned(self, color: bool, square: int) -> bool:
        """Return True if a piece of *color* on *square* is pinned to its king. See pin()."""
    def set_piece_at(self, square: int, piece: Piece | None, promoted: bool = False) -> None:
        """Put a piece on *square*, replacing any piece there. Clears the history of a Board.

        :param square: the square, 0..63.
        :param piece: the piece, or None to empty the square.
        :param promoted: if True, mark the piece as promoted from a pawn.
        """
    def remove_piece_at(self, square: int) -> Piece | None:
        """Remove the piece on *square* and return it, or None if the square is empty. Clears the history of a Board."""
    def clear_board(self) -> None:
        """Remove all pieces. Clears the history of a Board."""
    def reset_board(self) -> None:
        """Set up the pieces of the starting position. Clears the history of a Board."""
    def set_piece_map(self, pieces: Mapping[int, Piece]) -> None:
        """Replace all pieces with those of a mapping. Clears the history of a Board.

        :param pieces: a mapping from squares to pieces, such as the result of piece_map().
        """
    def set_board_fen(self, fen: str) -> None:
        """Set up a placement. Clears the history of a Board.

        :param fen: the first field of a FEN.
        :raises ValueError: if the text is invalid. The message contains the problem and its offset.
        """
    def apply_transform(self, f: Callable[[int], int]) -> None:
        """Apply *f* to every set of squares of the board. Clears the history of a Board.

        :param f: a function from int to int that maps sets of squares, such as flip_vertical().
        :raises ValueError: if the results do not form a board; the board is then unchanged.
        """
    def transform(self, f: Callable[[int], int]) -> Self:
        """Return a copy transformed by *f*. See apply_transform()."""
    def apply_mirror(self) -> None:
        """Flip the board vertically and swap the colors, including the turn and castling rights.

        The clocks do not change. Clears the history of a Board.
        """
    def mirror(self) -> Self:
        """Return a mirrored copy. See apply_mirror()."""
    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up a Chess960 starting position.

        :param scharnagl: the number of the position, 0..959; 518 is the standard one.
        :raises ValueError: if *scharnagl* is out of range.
        """
    def chess960_pos(self) -> int | None:
        """Return the number of the Chess960 starting position with this placement, 0..959, or None."""
    def copy(self) -> Self:
        """Return a copy of the board. Attributes added to the instance are not copied."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: object) -> None: ...
    def board_fen(self, *, promoted: bool | None = False) -> str:
        """Return the placement: the first field of the FEN.

        :param promoted: if True, mark promoted pieces with '~'.
        """
    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: bool = True,
    ) -> str:
        """Return the board as eight lines of chess symbols.

        :param invert_color: if True, swap filled and outlined symbols, for light text on a dark background.
        :param borders: if True, draw lines between the squares and label ranks and files.
        :param empty_square: the text for an empty square.
        :param orientation: the side at the bottom: WHITE or BLACK.

        >>> print(BaseBoard().unicode(empty_square='.').splitlines()[-1])
        ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
        """
    def _repr_svg_(self) -> str: ...
    def blockers_mask(self, color: bool) -> int:
        """Return the blockers as an int. See blockers()."""
    def blockers(self, color: bool) -> SquareSet:
        """Return the pieces that are the only blocker between the king of *color* and an enemy slider.

        They can be of either color. A blocker of *color* is pinned; an enemy blocker can give a discovered check.

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
        """Return all squares that the pieces of *color* attack. Pins are ignored, as in attackers().

        >>> from bitrook import WHITE, Board
        >>> len(Board().attacked_by(WHITE))
        22
        """
    def xray_attackers_mask(self, color: bool, square: int) -> int:
        """Return the x-ray attackers as an int. See xray_attackers()."""
    def xray_attackers(self, color: bool, square: int) -> SquareSet:
        """Return the sliders of *color* that would attack *square* if the first piece in their way were removed.

        Sliders that already attack the square are not included.

        >>> from bitrook import E8, WHITE, Bitboard, Board
        >>> Bitboard(Board("4k3/4n3/8/8/4R3/8/8/4K3 b - - 0 1").xray_attackers(WHITE, E8)).names()
        ['e4']
        """
    def passed_pawns_mask(self, color: bool) -> int:
        """Return passed_pawns(color) as an int. See passed_pawns()."""
    def passed_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* with no enemy pawn ahead of them, on their own file or a neighboring one.

        >>> from bitrook import WHITE, Bitboard, Board
        >>> Bitboard(Board("4k3/p6p/8/3P4/8/8/P6P/4K3 w - - 0 1").passed_pawns(WHITE)).names()
        ['d5']
        """
    def isolated_pawns_mask(self, color: bool) -> int:
        """Return isolated_pawns(color) as an int. See isolated_pawns()."""
    def isolated_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* without a pawn of their color on a neighboring file."""
    def doubled_pawns_mask(self, color: bool) -> int:
        """Return doubled_pawns(color) as an int. See doubled_pawns()."""
    def doubled_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* with a pawn of their color ahead of them on the same file."""
    def backward_pawns_mask(self, color: bool) -> int:
        """Return backward_pawns(color) as an int. See backward_pawns()."""
    def backward_pawns(self, color: bool) -> SquareSet:
        """Return the backward pawns of *color*.

        The square in front of such a pawn is attacked by an enemy pawn, and no pawn of its own color can ever
        defend it.
        """
    def connected_pawns_mask(self, color: bool) -> int:
        """Return connected_pawns(color) as an int. See connected_pawns()."""
    def connected_pawns(self, color: bool) -> SquareSet:
        """Return the pawns of *color* that have a pawn of their color next to them or defending them."""
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

        These are the squares on the fourth to sixth rank, as seen from *color*, that a pawn of *color* defends and
        no enemy pawn can ever attack.
        """
    def half_open_files_mask(self, color: bool) -> int:
        """Return half_open_files(color) as an int. See half_open_files()."""
    def half_open_files(self, color: bool) -> SquareSet:
        """Return the squares of the files that have enemy pawns but no pawns of *color*."""
    def king_zone_mask(self, color: bool) -> int:
        """Return king_zone(color) as an int. See king_zone()."""
    def king_zone(self, color: bool) -> SquareSet:
        """Return the square of the king of *color*, its neighbors, and the squares in front of those.

        The set is empty if there is no king.
        """
    def open_files_mask(self) -> int:
        """Return open_files() as an int. See open_files()."""
    def open_files(self) -> SquareSet:
        """Return the squares of the files without pawns."""
    @property
    def pawn_key(self) -> int:
        """A 64-bit key of the pawns: the XOR of their Zobrist keys, or 0 without pawns."""
    @property
    def material_key(self) -> int:
        """A 64-bit key of the material, which depends only on the number of pieces of each kind."""
    @property
    def material(self) -> int:
        """The numbers of pieces, packed into one int with six bits each.

        The lowest bits are the number of White's pawns, followed by those of White's knights, bishops, rooks and
        queens, and then by those of Black's pieces. Numbers above 63 are stored as 63. See material_counts.
        """
    @property
    def material_counts(self) -> tuple[int, ...]:
        """The numbers of White's pawns, knights, bishops, rooks and queens, then of Black's, as a tuple of ten ints."""
    @property
    def phase(self) -> int:
        """The phase of the game, from 24 with all pieces to 0 with only kings and pawns.

        A knight or bishop counts 1, a rook 2 and a queen 4; the sum is at most 24.
        """

class Board(BaseBoard):
    """A position and the moves that led to it.

    Boards are equal if they have the same placement, turn, usable castling rights, legal en-passant square
    and clocks. They are mutable and therefore not hashable.

    :param fen: the position, by default the starting position; None creates an empty board. Impossible
        positions are accepted: see status().
    :param chess960: if True, encode castling moves as king-takes-rook.
    :raises ValueError: if the FEN is invalid. The message contains the field, the problem and its offset.

    >>> board = Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> board.fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    >>> board.legal_moves.count(), board.is_check()
    (20, False)
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
    """The set of rooks with castling rights. Assigned rights may be unusable: see clean_castling_rights()."""
    ep_square: int | None
    """The square that a pawn passed over with a double push in the last move, or None.

    It is set even if no capture there is possible.
    """
    halfmove_clock: int
    """The number of half-moves since the last capture or pawn move."""
    fullmove_number: int
    """The number of the move, which starts at 1 and increases after each move of Black."""
    chess960: bool
    """Whether castling moves are encoded as king-takes-rook, as in Chess960."""
    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of the position, as in Polyglot opening books (start: 0x463b96181691fc9c).

        The key is updated with each move, so reading it is free. It includes the en-passant square if a pawn attacks
        that square, even if the capture is illegal; repetition_key does not. Neither key includes the clocks.
        """
    @property
    def repetition_key(self) -> int:
        """A 64-bit key that is equal for positions that the repetition rule regards as the same.

        Boards that are equal except for their clocks have the same key. Different positions share a key only by
        chance, with a probability of 2^-64.

        Use it for hash tables and to find repetitions, and ``key`` for Polyglot opening books. The two differ if no
        capture on the en-passant square is legal, and for some castling rights in Chess960.
        """
    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves, as a view of the board. See LegalMoveGenerator."""
    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The pseudo-legal moves, as a view of the board. See PseudoLegalMoveGenerator."""
    @property
    def move_stack(self) -> _MoveStack:
        """The moves made on the board, as a read-only view.

        The only value that can be assigned is an empty list, which clears the history.
        """
    @move_stack.setter
    def move_stack(self, value: Sequence[Move]) -> None: ...
    def __init__(self, fen: str | None = ..., *, chess960: bool = False) -> None: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """Return a board without pieces and with White to move.

        :param chess960: if True, encode castling moves as king-takes-rook.
        """
    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Return a board with a Chess960 starting position.

        :param scharnagl: the number of the position, 0..959; 518 is the standard one.
        :raises ValueError: if *scharnagl* is out of range.
        """
    def ply(self) -> int:
        """Return the number of half-moves since the start of the game, computed from the move number and turn."""
    def zobrist_hash(self) -> int:
        """Return ``key``."""
    def checkers_mask(self) -> int:
        """Return the pieces that give check as an int. See checkers()."""
    def checkers(self) -> SquareSet:
        """Return the pieces that give check to the side to move."""
    def is_check(self) -> bool:
        """Return True if the side to move is in check."""
    def was_into_check(self) -> bool:
        """Return True if the side that is not to move is in check, which is impossible after a legal move."""
    def clear(self) -> None:
        """Remove all pieces, castling rights and the history. White is then to move, and the clocks are 0 and 1."""
    def reset(self) -> None:
        """Set up the starting position and clear the history."""
    def clear_stack(self) -> None:
        """Clear the history, so that earlier positions no longer count as repetitions."""
    def set_fen(self, fen: str) -> None:
        """Set up the position of a FEN and clear the history.

        :param fen: the FEN; all fields except the first are optional. Impossible positions are accepted: see
            status().
        :raises ValueError: if the text is invalid. The message contains the field, the problem and its offset,
            and the board is unchanged.
        """
    def set_castling_fen(self, castling_fen: str) -> None:
        """Set the castling rights and clear the history.

        :param castling_fen: the third field of a FEN: letters of KQkq, or the files of rooks, or '-'.
        :raises ValueError: if the text is invalid.
        """
    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up a Chess960 starting position in Chess960 mode and clear the history.

        :param scharnagl: the number of the position, 0..959; 518 is the standard one.
        :raises ValueError: if *scharnagl* is out of range.
        """
    def chess960_pos(
        self, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True
    ) -> int | None:
        """Return the number of this Chess960 starting position, 0..959, or None if it is not one.

        :param ignore_turn: if True, accept positions with Black to move.
        :param ignore_castling: if True, accept positions with other castling rights.
        :param ignore_counters: if False, require the clocks to be 0 and 1.
        """
    def generate_legal_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the legal moves, in python-chess's order.

        All moves are generated up front, so it is safe to push moves while iterating.

        :param from_mask: the set of origins to consider, as an int (not a square); by default all.
        :param to_mask: the set of targets to consider, as an int.

        >>> from bitrook import BB_E4, Board
        >>> list(Board().generate_legal_moves(to_mask=BB_E4))
        [Move.from_uci('e2e4')]
        """
    def list_legal_moves(self) -> list[Move]:
        """Return a new list of the legal moves. This is about twice as fast as list(board.legal_moves)."""
    def count_legal_moves(self) -> int:
        """Return the number of legal moves. This is faster than board.legal_moves.count()."""
    def generate_legal_captures(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the legal captures, en passant last. See generate_legal_moves()."""
    def generate_legal_ep(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the legal en-passant captures. See generate_legal_moves()."""
    def generate_pseudo_legal_moves(self, from_mask: int = ..., to_mask: int = ...) -> Iterator[Move]:
        """Return an iterator over the pseudo-legal moves, in python-chess's order.

        These moves may leave the king in check, except for castling, which is always legal.

        :param from_mask: the set of origins to consider, as an int (not a square); by default all.
        :param to_mask: the set of targets to consider, as an int.
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
        """Return True if *move* is legal, or would be legal if it did not leave the king in check."""
    def is_into_check(self, move: Move) -> bool:
        """Return True if *move* would leave the king of the side to move attacked."""
    def gives_check(self, move: Move) -> bool:
        """Return True if *move* would give check. Legality is not checked."""
    def gives_checkmate(self, move: Move) -> bool:
        """Return True if *move* would give checkmate."""
    def is_en_passant(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* captures en passant."""
    def is_capture(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* is a capture, including en passant."""
    def is_zeroing(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* is a capture or a pawn move, which resets the half-move clock."""
    def is_irreversible(self, move: Move) -> bool:
        """Return True if no earlier position can recur after *move*.

        Irreversible moves are captures, pawn moves, and moves that lose a castling right or the option of a legal
        en-passant capture.
        """
    def is_castling(self, move: Move) -> bool:
        """Return True if the pseudo-legal *move* castles, in either castling encoding."""
    def is_kingside_castling(self, move: Move) -> bool:
        """Return True if *move* castles to the h-side."""
    def is_queenside_castling(self, move: Move) -> bool:
        """Return True if *move* castles to the a-side."""
    def has_pseudo_legal_en_passant(self) -> bool:
        """Return True if there is a pseudo-legal en-passant capture, even if a pin forbids it."""
    def has_legal_en_passant(self) -> bool:
        """Return True if there is a legal en-passant capture."""
    def find_move(self, from_square: int, to_square: int, promotion: int | None = None) -> Move:
        """Return the legal move between two squares.

        :param from_square: the origin.
        :param to_square: the target.
        :param promotion: the piece type of a promotion; by default, pawns promote to queens.
        :raises IllegalMoveError: if there is no such move. The message contains the reason.
        """
    def clean_castling_rights(self) -> int:
        """Return the castling rights whose king and rook are in place, as an int.

        Once a move has been pushed, the board's castling rights are always clean.
        """
    def has_castling_rights(self, color: bool) -> bool:
        """Return True if *color* has a castling right."""
    def has_kingside_castling_rights(self, color: bool) -> bool:
        """Return True if *color* has a castling right on the h-side of its king."""
    def has_queenside_castling_rights(self, color: bool) -> bool:
        """Return True if *color* has a castling right on the a-side of its king."""
    def has_chess960_castling_rights(self) -> bool:
        """Return True if any castling right is impossible in standard chess."""
    def push(self, move: Move) -> None:
        """Make *move*, which may be the null move, and add it to the history.

        Legality is not checked; use play() for that. After an illegal move the board is still valid.

        :raises AssertionError: if there is no piece on the origin of *move*.
        """
    def play(self, move: Move) -> None:
        """Make *move* if it is legal.

        :raises IllegalMoveError: if *move* is illegal, with the reason. The board is then unchanged.
        """
    def push_all(self, moves: Iterable[Move]) -> int:
        """Make several legal moves.

        :param moves: an iterable of moves.
        :returns: the number of moves.
        :raises IllegalMoveError: if a move is illegal. The board is then unchanged.
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
        """Return a copy of the board. Attributes added to the instance are not copied.

        Boards share their history until one of them changes it, so the cost does not depend on its length.

        :param stack: how much of the history to copy: True for all of it, False for none, or the number of most
            recent moves.
        """
    def fen(self, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: bool | None = None) -> str:
        """Return the position as a FEN.

        :param shredder: if True, write castling rights as the files of the rooks.
        :param en_passant: when to write the en-passant square: if a capture there is legal ('legal'), if it is
            pseudo-legal ('xfen'), or after every double push ('fen').
        :param promoted: if True, mark promoted pieces with '~'.
        :raises ValueError: for any other *en_passant*.
        """
    def shredder_fen(self, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None) -> str:
        """Return the position as a FEN with castling rights as the files of the rooks. See fen()."""
    def castling_xfen(self) -> str:
        """Return the castling field of the FEN: KQkq, the file of a rook that is not outermost, or '-'."""
    def castling_shredder_fen(self) -> str:
        """Return the castling field of a Shredder-FEN: the files of the rooks, or '-'."""
    def san(self, move: Move) -> str:
        """Return *move* in standard algebraic notation, with '+' for check and '#' for checkmate.

        Legality is not checked.

        :raises AssertionError: if there is no piece on the origin of *move*.
        """
    def lan(self, move: Move) -> str:
        """Return *move* in long algebraic notation, such as 'Ng1-f3'. See san()."""
    def san_and_push(self, move: Move) -> str:
        """Make *move* and return its SAN. See san()."""
    def variation_san(self, variation: Iterable[Move]) -> str:
        """Return a sequence of moves in SAN with move numbers, such as '1. e4 e5 2. Nf3'.

        :param variation: an iterable of moves to make from this position.
        :raises IllegalMoveError: if a move is illegal.
        """
    def parse_san(self, san: str) -> Move:
        """Return the legal move that *san* denotes.

        Accepts standard and long algebraic notation.

        :raises InvalidMoveError: if the text does not have the form of a move.
        :raises IllegalMoveError: if the move is illegal.
        :raises AmbiguousMoveError: if the text matches several legal moves.
        """
    def push_san(self, san: str) -> Move:
        """Make the legal move that *san* denotes and return it. See parse_san()."""
    def uci(self, move: Move, *, chess960: bool | None = None) -> str:
        """Return *move* in UCI notation.

        :param move: a move; legality is not checked.
        :param chess960: if True, write castling as king-takes-rook; if False, as king-two-squares; if None, in the
            encoding of the board.
        """
    def parse_uci(self, uci: str) -> Move:
        """Return the legal move, or the null move, that *uci* denotes, in either castling encoding.

        :raises InvalidMoveError: if the text does not have the form of a move.
        :raises IllegalMoveError: if the move is illegal.
        """
    def push_uci(self, uci: str) -> Move:
        """Make the legal move that *uci* denotes and return it. See parse_uci()."""
    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """Return *move* in XBoard's notation.

        This is the notation of uci(), except for '@@@@' (the null move) and, in Chess960, 'O-O' and 'O-O-O'.

        :param move: a move; legality is not checked.
        :param chess960: as for uci().
        """
    def parse_xboard(self, xboard: str) -> Move:
        """Return the legal move that *xboard* denotes, read as SAN. See parse_san()."""
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

        The result True is always correct. False may be wrong, because some dead positions are not recognized.
        """
    def is_seventyfive_moves(self) -> bool:
        """Return True if the half-move clock is at least 150 and there is a legal move."""
    def is_fivefold_repetition(self) -> bool:
        """Return True if the position has occurred at least five times."""
    def is_fifty_moves(self) -> bool:
        """Return True if the half-move clock is at least 100 and there is a legal move."""
    def is_repetition(self, count: int = 3) -> bool:
        """Return True if the position has occurred several times in the history of the board.

        :param count: the number of occurrences, including the current one.
        """
    def can_claim_draw(self) -> bool:
        """Return True if a draw can be claimed by the fifty-move rule or by threefold repetition."""
    def can_claim_fifty_moves(self) -> bool:
        """Return True if the fifty-move rule applies now or after a legal move."""
    def can_claim_threefold_repetition(self) -> bool:
        """Return True if the position, or a position after a legal move, has occurred at least three times."""
    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Return True if the game is over. See outcome().

        :param claim_draw: if True, a draw that can be claimed also ends the game.
        """
    def result(self, *, claim_draw: bool = False) -> str:
        """Return the result of the game: '1-0', '0-1', '1/2-1/2', or '*' if it is not over. See outcome().

        :param claim_draw: if True, a draw that can be claimed also ends the game.
        """
    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Return an Outcome with the reason why the game is over, or None if it is not over.

        Tests for checkmate, insufficient material, stalemate, seventy-five moves and fivefold repetition, in this
        order. Only positions in the history of the board count as repetitions.

        :param claim_draw: if True, also test for draws that the side to move can claim, now or by announcing a legal
            move: fifty moves and threefold repetition.

        >>> Board('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').outcome()
        Outcome(termination=<Termination.STALEMATE: 2>, winner=None)
        """
    def status(self) -> Status:
        """Return the problems of the position as Status flags, or Status.VALID if there are none.

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
        """Return the position as EPD: the first four fields of the FEN, followed by operations.

        :param shredder: if True, write castling rights as the files of the rooks, as in fen().
        :param en_passant: when to write the en-passant square, as in fen().
        :param promoted: if True, mark promoted pieces with '~'.
        :param operations: opcodes and their operands, which are written in the order given. An operand is a number,
            a move, None or text, in which quotes, backslashes, tabs and line ends are escaped. `bm` and `am` also
            accept several moves, which are written in alphabetical order; `pv` takes a sequence of moves.
        :raises ValueError: for an invalid opcode.

        >>> Board().epd(bm=[Move.from_uci('g1f3'), Move.from_uci('e2e4')], id='a start')
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3 e4; id "a start";'
        """
    def set_epd(self, epd: str) -> dict[str, _EpdOperand]:
        """Set up the position of an EPD, clear the history and return the operations.

        The operations `hmvc` and `fmvn` set the clocks.

        :param epd: four FEN fields, followed by operations that end with semicolons.
        :returns: a dict that maps opcodes to operands: numbers, text without its quotes, moves (in any notation that
            parse_san() reads), lists of moves for `bm`, `am` and `pv`, and None for an operation without an
            operand.
        :raises ValueError: if the text is invalid or contains an illegal move. The board is then unchanged.

        >>> Board().set_epd('4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ O-O-O; id "two moves";')
        {'bm': [Move.from_uci('a1a8'), Move.from_uci('e1c1')], 'id': 'two moves'}
        """
    @classmethod
    def from_packed(cls, packed: Buffer, *, chess960: bool = False) -> Self:
        """Return a board with a packed position. The clocks are 0 and 1.

        :param packed: the 24 bytes that packed() returned, as bytes or another buffer.
        :param chess960: if True, encode castling moves as king-takes-rook.
        :raises ValueError: if the bytes do not encode a position. The message contains the reason.

        >>> Board.from_packed(Board().packed()) == Board()
        True
        """
    def packed(self) -> bytes:
        """Return the position as 24 bytes: the Binary FEN of the Stockfish and Lichess tools.

        The clocks, the history and the promoted flags are not stored. The en-passant square is stored only if a
        legal move captures there.

        :raises ValueError: if there are more than 32 pieces, or if Black is to move without a king.

        >>> Board().packed().hex()
        'ffff00000000ffff2d844ad200000000111111113e955be3'
        """
    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, _EpdOperand]]:
        """Return a new board with the position of an EPD, and the operations.

        :param epd: four FEN fields, followed by operations. See set_epd().
        :param chess960: if True, encode castling moves as king-takes-rook.
        :returns: a tuple of the board and a dict of the operations.
        :raises ValueError: if the text is invalid or contains an illegal move.

        >>> Board.from_epd('4k3/8/8/8/8/8/8/R3K3 w Q - hmvc 5;')
        (Board('4k3/8/8/8/8/8/8/R3K3 w Q - 5 1'), {'hmvc': 5})
        """
    def is_valid(self) -> bool:
        """Return True if status() finds no problem."""
    def is_variant_end(self) -> bool:
        """Return False, because this is standard chess and not a variant."""
    def is_variant_loss(self) -> bool:
        """Return False, because this is standard chess and not a variant."""
    def is_variant_win(self) -> bool:
        """Return False, because this is standard chess and not a variant."""
    def is_variant_draw(self) -> bool:
        """Return False, because this is standard chess and not a variant."""
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
        """Return the material that *move* wins or loses after the best captures on its target by both sides.

        This is static exchange evaluation with the swap algorithm. Each side captures with its least valuable piece
        first and stops when another capture would lose material. Sliders behind a capturing piece take part (x-rays).
        A pinned piece takes part only after every pinner of its king has left its square, as in Stockfish. A pawn
        that captures on the last rank becomes a queen, and a king captures only undefended pieces. The value of
        castling is 0.

        :param move: a pseudo-legal move.
        :param values: the values of pawn, knight, bishop, rook and queen, and optionally king, in centipawns; by
            default (100, 320, 330, 500, 900).
        :returns: the gain of the side to move in centipawns; negative for a loss.
        :raises ValueError: if *values* does not have five or six numbers, or if one of them is negative.

        >>> from bitrook import Board, Move
        >>> board = Board("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1")
        >>> board.see(Move.from_uci("d1d5"))
        -800
        >>> board.see_ge(Move.from_uci("d1d5"), 0)
        False
        """
    def see_ge(self, move: Move, threshold: int, values: _Numbers | None = None) -> bool:
        """Return True if ``see(move, values) >= threshold``.

        This is faster than see(), because it stops as soon as the answer is known.

        :param move: a pseudo-legal move.
        :param threshold: the value to reach, in centipawns.
        :param values: the piece values, as for see().
        :raises ValueError: for invalid *values*.
        """
    def check_squares_mask(self, piece_type: int) -> int:
        """Return the check squares as an int. See check_squares()."""
    def check_squares(self, piece_type: int) -> SquareSet:
        """Return the squares from which a piece of *piece_type* would check the king of the side not to move.

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
        """Return the pieces of one color that a cheaper enemy piece attacks.

        A pawn is cheaper than all other pieces, a knight or bishop is cheaper than a rook or queen, and a rook is
        cheaper than a queen.

        :param color: the color of the threatened pieces, by default the side to move.

        >>> from bitrook import Bitboard, Board
        >>> Bitboard(Board("4k3/8/2p5/3R4/8/8/8/4K3 w - - 0 1").threats()).names()
        ['d5']
        """
    def list_legal_captures(self) -> list[Move]:
        """Return a new list of the legal captures, en passant last. See list_legal_moves()."""
    def list_legal_quiets(self) -> list[Move]:
        """Return a new list of the legal moves that capture nothing, including promotions, in python-chess's order."""
    def list_quiescence_moves(self, checks: bool = False) -> list[Move]:
        """Return a new list of the moves that a quiescence search considers.

        These are the captures, followed by the promotions that do not capture. In check, the list contains all
        legal moves.

        :param checks: if True, add the other moves that give check.

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
        """Return a new list of the legal moves, ordered for a search with the most promising moves first.

        The order is: *hash_move*; captures and promotions that lose no material according to see(), by most
        valuable victim and then least valuable attacker; *killers* and *counter_move* if they are quiet; the other
        quiet moves by *history*; and finally the losing captures. Moves that compare equal stay in python-chess's
        order. Hints that are None or not legal in this position have no effect.

        :param hash_move: the best move from a transposition table, or None.
        :param killers: up to two quiet moves that caused cutoffs in sibling positions.
        :param history: a `bitrook.search.History` with the scores of quiet moves, or None.
        :param counter_move: a quiet move that refuted the previous move of the opponent, or None.
        :param captures_only: if True, list only captures and promotions.
        :param see: if False, treat no capture as losing, which saves the time of see().

        >>> from bitrook import Board
        >>> board = Board("4k3/8/2p5/3p4/4P3/8/8/3QK3 w - - 0 1")
        >>> moves = board.ordered_moves()
        >>> moves[0], moves[-1]
        (Move.from_uci('e4d5'), Move.from_uci('d1d5'))
        """
    def captured_type(self, move: Move) -> int | None:
        """Return the type of the piece that a pseudo-legal *move* captures (PAWN for en passant), or None."""
    def moved_type(self, move: Move) -> int | None:
        """Return the type of the piece that *move* moves or drops, or None."""
    def key_after(self, move: Move) -> int:
        """Return the key of the position after *move*, without making the move. See key.

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

        :raises ValueError: if *move* was not made.
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
        """Raise TypeError, because move_stack is read-only."""
    def extend(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError, because move_stack is read-only."""
    def insert(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError, because move_stack is read-only."""
    def remove(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError, because move_stack is read-only."""
    def pop(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError, because move_stack is read-only."""
    def clear(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError, because move_stack is read-only."""
    def reverse(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError, because move_stack is read-only."""
    def sort(self, *args: Never, **kwargs: Never) -> Never:
        """Raise TypeError, because move_stack is read-only."""

@final
class LegalMoveGenerator:
    """The legal moves of a board, as a collection.

    This is a view of the current position of the board. It supports iteration, ``in``, len(), indices and
    slices, and it is true if there is a legal move. The moves are generated when an iterator is created, so it is
    safe to push moves while iterating. They are always in python-chess's order.

    :param board: the board whose moves are generated.
    """

    @property
    def board(self) -> Board:
        """The board whose moves are generated."""
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
        """Return the 16-bit words of the moves as bytes, in the machine's byte order. See Move.word.

        :param out: a writable, C-contiguous buffer of 16-bit integers or of bytes (array.array, NumPy,
            bytearray) to write the words to; 218 words are enough for every position that a game can reach.
        :returns: the bytes or, with *out*, the number of words written.
        :raises ValueError: if *out* is too small.
        :raises BufferError: if *out* is read-only or not contiguous.
        :raises TypeError: if *out* is not a buffer of 16-bit integers or bytes.
        """
    @overload
    def words(self, out: Buffer) -> int:
        """Return the 16-bit words of the moves as bytes, in the machine's byte order. See Move.word.

        :param out: a writable, C-contiguous buffer of 16-bit integers or of bytes (array.array, NumPy,
            bytearray) to write the words to; 218 words are enough for every position that a game can reach.
        :returns: the bytes or, with *out*, the number of words written.
        :raises ValueError: if *out* is too small.
        :raises BufferError: if *out* is read-only or not contiguous.
        :raises TypeError: if *out* is not a buffer of 16-bit integers or bytes.
        """
    def count(self) -> int:
        """Return the number of moves. This is faster than listing them."""
    def tolist(self) -> list[Move]:
        """Return the moves as a list. This is faster than list()."""
    def __reversed__(self) -> Iterator[Move]: ...

@final
class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board, as a collection.

    Unlike legal moves, these moves may leave the king in check. Otherwise, this is like LegalMoveGenerator.

    :param board: the board whose moves are generated.
    """

    @property
    def board(self) -> Board:
        """The board whose moves are generated."""
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
        """Return the number of moves. This is faster than listing them."""
    def tolist(self) -> list[Move]:
        """Return the moves as a list. This is faster than list()."""
    def __reversed__(self) -> Iterator[Move]: ...

def between(a: int, b: int) -> int:
    """Return the squares strictly between *a* and *b*, or 0 if these are not on a rank, file or diagonal."""

def file_name(file: int) -> str:
    """Return the letter of a file.

    :param file: the file, 0..7.
    :raises IndexError: if *file* is out of range.
    """

def flip_anti_diagonal(bb: int) -> int:
    """Return the set *bb* flipped along the diagonal a8-h1: a1 becomes h8."""

def flip_diagonal(bb: int) -> int:
    """Return the set *bb* flipped along the diagonal a1-h8: a8 becomes h1."""

def flip_horizontal(bb: int) -> int:
    """Return the set *bb* flipped left to right: a1 becomes h1."""

def flip_vertical(bb: int) -> int:
    """Return the set *bb* flipped upside down: a1 becomes a8."""

def lsb(bb: int) -> int:
    """Return the lowest square of the set *bb* (its least significant bit), or -1 if it is empty."""

def msb(bb: int) -> int:
    """Return the highest square of the set *bb* (its most significant bit), or -1 if it is empty."""

def parse_file(name: str) -> int:
    """Return the file called *name*, 'a' to 'h', as 0..7.

    :raises ValueError: if *name* is not the letter of a file.
    """

def parse_rank(name: str) -> int:
    """Return the rank called *name*, '1' to '8', as 0..7.

    :raises ValueError: if *name* is not the digit of a rank.
    """

def parse_square(name: str) -> int:
    """Return the square called *name*, such as 'e4'.

    :raises ValueError: if *name* is not the name of a square.
    """

def rank_name(rank: int) -> str:
    """Return the digit of a rank.

    :param rank: the rank, 0..7.
    :raises IndexError: if *rank* is out of range.
    """

def ray(a: int, b: int) -> int:
    """Return the rank, file or diagonal through the squares *a* and *b*, from edge to edge.

    The result is 0 if there is no such line, or if the squares are equal.
    """

def scan_forward(bb: int) -> Iterator[int]:
    """Return an iterator over the squares of the set *bb*, lowest first."""

def scan_reversed(bb: int) -> Iterator[int]:
    """Return an iterator over the squares of the set *bb*, highest first."""

def shift_2_down(b: int) -> int:
    """Return the set *b* shifted two ranks down."""

def shift_2_left(b: int) -> int:
    """Return the set *b* shifted two files to the left, without wrapping."""

def shift_2_right(b: int) -> int:
    """Return the set *b* shifted two files to the right, without wrapping."""

def shift_2_up(b: int) -> int:
    """Return the set *b* shifted two ranks up."""

def shift_down(b: int) -> int:
    """Return the set *b* shifted one rank down."""

def shift_down_left(b: int) -> int:
    """Return the set *b* shifted one step down and left, without wrapping."""

def shift_down_right(b: int) -> int:
    """Return the set *b* shifted one step down and right, without wrapping."""

def shift_left(b: int) -> int:
    """Return the set *b* shifted one file to the left, without wrapping."""

def shift_right(b: int) -> int:
    """Return the set *b* shifted one file to the right, without wrapping."""

def shift_up(b: int) -> int:
    """Return the set *b* shifted one rank up."""

def shift_up_left(b: int) -> int:
    """Return the set *b* shifted one step up and left, without wrapping."""

def shift_up_right(b: int) -> int:
    """Return the set *b* shifted one step up and right, without wrapping."""

def square(file_index: int, rank_index: int) -> int:
    """Return the square of a file and a rank.

    :param file_index: the file, 0..7, where 0 is the a-file.
    :param rank_index: the rank, 0..7, where 0 is the first rank.
    """

def square_distance(a: int, b: int) -> int:
    """Return the number of king moves between the squares *a* and *b*."""

def square_file(square: int) -> int:
    """Return the file of *square*, from 0 for a to 7 for h."""

def square_knight_distance(a: int, b: int) -> int:
    """Return the number of knight moves between the squares *a* and *b* on an empty board."""

def square_manhattan_distance(a: int, b: int) -> int:
    """Return the number of steps along ranks and files between the squares *a* and *b*."""

def square_mirror(square: int) -> int:
    """Return *square* mirrored vertically: a1 becomes a8."""

def square_name(square: int) -> str:
    """Return the name of *square*, such as 'e4'.

    :raises IndexError: if *square* is out of range.
    """

def square_rank(square: int) -> int:
    """Return the rank of *square*, 0..7, where 0 is the first rank."""

def bishop_attacks(square: int, occupied: int, method: str | None = None) -> int:
    """Return the squares that a bishop on *square* attacks, as an int. See rook_attacks()."""

def queen_attacks(square: int, occupied: int, method: str | None = None) -> int:
    """Return the squares that a queen on *square* attacks, as an int. See rook_attacks()."""

def rook_attacks(square: int, occupied: int, method: str | None = None) -> int:
    """Return the squares that a rook on *square* attacks, as an int.

    :param square: the square of the rook, 0..63.
    :param occupied: the set of all pieces, as an int. The first piece in each direction is attacked.
    :param method: one of slider_methods(), by default the fastest. All of them return the same set.
    :raises ValueError: for any other *method*.

    >>> from bitrook import A1, BB_A4, BB_C1, Bitboard, rook_attacks
    >>> Bitboard(rook_attacks(A1, BB_A4 | BB_C1)).names()
    ['b1', 'c1', 'a2', 'a3', 'a4']
    """

def slider_methods() -> tuple[str, ...]:
    """Return the names of the methods that this build supports for computing slider attacks."""

def de_bruijn_lsb(bb: int) -> int:
    """Return lsb(*bb*), computed by De Bruijn multiplication and a table lookup."""

def de_bruijn_msb(bb: int) -> int:
    """Return msb(*bb*), computed by De Bruijn multiplication and a table lookup."""

def de_bruijn_sequence() -> int:
    """Return the De Bruijn sequence that the De Bruijn bit scans use.

    It is a cyclic sequence of 64 bits that contains every group of six bits exactly once.
    """

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

    The result is the number of sequences of *depth* legal moves from the position of *board*: 1 for depth 0,
    and the number of legal moves for depth 1. Sequences that lead to the same position are counted
    separately.

    The GIL is released while counting, so other Python threads can run. Changes that they make to the board
    do not affect the count. Ctrl-C interrupts it.

    :param board: a Board. Its history has no effect: repetitions and draws do not end a sequence.
    :param depth: the number of plies, 0 to 100.
    :param threads: the number of threads, 1 to 1024, including the calling thread. At most four threads per
        processor are used.
    :param hash_mb: the size in MiB of a hash table for the counts of subtrees, 0 to 524288, rounded down to
        a power of two. A table is worthwhile from about depth 7. Subtrees are identified by 64 bits, so a
        wrong count is possible: with 64 MiB, the chance is about 1 in 4,000 for a count of 10**13. Must be
        0 if *method* is "walk".
    :param progress: a callable, or None. It is called about 20 times a second, in the calling thread, with
        three ints: the number of parts of the tree counted so far, the total number of parts, and the
        number of leaves counted so far. If it raises an exception, the count stops and the exception
        propagates.
    :param method: "count" computes the last two plies together, with a specialized board. "walk" generates
        and makes the moves with the library's move generator, and counts those of the last ply without
        making them; it takes four to five times as long, and is meant for testing the generator.
    :returns: the number of leaves.
    :raises TypeError: if an argument is of the wrong type.
    :raises ValueError: if an argument is out of its range.
    :raises MemoryError: if there is not enough memory for the hash table.
    :raises RuntimeError: in a child process that *progress* forked while worker threads were running.

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
    """Count the leaves of the tree of legal moves, separately for each first move.

    Compare the counts with those of another program to find the moves after which they differ. The
    parameters and exceptions are the same as for perft().

    :param board: a Board.
    :param depth: the number of plies, 0 to 100.
    :param threads: the number of threads, 1 to 1024.
    :param hash_mb: the size in MiB of a hash table, 0 to 524288.
    :param progress: a callable, or None.
    :param method: "count" or "walk".
    :returns: a dict that maps each legal move, in the order of board.legal_moves, to the number of sequences
        of *depth* legal moves that start with it. The values add up to perft(board, depth). For depth 0,
        the dict is empty.

    >>> board = Board("7k/8/8/8/8/8/R7/K7 b - - 0 1")
    >>> {board.uci(move): leaves for move, leaves in divide(board, 2).items()}
    {'h8g8': 15, 'h8h7': 15, 'h8g7': 15}
    """

@final
class GameTree:
    """A parsed game, stored in one compact block. Its nodes are numbered from 1; 0 is the root.

    Used by bitrook.pgn, which creates node objects on first access.
    """

    def children(self, node: int) -> list[tuple[Move, int, str, str, set[int]]]:
        """Return the moves to the child nodes, each with the number and the notes of the child."""
    def notes(self, node: int) -> tuple[str, str, set[int]]:
        """Return the comment, starting comment and NAGs of a node."""
    def moves(self, node: int) -> list[Move]:
        """Return the moves of the main line after a node."""
    def fill_tags(self, roster: dict[str, str], others: dict[str, str]) -> None:
        """Add the tags to two dicts, in order."""
    def movetext(self, board: Board, result: str, columns: int, comments: bool, variations: bool) -> str | None:
        """Return the movetext from the position of *board*, with an empty line, or None if a move has no piece."""
    def to_bytes(self) -> bytes:
        """Return the block as bytes."""
    @classmethod
    def from_bytes(cls, block: bytes) -> Self:
        """Return the tree with a block from to_bytes().

        :raises ValueError: if *block* is invalid.
        """

def read_game_tree(
    readline: Callable[[], str | bytes], tags_only: bool, limits: tuple[int, ...] | None
) -> tuple[GameTree, list[Exception]] | None:
    """Read a game. Return its tree and a list of exceptions, or None at the end of the file."""

def read_game_events(
    readline: Callable[[], str | bytes], visitor: Any, start: Any, skip: Any, limits: tuple[int, ...] | None
) -> bool:
    """Read a game and report it to a visitor. Return False at the end of the file.

    `start` has the methods begin(), visit(name, value) and end() for the tags; end() returns the board of the
    first position, or None to skip the moves. `skip` is the object that the visitor's methods return to
    skip a part of the game.
    """

def skip_game_lines(readline: Callable[[], str | bytes], limits: tuple[int, ...] | None) -> bool:
    """Skip the lines of a game. Return False at the end of the file."""

def pgn_events(
    text: bytes, *, chunk: int = 0, replay: bool = True, universal_newlines: bool = True
) -> list[tuple[Any, ...]]:
    """Return the events of the PGN reader in order, for tests.

    `chunk` is the number of bytes passed to the reader at once, or 0 to pass all of them.
    """

def pgn_rewrite(
    text: bytes, *, columns: int = 80, headers: bool = True, comments: bool = True, variations: bool = True
) -> bytes:
    """Return the games of a text as the PGN writer writes them, for tests.

    `columns` is the maximum length of a line of movetext, or 0 for a single line.
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
    """Return the squares in front of the pawns *own* of *color*, on their files."""

def attack_span(color: bool, own: int) -> int:
    """Return the squares that the pawns *own* of *color* attack now or after advancing."""

def passed(color: bool, own: int, enemy: int) -> int:
    """Return the passed pawns among *own*. *color* is the color of *own*.

    No pawn of *enemy* is ahead of such a pawn, on its own file or a neighboring one.
    """

def isolated(own: int) -> int:
    """Return the pawns of *own* without another pawn of *own* on a neighboring file."""

def doubled(color: bool, own: int) -> int:
    """Return the pawns of *own* with another one ahead on their file. *color* is the color of *own*.

    Of n pawns on a file, n - 1 are doubled.
    """

def backward(color: bool, own: int, enemy: int) -> int:
    """Return the backward pawns among *own*. *color* is the color of *own*.

    The square in front of such a pawn is attacked by a pawn of *enemy*, and no pawn of *own* can ever
    defend it.
    """

def connected(color: bool, own: int) -> int:
    """Return the pawns of *own* that have another one next to them or defending them. *color* is the color of *own*."""

def open_files(own: int, enemy: int) -> int:
    """Return the squares of the files without pawns of *own* or *enemy*."""

def half_open_files(own: int, enemy: int) -> int:
    """Return the squares of the files that have pawns of *enemy* but none of *own*."""

def outposts(color: bool, own: int, enemy: int) -> int:
    """Return the outposts of *color*, whose pawns are *own*.

    These are the squares on the fourth to sixth rank, as seen from *color*, that a pawn of *own* defends
    and no pawn of *enemy* can ever attack.
    """

def king_zone(color: bool, square: int) -> int:
    """Return *square*, its neighbors, and the squares in front of those, for a king of *color*."""

# --- bitrook.search

@final
class History:
    """The history heuristic: scores of quiet moves by color, origin and target.

    Call bonus() for the quiet move that caused a cutoff, and with a negative depth for the quiet moves that
    were tried before it. Board.ordered_moves() and MovePicker then yield quiet moves with high scores first.
    Scores start at 0 and stay between -16384 and 16384.

    The table supports the buffer protocol: ``numpy.asarray(history)`` is a writable int16 array of shape
    (2, 64, 64) that shares its memory, indexed by color (BLACK = 0, WHITE = 1), origin and target.

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
        """Raise or lower the score of a move.

        The bonus is 16 * depth * depth, at most 1200, and has the sign of *depth*. It is scaled down as the
        score grows, so that scores stay in range: ``score += bonus - score * abs(bonus) // 16384``.

        :param move: a quiet move.
        :param depth: the depth at which *move* was best; negative to lower the score instead.
        :param color: the color of the moving side.
        """
    def score(self, move: Move, color: bool) -> int:
        """Return the score of *move* for the moving side *color*."""
    def clear(self) -> None:
        """Set all scores to 0."""
    def __buffer__(self, flags: int, /) -> memoryview[int]: ...

@final
class MovePicker:
    """An iterator over the legal moves of *board* in the order of Board.ordered_moves(), in stages.

    Captures are generated and scored only after the hash move, and quiet moves only after the good captures and
    the killers, so a search that stops early saves the rest of the work. The picker uses a copy of the position,
    so it is safe to push moves while iterating.

    :param board: the board whose moves are yielded.
    :param hash_move: the best move from a transposition table, or None.
    :param killers: up to two quiet moves that caused cutoffs in sibling positions.
    :param history: a `History`, which is read when the quiet moves are generated, or None.
    :param counter_move: a quiet move that refuted the previous move of the opponent, or None.
    :param captures_only: if True, yield only captures and promotions.
    :param see: if False, treat no capture as losing.

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
        """Skip the remaining quiet moves, including killers, for late move pruning."""

@final
class EvaluationTerms(tuple[int, int, int]):
    """The sums of an evaluation's terms from White's point of view, and the phase. Returned by terms()."""

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
    """The default evaluation of `Search`: piece-square tables and several positional terms.

    ``evaluation(board)`` returns a score in centipawns from the point of view of the side to move.
    ``evaluation(boards, out=None)`` with `bitrook.batch.Boards` returns the scores of all boards, int32[n].

    :param tables: a `PieceSquareTables`, or None for the built-in tables.
    :param terms: for each term, True for the built-in weights, False to disable the term, or custom weights:
        pairs of numbers in -1000..1000, for the middlegame and the endgame, as in `weights`. The terms are
        explained in docs/engine-search.md.
    :raises TypeError: if a value has the wrong type. The message contains the argument and the index.
    :raises ValueError: if a value is out of range. The message contains the argument and the index.

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
        """Return the sums of the terms of *board* from White's point of view, and the phase.

        The evaluation is ``(midgame * phase + endgame * (max_phase - phase)) / max_phase``, rounded toward
        zero, from the point of view of the side to move, and clamped to -30000..30000. *max_phase* is that
        of the tables.

        :returns: the `EvaluationTerms` (midgame, endgame, phase).
        """
    @property
    def tables(self) -> PieceSquareTables:
        """The piece-square tables."""
    @property
    def weights(self) -> dict[str, tuple[tuple[int, int], ...]]:
        """The weights: a new dict that maps each term to a tuple of (middlegame, endgame) pairs."""

@final
class PieceSquareTables:
    """An evaluation by piece-square tables, tapered between the middlegame and the endgame.

    ``tables(board)`` returns a score in centipawns from the point of view of the side to move, about 40
    times as fast as the same loop in Python. ``tables(boards, out=None)`` with `bitrook.batch.Boards`
    returns the scores of all boards, int32[n], or writes them to *out*; it uses the threads of the boards.

    :param midgame: an array (any buffer) or nested list of 6 x 64 numbers: rows from pawn to king, and
        squares from a1 to h8 as seen by White; Black's pieces use the same rows mirrored. With 12 x 64
        numbers, the last six rows are for Black's pieces and are not mirrored. Scores are from the point of
        view of the piece's owner; floats are rounded. By default, the built-in tables.
    :param endgame: the same for the endgame; by default the same scores as *midgame*.
    :param values: six numbers, from pawn to king, that are added to the rows; or two rows of six, for the
        middlegame and the endgame.
    :param phase: the weight of each piece type in the phase, by default (0, 1, 1, 2, 4, 0).
    :raises TypeError: if a value has the wrong type. The message contains the argument and the index.
    :raises ValueError: if a score is above 20000 or a weight of the phase is above 30. The message contains
        the argument and the index.

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
        """Return the sums of the terms of *board* from White's point of view, and the phase.

        The evaluation is ``(midgame * phase + endgame * (max_phase - phase)) / max_phase``, rounded toward
        zero, from the point of view of the side to move, and clamped to -30000..30000.

        :returns: the `EvaluationTerms` (midgame, endgame, phase).
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
    """An entry of a TranspositionTable, as returned by probe()."""

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
    """A hash table of search results by position, which threads can share without locks.

    An entry takes 16 bytes, and four entries form a cluster of one cache line. In a full cluster, store()
    overwrites the entry with the lowest depth. For this comparison, the depth of an entry is reduced by
    eight plies for each search that has started since it was stored. The operating system allocates the
    memory on first use.

    Keys can be any 64-bit ints, such as ``board.key`` or ``board.repetition_key``. Two positions with the
    same key share an entry, so check that its move is legal.

    :param mb: the size in MiB, at least 1; rounded down to a power of two.
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
        """Return the entry stored with a key, or None.

        The table stores mate scores relative to the position. probe() converts them to mates relative to
        the root of the search. See store().

        :param key: the 64-bit key of the position.
        :param ply: the distance of the position from the root of the search, 0..256.
        :returns: a `TableEntry` (move, score, depth, bound), or None.
        :raises ValueError: if *ply* is out of range.
        """
    def store(self, key: int, move: Move | None, score: int, depth: int, bound: int, ply: int = 0) -> None:
        """Store a search result, replacing the entry of the same key or another entry of its cluster.

        Scores above 30000 are mates: 32000 minus the distance from the root in plies. Scores below -30000
        are mates against the side to move.

        :param key: the 64-bit key of the position.
        :param move: the best move, or None, which keeps the move that is already stored with *key*.
        :param score: the score, -32000..32000.
        :param depth: the depth of the search in plies, -64..190.
        :param bound: UPPER, LOWER or EXACT: the true score is at most, at least, or exactly *score*.
        :param ply: the distance of the position from the root of the search, 0..256.
        :raises ValueError: if a value is out of range.
        """
    def prefetch(self, key: int) -> None:
        """Load the cluster of a key into the processor's cache.

        :param key: the 64-bit key of the position.
        """
    def new_search(self) -> None:
        """Age all entries by one search, so that they are overwritten first. Call it before each search."""
    def hashfull(self) -> int:
        """Return how full the table is, in permille: the entries of this search among the first thousand."""
    def clear(self) -> None:
        """Remove all entries. Other threads may use the table at the same time."""
    def resize(self, mb: int) -> None:
        """Replace the table with an empty one. A running search keeps using the old table.

        :param mb: the new size in MiB, at least 1; rounded down to a power of two.
        :raises ValueError: if *mb* is below 1. The table is then unchanged.
        :raises MemoryError: if there is not enough memory. The table is then unchanged.
        """
    @property
    def mb(self) -> int:
        """The size in MiB, as passed to the constructor or resize()."""
    @property
    def entries(self) -> int:
        """The capacity in entries."""

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
        """Whether set() has been called."""

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

@final
class _Tablebase:
    def __len__(self) -> int: ...
    def add(self, path: str, name: str, dtz: bool) -> bool: ...
    def probe(self, board: Board, dtz: bool) -> int | tuple[int, str]: ...
    def probe_boards(self, boards: _Boards, dtz: bool, out: Any, threads: int) -> int | tuple[int, str]: ...
    def look_up(self, board: Board, dtz: bool, wdl: int) -> tuple[int | tuple[int, str], bool, int]: ...
    def ranked_moves(self, board: Board) -> tuple[int | tuple[int, str], list[tuple[Move, int, int, int]]]: ...

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

@final
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

@final
class _BookMaker:
    def add(self, table: _Table, min_rating: int, max_rating: int) -> None: ...
    def finish(self, path: bytes) -> int: ...
    def files(self) -> int: ...

def _book_maker(
    max_ply: int, min_games: int, weighting: int, white: bool, black: bool, memory: int, directory: bytes
) -> _BookMaker: ...
def _merge_books(books: list[_Book], path: bytes) -> int: ...
