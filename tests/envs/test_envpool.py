"""The environments with EnvPool's interface give what EnvPool's Chess-v1 gives."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import bitrook.batch
from bitrook import envs

pytest.importorskip("gymnasium")

# Planes that EnvPool fills with constants: whether a position has occurred before.
REPETITION = np.isin(np.arange(119) % 14, (12, 13)) & (np.arange(119) < 112)


def theirs(n: int, **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        envpool = pytest.importorskip("envpool")
        return envpool.make("Chess-v1", env_type="gymnasium", num_envs=n, **options)


def in_order(result: tuple[Any, ...]) -> list[Any]:
    """A result of EnvPool, whose environments come in any order, in the order of their numbers."""
    *arrays, info = result
    order = np.argsort(info["env_id"])
    both = np.stack([2 * order, 2 * order + 1], 1).reshape(-1)

    def ordered(array: Any) -> Any:
        return array[both if len(array) == 2 * len(order) else order]

    def all_of(items: dict[str, Any]) -> dict[str, Any]:
        return {k: all_of(v) if isinstance(v, dict) else ordered(v) for k, v in items.items()}

    return [*map(ordered, arrays), all_of(info)]


def same(ours: tuple[Any, ...], real: tuple[Any, ...], rows: Any = slice(None)) -> None:
    """The results are equal, in the environments of *rows*."""
    (*mine, info), (*its, real_info) = ours, in_order(real)
    assert set(info) == set(real_info) and set(info["players"]) == set(real_info["players"])
    pairs = [*zip(mine, its), *((info[k], v) for k, v in real_info.items() if k != "players")]
    pairs += [(info["players"][k], v) for k, v in real_info["players"].items()]
    n = len(info["env_id"])
    for a, b in pairs:
        assert a.dtype == b.dtype and a.shape == b.shape
        if a.ndim == 4 and a.shape[-1] == 119:
            a, b = a[..., ~REPETITION], b[..., ~REPETITION]
        a, b = (each.reshape(n, len(each) // n, -1)[rows] for each in (a, b))
        assert np.allclose(a, b, atol=1e-6)


def random_actions(info: dict[str, Any], rng: np.random.Generator) -> Any:
    return (info["legal_action_mask"] * rng.random(info["legal_action_mask"].shape)).argmax(1).astype(np.int32)


def play(n: int, steps: int, seed: int) -> int:
    """Play both with the same actions, until an environment's draw by repetition differs. Return the games that ended."""
    ours, real = envs.envpool_like(n, seed=seed), theirs(n, seed=seed)
    rng = np.random.default_rng(seed)
    result, expected, ended = ours.reset(), real.reset(), 0
    same(result, expected)
    alike = np.ones(n, np.bool_)
    for _ in range(steps):
        actions = random_actions(result[-1], rng)
        before = ours.boards.repetitions
        result, expected = ours.step(actions), real.step(actions)
        over = in_order(expected)[2] != result[2]
        assert not (over & alike & (before == 0)).any()
        alike &= ~over
        same(result, expected, alike)
        ended += int((result[2] | result[3])[alike].sum())
    assert alike.sum() > n * 0.7
    return ended


def test_games_are_those_of_envpool() -> None:
    play(3, 12, 7)


@pytest.mark.slow
def test_many_games_are_those_of_envpool() -> None:
    assert play(8, 300, 3) > 2


def test_a_first_step_begins_the_game() -> None:
    actions = np.array([89, 89], np.int32)
    result, expected = envs.envpool_like(2).step(actions), theirs(2).step(actions)
    assert result[-1]["elapsed_step"].tolist() == [0, 0]
    same(result, expected)


def test_the_settings_are_those_of_envpool() -> None:
    ours, real = envs.envpool_like(4, batch_size=2), theirs(4, batch_size=2)
    # EnvPool's bounds leave 0 out.
    assert ours.action_space == real.action_space == ours.spec.action_space
    assert ours.observation_space.shape == real.observation_space.shape and ours.reset()[0][0] in ours.observation_space
    assert ours.observation_space.dtype == real.observation_space.dtype
    assert len(ours) == len(real) and ours.is_async == real.is_async and ours.num_envs == real.num_envs
    assert np.array_equal(ours.all_env_ids, real.all_env_ids)
    for key in ("num_envs", "batch_size", "seed", "max_num_players", "max_episode_steps"):
        assert ours.config[key] == real.config[key]


def test_an_illegal_action_loses() -> None:
    env = envs.envpool_like(2, seed=5)
    info = env.reset()[1]
    _, rewards, terminated, truncated, after = env.step(np.array([0, 89]))
    loser = info["current_player"][0]
    assert terminated.tolist() == [True, False] and not truncated.any()
    assert rewards.reshape(2, 2)[0, loser] == -1 and rewards.reshape(2, 2)[0, 1 - loser] == 1
    assert after["legal_action_mask"][0].all() and after["legal_action_mask"][1].sum() == 20
    _, rewards, terminated, _, info = env.step(np.array([0, 89]))  # the first begins a new game
    assert info["elapsed_step"].tolist() == [0, 2] and not rewards.any() and not terminated[0]


