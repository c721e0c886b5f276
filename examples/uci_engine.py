"""A UCI chess engine in pure Python: alpha-beta with quiescence search, a transposition table, time management.

    python examples/uci_engine.py                  speaks UCI, for any chess GUI
    python examples/uci_engine.py bench [depth]    searches some positions and prints nodes per second
    python examples/uci_engine.py compare [depth]  does that with bitrook and with python-chess

It uses python-chess's interface only. CHESS_LIBRARY=chess runs it on python-chess.
"""

from __future__ import annotations

import operator
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

if os.environ.get("CHESS_LIBRARY", "bitrook") == "chess":
    import chess
else:
    import bitrook as chess

import versus

MATE = 30_000
INFINITE = 32_000
EXACT, LOWER, UPPER = range(3)
NODES_PER_CLOCK_CHECK = 256

# The key of the transposition table: the same for two positions exactly if the repetition rule regards them as the same.
# bitrook's is an int; python-chess has `_transposition_key()` for it, a tuple.
if hasattr(chess.Board, "repetition_key"):
    key_of: Callable[[chess.Board], object] = operator.attrgetter("repetition_key")
else:
    key_of = operator.methodcaller("_transposition_key")


# Evaluation, in centipawns.

VALUES = {chess.PAWN: 100, chess.KNIGHT: 310, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}
RANKS = chess.BB_RANKS
EDGE = RANKS[0] | RANKS[7] | chess.BB_FILE_A | chess.BB_FILE_H
MIDDLE = chess.BB_ALL & ~EDGE & ~(RANKS[1] | RANKS[6] | chess.BB_FILE_B | chess.BB_FILE_G)  # c3 to f6
ENTERED = sum(RANKS[4:])

# (piece type, squares for White, value of a piece on them)
PLACES = [
    (chess.PAWN, chess.BB_CENTER, 18),
    (chess.PAWN, ENTERED, 12),
    (chess.PAWN, RANKS[5], 18),
    (chess.PAWN, RANKS[6], 60),
    (chess.KNIGHT, EDGE, -25),
    (chess.KNIGHT, MIDDLE, 15),
    (chess.BISHOP, RANKS[0], -12),
    (chess.BISHOP, MIDDLE, 8),
    (chess.ROOK, RANKS[6], 20),
    (chess.ROOK, chess.BB_FILE_D | chess.BB_FILE_E, 8),
    (chess.QUEEN, MIDDLE, 5),
    (chess.KING, MIDDLE | ENTERED, -30),
    (chess.KING, chess.BB_B1 | chess.BB_C1 | chess.BB_G1 | chess.BB_H1, 25),
]
WHITE_TERMS = [(t, chess.BB_ALL, value) for t, value in VALUES.items() if value] + PLACES
TERMS = [(t, white, chess.flip_vertical(white), value) for t, white, value in WHITE_TERMS]


def evaluate(board: chess.Board) -> int:
    """Return the value of the position for the side to move."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    sets = (0, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    score = 0
    for piece_type, squares, mirrored, value in TERMS:
        pieces = sets[piece_type]
        score += value * ((pieces & white & squares).bit_count() - (pieces & black & mirrored).bit_count())
    return score if board.turn else -score


class OutOfTime(Exception):
    """The search has reached a limit or was stopped."""


@dataclass
class Limits:
    depth: int = 64
    nodes: int | None = None
    seconds: float | None = None


class Search:
    def __init__(self, board: chess.Board, limits: Limits, stop: threading.Event | None = None) -> None:
        self.board = board.copy()
        self.limits = limits
        self.stop = stop or threading.Event()
        self.nodes = 0
        self.started = time.perf_counter()
        self.table: dict[object, tuple[int, int, int, chess.Move | None]] = {}
        self.killers: list[list[chess.Move]] = [[] for _ in range(256)]
        self.history: dict[chess.Move, int] = {}
        self.best: chess.Move | None = None
        self.score = 0

    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def run(self, report: Callable[[int], None] | None = None) -> chess.Move | None:
        """Search by iterative deepening; return the best move, or None if there is no legal one."""
        if not (moves := list(self.board.legal_moves)):
            return None
        self.best = moves[0]
        for depth in range(1, self.limits.depth + 1):
            ply_before = len(self.board.move_stack)
            try:
                self.score = self.negamax(depth, -INFINITE, INFINITE, 0)
            except OutOfTime:
                while len(self.board.move_stack) > ply_before:
                    self.board.pop()
                break
            if report:
                report(depth)
            # The next depth takes several times as long as all depths before.
            if self.limits.seconds is not None and (len(moves) == 1 or self.seconds() > self.limits.seconds * 0.4):
                break
            if abs(self.score) >= MATE - depth:
                break
        return self.best

    def enter(self) -> None:
        self.nodes += 1
        out_of_nodes = self.limits.nodes is not None and self.nodes >= self.limits.nodes
        if out_of_nodes or (self.nodes % NODES_PER_CLOCK_CHECK == 0 and self.is_late()):
            raise OutOfTime

    def is_late(self) -> bool:
        return self.stop.is_set() or (self.limits.seconds is not None and self.seconds() >= self.limits.seconds)

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
        self.enter()

        key = key_of(board)
        table_move = None
        if found := self.table.get(key):
            stored_depth, bound, score, table_move = found
            if ply and stored_depth >= depth and abs(score) < MATE - 256:
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    return score

        # Null-move pruning: if a null move is good enough, so is the best move. Not with pawns alone, because of zugzwang.
        if ply and depth >= 3 and not checked and beta < MATE - 256:
            if board.occupied_co[board.turn] & ~(board.pawns | board.kings):
                board.push(chess.Move.null())
                score = -self.negamax(depth - 3, -beta, 1 - beta, ply + 1)
                board.pop()
                if score >= beta:
                    return beta

        moves = self.ordered(list(board.legal_moves), table_move, ply)
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
                    self.killers[ply] = [move, *self.killers[ply][:1]]
                    self.history[move] = self.history.get(move, 0) + depth * depth
                break
        bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
        self.table[key] = (depth, bound, best, best_move)
        return best

    def quiesce(self, alpha: int, beta: int, ply: int) -> int:
        """Search captures only, until the position is quiet enough for `evaluate`."""
        self.enter()
        board = self.board
        best = evaluate(board)
        if best >= beta or ply >= 200:
            return best
        alpha = max(alpha, best)
        for move in self.ordered(list(board.generate_legal_captures()), None, ply):
            board.push(move)
            score = -self.quiesce(-beta, -alpha, ply + 1)
            board.pop()
            if score > best:
                best = score
                if score >= beta:
                    break
                alpha = max(alpha, score)
        return best

    def ordered(self, moves: list[chess.Move], table_move: chess.Move | None, ply: int) -> list[chess.Move]:
        """Sort moves: the table's move, captures and promotions, killers, then by history."""
        piece_type_at, killers, history = self.board.piece_type_at, self.killers[ply], self.history

        def priority(move: chess.Move) -> int:
            if move == table_move:
                return 1 << 40
            if gain := (piece_type_at(move.to_square) or 0) + (move.promotion or 0):
                return (1 << 30) + 10 * gain - (piece_type_at(move.from_square) or 0)
            return 1 << 29 if move in killers else history.get(move, 0)

        moves.sort(key=priority, reverse=True)
        return moves

    def variation(self) -> list[chess.Move]:
        board, line = self.board.copy(stack=False), []
        while len(line) < 20:
            found = self.table.get(key_of(board))
            move = self.best if not line else found[3] if found else None
            if move is None or move not in board.legal_moves:
                break
            line.append(move)
            board.push(move)
        return line


