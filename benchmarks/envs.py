"""Measures environment steps per CPU second, compared with the environments of the frameworks and with plain Boards.

    python benchmarks/envs.py [--boards 1024] [--rounds 5] [--seconds 1] [--only NAME ...]

Use a separate environment: pip install gymnasium pettingzoo chess pygame-ce pgx. Frameworks that are missing are
skipped. All programs make random legal moves and run in turn, once per round. Each figure is the median of the rounds,
and each ratio is the median of the ratios within a round. CPU time includes all threads.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from timing import average

from bitrook import envs
from bitrook.batch import Boards

Call = Callable[[], int]  # returns how many steps it has made
LARGE = ("alphazero", "alphazero", "float32")  # codec, planes, dtype: 35,136 bytes per board
SMALL = ("lc0", "pieces", "uint8")  # 2,626 bytes


def chosen(boards: Boards, codec: Any) -> Any:
    """Return random legal actions from the boards' generator, at the same cost for each program that uses Boards."""
    return codec.encode(boards, boards.random_moves(), strict=False)


def boards_alone(n: int, fresh: bool, size: tuple[str, str, str] = LARGE) -> Call:
    """Return a function that does the same as the vector environment, on plain Boards."""
    from bitrook.batch import codec, encoding

    boards, numbers, stack = Boards(n, autoreset="next", max_plies=512, seed=1), codec(size[0]), encoding(size[1])
    planes, mask = boards.observe(stack, dtype=size[2]), boards.legal_mask(numbers)

    def call() -> int:
        boards.step(chosen(boards, numbers), numbers, illegal="terminate")
        boards.observe(stack, dtype=size[2], out=None if fresh else planes)
        boards.legal_mask(numbers, out=None if fresh else mask)
        return n

    return call


def gymnasium_vector(n: int, copy: bool, size: tuple[str, str, str] = LARGE) -> Call:
    env = envs.gymnasium_vector(n, observation=size[1], policy=size[0], dtype=size[2], copy=copy, max_plies=512)
    env.reset(seed=1)

    def call() -> int:
        env.step(chosen(env.boards, env.codec))
        return n

    return call


def pettingzoo(ours: bool) -> Call:
    if ours:
        env = envs.pettingzoo()
    else:
        from pettingzoo.classic import chess_v6

        env = chess_v6.env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def call() -> int:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            observation = env.last()[0]
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        return 1

    return call


def pgx(n: int) -> Call:
    import jax
    import pgx as framework

    env = framework.make("chess")
    step = jax.jit(jax.vmap(framework.experimental.auto_reset(env.step, env.init)))
    state = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), n))]
    keys = [jax.random.PRNGKey(2)]
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9)))

    def call() -> int:
        keys[0], one, two = jax.random.split(keys[0], 3)
        actions = choose(one, state[0].legal_action_mask)
        state[0] = step(state[0], actions, jax.random.split(two, n))
        state[0].observation.block_until_ready()
        return n

    return call


def main() -> None:
    """Run the benchmark and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    n, small = options.boards, min(options.boards, 64)
    # Name, name of the program to compare with, required framework, and how to create it.
    programs: list[tuple[str, str, str, Callable[[], Call]]] = [
        ("Boards, out=", "", "numpy", lambda: boards_alone(n, False)),
        ("gymnasium_vector, copy=False", "Boards, out=", "gymnasium", lambda: gymnasium_vector(n, False)),
        ("Boards, new arrays", "", "numpy", lambda: boards_alone(n, True)),
        ("gymnasium_vector", "Boards, new arrays", "gymnasium", lambda: gymnasium_vector(n, True)),
        ("Boards, out=, small arrays", "", "numpy", lambda: boards_alone(n, False, SMALL)),
        (
            "gymnasium_vector, ..., small arrays",
            "Boards, out=, small arrays",
            "gymnasium",
            lambda: gymnasium_vector(n, False, SMALL),
        ),
        (f"pgx, {small} games", "", "pgx", lambda: pgx(small)),
        ("PettingZoo chess_v6", "", "pettingzoo", lambda: pettingzoo(False)),
        ("bitrook.envs.pettingzoo", "PettingZoo chess_v6", "pettingzoo", lambda: pettingzoo(True)),
    ]
    calls: dict[str, Call] = {}
    rates: dict[str, list[float]] = {}
    for name, _, framework, make in programs:
        if options.only and not any(part in name for part in options.only):
            continue
        if importlib.util.find_spec(framework) is None:
            print(f"({name}: {framework} is not installed)")
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            calls[name] = make()
            calls[name]()  # compiles and warms the caches
    for _ in range(options.rounds):
        for name, call in calls.items():
            rates.setdefault(name, []).append(call() / average(call, options.seconds))
    print(f"{'':36}{'steps a CPU-second':>20}   ratio")
    for name, other, *_ in programs:
        if name not in rates:
            continue
        ratio = ""
        if other in rates:
            ratio = f"{statistics.median(a / b for a, b in zip(rates[name], rates[other])):.2f} of {other}"
        print(f"{name:36}{statistics.median(rates[name]):20,.0f}   {ratio}")


if __name__ == "__main__":
    main()
