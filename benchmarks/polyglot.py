"""Compares how fast bitrook.polyglot and python-chess's chess.polyglot look up positions.

    python benchmarks/polyglot.py BOOK.bin

The positions come from random games along the book's moves. The two libraries look them up in turn.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import chess
import chess.polyglot
from timing import best

import bitrook
import bitrook.polyglot

ROUNDS = 5


def positions(reader: bitrook.polyglot.MemoryMappedReader, count: int) -> list[str]:
    rng, found, board = random.Random(1), [], bitrook.Board()
    while len(found) < count:
        found.append(board.fen(en_passant="fen"))
        entry = reader.get(board)
        if entry is None:
            board = bitrook.Board()
        else:
            board.push(reader.choice(board, random=rng).move)
    return found


def look_up(method: Callable[[Any], Any], boards: list[Any]) -> None:
    for board in boards:
        list(method(board))


def main() -> None:
    with bitrook.polyglot.open_reader(sys.argv[1]) as ours, chess.polyglot.open_reader(sys.argv[1]) as theirs:
        fens = positions(ours, 3000)
        found = [board for board in map(bitrook.Board, fens) if ours.get(board)]
        boards = {ours: found, theirs: [chess.Board(board.fen(en_passant="fen")) for board in found]}
        print(f"{len(found)} positions, processor time, the best of {ROUNDS} rounds in turns")
        for name in ("find_all", "get", "weighted_choice"):
            calls = {reader: partial(look_up, getattr(reader, name), own) for reader, own in boards.items()}
            mine, other = (seconds / len(found) for seconds in best(calls, ROUNDS).values())
            print(f"{name}: {1e6 * mine:.2f} µs, python-chess {1e6 * other:.1f} µs: {other / mine:.0f} times as fast")


if __name__ == "__main__":
    main()