def test_async_batches_give_what_a_whole_batch_gives() -> None:
    """Each environment plays its own actions, whichever others are in its batch."""
    n, size = 6, 2
    whole, parts = envs.envpool_like(n, seed=1), envs.envpool_like(n, batch_size=size, seed=1)
    actions = np.random.default_rng(1).integers(0, 20, (n, 40))

    def chosen(info: dict[str, Any], row: int, i: int) -> int:
        legal = np.flatnonzero(info["legal_action_mask"][row])
        return int(legal[actions[i, info["elapsed_step"][row] % 40] % len(legal)])

    expected: dict[tuple[int, int], Any] = {}
    result = whole.reset()
    for step in range(30):
        info = result[-1]
        for i in range(n):
            expected[i, step] = result[0][2 * i : 2 * i + 2], info["board"][i], info["legal_action_mask"][i]
        result = whole.step(np.array([chosen(info, i, i) for i in range(n)]))
    parts.async_reset()
    counts = np.zeros(n, int)
    rng = np.random.default_rng(2)
    while counts.min() < 20:
        observation, rewards, terminated, _, info = parts.recv()
        ids = info["env_id"]
        assert (
            observation.shape == (2 * size, 8, 8, 119) and rewards.shape == (2 * size,) and terminated.shape == (size,)
        )
        for row, i in enumerate(ids):
            if counts[i] < 30:
                planes, board, mask = expected[i, counts[i]]
                assert np.array_equal(observation[2 * row : 2 * row + 2], planes)
                assert np.array_equal(info["board"][row], board) and np.array_equal(
                    info["legal_action_mask"][row], mask
                )
            counts[i] += 1
        moves = np.array([chosen(info, row, i) for row, i in enumerate(ids)])
        order = rng.permutation(size)
        parts.send(moves[order], ids[order])


def test_one_view_is_that_of_the_player_to_move() -> None:
    both, one = envs.envpool_like(3, seed=2), envs.envpool_like(3, seed=2, both_players=False)
    result, expected = one.reset(), both.reset()
    rng = np.random.default_rng(1)
    for _ in range(5):
        assert np.array_equal(one.boards.observe("pgx"), result[0])
        assert np.array_equal(result[-1]["players"]["id"], result[-1]["current_player"])
        rows = 2 * np.arange(3) + result[-1]["current_player"]
        assert np.array_equal(expected[0][rows], result[0])
        actions = random_actions(result[-1], rng)
        result, expected = one.step(actions), both.step(actions)
        assert result[1].shape == (3,)


def test_a_limit_truncates() -> None:
    env = envs.envpool_like(2, max_episode_steps=3)
    info = env.reset()[1]
    rng = np.random.default_rng(3)
    for step in range(3):
        _, _, terminated, truncated, info = env.step({"action": random_actions(info, rng)})
        assert truncated.tolist() == [step == 2] * 2 and not terminated.any()
    assert env.step(random_actions(info, rng))[-1]["elapsed_step"].tolist() == [0, 0]


def test_resets_of_some() -> None:
    env = envs.envpool_like(3, seed=4)
    info = env.reset()[1]
    env.step(random_actions(info, np.random.default_rng(4)))
    assert env.reset(np.array([1]))[1]["env_id"].tolist() == [1]
    assert env.boards.plies.tolist() == [1, 0, 1]
    assert env.reset(options={"reset_mask": np.array([True, False, False])})[1]["env_id"].tolist() == [0]


def test_a_pickled_one_goes_on() -> None:
    env = envs.envpool_like(3, batch_size=2, seed=4)
    env.async_reset()
    other = pickle.loads(pickle.dumps(env))
    for _ in range(2):
        results = [each.recv() for each in (env, other)]
        assert np.array_equal(results[0][0], results[1][0])
        for each, (*_, info) in zip((env, other), results):
            each.send(random_actions(info, np.random.default_rng(1)), info["env_id"])


def test_errors_say_what_is_wrong() -> None:
    env = envs.envpool_like(3, batch_size=2)
    with pytest.raises(RuntimeError, match=r"recv\(\) needs 2 environments, and 0 were sent"):
        env.recv()
    for action, ids, error, message in (
        ([0], [3], ValueError, r"env_id must be in 0..2, not 3"),
        ([0, 0], [1, 1], ValueError, "env_id must not name an environment twice"),
        ([0, 0], [1], ValueError, r"action must have the shape \(1,\), not \(2,\)"),
        ([0.5], [1], TypeError, "action must be integers, not float64"),
        ([0], [0.5], TypeError, "env_id must be an array of integers"),
    ):
        with pytest.raises(error, match=message):
            env.send(np.array(action), np.array(ids))
    env.async_reset()
    with pytest.raises(ValueError, match="env_id 0 has a result that was not received"):
        env.send(np.array([89]), np.array([0]))
    for options, message in (
        ({"batch_size": 4}, r"batch_size must be in 1..3, not 4"),
        ({"seed": [1, 2]}, "seed must have 3 numbers, not 2"),
    ):
        with pytest.raises(ValueError, match=message):
            envs.envpool_like(3, **options)


def test_it_is_as_boards() -> None:
    env = envs.envpool_like(4, seed=9, num_threads=2)
    boards = bitrook.batch.Boards(4, autoreset="next", max_plies=512)
    info, rng = env.reset()[1], np.random.default_rng(9)
    for _ in range(20):
        actions = random_actions(info, rng)
        *_, info = env.step(actions)
        boards.step(actions, "pgx", illegal="terminate")
    assert env.boards == boards
