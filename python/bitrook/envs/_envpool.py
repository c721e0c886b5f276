"""EnvPool's interface on batches of boards: step, or send and recv with more environments than a batch has."""

# pyright narrows an Any by isinstance() to an array of unknown items. mypy checks these types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportArgumentType=false, reportReturnType=false, reportGeneralTypeIssues=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._arguments import integer
from ..batch._boards import Boards
from ..batch._playing import MAX_SEED
from ..batch.encodings import codec, encoding, tokenizer
from ._envpool_spec import LIMIT, NO_LIMIT, NUM_ACTIONS, Config, Spec
from .._optional import load
from ._frameworks import base_class

_VectorEnv: Any = base_class("gymnasium.vector", "VectorEnv")

# How the player who is not to move sees the board: the ranks the other way round, the colors exchanged.
_PIECES = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
_OTHER_VIEW = [
    name if age == 0 else f"{name}@{age}"
    for age in range(8)
    for name in [*(f"{color}_{piece}" for color in ("opponent", "own") for piece in _PIECES), "unique", "recurring"]
] + [
    "white_to_move",
    "ply/512",
    "opponent_queenside_castling",
    "opponent_kingside_castling",
    "own_queenside_castling",
    "own_kingside_castling",
    "halfmove_clock/100",
]

# The numbers of tokenizer("squares") as EnvPool's: 1 to 6 own pieces, -1 to -6 the opponent's.
_PIECE_NUMBERS = np.array([*range(7), *range(-1, -7, -1)], np.int32)
_RIGHTS = np.array([[0, 7], [56, 63]], np.uint64)  # a1, h1; a8, h8


