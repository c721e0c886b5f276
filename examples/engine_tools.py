"""Evaluation, move ordering and tables for uci_engine.py, from bitrook's engine kit or in pure Python.

`Kit` uses `bitrook.search`. For comparison, `Plain` does the same in Python and needs only python-chess's interface.
Both return the same scores and the same move order, so a search visits the same nodes. CHESS_LIBRARY=chess runs `Plain`
on python-chess, and ENGINE_TOOLS=plain runs it on bitrook.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from typing import NamedTuple

if os.environ.get("CHESS_LIBRARY", "bitrook") == "chess":
    import chess
else:
    import bitrook as chess

UPPER, LOWER, EXACT = 1, 2, 3
TABLE_MB = 64

# The key of the transposition table. Two positions have equal keys if they count as the same for the repetition rule.
# It is an int in bitrook and a tuple in python-chess (`_transposition_key()`).
if hasattr(chess.Board, "repetition_key"):
    key_of: Callable[[chess.Board], object] = operator.attrgetter("repetition_key")
else:
    key_of = operator.methodcaller("_transposition_key")

# Evaluation, in centipawns.

VALUES = {chess.PAWN: 100, chess.KNIGHT: 310, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}
RANKS = chess.BB_RANKS
EDGE = RANKS[0] | RANKS[7] | chess.BB_FILE_A | chess.BB_FILE_H
MIDDLE = chess.BB_ALL & ~EDGE & ~(RANKS[1] | RANKS[6] | chess.BB_FILE_B | chess.BB_FILE_G)  # c3 to f6
ENTERED = sum(RANKS[4:])

# (piece type, squares for White, value of a piece on them)
PLACES = [
    (chess.PAWN, chess.BB_CENTER, 18),
    (chess.PAWN, ENTERED, 12),
    (chess.PAWN, RANKS[5], 18),
    (chess.PAWN, RANKS[6], 60),
    (chess.KNIGHT, EDGE, -25),
    (chess.KNIGHT, MIDDLE, 15),
    (chess.BISHOP, RANKS[0], -12),
    (chess.BISHOP, MIDDLE, 8),
    (chess.ROOK, RANKS[6], 20),
    (chess.ROOK, chess.BB_FILE_D | chess.BB_FILE_E, 8),
    (chess.QUEEN, MIDDLE, 5),
    (chess.KING, MIDDLE | ENTERED, -30),
    (chess.KING, chess.BB_B1 | chess.BB_C1 | chess.BB_G1 | chess.BB_H1, 25),
]
WHITE_TERMS = [(t, chess.BB_ALL, value) for t, value in VALUES.items() if value] + PLACES
TERMS = [(t, white, chess.flip_vertical(white), value) for t, white, value in WHITE_TERMS]

Moves = list[chess.Move]


class Kit:
    """The tools, taken from bitrook.search."""

    def __init__(self) -> None:
        from bitrook.search import History, PieceSquareTables, TranspositionTable

        table = [[sum(value for t, squares, value in WHITE_TERMS if t == row and squares >> s & 1) for s in range(64)]
                 for row in VALUES]  # fmt: skip
        self.evaluate = PieceSquareTables(table)
        self.table = TranspositionTable(TABLE_MB)
        self.history = History()
        self.probe = self.table.probe
        self.store = self.table.store
        self.reward = self.history.bonus

    def ordered(self, board: chess.Board, hash_move: chess.Move | None, killers: Moves) -> Moves:
        return board.ordered_moves(hash_move, killers=killers, history=self.history, see=False)

    def captures(self, board: chess.Board) -> Moves:
        return board.ordered_moves(captures_only=True, see=False)


class Entry(NamedTuple):
    move: chess.Move | None
    score: int
    depth: int
    bound: int


class Plain:
    """The same tools in pure Python."""

    def __init__(self) -> None:
        self.table: dict[object, Entry] = {}
        self.history: dict[tuple[chess.Move, bool], int] = {}
        self.probe = self.table.get

    def evaluate(self, board: chess.Board) -> int:
        """Return the value of the position for the side to move."""
        white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
        sets = (0, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        score = 0
        for piece_type, squares, mirrored, value in TERMS:
            pieces = sets[piece_type]
            score += value * ((pieces & white & squares).bit_count() - (pieces & black & mirrored).bit_count())
        return score if board.turn else -score

    def store(self, key: object, move: chess.Move, score: int, depth: int, bound: int) -> None:
        self.table[key] = Entry(move, score, depth, bound)

    def reward(self, move: chess.Move, depth: int, color: bool) -> None:
        bonus = min(16 * depth * depth, 1200)
        score = self.history.get((move, color), 0)
        self.history[move, color] = score + bonus - score * bonus // 16384

    def ordered(self, board: chess.Board, hash_move: chess.Move | None, killers: Moves) -> Moves:
        history, turn = self.history, board.turn

        def priority(move: chess.Move) -> int:
            if move == hash_move:
                return 1 << 40
            if move.promotion or board.is_capture(move):
                return (1 << 30) + self.gain(board, move)
            if move in killers:
                return (1 << 29) - killers.index(move)
            return history.get((move, turn), 0)

        return sorted(board.legal_moves, key=priority, reverse=True)

    def captures(self, board: chess.Board) -> Moves:
        promotions = board.pawns & (RANKS[6] if board.turn else RANKS[1])
        moves = list(board.generate_legal_captures())
        if promotions:
            moves += [m for m in board.generate_legal_moves(promotions) if m.promotion and not board.is_capture(m)]
        moves.sort(key=lambda move: self.gain(board, move), reverse=True)
        return moves

    def gain(self, board: chess.Board, move: chess.Move) -> int:
        """Return a sort key: the most valuable victim, then the least valuable attacker."""
        victim = board.piece_type_at(move.to_square) or (0 if not board.is_en_passant(move) else chess.PAWN)
        return 8 * (victim + (move.promotion or 0)) - (board.piece_type_at(move.from_square) or 0)


def tools() -> Kit | Plain:
    """Return new tools: a `Kit`, unless an environment variable selects `Plain`."""
    plain = os.environ.get("CHESS_LIBRARY") == "chess" or os.environ.get("ENGINE_TOOLS") == "plain"
    return Plain() if plain else Kit()
