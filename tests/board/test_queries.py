"""All queries of boards and moves in arbitrary positions have the same results as in python-chess."""

from __future__ import annotations

import random

import chess
import pytest
from oracle import compare, move_queries
from positions import random_move, random_position


def compare_queries(seed: int) -> None:
    rng = random.Random(seed)
    theirs, ours = random_position(rng)
    compare(ours, theirs)
    for move in [chess.Move(*random_move(rng, theirs)) for _ in range(6)]:
        if not move or move.drop or theirs.piece_type_at(move.from_square):
            compare(ours, theirs.copy(), move_queries(move))


@pytest.mark.parametrize("seed", range(0, 40, 10))
def test_queries_of_any_position(seed: int) -> None:
    for number in range(seed, seed + 10):
        compare_queries(number)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 3000, 500))
def test_queries_of_many_positions(seed: int) -> None:
    for number in range(seed, seed + 500):
        compare_queries(number)