class ChessEnvPool(_VectorEnv):  # type: ignore[misc]
    """Made by bitrook.envs.envpool_like()."""

    def __init__(self, config: Config, seeds: Sequence[int], options: dict[str, Any]) -> None:
        self.spec = Spec(config)
        mode = load("gymnasium.vector", "gymnasium").AutoresetMode.NEXT_STEP
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = config.num_envs
        n = config.num_envs
        #: The boards. They can be read at any time.
        self.boards = Boards(
            n,
            autoreset="next",
            max_plies=min(config.max_episode_steps, LIMIT),
            threads=max(config.num_threads, 1),
            **options,
        )
        self._codec, self._tokens = codec("pgx"), tokenizer("squares")
        self._views = encoding("pgx"), encoding(_OTHER_VIEW, first_rank=1)
        self._scratch: Any = None
        # As EnvPool: std::mt19937 of seed + i, of which each game takes a number for the player of White.
        self._random = [np.random.RandomState(seed % 2**32) for seed in seeds]
        self._white = np.zeros(n, np.int32)  # the player
        self._begun = np.zeros(n, np.bool_)
        self._elapsed = np.zeros(n, np.int32)
        self._rewards = np.zeros((n, 2), np.float32)
        self._done = np.zeros(n, np.bool_)
        self._truncated = np.zeros(n, np.bool_)
        self._waiting = np.zeros(0, np.int32)  # what recv() returns next, in the order of send()

    # --- Settings.

    def __len__(self) -> int:
        return self.num_envs

    @property
    def config(self) -> dict[str, Any]:
        """The settings by name."""
        return self.spec.config._asdict()

    @property
    def all_env_ids(self) -> Any:
        """int32[n]: 0 to n - 1."""
        return np.arange(self.num_envs, dtype=np.int32)

    @property
    def is_async(self) -> bool:
        """Whether a batch has fewer than all environments."""
        return self.spec.config.batch_size != self.num_envs

    @property
    def observation_space(self) -> Any:
        """The space of one observation, as in EnvPool."""
        return self.spec.observation_space

    @property
    def action_space(self) -> Any:
        """The space of one action, as in EnvPool."""
        return self.spec.action_space

    single_observation_space, single_action_space = observation_space, action_space

    # --- Steps.

    def reset(self, env_id: Any = None, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Begin new games, and return what recv() would. The seeds are those of envpool_like().

        :param env_id: the numbers of the environments; by default all.
        :param options: ``reset_mask``, bool[num_envs], selects environments, too.
        """
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            env_id = np.flatnonzero(mask)
        ids = self._ids(env_id)
        self._waiting = self._waiting[~np.isin(self._waiting, ids)]
        self._restart(ids)
        observation, *_, info = self._state(ids)
        return observation, info

    def async_reset(self) -> None:
        """Begin new games everywhere; recv() returns the observations."""
        self._restart(self.all_env_ids)
        self._waiting = self.all_env_ids

    def step(self, action: Any, env_id: Any = None) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Call send() and recv()."""
        self.send(action, env_id)
        return self.recv()

    def send(self, action: Any, env_id: Any = None) -> None:
        """Make moves.

        :param action: integers, one for each environment; or a dictionary of ``action`` and ``env_id``.
        :param env_id: the numbers of the environments; by default all.
        :raises ValueError: if an environment is named twice, or its last result was not received.
        """
        if isinstance(action, dict):
            action, env_id = action["action"], action.get("env_id", env_id)
        ids = self._ids(env_id)
        actions = np.asarray(action)
        if actions.shape != ids.shape:
            raise ValueError(f"action must have the shape {ids.shape}, not {actions.shape}")
        if actions.dtype.kind not in "iu":
            raise TypeError(f"action must be integers, not {actions.dtype}")
        unread = np.intersect1d(ids, self._waiting)
        if unread.size:
            raise ValueError(f"env_id {unread[0]} has a result that was not received")
        everywhere = np.array_equal(ids, self.all_env_ids)
        boards = self.boards if everywhere else self.boards[ids]
        restarted = boards.is_over() | ~self._begun[ids]
        movers = np.where(boards.turns, self._white[ids], 1 - self._white[ids])
        result = boards.step(np.ascontiguousarray(actions), self._codec, illegal="terminate")
        if not self._begun[ids].all():  # a first step begins the game, and its action is ignored
            boards.reset(~self._begun[ids])
        if not everywhere:
            self.boards[ids] = boards
        moved = ~restarted
        self._rewards[ids, movers] = result.rewards * moved
        self._rewards[ids, 1 - movers] = -result.rewards * moved
        self._elapsed[ids] += 1
        self._done[ids] = (result.terminated | result.truncated) & moved
        # As EnvPool: a game that ends at its own limit is terminated.
        self._truncated[ids] = self._done[ids] & (self._elapsed[ids] >= self.spec.config.max_episode_steps)
        self._count_games(ids[restarted])
        self._waiting = np.concatenate([self._waiting, ids])

    def recv(self) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Return observations, rewards, terminations, truncations and infos of the next batch, the first sent first.

        :raises RuntimeError: if fewer were sent than a batch has. EnvPool would wait for ever.
        """
        size = self.spec.config.batch_size if self.is_async else max(len(self._waiting), 1)
        if len(self._waiting) < size:
            raise RuntimeError(f"recv() needs {size} environments, and {len(self._waiting)} were sent")
        ids, self._waiting = self._waiting[:size], self._waiting[size:]
        return self._state(ids)

    def _ids(self, env_id: Any) -> Any:
        if env_id is None:
            return self.all_env_ids
        ids = np.atleast_1d(np.asarray(env_id))
        if ids.dtype.kind not in "iu" or ids.ndim != 1:
            raise TypeError("env_id must be an array of integers")
        wrong = ids[(ids < 0) | (ids >= self.num_envs)]
        if wrong.size:
            raise ValueError(f"env_id must be in 0..{self.num_envs - 1}, not {wrong[0]}")
        if len(np.unique(ids)) != len(ids):
            raise ValueError("env_id must not name an environment twice")
        return ids.astype(np.int32)

    def _restart(self, ids: Any) -> None:
        chosen = np.zeros(self.num_envs, np.bool_)
        chosen[ids] = True
        self.boards.reset(chosen)
        self._rewards[ids] = 0
        self._done[ids] = self._truncated[ids] = False
        self._count_games(ids)

    def _count_games(self, ids: Any) -> None:
        self._begun[ids] = True
        self._elapsed[ids] = 0
        for i in ids.tolist():
            self._white[i] = int(self._random[i].randint(0, 2**32, dtype=np.uint32)) & 1

    # --- Results.

    def _state(self, ids: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        boards = self.boards if np.array_equal(ids, self.all_env_ids) else self.boards[ids]
        n, turns = len(ids), boards.turns
        players = np.where(turns, self._white[ids], 1 - self._white[ids])
        done = self._done[ids]
        mask = np.empty((n, NUM_ACTIONS), np.bool_)
        boards.legal_mask(self._codec, out=mask)
        mask[done] = True
        observation, of, rewards = self._observed(boards, players, self._rewards[ids])
        info = {
            "board": self._squares(boards),
            "castling_rights": self._castling(boards, turns),
            "current_player": players,
            "en_passant": self._en_passant(boards, turns),
            "env_id": ids,
            "fullmove_count": boards.fullmove_numbers.astype(np.int32),
            "halfmove_count": boards.halfmove_clocks.astype(np.int32),
            "legal_action_mask": mask,
            "players": {"env_id": np.repeat(ids, len(of) // max(n, 1)), "id": of},
            "turn": (~turns).astype(np.int32),
            "elapsed_step": self._elapsed[ids],
        }
        truncated = self._truncated[ids]
        return observation, rewards, done & ~truncated, truncated, info

    def _observed(self, boards: Boards, players: Any, rewards: Any) -> tuple[Any, Any, Any]:
        """Return the planes, whose view each is, and the rewards of these players."""
        n, rows = len(boards), np.arange(len(boards))
        if not self.spec.config.both_players:
            return boards.observe(self._views[0]), players, rewards[rows, players]
        if self._scratch is None:  # new memory for each call would cost more than the planes
            self._scratch = np.empty((self.spec.config.batch_size, 8, 8, 119), np.float32)
        scratch = self._scratch[:n] if n <= len(self._scratch) else np.empty((n, 8, 8, 119), np.float32)
        observation = np.empty((n, 2, 8, 8, 119), np.float32)
        for view, seen_by in zip(self._views, (players, 1 - players)):
            observation[rows, seen_by] = boards.observe(view, layout="channels_last", out=scratch)
        of = np.tile(np.arange(2, dtype=np.int32), n)
        return observation.reshape(2 * n, 8, 8, 119), of, rewards.reshape(-1)

    def _squares(self, boards: Boards) -> Any:
        squares = self._tokens.encode(boards, threads=boards.threads)
        return _PIECE_NUMBERS[squares].reshape(-1, 8, 8)[:, ::-1]

    def _castling(self, boards: Boards, turns: Any) -> Any:
        rights = (boards.castling_rights[:, None, None] >> _RIGHTS & np.uint64(1)).astype(np.bool_)
        rights[~turns] = rights[~turns, ::-1]
        return rights

    def _en_passant(self, boards: Boards, turns: Any) -> Any:
        square = boards.en_passant_squares.astype(np.int32)
        rank = np.where(turns, square >> 3, 7 - (square >> 3))
        return np.where(square < 0, np.int32(-1), (square & 7) * 8 + rank)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_scratch": None}

    def close(self, **kwargs: Any) -> None:
        """Do nothing: there is nothing to release."""
        self.closed = True


def make(
    num_envs: int,
    batch_size: int | None,
    num_threads: int,
    seed: int | Sequence[int],
    max_episode_steps: int,
    both_players: bool,
    options: dict[str, Any],
) -> ChessEnvPool:
    """Return the environments, the arguments checked."""
    n = integer("num_envs", num_envs, 1, 2**30)
    batch = n if batch_size is None else integer("batch_size", batch_size, 1, n)
    seeds = (
        [integer("seed", seed, 0, MAX_SEED) + i for i in range(n)]
        if isinstance(seed, (int, np.integer))
        else list(seed)
    )
    if len(seeds) != n:
        raise ValueError(f"seed must have {n} numbers, not {len(seeds)}")
    load("gymnasium", "gymnasium")
    config = Config(
        num_envs=n,
        batch_size=batch,
        num_threads=integer("num_threads", num_threads, 0, 1024),
        seed=seeds[0],
        max_episode_steps=integer("max_episode_steps", max_episode_steps, 1, NO_LIMIT),
        both_players=bool(both_players),
    )
    return ChessEnvPool(config, seeds, options)
