"""What one call from Python costs: bitrook, and python-chess beside it, interleaved, loop subtracted.

    python benchmarks/calls.py [--rounds 15] [--only TEXT] [--peers]

Run it with an interpreter built with profile-guided optimisation (a distribution's own), on a quiet machine.
Figures are nanoseconds, the least of all rounds; absolute figures are one machine's.
"""

from __future__ import annotations

import argparse
import sys
import timeit
from typing import Any

import bitrook

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
GAME = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8 d2d4 b8d7 "
    "c3c4 c7c6 c4b5 a6b5 b1c3 c8b7 c1g5 b5b4 c3b1 h7h6 g5h4 c6c5 d4e5 f6e4 h4e7 d8e7 e5d6 e7f6 b1d2 e4d6 "
    "d2c4 d6c4 b3c4 d7b6 f3e5 a8e8 c4f7 f8f7 e5f7 e8e1 d1e1 g8f7 e1e3 f6g5 e3g5 h6g5 b2b3 f7e6 a2a3 e6d6 "
    "a3b4 c5b4 a1a5 b6d5 f2f3 b7c8 g1f2 c8f5 a5a7 g7g6 a7a6 d6c5 f2e1 d5f4 g2g3 f4h3 e1d2 c5b5 a6d6 b5c5"
).split()

# (name, statement, target in nanoseconds, or None). `B` is the module, the rest is made by `names` below.
OPERATIONS: list[tuple[str, str, float | None]] = [
    ("Board()", "Board()", 40),
    ("Board(FEN)", "Board(KIWIPETE)", 130),
    ("fen()", "b.fen()", 70),
    ("list of legal moves, start (20)", "list(s.legal_moves)", 75),
    ("list of legal moves (48)", "list(b.legal_moves)", 140),
    ("list_legal_moves(), start (20)", "s.list_legal_moves()", 75),
    ("list_legal_moves() (48)", "b.list_legal_moves()", 140),
    ("list(generate_legal_moves()) (48)", "list(b.generate_legal_moves())", None),
    ("for m in legal_moves: pass (48)", "for m in b.legal_moves: pass", None),
    ("count of legal moves, start", "s.legal_moves.count()", 25),
    ("count of legal moves", "b.legal_moves.count()", 40),
    ("count_legal_moves(), start", "s.count_legal_moves()", 25),
    ("count_legal_moves()", "b.count_legal_moves()", 40),
    ("len(legal_moves)", "len(b.legal_moves)", 40),
    ("any legal move", "bool(b.legal_moves)", None),
    ("move in legal_moves", "m in b.legal_moves", None),
    ("push + pop", "b.push(m); b.pop()", 30),
    ("push_uci, per ply of a game", "play_uci()", 50),
    ("push_san, per ply of a game", "play_san()", 75),
    ("parse_san", "b.parse_san('Nxg6')", 28),
    ("san(move)", "b.san(m)", 75),
    ("parse_uci", "b.parse_uci('e5g6')", None),
    ("is_check", "b.is_check()", 7),
    ("is_checkmate, no", "b.is_checkmate()", 10),
    ("is_checkmate, yes", "mate.is_checkmate()", 40),
    ("is_game_over", "b.is_game_over()", 30),
    ("outcome", "b.outcome()", None),
    ("position key", "b.key", 10),
    ("_transposition_key()", "b._transposition_key()", None),
    ("copy after 80 plies", "long.copy()", 50),
    ("piece_at", "b.piece_at(28)", 7),
    ("piece_type_at", "b.piece_type_at(28)", None),
    ("pieces", "b.pieces(1, True)", None),
    ("is_legal(move)", "b.is_legal(m)", 30),
    ("gives_check(move)", "b.gives_check(m)", None),
    ("is_capture(move)", "b.is_capture(m)", None),
    ("turn", "b.turn", 9),
    ("pawns", "b.pawns", None),
    ("occupied_co[color]", "b.occupied_co[True]", None),
    ("move.from_square", "m.from_square", 3),
    ("Move(from, to)", "Move(12, 28)", 22),
    ("Move.from_uci", "Move.from_uci('e2e4')", 28),
    ("move.uci()", "m.uci()", 9),
    ("move == move", "m == m2", 6),
    ("hash(move)", "hash(m)", 9),
    ("piece.piece_type", "p.piece_type", None),
    ("iterate a set of 32 squares", "for q in squares: pass", 230),
    ("[m.uci() for m in legal_moves] (48)", "[m.uci() for m in b.legal_moves]", 1000),
    ("legal_moves.uci() (48)", "b.legal_moves.uci()", 250),
    ("[san(m) for m in legal_moves] (48)", "[b.san(m) for m in b.legal_moves]", 3800),
    ("legal_moves.san() (48)", "b.legal_moves.san()", 2500),
    ("legal_moves.words(buffer) (48)", "b.legal_moves.words(buffer)", None),
    ("perft(3) in Python, counting", "perft_count(s, 3)", None),
    ("perft(4) in Python, counting", "perft_count(s, 4)", 1.1e6),
    ("perft(4) in Python, listing", "perft_list(s, 4)", 1.7e6),
    ("perft(4) in Python, list_legal_moves()", "perft_list_directly(s, 4)", 1.7e6),
]
# What only bitrook has.
OWN = (
    "list_legal_moves",
    "count_legal_moves",
    "directly",
    ".words",
    "legal_moves.uci",
    "legal_moves.san",
    "b.key",
    "len(b.legal",
)


