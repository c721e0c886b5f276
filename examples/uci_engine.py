"""A UCI chess engine in Python: alpha-beta with quiescence search, a transposition table and time management.

    python examples/uci_engine.py                  speaks UCI, for any chess GUI
    python examples/uci_engine.py bench [depth]    searches some positions and prints nodes per second
    python examples/uci_engine.py compare [depth]  runs bench with bitrook and with python-chess

The search loop is written in Python. `bitrook.uci` handles the protocol and the clock; evaluation, move ordering and
tables come from bitrook's engine kit (see engine_tools.py). CHESS_LIBRARY=chess runs the same search on python-chess,
and ENGINE_TOOLS=plain runs it on bitrook without the kit. search_engine.py is an engine around the native search.
"""

from __future__ import annotations

import sys
import time

import versus

import bitrook
from bitrook import uci
from bitrook.uci import SearchLimits, Report
from engine_tools import EXACT, LOWER, UPPER, chess, key_of, tools

MATE = 32_000
INFINITE = 32_001
NODES_PER_CLOCK_CHECK = 256


class OutOfTime(Exception):
    """The search has reached a limit or was stopped."""


class Search:
    def __init__(self, board: chess.Board, limits: SearchLimits) -> None:
        self.board = board.copy()
        self.limits = limits
        self.root_moves = [move.uci() for move in limits.moves or ()]
        self.nodes = 0
        self.next_check = NODES_PER_CLOCK_CHECK if limits.nodes is None else min(limits.nodes, NODES_PER_CLOCK_CHECK)
        used = self.tools = tools()
        self.evaluate, self.captures, self.ordered, self.probe = used.evaluate, used.captures, used.ordered, used.probe
        self.killers: list[list[chess.Move]] = [[] for _ in range(256)]
        self.best: chess.Move | None = None
        self.score = 0

    def run(self, report: Report | None = None) -> chess.Move | None:
        """Search by iterative deepening; return the best move, or None if the game is over."""
        if not (moves := self.selected(list(self.board.legal_moves))):
            return None
        self.best = moves[0]
        for depth in self.limits.depths():
            ply_before = len(self.board.move_stack)
            try:
                self.score = self.negamax(depth, -INFINITE, INFINITE, 0)
            except OutOfTime:
                while len(self.board.move_stack) > ply_before:
                    self.board.pop()
                break
            if report:
                report(depth=depth, score=self.score, nodes=self.nodes, pv=self.variation())
            if abs(self.score) >= MATE - depth:
                break
        return self.best

    def selected(self, moves: list[chess.Move]) -> list[chess.Move]:
        """Return the root moves to search: all of *moves*, unless the limits select some."""
        return [move for move in moves if not self.root_moves or move.uci() in self.root_moves]

    def check_limits(self) -> None:
        """Raise OutOfTime at a limit. Called when `nodes` reaches `next_check`, because a comparison is cheaper."""
        if self.limits.must_stop(self.nodes):
            raise OutOfTime
        self.next_check = self.nodes + NODES_PER_CLOCK_CHECK
        if self.limits.nodes is not None:
            self.next_check = min(self.next_check, self.limits.nodes)

    def negamax(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        board = self.board
        checked = board.is_check()
        if ply:
            repeated = board.halfmove_clock >= 4 and board.is_repetition(2)
            if repeated or board.halfmove_clock >= 100 or board.is_insufficient_material():
                return 0
            depth += checked
        if depth <= 0:
            return self.quiesce(alpha, beta, ply)
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.check_limits()

        key = key_of(board)
        table_move = None
        if found := self.probe(key):
            table_move, score, bound = found.move, found.score, found.bound
            if ply and found.depth >= depth and abs(score) < MATE - 256:
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    return score

        # Null-move pruning: if passing is good enough, a real move almost certainly is, too. Skipped in pawn endings,
        # where zugzwang can make passing better than any move.
        if ply and depth >= 3 and not checked and beta < MATE - 256:
            if board.occupied_co[board.turn] & ~(board.pawns | board.kings):
                board.push(chess.Move.null())
                score = -self.negamax(depth - 3, -beta, 1 - beta, ply + 1)
                board.pop()
                if score >= beta:
                    return beta

        moves = self.ordered(board, table_move, self.killers[ply])
        if ply == 0:
            moves = self.selected(moves)
        if not moves:
            return ply - MATE if checked else 0
        best, best_move, first_alpha = -INFINITE, moves[0], alpha
        for index, move in enumerate(moves):
            board.push(move)
            if index == 0:
                score = -self.negamax(depth - 1, -beta, -alpha, ply + 1)
            else:
                late = depth >= 3 and index >= 5 and not (checked or move.promotion)
                score = -self.negamax(depth - 1 - late, -alpha - 1, -alpha, ply + 1)
                if score > alpha and (late or score < beta):
                    score = -self.negamax(depth - 1, -beta, -alpha, ply + 1)
            board.pop()
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    if ply == 0:
                        self.best = move
            if alpha >= beta:
                if not board.is_capture(move):
                    if move not in self.killers[ply]:
                        self.killers[ply] = [move, *self.killers[ply][:1]]
                    self.tools.reward(move, depth, board.turn)
                break
        bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
        self.tools.store(key, best_move, best, depth, bound)
        return best

    def quiesce(self, alpha: int, beta: int, ply: int) -> int:
        """Search captures and promotions only, until the position is quiet enough for `evaluate`."""
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.check_limits()
        board = self.board
        best = self.evaluate(board)
        if best >= beta or ply >= 200:
            return best
        if best > alpha:
            alpha = best
        for move in self.captures(board):
            board.push(move)
            score = -self.quiesce(-beta, -alpha, ply + 1)
            board.pop()
            if score > best:
                best = score
                if score >= beta:
                    break
                if score > alpha:
                    alpha = score
        return best

    def variation(self) -> list[chess.Move]:
        board, line = self.board.copy(stack=False), []
        while len(line) < 20:
            found = self.tools.probe(key_of(board))
            move = self.best if not line else found.move if found else None
            if move is None or move not in board.legal_moves:
                break
            line.append(move)
            board.push(move)
        return line


# The protocol.


def on_library(board: bitrook.Board) -> chess.Board:
    """Return the board, or a python-chess board with the same game."""
    if isinstance(board, chess.Board):
        return board
    copy = chess.Board(board.root().fen(), chess960=board.chess960)
    for move in board.move_stack:
        copy.push_uci(move.uci())
    return copy


def search(board: bitrook.Board, limits: SearchLimits, report: Report) -> chess.Move | None:
    return Search(on_library(board), limits).run(report)


def bench(depth: int) -> None:
    """Search some positions to *depth* and print the speed."""
    fens = (
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    )
    nodes, started = 0, time.perf_counter()
    for fen in fens:
        search = Search(chess.Board(fen), SearchLimits(depth=depth))
        best = search.run()
        nodes += search.nodes
        print(f"{fen}: {search.board.san(best) if best else '-'} {search.score / 100:+.2f}")
    versus.report(chess, nodes, "nodes", time.perf_counter() - started)


if __name__ == "__main__":
    if sys.argv[1:2] == ["bench"]:
        bench(int(sys.argv[2]) if len(sys.argv) > 2 else 4)
    elif sys.argv[1:2] == ["compare"]:
        versus.compare(__file__, ["bench", *sys.argv[2:]])
    else:
        uci.Engine(search, name=f"{versus.name_of(chess)} example", author="the bitrook authors").run()
