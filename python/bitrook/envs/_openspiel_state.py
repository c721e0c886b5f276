"""A position of chess with the interface of OpenSpiel's states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._core import Board, Move, _encoding_source
from ..batch.encodings import codec, encoding

if TYPE_CHECKING:
    from ._openspiel import ChessGame

BLACK, WHITE = 0, 1
TERMINAL_PLAYER, INVALID_ACTION = -4, -1
NUM_ACTIONS, TENSOR_SHAPE = 4674, (20, 8, 8)
REPETITIONS_TO_DRAW, PLIES_TO_DRAW = 3, 100

_CODEC, _ENCODING = codec("openspiel"), encoding("openspiel")
_ALL_OF_ONE_BOARD = [np.array([0, n], np.int32) for n in range(219)]  # the offsets of n moves


def _legal_moves(board: Board) -> tuple[list[int], list[Move]]:
    """Return the legal actions, and the move of each. Codec.encode() would do, in twice the time."""
    moves = board.list_legal_moves()
    actions = np.empty(len(moves), np.int32)
    words = np.frombuffer(board.legal_moves.words(), np.int16)
    source = _encoding_source(board, 1, 1, False)
    _CODEC._native.encode(source, words, _ALL_OF_ONE_BOARD[len(moves)], actions, 4, True, 1)
    return actions.tolist(), moves


class PlayerAction(NamedTuple):
    """An item of full_history()."""

    player: int
    action: int


class ChessState:
    """A position with the actions that led to it."""

    def __init__(self, game: ChessGame, fen: str | None = None) -> None:
        self._game = game
        self._fen = fen or ""
        self._board = Board(fen) if fen else Board()
        self._actions: list[int] = []
        self._legal: tuple[list[int], list[Move]] | None = None
        self._final: list[float] | None = None
        self._known = False  # whether _final is

    # --- Whose turn it is.

    def current_player(self) -> int:
        """Return 0 for Black, 1 for White, -4 if the game is over."""
        return TERMINAL_PLAYER if self.is_terminal() else int(self._board.turn)

    def is_terminal(self) -> bool:
        """Return whether the game is over: by the third occurrence of a position and fifty moves, too."""
        return self._outcome() is not None

    def is_player_node(self) -> bool:
        """Return whether a player is to move."""
        return not self.is_terminal()

    def is_chance_node(self) -> bool:
        """Return False."""
        return False

    is_simultaneous_node = is_chance_node
    is_mean_field_node = is_chance_node

    def is_initial_state(self) -> bool:
        """Return whether no action was applied."""
        return not self._actions

    is_initial_non_chance_state = is_initial_state

    def _outcome(self) -> list[float] | None:
        if not self._known:
            self._final, self._known = self._computed_outcome(), True
        return self._final

    def _computed_outcome(self) -> list[float] | None:
        board = self._board
        if board.is_insufficient_material() or board.is_repetition(REPETITIONS_TO_DRAW) or board.is_stalemate():
            return [0.0, 0.0]
        if board.is_checkmate():
            return [1.0, -1.0] if board.turn else [-1.0, 1.0]
        return [0.0, 0.0] if board.halfmove_clock >= PLIES_TO_DRAW else None

    # --- Returns.

    def returns(self) -> list[float]:
        """Return what each player has won: 1, 0 or -1; zeros before the end."""
        return list(self._outcome() or (0.0, 0.0))

    rewards = returns

    def player_return(self, player: int) -> float:
        """Return what a player has won."""
        return self.returns()[_player(player)]

    player_reward = player_return

    # --- Actions.

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, ascending; none at the end, and for the player who is not to move."""
        if self.is_terminal() or (player is not None and _player(player) != self._board.turn):
            return []
        return sorted(self._legal_moves()[0])

    def _legal_moves(self) -> tuple[list[int], list[Move]]:
        if self._legal is None:
            self._legal = _legal_moves(self._board)
        return self._legal

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for each legal action and 0 for the others: 4674 numbers."""
        if self.is_terminal() or (player is not None and _player(player) != self._board.turn):
            return [0] * NUM_ACTIONS
        mask: list[int] = _CODEC.legal_mask(self._board).tolist()
        return mask

    def apply_action(self, action: int) -> None:
        """Make a move.

        :raises ValueError: for an illegal action, and at the end of the game.
        """
        if self.is_terminal():
            raise ValueError("the game is over")
        actions, moves = self._legal_moves()
        if action not in actions:
            raise ValueError(f"action {int(action)} is not a legal move in {self._board.fen()}")
        self._board.push(moves[actions.index(action)])
        self._actions.append(int(action))
        self._legal, self._known = None, False

    apply_action_with_legality_check = apply_action

    def apply_actions(self, actions: Iterable[int]) -> None:
        """Make several moves."""
        for action in actions:
            self.apply_action(action)

    apply_actions_with_legality_checks = apply_actions

    def undo_action(self, player: int, action: int) -> None:
        """Take the last action back, which must be this one."""
        if not self._actions or self._actions[-1] != action:
            raise ValueError(f"action {action} is not the last one")
        self._board.pop()
        self._actions.pop()
        self._legal, self._known = None, False

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """Return an action in standard algebraic notation. The player may stand before it, and is not used."""
        number = player_or_action if action is None else action
        return self._board.san(_CODEC.decode(self._board, int(number)))

    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int:
        """Return the action of a legal move in standard algebraic or UCI notation.

        :raises ValueError: for another text.
        """
        move = str(player_or_text if text is None else text)
        action = self.parse_move_to_action(move)
        if action == INVALID_ACTION:
            raise ValueError(f"{move!r} is not a legal move in {self._board.fen()}")
        return action

    def parse_move_to_action(self, text: str) -> int:
        """Return the action of a legal move in standard algebraic or UCI notation, or -1."""
        try:
            move = self._board.parse_uci(text)
        except ValueError:
            try:
                move = self._board.parse_san(text)
            except ValueError:
                return INVALID_ACTION
        return int(_CODEC.encode(self._board, move))

    def num_distinct_actions(self) -> int:
        """Return 4674."""
        return NUM_ACTIONS

    # --- What players see.

    def observation_tensor(self, player: int = WHITE) -> list[float]:
        """Return the 20 planes as 1280 numbers, the same for both players."""
        _player(player)
        planes: Any = np.empty((1, *TENSOR_SHAPE), np.float32)
        source = _encoding_source(self._board, 1, 1, False)
        _ENCODING._native.encode(source, planes, 4, False, 1)  # Encoding.encode() takes 4 microseconds more
        numbers: list[float] = planes.reshape(-1).tolist()
        return numbers

    def observation_string(self, player: int = WHITE) -> str:
        """Return the FEN."""
        _player(player)
        return self.to_string()

    def information_state_string(self, player: int = WHITE) -> str:
        """Return the actions up to now, as history_str()."""
        _player(player)
        return self.history_str()

    def board(self) -> Board:
        """Return a copy of the board, with its moves."""
        return self._board.copy()

    def to_string(self) -> str:
        """Return the FEN, with an en-passant square if a pawn stands beside the one that made a double push."""
        return self._board.fen(en_passant="xfen")

    def __repr__(self) -> str:
        return self.to_string()

    def start_fen(self) -> str:
        """Return the FEN of the first position."""
        return self._board.root().fen(en_passant="xfen")

    def is_repetition_draw(self) -> bool:
        """Return whether the position occurs for the third time."""
        return self._board.is_repetition(REPETITIONS_TO_DRAW)

    # --- The actions up to now.

    def history(self) -> list[int]:
        """Return the actions up to now."""
        return list(self._actions)

    def history_str(self) -> str:
        """Return the actions up to now as text, with commas between them."""
        return ", ".join(map(str, self._actions))

    def full_history(self) -> list[PlayerAction]:
        """Return the actions up to now, each with its player."""
        first = int(self._board.turn) ^ (len(self._actions) & 1)
        return [PlayerAction(first ^ (i & 1), action) for i, action in enumerate(self._actions)]

    def moves_history(self) -> list[Move]:
        """Return the moves up to now."""
        return list(self._board.move_stack)

    def move_number(self) -> int:
        """Return the number of actions up to now."""
        return len(self._actions)

    # --- Copies.

    def clone(self) -> ChessState:
        """Return a copy. The history is shared until one of the two changes it."""
        copy = object.__new__(ChessState)
        copy.__dict__.update(self.__dict__)
        copy._board, copy._actions = self._board.copy(), self._actions.copy()
        return copy

    __copy__ = clone

    def child(self, action: int) -> ChessState:
        """Return a copy after an action."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def serialize(self) -> str:
        """Return the state as text: the FEN it began with, if one was given, and a line for each action."""
        return f"FEN: {self._fen}\n" + "\n".join(map(str, self._actions)) + "\n"

    def get_game(self) -> ChessGame:
        """Return the game."""
        return self._game

    def get_type(self) -> Any:
        """Return the type of the game: see ChessGame.get_type()."""
        return self._game.get_type()

    def num_players(self) -> int:
        """Return 2."""
        return 2


def _player(player: int) -> int:
    if player not in (BLACK, WHITE):
        raise ValueError(f"player must be 0 or 1, not {player!r}")
    return player
