"""Compares perft counts of variants with Fairy-Stockfish's. docs/reference/variant.md lists where its rules differ."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bitrook
import bitrook.variant

fairy: Any = pytest.importorskip("pyffish")

NAMES = [board.__name__ for board in bitrook.variant.VARIANTS[1:]]
NO_CASTLING = ("SuicideBoard", "AntichessBoard")  # in Fairy-Stockfish


def random_board(name: str, number: int) -> Any:
    variant = getattr(bitrook.variant, name)
    rng = random.Random(f"{name} {number}")
    chess960 = number % 4 == 0 and name not in ("RacingKingsBoard", "HordeBoard")
    board = variant.from_chess960_pos(rng.randrange(960)) if chess960 else variant()
    for _ in range(rng.randrange(60)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    if name in NO_CASTLING:
        board.castling_rights = 0
    return board


def their_moves(board: Any, moves: tuple[str, ...] = ()) -> list[str]:
    fen = board.fen(en_passant="fen", shredder=board.chess960)
    found: list[str] = fairy.legal_moves(board.uci_variant, fen, list(moves), board.chess960)
    return found


def their_perft(board: Any, depth: int) -> int:
    """Return the number of leaves at depth 1 or 2, where games that the variant has ended have none."""
    if board.is_variant_end():
        return 0
    if depth == 1:
        return len(their_moves(board))
    leaves = 0
    for move in their_moves(board):
        after = board.copy(stack=False)
        after.push_uci(move)
        leaves += 0 if after.is_variant_end() else len(their_moves(board, (move,)))
    return leaves


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_perft_of_random_positions_is_that_of_fairy_stockfish(name: str) -> None:
    different = []
    for number in range(200):
        board = random_board(name, number)
        depth = 2 if board.legal_moves.count() < 15 else 1
        ours, theirs = bitrook.perft(board, depth), their_perft(board, depth)
        if ours != theirs:
            different.append((board.fen(), board.chess960, ours, theirs))
    assert not different
