"""Compares encodings with those of the frameworks in random games: python benchmarks/encodings_live.py [games].

Use a separate environment: pip install numpy pettingzoo pygame open_spiel pgx. Frameworks that are missing are skipped.
All planes must be equal.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Iterator

import numpy as np

import bitrook.batch as bb
from bitrook import Board, Move


def chosen(rng: random.Random, board: Board) -> Move:
    """Return a legal move, often the one that reverses the side's last move, so that positions repeat."""
    if len(board.move_stack) > 1 and rng.random() < 0.4:
        back = Move(board.move_stack[-2].to_square, board.move_stack[-2].from_square)
        if board.is_legal(back):
            return back
    return rng.choice(list(board.legal_moves))


def pettingzoo(rng: random.Random, games: int) -> Iterator[bool]:
    from pettingzoo.classic import chess_v6

    env, encoding, codec = chess_v6.env(), bb.encoding("pettingzoo"), bb.codec("pettingzoo")
    for _ in range(games):
        env.reset()
        board = Board()
        while board.ply() < 200:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            mask = codec.legal_mask(board)
            same = (encoding.encode(board, dtype=bool) == seen["observation"]).all()
            yield bool(same and (mask == seen["action_mask"]).all())
            move = rng.choice(list(board.legal_moves))
            env.step(codec.encode(board, move))
            board.push(move)


def openspiel(rng: random.Random, games: int) -> Iterator[bool]:
    import pyspiel

    game, encoding, codec = pyspiel.load_game("chess"), bb.encoding("openspiel"), bb.codec("openspiel")
    for _ in range(games):
        state, board = game.new_initial_state(), Board()
        while not state.is_terminal() and board.ply() < 160:
            same = np.array_equal(encoding.encode(board).reshape(-1), np.float32(state.observation_tensor(0)))
            actions = np.flatnonzero(codec.legal_mask(board)).tolist()
            yield same and actions == sorted(state.legal_actions())
            move = chosen(rng, board)
            state.apply_action(codec.encode(board, move))
            board.push(move)


def pgx(rng: random.Random, games: int) -> Iterator[bool]:
    import jax
    import pgx as framework

    env, encoding, codec = framework.make("chess"), bb.encoding("pgx"), bb.codec("pgx")
    step, observe = jax.jit(env.step), jax.jit(env.observe)
    for _ in range(games):
        state, board = jax.jit(env.init)(jax.random.PRNGKey(rng.randrange(1 << 30))), Board()
        while not state.terminated and board.ply() < 160:
            ours, theirs = encoding.encode(board), np.asarray(observe(state))
            mask = codec.legal_mask(board)
            yield bool(np.allclose(ours, theirs, atol=1e-6) and (mask == np.asarray(state.legal_action_mask)).all())
            move = chosen(rng, board)
            state = step(state, codec.encode(board, move))
            board.push(move)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for module, compare in (("pettingzoo", pettingzoo), ("pyspiel", openspiel), ("pgx", pgx)):
        if importlib.util.find_spec(module) is None:
            print(f"{module}: not installed")
            continue
        same = list(compare(random.Random(1), games))
        print(f"{module}: {len(same)} positions, {same.count(False)} differ")


if __name__ == "__main__":
    main()
