"""Zobrist keys of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .._core import BaseBoard, Board, _polyglot_random_array

POLYGLOT_RANDOM_ARRAY: list[int] = list(_polyglot_random_array())
"""The 781 random numbers of the format: 12 x 64 for pieces, 4 for castling rights, 8 for en passant, 1 for the turn."""


class ZobristHasher:
    """Computes Zobrist keys from custom random numbers. For the keys of the format, use `Board.key`.

    :param array: at least 781 ints, in the order of `POLYGLOT_RANDOM_ARRAY`.
    :raises ValueError: if there are fewer.

    >>> from bitrook.polyglot import POLYGLOT_RANDOM_ARRAY, ZobristHasher
    >>> hex(ZobristHasher(POLYGLOT_RANDOM_ARRAY)(Board()))
    '0x463b96181691fc9c'
    """

    def __init__(self, array: Sequence[int]) -> None:
        if len(array) < 781:
            raise ValueError(f"array must have at least 781 ints, not {len(array)}")
        self.array = array

    def hash_board(self, board: BaseBoard) -> int:
        """Return the part of the key that depends on the pieces."""
        key = 0
        for square, piece in board.piece_map().items():
            key ^= self.array[64 * (2 * piece.piece_type - 2 + piece.color) + square]
        return key

    def hash_castling(self, board: Board) -> int:
        """Return the part of the key that depends on the castling rights."""
        key = 0
        for i, color in ((768, True), (770, False)):
            key ^= self.array[i] if board.has_kingside_castling_rights(color) else 0
            key ^= self.array[i + 1] if board.has_queenside_castling_rights(color) else 0
        return key

    def hash_ep_square(self, board: Board) -> int:
        """Return the part of the key that depends on the en-passant square.

        The square counts if a pawn of the side to move is next to the pawn that may be captured, even if the capture
        would not be legal.
        """
        square = board.ep_square
        if not square:
            return 0
        pawns = board.pieces_mask(1, board.turn)
        neighbors = [square + (-8 if board.turn else 8) + step for step in (-1, 1) if 0 <= square % 8 + step < 8]
        return self.array[772 + square % 8] if any(0 <= s < 64 and pawns >> s & 1 for s in neighbors) else 0

    def hash_turn(self, board: Board) -> int:
        """Return the part of the key that depends on the side to move."""
        return self.array[780] if board.turn else 0

    def __call__(self, board: Board) -> int:
        """Return the key of a board."""
        return self.hash_board(board) ^ self.hash_castling(board) ^ self.hash_ep_square(board) ^ self.hash_turn(board)


def zobrist_hash(board: Board, *, _hasher: Callable[[Board], int] | None = None) -> int:
    """Return the Polyglot key of a position, which is the same as `Board.key`.

    :param board: a `Board`.

    >>> from bitrook.polyglot import zobrist_hash
    >>> zobrist_hash(Board()) == Board().key
    True
    """
    return board.key if _hasher is None else _hasher(board)
