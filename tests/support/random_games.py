"""Positions of random games, the same in each run."""

from __future__ import annotations

import random

from bitrook import Board


def fens(count: int, seed: int = 20261122) -> list[str]:
    """Return *count* positions that are not over, from games of random moves; a third of the games are of Chess960."""
    rng, found = random.Random(seed), list[str]()
    while len(found) < count:
        board = Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 1 / 3 else Board()
        for _ in range(rng.randrange(6, 120)):
            moves = board.list_legal_moves()
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over() and board.halfmove_clock < 90:
            found.append(board.fen())
    return found
