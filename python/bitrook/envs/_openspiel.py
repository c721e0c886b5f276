"""Chess with the interface of OpenSpiel's games. It does not need OpenSpiel."""

from __future__ import annotations

from typing import Any

from .._optional import load
from ._openspiel_state import NUM_ACTIONS, TENSOR_SHAPE, ChessState

MAX_GAME_LENGTH = 17695


class ChessGame:
    """The game: makes states, and tells sizes. Made by bitrook.envs.openspiel()."""

    def new_initial_state(self, fen: str | None = None) -> ChessState:
        """Return a state at the start position, or at that of a FEN."""
        return ChessState(self, fen)

    def new_initial_states(self) -> list[ChessState]:
        """Return a list of the only initial state."""
        return [ChessState(self)]

    def deserialize_state(self, text: str) -> ChessState:
        """Return the state that State.serialize() has written."""
        first, *lines = text.split("\n")
        if not first.startswith("FEN: "):
            raise ValueError(f"the first line must be the FEN, not {first!r}")
        state = ChessState(self, first.removeprefix("FEN: ") or None)
        state.apply_actions(int(line) for line in lines if line)
        return state

    def get_type(self) -> Any:
        """Return pyspiel's GameType of chess. Needs OpenSpiel: ``pip install 'bitrook[openspiel]'``."""
        return load("pyspiel", "openspiel").load_game("chess").get_type()

    def get_parameters(self) -> dict[str, Any]:
        """Return no parameters."""
        return {}

    def num_distinct_actions(self) -> int:
        """Return 4674: 64 squares of 73 planes, and castling to each side."""
        return NUM_ACTIONS

    def policy_tensor_shape(self) -> list[int]:
        """Return [4674]."""
        return [NUM_ACTIONS]

    def num_players(self) -> int:
        """Return 2: Black is player 0, White is player 1."""
        return 2

    def max_chance_outcomes(self) -> int:
        """Return 0."""
        return 0

    def max_chance_nodes_in_history(self) -> int:
        """Return 0."""
        return 0

    def min_utility(self) -> float:
        """Return -1, for a loss."""
        return -1.0

    def max_utility(self) -> float:
        """Return 1, for a win."""
        return 1.0

    def utility_sum(self) -> float:
        """Return 0."""
        return 0.0

    def max_game_length(self) -> int:
        """Return 17695."""
        return MAX_GAME_LENGTH

    max_move_number = max_game_length
    max_history_length = max_game_length

    def observation_tensor_shape(self) -> list[int]:
        """Return [20, 8, 8]."""
        return list(TENSOR_SHAPE)

    def observation_tensor_size(self) -> int:
        """Return 1280."""
        return 20 * 8 * 8

    def to_string(self) -> str:
        """Return the name, as OpenSpiel's chess has it."""
        return "chess()"

    serialize = to_string

    def __repr__(self) -> str:
        return self.to_string()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ChessGame)

    def __hash__(self) -> int:
        return hash(self.to_string())
