"""Checks that the vector environment follows Gymnasium's interface and returns the values of Boards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bitrook import envs
from bitrook.batch import Boards

gymnasium = pytest.importorskip("gymnasium")


def actions_of(info: dict[str, Any], rng: np.random.Generator) -> Any:
    """Return a random legal action for each board, or 0 without legal moves."""
    return (info["action_mask"] * rng.random(info["action_mask"].shape)).argmax(axis=1)


@pytest.mark.parametrize("autoreset", ["next", "same", "off"])
@pytest.mark.parametrize("copy", [True, False])
def test_an_episode_of_each_mode(autoreset: str, copy: bool) -> None:
    env = envs.gymnasium_vector(6, autoreset=autoreset, copy=copy, max_plies=15, observation="maia2", policy="lc0")
    modes = {"next": "NextStep", "same": "SameStep", "off": "Disabled"}
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode(modes[autoreset])
    boards = Boards(6, autoreset=autoreset, max_plies=15)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=3)
    assert observation in env.observation_space and env.single_action_space.n == 1858
    for _ in range(50):
        over = boards.is_over()
        if autoreset == "off" and over.any():
            observation, info = env.reset(options={"reset_mask": over})
            boards.reset(over)
        actions = actions_of(info, rng)
        assert actions in env.action_space
        observation, rewards, terminations, truncations, info = env.step(actions)
        expected = boards.step(actions, "lc0", illegal="terminate")
        assert np.array_equal(rewards, expected.rewards) and rewards.dtype == np.float64
        assert np.array_equal(terminations, expected.terminated) and np.array_equal(truncations, expected.truncated)
        assert np.array_equal(observation, boards.observe("maia2")) and observation in env.observation_space
        assert np.array_equal(info["action_mask"], boards.legal_mask("lc0"))
        ended = expected.truncated | expected.terminated
        if autoreset == "same" and ended.any():
            assert np.array_equal(info["_final_obs"], ended)
            planes = np.stack([each for each in info["final_obs"] if each is not None])
            assert np.array_equal(planes, boards.final[1].observe("maia2"))
    assert (env.boards.plies <= 15).all()
    env.close()


def test_an_illegal_action_loses() -> None:
    env = envs.gymnasium_vector(2, observation="maia2")
    env.reset(options={"fens": ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1"] * 2})
    rewards, terminations = env.step(np.array([0, 4671]))[1:3]
    assert rewards.tolist() == [-1, -1] and terminations.all()


def test_a_wrapper_of_gymnasium_runs_on_it() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        envs.gymnasium_vector(4, max_plies=5, observation="maia2", policy="lc0")
    )
    rng = np.random.default_rng(2)
    info = env.reset(seed=[1, 2, 3, 4])[1]
    for _ in range(5):
        info = env.step(actions_of(info, rng))[4]
    assert info["episode"]["l"].tolist() == [5] * 4


@pytest.mark.parametrize("actions", [[0, 4672], [-1, 0], [5, 10**6]])
def test_an_action_outside_of_the_space_raises(actions: list[int]) -> None:
    env = envs.gymnasium_vector(2, observation="maia2")
    env.reset()
    with pytest.raises(ValueError, match=r"actions\[[01]\] is not in 0\.\.4671: "):
        env.step(np.array(actions))
    assert not env.boards.plies.any()


def test_boards_of_chess960_stay_such_in_a_reset() -> None:
    env = envs.gymnasium_vector(2, observation="maia2", chess960=True)
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"
    env.reset(options={"fens": [fen] * 2})
    assert [board.chess960 for board in env.boards] == [True, True]
    assert [board.fen() for board in env.boards] == [fen, fen]
    env.reset(options={"fens": [fen], "reset_mask": np.array([False, True])})
    assert env.boards.fens() == [fen, fen]
