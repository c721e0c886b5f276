"""The vector environment follows Gymnasium's interface, returns the values of Boards, and passes Gymnasium's own checks."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import warnings
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pytest

from bitrook import envs
from bitrook.batch import Boards

gymnasium = pytest.importorskip("gymnasium")
checker = pytest.importorskip("gymnasium.utils.env_checker")
MODES = ["next", "same", "off"]


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


# --- Gymnasium's checks.


def small(n: int = 3, **options: Any) -> Any:
    return envs.gymnasium_vector(n, observation="maia2", policy="lc0", dtype="uint8", **options)


class One(gymnasium.Env):  # type: ignore[misc]
    """The first game of a vector environment as a Gymnasium Env, because check_env() accepts nothing else."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.observation_space, self.action_space = env.single_observation_space, env.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self.env.reset(seed=seed, options=options)
        return observation[0], {key: value[0] for key, value in info.items()}

    def step(self, action: Any) -> tuple[Any, ...]:
        observation, rewards, terminated, truncated, info = self.env.step(np.array([action]))
        assert rewards.shape == terminated.shape == truncated.shape == (1,)
        first = {key: value[0] for key, value in info.items()}
        return observation[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), first


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_check_env(dtype: str) -> None:
    env = envs.gymnasium_vector(1, observation="pieces", policy="lc0", dtype=dtype, autoreset="off")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(infinity|spec|render).*")
        checker.check_env(One(env), skip_render_check=True)


@pytest.mark.parametrize("autoreset", MODES)
def test_the_checks_of_a_vector_environment(autoreset: str) -> None:
    env = small(autoreset=autoreset)
    assert isinstance(env, gymnasium.vector.VectorEnv) and env.unwrapped is env
    checker.check_reset_seed_determinism(env)
    checker.check_reset_options(env)
    checker.check_reset_return_type(env)
    checker.check_seed_deprecation(env)
    if hasattr(checker, "check_returned_data_not_reused"):  # Gymnasium 1.4 and later
        checker.check_returned_data_not_reused(small(1, autoreset=autoreset))
    assert env.observation_space == gymnasium.vector.utils.batch_space(env.single_observation_space, 3)
    assert env.action_space == gymnasium.vector.utils.batch_space(env.single_action_space, 3)
    assert env.metadata["autoreset_mode"] in gymnasium.vector.AutoresetMode
    env.close()
    env.close()
    assert env.closed


@pytest.mark.parametrize("autoreset", MODES)
def test_steps_are_determined_by_seed_and_actions(autoreset: str) -> None:
    runs = []
    for _ in range(2):
        env = small(autoreset=autoreset, max_plies=4)
        rng = np.random.default_rng(5)
        results = [env.reset(seed=11)]
        for _ in range(3):
            results.append(env.step(actions_of(results[-1][-1], rng)))
        runs.append(results)
    assert checker.data_equivalence(*runs, exact=True)


@pytest.mark.parametrize("mode", ["next", "same"])
def test_it_is_as_gymnasiums_vector_environment(mode: str) -> None:
    """Observations, rewards, ends and final observations are equal to those of a SyncVectorEnv of single games."""
    reset = {"next": "NEXT_STEP", "same": "SAME_STEP"}[mode]
    sync = gymnasium.vector.SyncVectorEnv(
        [lambda: One(small(1, autoreset="off", max_plies=6))] * 2, autoreset_mode=gymnasium.vector.AutoresetMode[reset]
    )
    ours = small(2, autoreset=mode, max_plies=6)
    rng = np.random.default_rng(3)
    info = ours.reset(seed=1)[1]
    expected = sync.reset(seed=1)
    assert np.array_equal(info["action_mask"], expected[1]["action_mask"])
    for _ in range(20):
        actions = actions_of(info, rng)
        *result, info = ours.step(actions)
        *expected, its = sync.step(actions)
        assert all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(result, expected))
        assert np.array_equal(info["action_mask"], its["action_mask"])
        assert ("final_obs" in info) == ("final_obs" in its)
        if "final_obs" in its:
            assert np.array_equal(info["_final_obs"], its["_final_obs"])
            assert all(np.array_equal(a, b) for a, b in zip(info["final_obs"], its["final_obs"]))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("keep", [True, False])
def test_a_copy_goes_on(copied: Any, keep: bool) -> None:
    env = small(copy=keep)
    env.reset(seed=1)
    move = env.codec.encode(env.boards[0], "e2e4")
    env.step(np.full(3, move))
    other = copied(env)
    assert other.boards == env.boards and other.observation_space == env.observation_space
    other.step(other.codec.encode(list(other.boards), ["e7e5"] * 3))
    assert other.boards.plies.tolist() == [2] * 3 and env.boards.plies.tolist() == [1] * 3
    assert other.np_random.random() == env.np_random.random()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_another_process_goes_on(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    env = small(threads=2)
    env.reset(seed=1)
    actions = np.full(3, env.codec.encode(env.boards[0], "e2e4"))
    with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as pool:
        observed = pool.submit(env.step, actions).result(timeout=60)[0]
    assert np.array_equal(observed, env.step(actions)[0])
