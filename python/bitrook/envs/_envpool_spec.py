"""The specification of the environments with EnvPool's interface: settings and spaces."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._optional import load

NUM_ACTIONS = 4672
LIMIT = 512  # after so many moves of either side a game ends
NO_LIMIT = 2**31 - 1


class Config(NamedTuple):
    """The settings of the environments, with EnvPool's names."""

    num_envs: int = 1
    batch_size: int = 1
    num_threads: int = 1
    seed: int = 42
    max_episode_steps: int = NO_LIMIT
    both_players: bool = True
    max_num_players: int = 2
    env_type: str = "gymnasium"


class Spec:
    """The settings, and the spaces of one environment."""

    def __init__(self, config: Config) -> None:
        spaces = load("gymnasium.spaces", "gymnasium")
        #: The settings.
        self.config = config
        #: The space of an observation: planes of the shape (8, 8, 119).
        self.observation_space = spaces.Box(0, np.inf, (8, 8, 119), np.float32)
        #: The space of an action.
        self.action_space = spaces.Discrete(NUM_ACTIONS)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.config._asdict().items())
        return f"Spec({values})"
