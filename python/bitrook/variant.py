"""The chess variants of Lichess, with the interface of python-chess's module `chess.variant`.

The boards are subclasses of `bitrook.Board`, and their moves are generated natively.

>>> from bitrook.variant import CrazyhouseBoard, find_variant
>>> board = CrazyhouseBoard()
>>> for san in ("e4", "d5", "exd5", "Qxd5", "@d7+"):
...     move = board.push_san(san)
>>> move
Move.from_uci('P@d7')
>>> find_variant("3-check").__name__
'ThreeCheckBoard'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ._constants import PIECE_SYMBOLS
from ._core import (
    AntichessBoard,
    AtomicBoard,
    Board,
    CrazyhouseBoard,
    GiveawayBoard,
    HordeBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    SuicideBoard,
    ThreeCheckBoard,
)

__all__ = [
    "VARIANTS",
    "AntichessBoard",
    "AtomicBoard",
    "CrazyhouseBoard",
    "CrazyhouseBoardT",
    "CrazyhousePocket",
    "CrazyhousePocketT",
    "GiveawayBoard",
    "HordeBoard",
    "KingOfTheHillBoard",
    "RacingKingsBoard",
    "SuicideBoard",
    "ThreeCheckBoard",
    "ThreeCheckBoardT",
    "find_variant",
]

#: The classes of all boards; the first is that of standard chess.
VARIANTS: list[type[Board]] = [
    Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]

ThreeCheckBoardT = TypeVar("ThreeCheckBoardT", bound=ThreeCheckBoard)
CrazyhouseBoardT = TypeVar("CrazyhouseBoardT", bound=CrazyhouseBoard)
CrazyhousePocketT = TypeVar("CrazyhousePocketT", bound="CrazyhousePocket")


def find_variant(name: str) -> type[Board]:
    """Return the class of the boards of a variant.

    :param name: one of the *aliases* of a class in `VARIANTS`, in any case of its letters.
    :raises ValueError: for any other name.
    """
    for variant in VARIANTS:
        if any(alias.lower() == name.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"unsupported variant: {name}")


_MOST = 64  # pieces of one type in a pocket, as in FENs


class CrazyhousePocket:
    """The captured pieces that one side of a Crazyhouse board can drop.

    The pocket of a board is a view: changing it changes the board.

    :param symbols: the letters of the pieces, in lower case: ``"qnpp"``.
    :raises ValueError: for any other letter.

    >>> pocket = CrazyhousePocket("pnp")
    >>> pocket.add(5)
    >>> pocket, len(pocket), pocket.count(1)
    (CrazyhousePocket('qnpp'), 4, 2)
    """

    __slots__ = ("__weakref__", "_board", "_color", "_counts")

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._board: CrazyhouseBoard | None = None
        self._color = False
        self._counts = bytes(5)
        for symbol in symbols:
            if symbol not in PIECE_SYMBOLS[1:6]:
                raise ValueError(f"expected letters of 'pnbrq' in a pocket, not {symbol!r}")
            self.add(PIECE_SYMBOLS.index(symbol))

    @classmethod
    def _of(cls, board: CrazyhouseBoard, color: bool) -> CrazyhousePocket:
        pocket = cls()
        pocket._board, pocket._color = board, color
        return pocket

    def _read(self) -> bytes:
        return self._counts if self._board is None else self._board._pocket(self._color)

    def _write(self, counts: bytes) -> None:
        if self._board is None:
            self._counts = counts
        else:
            self._board._set_pocket(self._color, counts)

    def _change(self, piece_type: int, by: int) -> None:
        counts = bytearray(self._read())
        counts[_index(piece_type)] += by
        if max(counts) > _MOST:
            raise ValueError(f"a pocket has room for {_MOST} pieces of one type")
        self._write(bytes(counts))

    def reset(self) -> None:
        """Remove all pieces."""
        self._write(bytes(5))

    def add(self, piece_type: int) -> None:
        """Add a piece.

        :param piece_type: PAWN to QUEEN.
        :raises ValueError: for any other type, and for more than 64 pieces of one type.
        """
        self._change(piece_type, 1)

    def remove(self, piece_type: int) -> None:
        """Remove a piece.

        :param piece_type: PAWN to QUEEN.
        :raises AssertionError: if the pocket has no piece of that type.
        """
        if not self.count(piece_type):
            raise AssertionError(f"cannot remove {PIECE_SYMBOLS[piece_type]} from {self!r}")
        self._change(piece_type, -1)

    def count(self, piece_type: int) -> int:
        """Return the number of pieces of a type."""
        return self._read()[_index(piece_type)] if 1 <= piece_type <= 5 else 0

    def copy(self) -> CrazyhousePocket:
        """Return a pocket with the same pieces, which belongs to no board."""
        pocket = type(self)()
        pocket._counts = self._read()
        return pocket

    def __len__(self) -> int:
        return sum(self._read())

    def __str__(self) -> str:
        counts = self._read()
        return "".join(letter * count for letter, count in zip("qrbnp", reversed(counts)))

    def __repr__(self) -> str:
        return f"CrazyhousePocket({str(self)!r})"


def _index(piece_type: int) -> int:
    if not 1 <= piece_type <= 5:
        raise ValueError(f"a pocket has pawns to queens (1..5), not pieces of type {piece_type}")
    return piece_type - 1


def _counts_of(pocket: object) -> bytes:
    if not isinstance(pocket, CrazyhousePocket):
        raise TypeError(f"expected a CrazyhousePocket, not {type(pocket).__name__}")
    return pocket._read()


class _Pockets(list[CrazyhousePocket]):
    """The pockets of a board, by color. Assigning an item copies its pieces to the board."""

    def __init__(self, board: CrazyhouseBoard) -> None:
        super().__init__(CrazyhousePocket._of(board, color) for color in (False, True))

    def __setitem__(self, color: int, pocket: CrazyhousePocket) -> None:  # type: ignore[override]
        self[color]._write(_counts_of(pocket))


def _at_most_three(count: int) -> int:
    if count > 3:
        raise ValueError(f"a side has at most 3 checks to give, not {count}")
    return count


class _RemainingChecks(list[int]):
    """The checks that each side of a board has yet to give, by color. Assigning an item changes the board."""

    def __init__(self, board: ThreeCheckBoard) -> None:
        super().__init__(board._remaining_checks(color) for color in (False, True))
        self._board = board

    def __setitem__(self, color: int, count: int) -> None:  # type: ignore[override]
        self._board._set_remaining_checks(bool(range(2)[color]), _at_most_three(count))
        super().__setitem__(color, count)


def pockets(board: CrazyhouseBoard) -> list[CrazyhousePocket]:
    return _Pockets(board)


def set_pockets(board: CrazyhouseBoard, values: Iterable[CrazyhousePocket]) -> None:
    black, white = map(_counts_of, values)
    board._set_pocket(False, black)
    board._set_pocket(True, white)


def remaining_checks(board: ThreeCheckBoard) -> list[int]:
    return _RemainingChecks(board)


def set_remaining_checks(board: ThreeCheckBoard, values: Iterable[int]) -> None:
    black, white = map(_at_most_three, values)
    board._set_remaining_checks(False, black)
    board._set_remaining_checks(True, white)
