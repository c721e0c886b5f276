"""Times games as objects with bitrook.pgn, python-chess, and python-chess's pgn module on bitrook's boards.

    python benchmarks/pgn_objects.py [ROUNDS]

Prints the CPU time of each operation, as the median of all rounds, and the ratios. The libraries take turns at each
operation, so that a busy machine slows all of them. Requires python-chess 1.11.2.
"""

from __future__ import annotations

import io
import lzma
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn

import bitrook.compat
import bitrook.pgn

REAL = Path(__file__).resolve().parents[1] / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
GAMES = 60  # per file


def random_game(plies: int) -> str:
    """Return a game of *plies* plies with the tag roster, without comments."""
    numbers = random.Random(1)
    while True:
        board = bitrook.Board()
        while board.ply() < plies and not board.is_game_over():
            board.push(numbers.choice(list(board.legal_moves)))
        if board.ply() == plies:
            return f"{bitrook.pgn.Game.from_board(board)}\n\n"


def real_games() -> str:
    with lzma.open(REAL, "rt", encoding="utf-8") as file:
        return "[Event " + "[Event ".join(file.read().split("[Event ")[1 : GAMES + 1])


def libraries() -> dict[str, Any]:
    with bitrook.compat.standing_in(theirs=["pgn"]):
        import chess.pgn as on_bitrook
    return {"bitrook": bitrook.pgn, "compat": on_bitrook, "python-chess": chess.pgn}


def read_all(text: str, function: str) -> Callable[[Any], Callable[[], Any]]:
    def prepared(pgn: Any) -> Callable[[], Any]:
        read = getattr(pgn, function)

        def run() -> None:
            file = io.StringIO(text)
            while (found := read(file)) is not None and found is not False:
                pass

        return run

    return prepared


def on_games(text: str, operation: Callable[[Any], Any]) -> Callable[[Any], Callable[[], Any]]:
    """Return an operation on games that were parsed but not accessed yet."""

    def prepared(pgn: Any) -> Callable[[], Any]:
        file = io.StringIO(text)
        games = [pgn.read_game(file) for _ in range(GAMES)]
        return lambda: [operation(game) for game in games]

    return prepared


def walk(pgn: Any) -> Callable[[], Any]:
    """Read real games and visit each node once."""
    text = real_games()

    def run() -> None:
        file = io.StringIO(text)
        while (game := pgn.read_game(file)) is not None:
            for node in game.mainline():
                node.clock()

    return run


def operations() -> dict[str, Callable[[Any], Callable[[], Any]]]:
    moves60, real = random_game(120) * GAMES, real_games()
    return {
        "read_game, 60 moves": read_all(moves60, "read_game"),
        "read_game, Lichess": read_all(real, "read_game"),
        "read_headers, Lichess": read_all(real, "read_headers"),
        "skip_game, Lichess": read_all(real, "skip_game"),
        "list(mainline_moves()), 60 moves": on_games(moves60, lambda game: list(game.mainline_moves())),
        "str(game), 60 moves": on_games(moves60, str),
        "read_game and clocks of all nodes, Lichess": walk,
    }


def measured(run: Callable[[], Any], repeat: int) -> float:
    start = time.process_time()
    for _ in range(repeat):
        run()
    return (time.process_time() - start) / repeat / GAMES * 1e6


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    found = libraries()
    assert found["compat"].Game().board().__class__ is bitrook.Board and found["compat"].Game is not bitrook.pgn.Game
    print("CPU microseconds a game; ratio to bitrook")
    for name, prepare in operations().items():
        runs = {library: prepare(pgn) for library, pgn in found.items()}
        times: dict[str, list[float]] = {library: [] for library in found}
        repeat = {library: max(1, int(0.05e6 / GAMES / max(measured(run, 1), 0.1))) for library, run in runs.items()}
        for _ in range(rounds):
            for library, run in runs.items():
                times[library].append(measured(run, repeat[library]))
        medians = {library: statistics.median(each) for library, each in times.items()}
        ratios = [
            statistics.median(b / a for a, b in zip(times["bitrook"], times[other]))
            for other in ("compat", "python-chess")
        ]
        row = "  ".join(f"{library} {medians[library]:9.2f}" for library in found)
        print(f"{name:44} {row}   compat {ratios[0]:6.1f}   python-chess {ratios[1]:6.1f}")


if __name__ == "__main__":
    main()
