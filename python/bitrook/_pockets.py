"""The pockets of Crazyhouse boards. Imports nothing of the core, whose stub needs the class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

_SYMBOLS = (None, *"pnbrqk")
_MOST = 64  # pieces of one type in a pocket, as in FENs


class _Board(Protocol):  # CrazyhouseBoard
    def _pocket(self, color: bool) -> bytes: ...
    def _set_pocket(self, color: bool, counts: bytes) -> None: ...


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

    __module__ = "bitrook.variant"
    __slots__ = ("__weakref__", "_board", "_color", "_counts")

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._board: _Board | None = None
        self._color = False
        self._counts = bytes(5)
        for symbol in symbols:
            if symbol not in _SYMBOLS[1:6]:
                raise ValueError(f"expected letters of 'pnbrq' in a pocket, not {symbol!r}")
            self.add(_SYMBOLS.index(symbol))

    @classmethod
    def _of(cls, board: _Board, color: bool) -> CrazyhousePocket:
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
            raise AssertionError(f"cannot remove {_SYMBOLS[piece_type]} from {self!r}")
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

    def __init__(self, board: _Board) -> None:
        super().__init__(CrazyhousePocket._of(board, color) for color in (False, True))

    def __setitem__(self, color: int, pocket: CrazyhousePocket) -> None:  # type: ignore[override]
        self[color]._write(_counts_of(pocket))


def pockets(board: _Board) -> list[CrazyhousePocket]:
    return _Pockets(board)


def set_pockets(board: _Board, values: Iterable[CrazyhousePocket]) -> None:
    black, white = map(_counts_of, values)
    board._set_pocket(False, black)
    board._set_pocket(True, white)
