"""PettingZoo's environment chess_v6, implemented with bitrook's boards: two agents move in turn."""

from __future__ import annotations

import numpy as np
from pathlib import Path
from typing import Any

from .._core import Board
from .._optional import load
from ..batch.encodings import codec, encoding
from ._frameworks import base_class


PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")


class Screen:
    """A square picture with a side of *height* pixels, in memory or in a window."""

    def __init__(self, height: int, window: bool, frames_per_second: int) -> None:
        self._pygame = pygame = load("pygame", "pettingzoo")
        folder = Path(load("pettingzoo", "pettingzoo").__file__).parent / "classic" / "chess" / "img"
        self._window, self._rate, self._height, self._cell = window, frames_per_second, height, height / 8
        if window:
            pygame.display.init()
            pygame.display.set_caption("Chess")
            self._surface = pygame.display.set_mode((height, height))
        else:
            self._surface = pygame.Surface((height, height))
        self._clock = pygame.time.Clock()

        def picture(name: str, size: float) -> Any:
            return pygame.transform.scale(pygame.image.load(folder / f"{name}.png"), (size, size))

        self._background = picture("chessboard", height)
        self._pieces = {
            (kind, color): picture(f"{name}_{'white' if color else 'black'}", self._cell)
            for kind, name in enumerate(PIECES, 1)
            for color in (True, False)
        }

    def draw(self, board: Board) -> Any:
        """Draw a board.

        With a window, wait for the next frame and return None. Otherwise, return the picture as uint8[height, height,
        3].
        """
        self._surface.blit(self._background, (0, 0))
        for square, piece in board.piece_map().items():
            place = square % 8 * self._cell, self._height - (square // 8 + 1) * self._cell
            self._surface.blit(self._pieces[piece.piece_type, piece.color], place)
        if not self._window:
            return np.transpose(np.array(self._pygame.surfarray.pixels3d(self._surface)), (1, 0, 2))
        self._pygame.display.update()
        self._clock.tick(self._rate)
        return None

    def close(self) -> None:
        """Close the window."""
        if self._window:
            self._pygame.display.quit()


# The framework may be missing when types are checked.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportGeneralTypeIssues=false


_AECEnv: Any = base_class("pettingzoo", "AECEnv")

AGENTS = ("player_0", "player_1")
RENDER_MODES = ("human", "ansi", "rgb_array")
CHANNELS = 111
NUM_ACTIONS = 8 * 8 * 73

# The channels in the order that the other player sees: castling rights and pieces change sides. _view() also inverts
# channel 4.
OTHER_VIEW = [2, 3, 0, 1, 4, 5, 6] + [
    first + i for first in range(7, CHANNELS, 13) for i in [*range(6, 12), *range(6), 12]
]


class ChessAECEnv(_AECEnv):  # type: ignore[misc]
    """The equivalent of chess_v6's raw_env, without the wrappers that bitrook.envs.pettingzoo() adds."""

    def __init__(self, render_mode: str | None = None, screen_height: int | None = 800) -> None:
        spaces = load("gymnasium.spaces", "pettingzoo")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be None or one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        super().__init__()
        self.metadata: dict[str, Any] = {
            "render_modes": list(RENDER_MODES),
            "name": "chess_v6",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.screen_height = self.screen_width = screen_height
        #: The Board with the game, which you can read at any time.
        self.board = Board()
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(NUM_ACTIONS) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low=0, high=1, shape=(8, 8, CHANNELS), dtype=bool),
                    "action_mask": spaces.Box(low=0, high=1, shape=(NUM_ACTIONS,), dtype=np.int8),
                }
            )
            for agent in AGENTS
        }
        self._encoding, self._codec = encoding("pettingzoo"), codec("pettingzoo")
        self._screen: Any = None
        self._begin()
        self.agent_selection: Any = None
        self.rewards: Any = None

    def _begin(self) -> None:
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent, which is always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent, which is always the same object."""
        return self.action_spaces[agent]

    @property
    def board_history(self) -> Any:
        """bool[8, 8, 104]: the last eight positions, as seen by White."""
        return self._view(white=True)[:, :, 7:]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's view of the board and its action mask, which is zero unless it is the agent's turn."""
        mask = np.zeros(NUM_ACTIONS, np.int8)
        if agent == self.agent_selection:
            self._codec.legal_mask(self.board, out=mask.view(np.uint8))
        return {"observation": self._view(white=AGENTS.index(agent) == 0), "action_mask": mask}

    def _view(self, white: bool) -> Any:
        planes = self._encoding.encode(self.board, dtype=np.bool_)
        if white == self.board.turn:
            return planes
        planes = planes[::-1, :, OTHER_VIEW]
        planes[:, :, 4] ^= True
        return planes

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. *seed* and *options* are ignored."""
        self.board = Board()
        self._begin()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Make a move for the agent whose turn it is. A draw that can be claimed ends the game.

        :raises ValueError: if the action is not a legal move.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)  # type: ignore[no-any-return]
        move = self._codec.decode(self.board, int(action), strict=False)
        if not self.board.is_legal(move):
            raise ValueError(f"action {int(action)} is not a legal move in {self.board.fen()}")
        self.board.push(move)
        outcome = self.board.outcome(claim_draw=True)
        if outcome is not None:
            white = {None: 0, True: 1, False: -1}[outcome.winner]
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = dict(zip(AGENTS, (white, -white)))
            self.infos = {agent: {"legal_moves": []} for agent in AGENTS}
        self._accumulate_rewards()
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Render the board.

        Return text in the mode "ansi", and uint8[screen_height, screen_height, 3] in the mode "rgb_array". In the mode
        "human", draw the board in a window and return None.
        """
        if self.render_mode is None:
            load("gymnasium", "pettingzoo").logger.warn(
                "You are calling render method without specifying any render mode."
            )
            return None
        if self.render_mode == "ansi":
            return str(self.board)
        if self._screen is None:
            self._screen = Screen(self.screen_height or 800, self.render_mode == "human", self.metadata["render_fps"])
        return self._screen.draw(self.board)

    def close(self) -> None:
        """Close the window."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_screen": None}


def wrapped(render_mode: str | None, screen_height: int | None) -> Any:
    """Return the environment with the same wrappers as chess_v6.env()."""
    wrappers = load("pettingzoo.utils.wrappers", "pettingzoo")
    env = wrappers.TerminateIllegalWrapper(ChessAECEnv(render_mode, screen_height), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
