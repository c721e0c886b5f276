"""Annotates the games of a PGN file with evaluations, marks for mistakes, and better moves.

    python examples/annotate_pgn.py games.pgn [depth]            prints the annotated games
    python examples/annotate_pgn.py compare games.pgn [depth]    runs it with bitrook and with python-chess

python-chess's pgn module reads and writes the games; bitrook.compat makes it use bitrook's boards.
Set CHESS_LIBRARY=chess to use python-chess's own boards instead.
"""

from __future__ import annotations

import os
import sys
import time

if os.environ.get("CHESS_LIBRARY", "bitrook") != "chess":
    import bitrook.compat

    bitrook.compat.install()

import chess
import chess.engine
import chess.pgn
import versus
from uci_engine import MATE, SearchLimits, Search

# The glyph for a move that loses at least this many centipawns compared with the best one.
MARKS = (
    (300, chess.pgn.NAG_BLUNDER),
    (150, chess.pgn.NAG_MISTAKE),
    (70, chess.pgn.NAG_DUBIOUS_MOVE),
)


def evaluate(board: chess.Board, depth: int) -> tuple[int, chess.Move | None, int]:
    """Return the score for the side to move, the best move, and the number of nodes searched."""
    if board.is_checkmate():
        return -MATE, None, 0
    if board.is_game_over():
        return 0, None, 0
    search = Search(board, SearchLimits(depth=depth))
    best = search.run()
    return search.score, best, search.nodes


def score_of(value: int, turn: bool) -> chess.engine.PovScore:
    if abs(value) < MATE - 256:
        return chess.engine.PovScore(chess.engine.Cp(value), turn)
    moves = (MATE - abs(value) + 1) // 2
    return chess.engine.PovScore(chess.engine.Mate(moves if value > 0 else -moves), turn)


def annotate(game: chess.pgn.Game, depth: int) -> int:
    """Write evaluations, marks and better moves into *game*; return the number of nodes searched."""
    nodes = 0
    board = game.board()
    value, best, count = evaluate(board, depth)
    for node in list(game.mainline()):
        nodes += count
        before, better = value, best
        turn = board.turn
        board.push(node.move)
        value, best, count = evaluate(board, depth)
        if abs(value) < MATE or not board.is_checkmate():
            node.set_eval(score_of(value, board.turn), depth)
        # *value* is now from the opponent's point of view, so the sum is what the move loses.
        lost = before + value
        mark = next((nag for least, nag in MARKS if lost >= least), None)
        if mark and better and better != node.move:
            node.nags.add(mark)
            line = node.parent.add_variation(better)
            line.comment = "was better"
        assert turn != board.turn
    nodes += count
    game.headers["Annotator"] = "annotate_pgn.py"
    return nodes


def main(path: str, depth: int) -> None:
    nodes, started = 0, time.perf_counter()
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            nodes += annotate(game, depth)
            print(game, end="\n\n")
    versus.report(chess, nodes, "nodes", time.perf_counter() - started)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if not arguments:
        sys.exit(__doc__)
    if arguments[0] == "compare":
        versus.compare(__file__, arguments[1:])
    else:
        main(arguments[0], int(arguments[1]) if len(arguments) > 1 else 3)
