"""Times the calls that a Python engine makes at every node, in turn with equivalent Python code on python-chess.

    python benchmarks/kit.py [--rounds 15]

Requires the chess package. The python-chess code is typical of such engines: they lack exchange evaluation, so
captures are ordered by victim and attacker, and the hash table is a dictionary.
"""

from __future__ import annotations

import argparse
import gc
import statistics
from typing import Any

import chess
import libraries
import measure

import bitrook
from bitrook import search

# Name, source for bitrook, source for python-chess, goal in nanoseconds.
ROWS: list[tuple[str, str, str, float | None]] = [
    ("see_ge, a capture", "kiwi.see_ge(capture, 0)", "", 60),
    ("see, a capture", "kiwi.see(capture)", "", None),
    ("ordered_moves of Kiwipete, 48", "kiwi.ordered_moves()", "ordered(kiwi)", 600),
    ("ordered_moves, hash move", "kiwi.ordered_moves(best)", "ordered(kiwi, best)", 600),
    (
        "ordered_moves, hash move, killers, history",
        "kiwi.ordered_moves(best, killers=killers, history=history)",
        "ordered(kiwi, best)",
        None,
    ),
    ("next(MovePicker), hash move", "next(MovePicker(kiwi, best))", "ordered(kiwi, best)[0]", None),
    ("list_quiescence_moves", "kiwi.list_quiescence_moves()", "list(kiwi.generate_legal_captures())", None),
    ("tables(board), start", "tables(start)", "evaluated(start)", 40),
    ("tables(board), Kiwipete", "tables(kiwi)", "evaluated(kiwi)", 40),
    ("table.probe, found", "table.probe(key)", "table.get(key)", 50),
    ("table.probe, not found", "table.probe(other)", "table.get(other)", 50),
    ("table.store", "table.store(key, best, 35, 8, 3)", "table[key] = (best, 35, 8, 3)", None),
    ("key_after", "kiwi.key_after(capture)", "", None),
    ("attacked_by_mask", "kiwi.attacked_by_mask(True)", "", None),
    ("passed_pawns_mask", "kiwi.passed_pawns_mask(True)", "", None),
]


def ordered(board: chess.Board, best: chess.Move | None = None) -> list[chess.Move]:
    """Return the legal moves: the best move first, then captures ordered by victim and attacker."""

    def score(move: chess.Move) -> int:
        if move == best:
            return 1000
        victim = board.piece_type_at(move.to_square)
        return 8 * victim - (board.piece_type_at(move.from_square) or 0) if victim else 0

    return sorted(board.legal_moves, key=score, reverse=True)


def evaluated(board: chess.Board) -> int:
    """Return the tapered sum of the tables."""
    midgame = endgame = phase = 0
    for square, piece in board.piece_map().items():
        row = piece.piece_type - 1 if piece.color else piece.piece_type + 5
        sign = 1 if piece.color else -1
        midgame += sign * MIDGAME[row][square]
        endgame += sign * ENDGAME[row][square]
        phase += (0, 1, 1, 2, 4, 0)[piece.piece_type - 1]
    score = (midgame * phase + endgame * (24 - phase)) // 24
    return score if board.turn else -score


TABLES = search.PieceSquareTables()
MIDGAME, ENDGAME = TABLES.midgame.tolist(), TABLES.endgame.tolist()


def namespaces() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the objects that the rows use, for bitrook and for python-chess."""
    kiwi = bitrook.Board(libraries.KIWIPETE)
    move = bitrook.Move.from_uci
    history, table = search.History(), search.TranspositionTable(16)
    for depth, quiet in enumerate(kiwi.list_legal_quiets()):
        history.bonus(quiet, depth % 7 - 3, bitrook.WHITE)
    table.store(kiwi.key, move("e2a6"), 35, 8, search.EXACT)
    ours = {
        "kiwi": kiwi, "start": bitrook.Board(), "capture": move("e5g6"), "best": move("e2a6"), "table": table,
        "killers": (move("a2a3"), move("a2a4")), "history": history, "tables": TABLES, "key": kiwi.key,
        "other": kiwi.key + 1, "MovePicker": search.MovePicker,
    }  # fmt: skip
    theirs = {
        "kiwi": chess.Board(libraries.KIWIPETE), "start": chess.Board(), "best": chess.Move.from_uci("e2a6"),
        "ordered": ordered, "evaluated": evaluated, "key": kiwi.key, "other": kiwi.key + 1,
        "table": {kiwi.key: (chess.Move.from_uci("e2a6"), 35, 8, 3)},
    }  # fmt: skip
    return ours, theirs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    ours, theirs = namespaces()
    for board in (ours["kiwi"], theirs["kiwi"]):
        assert sorted(map(str, board.legal_moves)) == sorted(map(str, ours["kiwi"].ordered_moves()))
    assert TABLES(ours["kiwi"]) == evaluated(theirs["kiwi"])
    probes = [
        [measure.Probe(code, names) if code else None for code, names in ((row[1], ours), (row[2], theirs))]
        for row in ROWS
    ]
    samples: list[list[list[float]]] = [[[], []] for _ in ROWS]
    gc.collect()
    gc.disable()
    for _ in range(options.rounds):
        for row, pair in zip(samples, probes, strict=True):
            for found, probe in zip(row, pair, strict=True):
                if probe:
                    found.append(probe.sample())
    print(f"{'nanoseconds, medians':44} {'bitrook':>8} {'goal':>6} {'python-chess':>13} {'ratio':>6}")
    for (name, *_, goal), (mine, other) in zip(ROWS, samples, strict=True):
        line = f"{name:44} {statistics.median(mine):8.1f} {goal or '':>6}"
        if other:
            ratio = statistics.median(b / a for a, b in zip(mine, other, strict=True))
            line += f" {statistics.median(other):13.0f} {ratio:6.1f}"
        print(line)


if __name__ == "__main__":
    main()
