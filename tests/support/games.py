"""Random games on a board of each library, and the states of a board back to its root."""

from __future__ import annotations

import random

import bitrook
import chess
from positions import START, Boards


def to_bitrook(move: chess.Move) -> bitrook.Move:
    return bitrook.Move(move.from_square, move.to_square, move.promotion, move.drop)


def random_game(plies: int, seed: int = 1, fen: str = START, chess960: bool = False) -> Boards:
    """Play *plies* random legal moves. Where a game ends earlier, 30 moves are popped and it continues."""
    rng = random.Random(seed)
    theirs, ours = chess.Board(fen, chess960=chess960), bitrook.Board(fen, chess960=chess960)
    while len(theirs.move_stack) < plies:
        moves = list(theirs.legal_moves)
        if moves:
            move = rng.choice(moves)
            theirs.push(move)
            ours.push(to_bitrook(move))
        else:
            for _ in range(min(len(theirs.move_stack), 30)):
                theirs.pop()
                ours.pop()
    return theirs, ours


def move_back(board: chess.Board) -> chess.Move | None:
    """Return the move that takes the piece moved two plies ago back to its origin, if it is legal and not zeroing."""
    if len(board.move_stack) < 2:
        return None
    last = board.move_stack[-2]
    back = chess.Move(last.to_square, last.from_square)
    return back if board.is_legal(back) and not board.is_zeroing(back) else None


def choose_varied(rng: random.Random, board: chess.Board) -> chess.Move:
    """Return a legal move: often castling, en passant or a promotion, sometimes one that goes back."""
    moves = list(board.legal_moves)
    rare = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
    if rare and rng.random() < 0.5:
        return rng.choice(rare)
    back = move_back(board) if rng.random() < 0.2 else None
    return back or rng.choice(moves)


def choose_shuffling(rng: random.Random, board: chess.Board) -> chess.Move | None:
    """Return a legal move, seldom a capture or a pawn move, often one that goes back; None if there is none."""
    moves = list(board.legal_moves)
    quiet = [move for move in moves if not board.is_zeroing(move)]
    if not quiet or rng.random() < 0.01:
        return rng.choice(moves) if moves else None
    back = move_back(board) if rng.random() < 0.6 else None
    return back or rng.choice(quiet)


def unwound(board: bitrook.Board) -> list[tuple[object, ...]]:
    """Pop every move of *board* and return its state before each pop and at the end."""
    states: list[tuple[object, ...]] = []
    while True:
        moves = board.move_stack.copy()
        fen = board.fen(en_passant="fen", promoted=True)
        states.append((fen, board.castling_rights, board.chess960, board.key, board.is_repetition(2), moves))
        if not moves:
            return states
        board.pop()
