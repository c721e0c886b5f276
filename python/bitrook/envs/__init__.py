"""Reinforcement learning environments for chess, with the interfaces of Gymnasium and PettingZoo.

Each environment requires its framework, which is imported when you create the environment.
"""

from __future__ import annotations

from typing import Any

from .._optional import load


def gymnasium_vector(
    num_envs: int,
    *,
    observation: Any = "alphazero",
    policy: Any = "alphazero",
    dtype: Any = "float32",
    autoreset: str = "next",
    copy: bool = True,
    **options: Any,
) -> Any:
    """Create a gymnasium.vector.VectorEnv of chess games in which the agent plays both sides.

    ::

        observations  (num_envs, ...) dtype       planes, as seen by the side to move
        actions       (num_envs,) integers        indices of the codec; an illegal move loses the game, and a number
                                                  that is not an index raises ValueError
        rewards       (num_envs,) float64         for the side that moved: 1 mate, -1 illegal move, otherwise 0
        infos         action_mask                 (num_envs, codec.size) uint8, 1 for legal moves
                      white_to_move               (num_envs,) bool
                      reason                      (num_envs,) uint8, only from step(): a bitrook.batch.Reason
                      final_obs, final_info       with autoreset="same", as in Gymnasium

    The options of reset() are *reset_mask*, bool[num_envs], which selects the boards to reset, and *fens*, the start
    positions of the selected boards. Chess960 boards stay in Chess960 mode.

    :param num_envs: the number of games.
    :param observation: the Encoding of the observations, or its name.
    :param policy: the Codec of the actions, or its name.
    :param dtype: the dtype of the observations: "float32", "float16" or "uint8".
    :param autoreset: "next", "same" or "off", which are NEXT_STEP, SAME_STEP and DISABLED in Gymnasium's AutoresetMode.
    :param copy: whether each step returns new arrays. If False, all steps write observations and masks into the same
        arrays.
    :param options: keyword arguments of Boards: max_plies, adjudication, history, seed, threads, chess960.
    :raises ModuleNotFoundError: if Gymnasium is not installed. Run ``pip install 'bitrook[gymnasium]'``.

    ::

        env = bitrook.envs.gymnasium_vector(1024, max_plies=512)
        observations, infos = env.reset(seed=1)
    """
    load("gymnasium", "gymnasium")
    from ._gymnasium import ChessVectorEnv

    return ChessVectorEnv(num_envs, observation, policy, dtype, autoreset, copy, options)


def pettingzoo(render_mode: str | None = None, screen_height: int | None = 800) -> Any:
    """Create a drop-in replacement for PettingZoo's ``chess_v6.env()``.

    The spaces, observations, masks and rewards are the same::

        observation  {"observation": (8, 8, 111) bool, "action_mask": (4672,) int8}
        action       an integer from 0 to 4671, an index of the codec "pettingzoo"
        rewards      1 for the winner and -1 for the loser, otherwise 0; -1 for an illegal move, which ends the game

    The agents are player_0, who is White, and player_1. ``env.unwrapped.board`` is the Board.

    :param render_mode: None; "ansi" for text; "rgb_array" for a picture; "human" for a window. The last two require
        pygame.
    :param screen_height: the height of the picture or window in pixels.
    :raises ModuleNotFoundError: if PettingZoo is not installed. Run ``pip install 'bitrook[pettingzoo]'``.

    ::

        env = bitrook.envs.pettingzoo()
        env.reset()
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    """
    load("pettingzoo", "pettingzoo")
    from ._pettingzoo import wrapped

    return wrapped(render_mode, screen_height)
