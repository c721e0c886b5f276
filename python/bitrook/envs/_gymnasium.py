"""A Gymnasium vector environment of many games, in each of which the agent plays both sides."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false, reportReturnType=false, reportGeneralTypeIssues=false

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..batch._arrays import choice
from ..batch._boards import AUTORESET, Boards
from ..batch.encodings import codec, encoding
from .._optional import load
from ._frameworks import base_class

_VectorEnv: Any = base_class("gymnasium.vector", "VectorEnv")

# The corresponding names in Gymnasium, in the order of AUTORESET.
MODES = ("DISABLED", "NEXT_STEP", "SAME_STEP")


class ChessVectorEnv(_VectorEnv):  # type: ignore[misc]
    """A vector environment of chess games. Created by bitrook.envs.gymnasium_vector()."""

    def __init__(
        self,
        num_envs: int,
        observation: Any,
        policy: Any,
        dtype: Any,
        autoreset: str,
        copy: bool,
        options: dict[str, Any],
    ) -> None:
        spaces = load("gymnasium.spaces", "gymnasium")
        mode = MODES[choice("autoreset", autoreset, AUTORESET)]
        self.num_envs = num_envs
        #: The Boards, which you can read at any time.
        self.boards = Boards(num_envs, autoreset=autoreset, **options)
        self.encoding = encoding(observation) if isinstance(observation, str) else observation
        self.codec = codec(policy) if isinstance(policy, str) else policy
        self.copy = copy
        self.metadata = {
            "autoreset_mode": getattr(load("gymnasium.vector", "gymnasium").AutoresetMode, mode),
            "render_modes": [],
        }
        self.dtype = np.dtype(dtype)
        shape = self.encoding.encode([], dtype=self.dtype).shape[1:]
        high: Any = 255 if self.dtype.kind == "u" else np.inf
        self.single_observation_space = spaces.Box(0, high, shape, self.dtype)
        self.single_action_space = spaces.Discrete(self.codec.size)
        self._memory: dict[str, Any] = {}

    @cached_property
    def observation_space(self) -> Any:
        """The batched observation space. Created on first use: its bounds take twice the memory of an observation."""
        return load("gymnasium.vector.utils", "gymnasium").batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        """The batched action space."""
        return load("gymnasium.vector.utils", "gymnasium").batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start new games and return the observations and infos.

        :param seed: a new seed for the random numbers.
        :param options: ``"reset_mask"`` selects the boards to reset (by default, all of them), and ``"fens"`` contains
            their start positions.
        """
        if seed is not None:
            number = seed if isinstance(seed, (int, np.integer)) else None
            words = np.random.SeedSequence([s for s in seed if s is not None] if number is None else int(number))
            super().reset(seed=None if number is None else int(number))
            seed = int(words.generate_state(1, np.uint64)[0])
        chosen = dict(options or {})
        self.boards.reset(chosen.get("reset_mask"), chosen.get("fens"), seed)
        return self._observed(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make one move on each board. An illegal move loses the game.

        :raises ValueError: if an action is not in the action space.
        """
        actions = np.asarray(actions)
        outside = np.flatnonzero((actions < 0) | (actions >= self.codec.size))
        if outside.size:
            raise ValueError(f"actions[{outside[0]}] is not in 0..{self.codec.size - 1}: {actions.flat[outside[0]]}")
        result = self.boards.step(actions, self.codec, illegal="terminate")
        observation = self._observed()
        info = self._info()
        info["reason"] = result.reason
        if self.boards.autoreset == "same":
            self._add_final(info)
        return observation, result.rewards.astype(np.float64), result.terminated, result.truncated, info

    def _observed(self) -> Any:
        memory = self._memory.get("observation")
        return self._kept("observation", self.boards.observe(self.encoding, dtype=self.dtype, out=memory))

    def _info(self) -> dict[str, Any]:
        mask = self._kept("mask", self.boards.legal_mask(self.codec, out=self._memory.get("mask")))
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": mask,
            "_action_mask": every,
            "white_to_move": self.boards.turns,
            "_white_to_move": every,
        }

    def _kept(self, name: str, array: Any) -> Any:
        """Return the array. Unless *copy* is set, all later results are written into it."""
        if not self.copy:
            self._memory[name] = array
        return array

    def __getstate__(self) -> dict[str, Any]:
        created = ("observation_space", "action_space")
        return {name: value for name, value in self.__dict__.items() if name not in created} | {"_memory": {}}

    def _add_final(self, info: dict[str, Any]) -> None:
        numbers, ended = self.boards.final
        if len(numbers) == 0:
            return
        finished = np.zeros(self.num_envs, np.bool_)
        finished[numbers] = True
        observations = np.full(self.num_envs, None, object)
        for number, planes in zip(numbers, ended.observe(self.encoding, dtype=self.dtype)):
            observations[number] = planes
        turns = np.zeros(self.num_envs, np.bool_)
        turns[numbers] = ended.turns
        info["final_obs"], info["_final_obs"] = observations, finished
        info["final_info"] = {"white_to_move": turns, "_white_to_move": finished}
        info["_final_info"] = finished
