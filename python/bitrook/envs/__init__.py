"""Environments for reinforcement learning on bitrook's batches and boards, with the interfaces of other frameworks.

Each requires its framework, which is imported when the environment is created.
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

        observations  (num_envs, ...) dtype       the planes, from the side to move
        actions       (num_envs,) integers        indices of the codec; an illegal one loses the game, another number
                                                  is a ValueError
        rewards       (num_envs,) float64         for the side that moved: 1 mate, -1 an illegal action, otherwise 0
        infos         action_mask                 (num_envs, codec.size) uint8, the legal actions
                      white_to_move               (num_envs,) bool
                      reason                      (num_envs,) uint8, of step(): a bitrook.batch.Reason
                      final_obs, final_info       with autoreset="same", as in Gymnasium

    reset(options=...) takes *reset_mask*, bool[num_envs], and *fens*, start positions of the selected boards. A
    Chess960 board remains one.

    :param observation: an Encoding, or its name.
    :param policy: a Codec, or its name.
    :param dtype: "float32", "float16" or "uint8".
    :param autoreset: "next", "same" or "off": NEXT_STEP, SAME_STEP or DISABLED of Gymnasium's AutoresetMode.
    :param copy: whether each step returns new arrays. Otherwise observations and masks are written to the same ones.
    :param options: the options of Boards: max_plies, adjudication, history, seed, threads, chess960.
    :raises ModuleNotFoundError: without Gymnasium: ``pip install 'bitrook[gymnasium]'``.

    ::

        env = bitrook.envs.gymnasium_vector(1024, max_plies=512)
        observations, infos = env.reset(seed=1)
    """
    load("gymnasium", "gymnasium")
    from ._gymnasium import ChessVectorEnv

    return ChessVectorEnv(num_envs, observation, policy, dtype, autoreset, copy, options)


def pettingzoo(render_mode: str | None = None, screen_height: int | None = 800) -> Any:
    """Create a drop-in replacement for PettingZoo's ``chess_v6.env()``: the same spaces, observations, masks, rewards.

    ::

        observation  {"observation": (8, 8, 111) bool, "action_mask": (4672,) int8}
        action       an integer below 4672, of the codec "pettingzoo"
        rewards      1 and -1 for the winner and the loser, 0 otherwise; -1 for an illegal action, which ends the game

    The agents are player_0, White, and player_1. ``env.unwrapped.board`` is the Board.

    :param render_mode: None; "ansi" for text; "rgb_array" or "human" for a picture or a window, which need pygame.
    :param screen_height: pixels of the picture.
    :raises ModuleNotFoundError: without PettingZoo: ``pip install 'bitrook[pettingzoo]'``.

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
