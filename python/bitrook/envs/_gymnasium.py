"""A vector environment of Gymnasium: many games, in each of which the agent plays both sides."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false, reportReturnType=false, reportGeneralTypeIssues=false

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from ..batch._boards import Boards
from ..batch.encodings import codec, encoding


@cache
def vector_env() -> Any:
    """Return the class, which needs Gymnasium's."""
    gymnasium: Any = import_module("gymnasium")
    vector: Any = import_module("gymnasium.vector")
    modes = {
        "next": vector.AutoresetMode.NEXT_STEP,
        "same": vector.AutoresetMode.SAME_STEP,
        "off": vector.AutoresetMode.DISABLED,
    }

    class ChessVectorEnv(vector.VectorEnv):  # type: ignore[misc]
        """Made by bitrook.envs.gymnasium_vector()."""

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
            self.num_envs = num_envs
            #: The boards. They can be read at any time.
            self.boards = Boards(num_envs, autoreset=autoreset, **options)
            self.encoding = encoding(observation) if isinstance(observation, str) else observation
            self.codec = codec(policy) if isinstance(policy, str) else policy
            self.copy = copy
            self.metadata = {"autoreset_mode": modes[autoreset], "render_modes": []}
            self.dtype = np.dtype(dtype)
            first = self.boards.observe(self.encoding, dtype=self.dtype)
            high = 255 if self.dtype.kind == "u" else np.inf
            self.single_observation_space = gymnasium.spaces.Box(0, high, first.shape[1:], self.dtype)
            self.single_action_space = gymnasium.spaces.Discrete(self.codec.size)
            self.observation_space = vector.utils.batch_space(self.single_observation_space, num_envs)
            self.action_space = vector.utils.batch_space(self.single_action_space, num_envs)
            self._observation = first
            self._mask = self.boards.legal_mask(self.codec)

        def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
            """Begin new games, or those that ``options["reset_mask"]`` selects. ``options["fens"]`` are their positions."""
            if seed is not None:
                number = seed if isinstance(seed, (int, np.integer)) else None
                words = np.random.SeedSequence([s for s in seed if s is not None] if number is None else int(number))
                super().reset(seed=None if number is None else int(number))
                seed = int(words.generate_state(1, np.uint64)[0])
            chosen = dict(options or {})
            self.boards.reset(chosen.get("reset_mask"), chosen.get("fens"), seed)
            return self._observed(), self._info()

        def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
            """Make one move on each board. An illegal action loses the game."""
            result = self.boards.step(np.asarray(actions), self.codec, illegal="terminate")
            observation = self._observed()
            info = self._info()
            info["reason"] = result.reason
            if self.boards.autoreset == "same":
                self._add_final(info)
            return observation, result.rewards.astype(np.float64), result.terminated, result.truncated, info

        def _observed(self) -> Any:
            out = None if self.copy else self._observation
            return self.boards.observe(self.encoding, dtype=self.dtype, out=out)

        def _info(self) -> dict[str, Any]:
            mask = self.boards.legal_mask(self.codec, out=None if self.copy else self._mask)
            every = np.ones(self.num_envs, np.bool_)
            return {
                "action_mask": mask,
                "_action_mask": every,
                "white_to_move": self.boards.turns,
                "_white_to_move": every,
            }

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

    return ChessVectorEnv
