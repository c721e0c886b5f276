"""Fills in the counts of the perft files from Stockfish, and writes the two files of random positions.

    python generate.py count FILE.epd ...   counts every line again, to its greatest depth ;D
    python generate.py starts               writes chess960.epd
    python generate.py suite                writes suite.epd

The counts come from Stockfish's `go perft` (any version with UCI_Chess960; Debian's 15.1 was used). Small depths are
counted again with python-chess, and a difference stops the run. fen_only.epd holds positions that Stockfish rejects; it
is counted by python-chess alone. The tests need neither program.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import chess

HERE = Path(__file__).resolve().parent
STOCKFISH = os.environ.get("STOCKFISH", "/usr/games/stockfish")
CROSS_CHECK_NODES = 60_000  # counted again with python-chess: about a third of a second each


class Stockfish:
    """A Stockfish process that counts move trees."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def perft(self, fen: str, depth: int, chess960: bool) -> int:
        assert self.process.stdin and self.process.stdout
        option = f"setoption name UCI_Chess960 value {'true' if chess960 else 'false'}"
        self.process.stdin.write(f"{option}\nposition fen {fen}\ngo perft {depth}\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if match := re.match(r"Nodes searched: (\d+)", line):
                return int(match[1])
        raise RuntimeError(f"stockfish did not count {fen}")


def oracle_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += oracle_perft(board, depth - 1)
        board.pop()
    return nodes


def board_of(fen: str) -> chess.Board:
    """Return the position, as Chess960 if standard chess cannot have its castling rights."""
    board = chess.Board(fen)
    chess960 = chess.Board(fen, chess960=True)
    shredder = any(letter not in "KQkq-" for letter in fen.split()[2])
    return chess960 if shredder or chess960.clean_castling_rights() != board.clean_castling_rights() else board


def counted(stockfish: Stockfish | None, fen: str, depth: int, *, max_nodes: int | None = None) -> list[int]:
    board = board_of(fen)
    counts: list[int] = []
    for d in range(1, depth + 1):
        counts.append(stockfish.perft(fen, d, board.chess960) if stockfish else oracle_perft(board, d))
        if stockfish and counts[-1] <= CROSS_CHECK_NODES and (own := oracle_perft(board, d)) != counts[-1]:
            sys.exit(f"depth {d}: stockfish {counts[-1]}, python-chess {own}: {fen}")
        if max_nodes and d >= 2 and counts[-1] * counts[-1] / max(counts[-2], 1) > max_nodes:
            break
    return counts


def line_of(fen: str, counts: list[int], rest: str = "") -> str:
    return " ".join([fen, *(f";D{d} {n}" for d, n in enumerate(counts, 1)), *([rest] if rest else [])])


def facts_of(board: chess.Board, move: chess.Move) -> set[str]:
    """Return the words that are true of a move: illegal, or legal and perhaps mates or stalemates."""
    if move not in board.legal_moves:
        return {"illegal"}
    after = board.copy()
    after.push(move)
    return {"legal", *["mates"] * after.is_checkmate(), *["stalemates"] * after.is_stalemate()}


def count(path: Path, stockfish: Stockfish | None) -> None:
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            fen, *fields = (field.strip() for field in line.split(";"))
            board = board_of(fen)
            if stockfish and not board.is_valid():
                print(f"{path.name}: {board.status()!r}: {fen}", file=sys.stderr)
            claims = [field for field in fields if not field.startswith("D")]
            for claim in claims:
                word, moves = claim.split()
                for uci in moves.split(","):
                    if word not in facts_of(board, chess.Move.from_uci(uci)):
                        print(f"{path.name}: {uci} is not {word}: {fen}", file=sys.stderr)
            depth = max(int(re.match(r"D(\d+)", field)[1]) for field in fields if field.startswith("D"))
            line = line_of(fen, counted(stockfish, fen, depth), " ".join(f";{claim}" for claim in claims))
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def played(board: chess.Board, rng: random.Random, plies: int) -> Iterator[chess.Board]:
    """Play a random game with more castling, promotions and checks than uniform choice gives, and yield its positions."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            return
        weights = [1 + 6 * board.is_castling(m) + 4 * bool(m.promotion) + 2 * board.gives_check(m) for m in moves]
        board.push(rng.choices(moves, weights)[0])
        yield board


def starts(stockfish: Stockfish) -> None:
    rng = random.Random(960)
    lines = ["# Chess960: starts by Scharnagl number."]
    for number in range(0, 960, 20):
        fen = chess.Board.from_chess960_pos(number).fen(shredder=True)
        lines += [f"# {number}", line_of(fen, counted(stockfish, fen, 5))]
    lines.append("# Positions from random games in which all of a side's castling moves are legal at once.")
    found = 0
    while found < 32:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        for board in played(board, rng, 60):
            rights = (board.clean_castling_rights() & board.occupied_co[board.turn]).bit_count()
            if rights == 2 and len(list(board.generate_castling_moves())) == 2:
                fen = board.fen(shredder=True)
                lines.append(line_of(fen, counted(stockfish, fen, 5, max_nodes=8_000_000)))
                found += 1
                break
    (HERE / "chess960.epd").write_text("\n".join(lines) + "\n", encoding="utf-8")


def suite(stockfish: Stockfish) -> None:
    rng = random.Random(64)
    lines = ["# 128 positions of random games, every fourth of them Chess960, each counted to about ten million nodes."]
    seen: set[str] = set()
    while len(seen) < 128:
        chess960 = len(seen) % 4 == 3
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        *_, board = played(board, rng, rng.randrange(8, 120))
        if board.legal_moves.count() > 2:
            fen = board.fen(shredder=chess960, en_passant="xfen")
            lines.append(line_of(fen, counted(stockfish, fen, 9, max_nodes=24_000_000)))
            seen.add(fen)
    (HERE / "suite.epd").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["count", "starts", "suite"])
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    stockfish = Stockfish()
    if arguments.what == "count":
        for path in arguments.files:
            count(path, stockfish if path.name != "fen_only.epd" else None)
    else:
        {"starts": starts, "suite": suite}[arguments.what](stockfish)
    stockfish.process.kill()


if __name__ == "__main__":
    main()
