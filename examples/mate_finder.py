"""Finds the shortest forced mate in each position of an EPD file, and compares it with the file's `dm` and `bm`.

    python examples/mate_finder.py [file.epd]            solves the file (default: examples/mates.epd)
    python examples/mate_finder.py compare [file.epd]    runs it with bitrook and with python-chess

Set CHESS_LIBRARY=chess to run it on python-chess.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

if os.environ.get("CHESS_LIBRARY", "bitrook") == "chess":
    import chess
else:
    import bitrook as chess

import versus


class Finder:
    """Proves mates by trying every move of the attacker and every reply."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self.nodes = 0
        self.refuted: set[tuple[object, int]] = set()

    def attack(self, moves_left: int) -> list[chess.Move] | None:
        """Return a line of a forced mate in *moves_left* moves or fewer, or None."""
        board = self.board
        key = (board._transposition_key(), moves_left)
        if key in self.refuted:
            return None
        # The last move must give check. Earlier moves need not, but checks are tried first.
        moves = [move for move in board.legal_moves if moves_left > 1 or board.gives_check(move)]
        moves.sort(key=board.gives_check, reverse=True)
        for move in moves:
            self.nodes += 1
            board.push(move)
            line = self.defend(moves_left)
            board.pop()
            if line is not None:
                return [move, *line]
        self.refuted.add(key)
        return None

    def defend(self, moves_left: int) -> list[chess.Move] | None:
        """Return the line of the longest defense, or None if a defense prevents the mate."""
        board = self.board
        if moves_left == 1:
            return [] if board.is_checkmate() else None
        replies = list(board.legal_moves)
        if not replies:
            return [] if board.is_check() else None
        longest: list[chess.Move] = []
        for reply in replies:
            self.nodes += 1
            board.push(reply)
            line = self.attack(moves_left - 1)
            board.pop()
            if line is None:
                return None
            if len(line) >= len(longest):
                longest = [reply, *line]
        return longest


def solve(path: Path) -> int:
    """Print the mate in each position; return the number that differ from the file."""
    wrong = nodes = 0
    started = time.perf_counter()
    for number, text in enumerate(path.read_text().splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        board, operations = chess.Board.from_epd(text)
        stated = int(operations.get("dm", 4))
        finder = Finder(board)
        line = next((line for n in range(1, stated + 1) if (line := finder.attack(n)) is not None), None)
        nodes += finder.nodes
        name = operations.get("id", f"line {number}")
        if line is None:
            wrong += 1
            print(f"{name}: no mate in {stated}")
            continue
        expected = operations.get("bm", [line[0]])
        right = (len(line) + 1) // 2 == stated and line[0] in expected
        wrong += not right
        print(
            f"{name}: mate in {(len(line) + 1) // 2}: {board.variation_san(line)}{'' if right else '  NOT AS STATED'}"
        )
    versus.report(chess, nodes, "moves", time.perf_counter() - started)
    return wrong


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments[:1] == ["compare"]:
        versus.compare(__file__, arguments[1:])
    else:
        sys.exit(solve(Path(arguments[0]) if arguments else Path(__file__).with_name("mates.epd")) > 0)
