"""Environments for reinforcement learning on bitrook's batches and boards, with the interfaces of other frameworks.

Each needs its framework, which is imported when the environment is made. OpenSpiel's interface needs none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._optional import load

if TYPE_CHECKING:
    from ._openspiel import ChessGame


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
    :raises ModuleNotFoundError: without Gymnasium: ``pip install 'bitrook[gymnasium]'``.

    ::

        env = bitrook.envs.gymnasium_vector(1024, max_plies=512)
        observations, infos = env.reset(seed=1)
    """
    load("gymnasium", "gymnasium")
    from ._gymnasium import ChessVectorEnv

    return ChessVectorEnv(num_envs, observation, policy, dtype, autoreset, copy, options)


def pettingzoo(render_mode: str | None = None, screen_height: int | None = 800) -> Any:
    """Return a pettingzoo.AECEnv that can stand for ``chess_v6.env()``: the same spaces, observations, masks and rewards.

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


def envpool_like(
    num_envs: int,
    *,
    batch_size: int | None = None,
    num_threads: int = 1,
    seed: int | Sequence[int] = 42,
    max_episode_steps: int = 2**31 - 1,
    both_players: bool = True,
    **options: Any,
) -> Any:
    """Return environments with the interface of EnvPool's ``Chess-v1`` and *env_type* "gymnasium".

    With B environments in a batch, all of them or *batch_size*:

    ::

        observation  (2B, 8, 8, 119) float32  the planes as player 0 and as player 1 of each environment sees them;
                                              with both_players=False (B, 8, 8, 119), as the player to move does
        action       (B,) integers            indices of the codec "pgx"; an illegal one loses the game
        rewards      (2B,) float32            1, -1 or 0 for each observation's player
        terminated   (B,) bool
        truncated    (B,) bool
        infos        env_id, current_player, turn, elapsed_step, halfmove_count, fullmove_count, en_passant   (B,) int32
                     legal_action_mask  (B, 4672) bool    all True when the game is over
                     board              (B, 8, 8) int32   1 to 6 own pieces, -1 to -6 the opponent's, 8th rank first
                     castling_rights    (B, 2, 2) bool    own and opponent's; queenside and kingside
                     players            env_id and id, the player, of each observation

    step() is send() and recv(). With a batch_size below *num_envs*, recv() returns the environments that were sent first;
    the next send() names them by ``infos["env_id"]``. The work is done in these calls. When a game is over, the next action
    is ignored and begins a new one. Which player has White is drawn for each game, by EnvPool's random numbers.

    Two things differ from EnvPool 1.2: the planes of repetitions are filled, where EnvPool's are constant; and a position
    after a double push is the same as a later one without the push unless a capture en passant is legal.

    :param batch_size: environments in a batch.
    :param num_threads: 1 to 1024; the results do not depend on it. 0 is 1.
    :param seed: a number s for the seeds s, s + 1, ..., or a seed for each environment.
    :param max_episode_steps: truncate games after so many moves of either side. After 512 they are terminated.
    :param both_players: whether each environment gives two observations and rewards.
    :param options: those of Boards: adjudication, history.
    :raises ModuleNotFoundError: without Gymnasium: ``pip install 'bitrook[gymnasium]'``. EnvPool is not needed.

    ::

        env = bitrook.envs.envpool_like(4096, batch_size=1024)
        env.async_reset()
        while True:
            observation, rewards, terminated, truncated, info = env.recv()
            env.send(policy(observation, info["legal_action_mask"]), info["env_id"])
    """
    load("gymnasium", "gymnasium")
    from ._envpool import make

    return make(num_envs, batch_size, num_threads, seed, max_episode_steps, both_players, options)


def openspiel() -> ChessGame:
    """Return chess with the interface of ``pyspiel.load_game("chess")``. It does not need OpenSpiel.

    Its states have current_player(), legal_actions(), apply_action(), is_terminal(), returns(), observation_tensor(),
    clone(), history(), action_to_string() and the rest of a pyspiel.State; actions, planes and players are OpenSpiel's:
    player 0 is Black, player 1 White. OpenSpiel's algorithms in Python, such as its MCTS, take them.

    >>> import bitrook.envs
    >>> state = bitrook.envs.openspiel().new_initial_state()
    >>> state.apply_action(state.string_to_action("e4"))
    >>> state.current_player(), state.action_to_string(state.legal_actions()[0]), len(state.observation_tensor())
    (0, 'a6', 1280)
    """
    from ._openspiel import ChessGame

    return ChessGame()
