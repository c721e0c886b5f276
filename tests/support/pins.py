"""Blockers and pinners by their definition, on python-chess's boards."""

from __future__ import annotations

import chess


def pins(board: chess.Board, color: bool) -> tuple[int, int]:
    """Return the pieces that stand alone between the king and an enemy slider, and the sliders that pin one of them."""
    king = board.king(color)
    blockers = pinners = 0
    if king is None:
        return 0, 0
    for square in chess.SquareSet(board.occupied_co[not color] & (board.bishops | board.rooks | board.queens)):
        between = chess.between(king, square) & board.occupied
        empty_board = chess.BB_EMPTY
        reaches = board.attackers_mask(not color, king, empty_board) & chess.BB_SQUARES[square]
        if reaches and between.bit_count() == 1:
            blockers |= between
            if between & board.occupied_co[color]:
                pinners |= chess.BB_SQUARES[square]
    return blockers, pinners
