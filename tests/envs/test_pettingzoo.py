"""Compares the AEC environment with PettingZoo's chess_v6 step by step, and runs PettingZoo's own checks on it."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import random
import warnings
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

from bitrook import Move, envs

pytest.importorskip("pettingzoo")

AGENTS = ["player_0", "player_1"]
E4 = 2421
# PettingZoo's checks import its environments through an API that it has deprecated.
OLD_MODULES = pytest.mark.filterwarnings("ignore:The old environment creation API:DeprecationWarning")


def theirs(**options: Any) -> Any:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():  # from pygame, and about a deprecated API of PettingZoo
        warnings.simplefilter("ignore")
        chess_v6 = pytest.importorskip("pettingzoo.classic.chess_v6")
        return chess_v6.env(**options)


def same(ours: Any, real: Any) -> None:
    assert ours.agents == real.agents and ours.agent_selection == real.agent_selection
    for name in ("rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
        assert getattr(ours, name) == getattr(real, name), name
    assert type(next(iter(ours.rewards.values()), 0)) is int
    for agent in AGENTS:
        mine, its = ours.observe(agent), real.observe(agent)
        assert list(mine) == list(its)
        for key in its:
            assert mine[key].dtype == its[key].dtype and np.array_equal(mine[key], its[key]), (agent, key)
    assert np.array_equal(ours.unwrapped.board_history, real.unwrapped.board_history)
    assert str(ours.unwrapped.board) == str(real.unwrapped.board)


def action(rng: random.Random, ours: Any, back_again: float) -> int:
    """Return a legal action; with probability *back_again*, one that reverses the player's last move if possible."""
    board = ours.unwrapped.board
    if len(board.move_stack) > 1 and rng.random() < back_again:
        back = Move(board.move_stack[-2].to_square, board.move_stack[-2].from_square)
        if board.is_legal(back):
            return int(ours.unwrapped._codec.encode(board, back))
    return int(rng.choice(np.flatnonzero(ours.observe(ours.agent_selection)["action_mask"])))


def play(ours: Any, real: Any, seed: int, plies: int) -> Any:
    rng = random.Random(seed)
    ours.reset()
    real.reset()
    same(ours, real)
    for agent in ours.agent_iter(plies):
        _, reward, terminated, truncated, _ = ours.last()
        assert (reward, terminated, truncated) == real.last()[1:4]
        assert agent == real.agent_selection
        chosen = None if terminated or truncated else action(rng, ours, 0.4 * (seed % 2))
        ours.step(chosen)
        real.step(chosen)
        if ours.agents:
            same(ours, real)
    return ours.unwrapped.board


def test_a_game_is_that_of_chess_v6() -> None:
    play(envs.pettingzoo(), theirs(), 1, 24)


@pytest.mark.slow
def test_games_are_those_of_chess_v6() -> None:
    ours, real = envs.pettingzoo(), theirs()
    ends = {play(ours, real, seed, 600).outcome(claim_draw=True).termination for seed in range(8)}
    assert len(ends) > 1


def test_the_spaces_are_those_of_chess_v6() -> None:
    ours, real = envs.pettingzoo(), theirs()
    assert ours.metadata == real.metadata and str(ours) == str(real) == "chess_v6"
    assert ours.possible_agents == real.possible_agents
    for agent in AGENTS:
        assert ours.observation_space(agent) == real.observation_space(agent)
        assert ours.action_space(agent) == real.action_space(agent)


@pytest.mark.parametrize(
    ("moves", "rewards"),
    [
        ("f2f3 e7e5 g2g4 d8h4", [-1, 1]),
        ("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", [-1, 1]),
        ("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", [0, 0]),  # Black can claim a draw
    ],
)
def test_an_end_has_the_same_rewards(moves: str, rewards: list[int]) -> None:
    ours, real = envs.pettingzoo(), theirs()
    ours.reset()
    real.reset()
    for uci in moves.split():
        chosen = int(ours.unwrapped._codec.encode(ours.unwrapped.board, uci))
        ours.step(chosen)
        real.step(chosen)
        same(ours, real)
    assert sorted(ours.rewards.values()) == rewards
    for _ in AGENTS:
        ours.step(None)
        real.step(None)
    assert ours.agents == real.agents == []


def test_an_illegal_action_ends_the_game_as_in_chess_v6() -> None:
    ours, real = envs.pettingzoo(), theirs()
    for env in (ours, real):
        env.reset()
        env.observe("player_0")
        env.step(0)
    assert ours.rewards == real.rewards == {"player_0": -1.0, "player_1": 0}
    assert ours.terminations == real.terminations and ours.agent_selection == real.agent_selection
    with pytest.raises(ValueError, match="action 0 is not a legal move"):
        raw = envs.pettingzoo().unwrapped
        raw.reset()
        raw.step(0)


@OLD_MODULES
def test_pettingzoos_own_checks() -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(envs.pettingzoo(), num_cycles=30)
    seed_test(envs.pettingzoo, num_cycles=15)


@OLD_MODULES
@pytest.mark.slow
def test_pettingzoos_long_checks() -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(envs.pettingzoo(), num_cycles=1000)
    seed_test(envs.pettingzoo, num_cycles=500)


@OLD_MODULES
def test_pettingzoos_check_of_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    from pettingzoo.test.render_test import render_test

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("pygame.time.Clock", lambda: type("Clock", (), {"tick": lambda self, rate: None})())
    render_test(lambda **options: envs.pettingzoo(**options, screen_height=64))


def test_the_picture_is_that_of_chess_v6() -> None:
    ours, real = (make(render_mode="rgb_array", screen_height=160) for make in (envs.pettingzoo, theirs))
    for env in (ours, real):
        env.reset()
        env.step(E4)
    assert np.array_equal(ours.render(), real.render()) and ours.render().shape == (160, 160, 3)
    ours.close()
    assert envs.pettingzoo(render_mode="ansi").unwrapped.render() == str(ours.unwrapped.board.root())
    with pytest.raises(ValueError, match="render_mode must be"):
        envs.pettingzoo(render_mode="svg")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_with_the_game(copied: Any) -> None:
    env = envs.pettingzoo(render_mode="rgb_array", screen_height=64)
    env.reset()
    env.step(E4)
    env.render()
    other = copied(env)
    assert other.agent_selection == "player_1" and other.unwrapped.board == env.unwrapped.board
    other.step(int(np.flatnonzero(other.observe("player_1")["action_mask"])[0]))
    assert len(env.unwrapped.board.move_stack) == 1 and len(other.unwrapped.board.move_stack) == 2
    assert other.render().shape == (64, 64, 3)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_another_process_goes_on_with_the_game(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    env = envs.pettingzoo()
    env.reset()
    env.step(E4)
    with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as pool:
        mask = pool.submit(env.observe, "player_1").result(timeout=60)["action_mask"]
    assert np.array_equal(mask, env.observe("player_1")["action_mask"]) and mask.sum() == 20