# The protocol.


def time_for_move(turn: bool, clock: dict[str, int]) -> float | None:
    """Return the seconds for a move, from the fields of UCI's `go`, or None if there is no limit."""
    if "movetime" in clock:
        return max(0.005, clock["movetime"] / 1000 - 0.01)
    left = clock.get("wtime" if turn else "btime")
    if left is None:
        return None
    share = left / min(clock.get("movestogo", 30), 30) + 0.8 * clock.get("winc" if turn else "binc", 0)
    return max(0.005, min(share, left - 100) / 1000)  # 0.1 s for communication


class Engine:
    def __init__(self) -> None:
        self.board = chess.Board()
        self.chess960 = False
        self.stop = threading.Event()
        self.thread: threading.Thread | None = None

    def position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        fen = chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:at])
        self.board = chess.Board(fen, chess960=self.chess960)
        for text in words[at + 1 :]:
            self.board.push_uci(text)

    def go(self, words: list[str]) -> None:
        self.halt()
        numbers = {name: int(value) for name, value in zip(words, words[1:]) if value.lstrip("-").isdigit()}
        limits = Limits(numbers.get("depth", 64), numbers.get("nodes"), time_for_move(self.board.turn, numbers))
        self.stop.clear()
        self.thread = threading.Thread(target=self.think, args=(Search(self.board, limits, self.stop),))
        self.thread.start()

    def think(self, search: Search) -> None:
        def report(depth: int) -> None:
            seconds, score = search.seconds(), search.score
            moves = (MATE - abs(score) + 1) // 2
            shown = f"cp {score}" if abs(score) < MATE - 256 else f"mate {moves if score > 0 else -moves}"
            board, line = self.board.copy(stack=False), []
            for move in search.variation():
                line.append(board.uci(move))
                board.push(move)
            say(
                f"info depth {depth} score {shown} nodes {search.nodes} nps {search.nodes / seconds:.0f}"
                f" time {seconds * 1000:.0f} pv {' '.join(line)}"
            )

        best = search.run(report)
        say(f"bestmove {self.board.uci(best) if best else '0000'}")

    def halt(self) -> None:
        if self.thread:
            self.stop.set()
            self.thread.join()
            self.thread = None

    def loop(self) -> None:
        for line in sys.stdin:
            command, *words = line.split() or [""]
            if command == "uci":
                say(f"id name {versus.name_of(chess)} example\nid author the founders of bitrook")
                say("option name UCI_Chess960 type check default false\nuciok")
            elif command == "isready":
                say("readyok")
            elif command == "setoption" and words[1:2] == ["UCI_Chess960"]:
                self.chess960 = words[-1].lower() == "true"
            elif command == "position":
                self.halt()
                self.position(words)
            elif command == "go":
                self.go(words)
            elif command == "stop":
                self.halt()
            elif command == "quit":
                break
        self.halt()


def say(text: str) -> None:
    print(text, flush=True)


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
        search = Search(chess.Board(fen), Limits(depth=depth))
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
        Engine().loop()
