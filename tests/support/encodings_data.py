"""Test vectors of encodings, and positions of random games."""

from __future__ import annotations

import json
import random
from pathlib import Path

from bitrook import Board

VECTORS = json.loads((Path(__file__).parents[1] / "files" / "batch" / "encodings.json").read_text())


def random_boards(n: int, seed: int = 0, chess960: bool = False) -> list[Board]:
    """Positions of random games."""
    rng = random.Random(seed)
    boards = []
    board = Board()
    while len(boards) < n:
        if board.is_game_over() or board.ply() > 150 or not boards:
            board = Board.from_chess960_pos(rng.randrange(960)) if chess960 else Board()
        boards.append(board.copy())
        board.push(rng.choice(list(board.legal_moves)))
    return boards
