"""Compares the boards of variants with python-chess's, and perft with Fairy-Stockfish's, side by side.

usage: python benchmarks/variants.py [--seconds 0.2] [--fairy fairy-stockfish]

Each ratio is the median over rounds that time both programs in turn, in positions of random games. The last column
compares reading an archive of the variant into columns with reading games of standard chess of the same lengths.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import chess
import chess.variant

import bitrook
import bitrook.data
import bitrook.pgn
import bitrook.variant

ROUNDS = 5
COLUMNS = ("legal_moves", "push, pop", "push_san", "FEN", "perft", "reading")
DEPTHS = {
    "SuicideBoard": 5,
    "GiveawayBoard": 5,
    "AntichessBoard": 5,
    "AtomicBoard": 5,
    "KingOfTheHillBoard": 5,
    "RacingKingsBoard": 5,
    "HordeBoard": 5,
    "ThreeCheckBoard": 5,
    "CrazyhouseBoard": 5,
}


def random_fens(variant: Any, count: int) -> list[str]:
    """Return positions of random games that are not over."""
    rng = random.Random(variant.__name__)
    fens: list[str] = []
    while len(fens) < count:
        board = variant()
        for _ in range(rng.randrange(4, 60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if any(board.legal_moves):
            fens.append(board.fen())
    return fens


def nanoseconds(call: Callable[[], Any], seconds: float) -> float:
    """Return the time of one call, repeated for at least *seconds*."""
    count, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        call()
        count += 1
    return passed / count * 1e9


def operations(variant: Any, fens: list[str]) -> dict[str, Callable[[], Any]]:
    """Return the operations, each on all positions."""
    boards = [variant(fen) for fen in fens]
    moves = [next(iter(board.legal_moves)) for board in boards]
    texts = [board.san(move) for board, move in zip(boards, moves, strict=True)]

    def push_and_pop() -> None:
        for board, move in zip(boards, moves, strict=True):
            board.push(move)
            board.pop()

    def push_san() -> None:
        for board, text in zip(boards, texts, strict=True):
            board.push_san(text)
            board.pop()

    return {
        "legal_moves": lambda: [list(board.legal_moves) for board in boards],
        "push, pop": push_and_pop,
        "push_san": push_san,
        "FEN": lambda: [variant(fen) for fen in fens],
    }


def archive(variant: Any, lengths: list[int], exactly: bool = False) -> tuple[bytes, list[int]]:
    """Return random games as PGN, and their numbers of plies: at most *lengths*, or exactly these."""
    rng, parts, found = random.Random(variant.__name__), [], []
    while len(found) < len(lengths):
        board, length = variant(), lengths[len(found)]
        while len(board.move_stack) < length and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if not exactly or len(board.move_stack) == length:
            found.append(len(board.move_stack))
            parts.append(str(bitrook.pgn.Game.from_board(board)))
    return ("\n\n".join(parts) + "\n").encode(), found


def fairy_perft(program: str, variant: str, depth: int) -> tuple[int, float]:
    """Return the count and the seconds of Fairy-Stockfish, without the time to start it."""
    lines = f"setoption name UCI_Variant value {variant}\nposition startpos\ngo perft {{}}\nquit\n"
    times = []
    for n in (1, depth):
        start = time.perf_counter()
        done = subprocess.run([program], input=lines.format(n), capture_output=True, text=True, check=True)
        times.append(time.perf_counter() - start)
    count = next(line.split()[-1] for line in done.stdout.splitlines() if line.startswith("Nodes searched"))
    return int(count), times[1] - times[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds per measurement")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--fairy", default=shutil.which("fairy-stockfish", path="/usr/games:/usr/bin:/usr/local/bin"))
    options = parser.parse_args()
    supported = ""
    if options.fairy:
        answer = subprocess.run([options.fairy], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
        supported = next(line for line in answer.splitlines() if "UCI_Variant" in line)

    ratios: dict[str, list[float]] = {}
    print(f"{'times python-chess':20}" + "".join(f"{n:>13}" for n in COLUMNS))
    for name, depth in DEPTHS.items():
        theirs, ours = getattr(chess.variant, name), getattr(bitrook.variant, name)
        fens = random_fens(theirs, options.positions)
        slow, fast = operations(theirs, fens), operations(ours, fens)
        row = f"{name.removesuffix('Board'):20}"
        for operation, call in slow.items():
            pairs = [
                (nanoseconds(call, options.seconds), nanoseconds(fast[operation], options.seconds))
                for _ in range(ROUNDS)
            ]
            ratio = statistics.median(a / b for a, b in pairs)
            ratios.setdefault(operation, []).append(ratio)
            row += f"{ratio:13.1f}"
        if f"var {ours.uci_variant}" in supported:
            rounds = []
            for _ in range(3):
                expected, seconds = fairy_perft(options.fairy, ours.uci_variant, depth)
                start = time.perf_counter()
                found = bitrook.perft(ours(), depth)
                rounds.append(seconds / (time.perf_counter() - start))
                assert found == expected, (name, found, expected)
            ratios.setdefault("perft", []).append(statistics.median(rounds))
            row += f"{ratios['perft'][-1]:13.1f}"
        else:
            row += f"{'-':>13}"
        text, lengths = archive(ours, [60] * 200)
        chess_text, _ = archive(bitrook.Board, lengths, exactly=True)
        pairs = [
            tuple(nanoseconds(partial(bitrook.data.read_pgn, each), options.seconds) for each in (chess_text, text))
            for _ in range(ROUNDS)
        ]
        ratios.setdefault("reading", []).append(statistics.median(a / b for a, b in pairs))
        row += f"{ratios['reading'][-1]:13.2f}"
        print(row, flush=True)
    means = {name: math.exp(statistics.fmean(map(math.log, values))) for name, values in ratios.items()}
    print(
        f"{'geometric mean':20}"
        + "".join(f"{means.get(name, 0):13.{2 if name == 'reading' else 1}f}" for name in COLUMNS)
    )
    print("perft: times Fairy-Stockfish, which counts the leaves in bulk as well; reading: times standard chess")


if __name__ == "__main__":
    main()
