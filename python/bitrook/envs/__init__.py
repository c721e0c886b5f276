"""Environments for reinforcement learning on bitrook's batches, with the interfaces of other frameworks.

Each needs its framework, which is imported when the environment is made.
"""

from __future__ import annotations

from typing import Any


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
    """Return a gymnasium.vector.VectorEnv of chess games, in each of which the agent plays both sides.

    ::

        observations  (num_envs, ...) dtype       the planes, from the side to move
        actions       (num_envs,) integers        indices of the codec; an illegal one loses the game
        rewards       (num_envs,) float64         for the side that moved: 1 mate, -1 an illegal action, otherwise 0
        infos         action_mask                 (num_envs, codec.size) uint8, the legal actions
                      white_to_move               (num_envs,) bool
                      reason                      (num_envs,) uint8, of step(): a bitrook.batch.Reason
                      final_obs, final_info       with autoreset="same", as in Gymnasium

    reset(options=...) takes *reset_mask*, bool[num_envs], and *fens*, start positions of the selected boards.

    :param observation: an Encoding, or its name.
    :param policy: a Codec, or its name.
    :param dtype: "float32", "float16" or "uint8".
    :param autoreset: "next", "same" or "off": NEXT_STEP, SAME_STEP or DISABLED of Gymnasium's AutoresetMode.
    :param copy: whether each step returns new arrays. Otherwise observations and masks are written to the same ones.
    :param options: those of Boards: max_plies, adjudication, history, seed, threads.
    :raises ModuleNotFoundError: without gymnasium.

    ::

        env = bitrook.envs.gymnasium_vector(1024, max_plies=512)
        observations, infos = env.reset(seed=1)
    """
    from ._gymnasium import vector_env

    return vector_env()(num_envs, observation, policy, dtype, autoreset, copy, options)
