"""Print the board as text, for the command ``d``."""

from __future__ import annotations

from .._constants import SQUARE_NAMES
from .._core import Board


def display(board: Board) -> str:
    """Return the board, its FEN, its Polyglot key and the checkers in Stockfish's format.

    With Chess960, castling rights are the letters of the rooks.

    >>> display(Board()).splitlines()[-3:-1]
    ['Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'Key: 463B96181691FC9C']
    """
    rule = " +" + 8 * "---+"
    lines = ["", rule]
    for rank in range(8, 0, -1):
        pieces = [board.piece_at(square) for square in range(8 * rank - 8, 8 * rank)]
        lines += [f" | {' | '.join(str(piece or ' ') for piece in pieces)} | {rank}", rule]
    checkers = " ".join(SQUARE_NAMES[square] for square in board.checkers())
    lines += [
        f"   {'   '.join('abcdefgh')}",
        "",
        f"Fen: {board.fen(shredder=board.chess960)}",
        f"Key: {board.key:016X}",
    ]
    return "\n".join([*lines, f"Checkers: {checkers}"])
