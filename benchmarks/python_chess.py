"""Generates the table of docs/coming-from-python-chess.md: the same code on python-chess and on bitrook.

    python benchmarks/python_chess.py            prints the table in Markdown
    python benchmarks/python_chess.py --write    also writes it into the page

The two libraries take turns in one process. Figures are medians of the thread's processor time, minus an empty loop.
"""

from __future__ import annotations

import gc
import io
import platform
import random
import re
import statistics
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import chess
import chess.pgn

import bitrook
import bitrook.compat
import measure

PAGE = Path(__file__).resolve().parents[1] / "docs" / "coming-from-python-chess.md"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROUNDS = 9

# b and c are Kiwipete, g is a game of 60 plies, m is a quiet move of b, s and t are square sets, and text is g as PGN.
ROWS = [
    ("make a board", "Board()"),
    ("read a FEN", f"Board({KIWIPETE!r})"),
    ("write a FEN", "b.fen()"),
    ("copy with 60 moves of history", "g.copy()"),
    ("list the legal moves", "list(b.legal_moves)"),
    ("count them", "b.legal_moves.count()"),
    ("is there one", "any(b.legal_moves)"),
    ("is a move legal", "m in b.legal_moves"),
    ("list the captures", "list(b.generate_legal_captures())"),
    ("push and pop", "b.push(m); b.pop()"),
    ("push_uci and pop", "b.push_uci('e1g1'); b.pop()"),
    ("push_san and pop", "b.push_san('O-O'); b.pop()"),
    ("write SAN", "b.san(m)"),
    ("read SAN", "b.parse_san('Nxg6')"),
    ("Move.from_uci", "Move.from_uci('e2e4')"),
    ("is_check", "b.is_check()"),
    ("gives_check", "b.gives_check(m)"),
    ("is_checkmate", "b.is_checkmate()"),
    ("is_game_over", "b.is_game_over()"),
    ("outcome with claims, 60 moves of history", "g.outcome(claim_draw=True)"),
    ("is_repetition, 60 moves of history", "g.is_repetition()"),
    ("a key for a table", "b._transposition_key()"),
    ("piece_at", "b.piece_at(28)"),
    ("piece_map", "b.piece_map()"),
    ("attackers", "b.attackers(True, 36)"),
    ("is_pinned", "b.is_pinned(True, 11)"),
    ("status", "b.status()"),
    ("compare two boards", "b == c"),
    ("mirror", "b.mirror()"),
    ("print", "str(b)"),
    ("write EPD with a best move", "b.epd(bm=m)"),
    ("unite two SquareSets", "s | t"),
    ("list a SquareSet", "list(s)"),
    ("perft 3 by push and pop in Python", "perft(start, 3)"),
    ("read a game with chess.pgn", "pgn.read_game(StringIO(text))"),
]


def perft(board: Any, depth: int) -> int:
    if depth == 1:
        return int(board.legal_moves.count())
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def names(lib: ModuleType, pgn: ModuleType, line: list[str]) -> dict[str, Any]:
    game = lib.Board()
    for move in line:
        game.push_uci(move)
    return {
        "Board": lib.Board,
        "Move": lib.Move,
        "StringIO": io.StringIO,
        "b": lib.Board(KIWIPETE),
        "c": lib.Board(KIWIPETE),
        "g": game,
        "m": lib.Move.from_uci("e5g6"),
        "perft": perft,
        "pgn": pgn,
        "s": lib.SquareSet(0x00FF00000000FF00),
        "start": lib.Board(),
        "t": lib.SquareSet(0x1818000000),
        "text": str(chess.pgn.Game.from_board(chess_game(line))),
    }


def chess_game(line: list[str]) -> chess.Board:
    board = chess.Board()
    for move in line:
        board.push_uci(move)
    return board


def random_game(plies: int) -> list[str]:
    """Return random moves without captures, in UCI notation."""
    board, rng = chess.Board(), random.Random(2)
    for _ in range(plies):
        board.push(rng.choice([move for move in board.legal_moves if not board.is_capture(move)]))
    return [move.uci() for move in board.move_stack]


def nanoseconds(code: str, spaces: list[dict[str, Any]]) -> list[float]:
    """Return the time of the code in each namespace, as the median of rounds in which they take turns."""
    probes = [measure.Probe(code, space) for space in spaces]
    rounds = [[probe.sample() for probe in probes] for _ in range(ROUNDS)]
    return [max(0.1, statistics.median(samples)) for samples in zip(*rounds, strict=True)]


def time_text(value: float) -> str:
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.0f} ns"


def main() -> None:
    line = random_game(60)
    with bitrook.compat.standing_in():
        import chess.pgn as pgn_on_bitrook
    spaces = [names(chess, chess.pgn, line), names(bitrook, pgn_on_bitrook, line)]
    rows = ["| | python-chess | bitrook | times as fast |", "|---|---|---|---|"]
    gc.disable()
    for title, code in ROWS:
        theirs, ours = nanoseconds(code, spaces)
        shown = "`Board(fen)`" if "Board('" in code else "`" + code.replace("|", "\\|") + "`"
        rows.append(
            f"| {title}: {shown} | {time_text(theirs)} | {time_text(ours)} | {theirs / ours:.{0 if theirs > 10 * ours else 1}f} |"
        )
    versions = f"python-chess {chess.__version__}, {platform.python_implementation()} {platform.python_version()}"
    rows += ["", f"({versions}, {platform.machine()}; build {bitrook.build_info().build}.)"]
    table = "\n".join(rows)
    print(table)
    if "--write" in sys.argv[1:]:
        page = PAGE.read_text(encoding="utf-8")
        marked = r"(<!-- table of benchmarks/python_chess.py -->\n).*?(<!-- end of table -->)"
        PAGE.write_text(re.sub(marked, lambda m: m[1] + table + "\n" + m[2], page, flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    main()