def names(B: Any) -> dict[str, Any]:
    def board(fen: str) -> Any:
        return B.Board(fen)

    def play_uci() -> None:
        b = B.Board()
        push = b.push_uci
        for text in GAME:
            push(text)

    replay, sans = B.Board(), []
    for text in GAME:
        sans.append(replay.san_and_push(replay.parse_uci(text)))

    def play_san() -> None:
        b = B.Board()
        push = b.push_san
        for text in sans:
            push(text)

    def perft_count(b: Any, depth: int) -> int:
        if depth == 1:
            return b.legal_moves.count()
        n = 0
        for move in b.legal_moves:
            b.push(move)
            n += perft_count(b, depth - 1)
            b.pop()
        return n

    def perft_list(b: Any, depth: int) -> int:
        if depth == 1:
            return len(list(b.legal_moves))
        n = 0
        for move in b.legal_moves:
            b.push(move)
            n += perft_list(b, depth - 1)
            b.pop()
        return n

    def perft_list_directly(b: Any, depth: int) -> int:
        moves = b.list_legal_moves()
        if depth == 1:
            return len(moves)
        n = 0
        for move in moves:
            b.push(move)
            n += perft_list_directly(b, depth - 1)
            b.pop()
        return n

    return {
        "B": B,
        "Board": B.Board,
        "Move": B.Move,
        "KIWIPETE": KIWIPETE,
        "s": B.Board(),
        "b": board(KIWIPETE),
        "mate": board(MATE),
        "long": replay,
        "m": B.Move.from_uci("e5g6"),
        "m2": B.Move.from_uci("e5f7"),
        "p": B.Piece(1, True),
        "squares": B.SquareSet(0xFFFF00000000FFFF),
        "play_uci": play_uci,
        "play_san": play_san,
        "perft_count": perft_count,
        "perft_list": perft_list,
        "perft_list_directly": perft_list_directly,
        "buffer": bytearray(1024),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--only", default="", help="operations whose name contains this")
    arguments.add_argument("--peers", action="store_true", help="measure python-chess too")
    options = arguments.parse_args()

    modules: dict[str, Any] = {"bitrook": bitrook}
    if options.peers:
        import chess

        modules["python-chess"] = chess
    scopes = {name: names(module) for name, module in modules.items()}
    empty = timeit.Timer("pass")

    print(f"Python {sys.version.split()[0]}, bitrook {bitrook.build_info()}\n")
    print(f"{'':42}{'target':>10}" + "".join(f"{name:>14}" for name in modules))
    for name, statement, target in OPERATIONS:
        if options.only not in name:
            continue
        best: dict[str, float] = {}
        timers, counts = {}, {}
        for module in modules:
            if module != "bitrook" and any(own in statement for own in OWN):
                continue
            timers[module] = timeit.Timer(statement, globals=scopes[module])
            timers[module].timeit(1)
            once = max(timers[module].timeit(3) / 3, 1e-8)
            counts[module] = max(1, min(200_000, int(0.004 / once)))
        for _ in range(options.rounds):
            for module, timer in timers.items():
                n = counts[module]
                loop = min(empty.timeit(n) for _ in range(2)) if n > 50 else 0.0
                cost = (timer.timeit(n) - loop) / n * 1e9
                best[module] = min(best.get(module, cost), cost)
        per = len(GAME) if "per ply" in name else 1
        row = "".join(f"{best[m] / per:14,.1f}" if m in best else f"{'-':>14}" for m in modules)
        mark = "" if target is None or best["bitrook"] / per <= target else "  over"
        print(f"{name:42}{target if target else '':>10}{row}{mark}", flush=True)


if __name__ == "__main__":
    main()
