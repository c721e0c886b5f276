"""Compares how fast bitrook.syzygy, python-chess and Fathom probe endgame tablebases.

    python benchmarks/tablebase.py DIRECTORY [PROGRAM]

PROGRAM is `tablebase` from benchmarks/cpp, which compares with Fathom. The positions are random ones from all tables.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
from timing import best

import bitrook
import bitrook.syzygy
from bitrook.batch import Boards

COUNT, ROUNDS = 3000, 5


def random_fens(names: list[str]) -> list[str]:
    rng, fens = random.Random(1), []
    while len(fens) < COUNT:
        board = chess.Board(None)
        for side, color in zip(rng.choice(names).split("v"), rng.sample(chess.COLORS, 2), strict=True):
            for letter in side:
                squares = [s for s in (range(8, 56) if letter == "P" else range(64)) if not board.piece_at(s)]
                board.set_piece_at(rng.choice(squares), chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            fens.append(board.fen())
    return fens


def main() -> None:
    folder = sys.argv[1]
    fens = random_fens(sorted(path.stem for path in Path(folder).glob("*.rtbw")))
    ours, theirs = [bitrook.Board(fen) for fen in fens], [chess.Board(fen) for fen in fens]
    batch = Boards(ours)
    with bitrook.syzygy.open_tablebase(folder) as tables, chess.syzygy.open_tablebase(folder) as oracle:
        for name in ("probe_wdl", "probe_dtz"):
            mine, other = getattr(tables, name), getattr(oracle, name)
            ways: dict[str, Callable[[], Any]] = {
                "python-chess": lambda other=other: [other(board) for board in theirs],
                "bitrook": lambda mine=mine: [mine(board) for board in ours],
                "bitrook, Boards": lambda mine=mine: mine(batch),
            }
            times = best(ways, ROUNDS)
            for way, seconds in times.items():
                ratio = times["python-chess"] / seconds
                print(f"{name}, {way}: {1e6 * seconds / COUNT:.2f} µs, {ratio:.0f} times python-chess")
    for program in sys.argv[2:]:
        print(subprocess.run([program, folder], input="\n".join(fens), text=True, capture_output=True).stdout, end="")


if __name__ == "__main__":
    main()
