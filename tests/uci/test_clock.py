"""Games with one second plus 0.01 seconds per move, in which no engine may lose on time.

To play more games, or to test another engine:

BITROOK_UCI_GAMES=200 python -m pytest -s -m slow tests/uci/test_clock.py
BITROOK_UCI_ENGINE="python engine.py" BITROOK_UCI_GAMES=200 python -m pytest -s -m slow tests/uci/test_clock.py
"""

from __future__ import annotations

import os
import random
import shlex
import time

import pytest
from support.children import environment
from support.hobby_engine import HOBBY, NATIVE

from bitrook import Board
from bitrook.engine import Limit, SimpleEngine

GAMES = int(os.environ.get("BITROOK_UCI_GAMES", "10"))
OWN = os.environ.get("BITROOK_UCI_ENGINE")
COMMANDS = [shlex.split(OWN)] if OWN else [HOBBY, NATIVE]
CLOCK, INCREMENT, LONGEST = 1.0, 0.01, 400


def opening(random_moves: random.Random) -> Board:
    """Return a position after eight random moves in which the game is not over."""
    while True:
        board = Board()
        for _ in range(8):
            if board.is_game_over():
                break
            board.push(random_moves.choice(list(board.legal_moves)))
        else:
            if not board.is_game_over():
                return board


def play(engines: list[SimpleEngine], board: Board, game: object) -> float:
    """Play a game, and return the least time left on a clock, which is negative after a loss on time."""
    clocks, least = [CLOCK, CLOCK], CLOCK
    first = len(board.move_stack)
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) - first < LONGEST:
        limit = Limit(black_clock=clocks[0], white_clock=clocks[1], black_inc=INCREMENT, white_inc=INCREMENT)
        begin = time.perf_counter()
        move = engines[board.turn].play(board, limit, game=game).move
        clocks[board.turn] -= time.perf_counter() - begin
        least = min(least, clocks[board.turn])
        if least < 0:
            return least
        clocks[board.turn] += INCREMENT
        assert move
        board.push(move)
    return least


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: os.path.basename(command[-1]))
def test_no_game_is_lost_on_time(command: list[str]) -> None:
    engines = [SimpleEngine.popen_uci(command, env=environment(), timeout=30) for _ in range(2)]
    try:
        random_moves = random.Random(31)
        left = [play(engines, opening(random_moves), number) for number in range(GAMES)]
    finally:
        for engine in engines:
            engine.quit()
    print(f"{GAMES} games, least time left on a clock: {1000 * min(left):.0f} ms")
    assert [time for time in left if time < 0] == []
