"""A bitrook board and a python-chess board that are asked the same, for a state machine to drive."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import chess
from hypothesis.stateful import RuleBasedStateMachine
from oracle import QUESTIONS, WITHOUT_CLAIMS, attempt, compare, describe, questions_of_move

import bitrook


class TwoBoards(RuleBasedStateMachine):
    """A board of each library, and how both are asked the same."""

    steps = 0
    answers = 0

    def __init__(self) -> None:
        super().__init__()
        self.ours, self.theirs = bitrook.Board(), chess.Board()
        self.key_of: dict[Any, Any] = {}  # python-chess's transposition keys and bitrook's: one to one
        self.assigned = False  # an attribute, while there were moves to take back
        self.key_from: dict[Any, Any] = {}

    def both(self, call: Callable[[ModuleType, Any], Any]) -> Any:
        """Make the same call on both boards and require the same answer or the same exception; return the answer."""
        expected = attempt(lambda: call(chess, self.theirs))
        found = attempt(lambda: call(bitrook, self.ours))
        assert found == expected, f"on {describe(self.theirs)}:\nbitrook      {found}\npython-chess {expected}"
        return expected

    def replaced(self, make: Callable[[ModuleType, Any], Any]) -> None:
        """Go on with what *make* returns of each board, if it returns."""
        expected, found = (attempt(lambda lib=lib, b=b: make(lib, b)) for lib, b in self.pair())
        assert found[0] == expected[0] and (found[0] == "returned" or found == expected), (found, expected)
        if found[0] == "returned":
            self.ours, self.theirs = make(bitrook, self.ours), make(chess, self.theirs)

    def pair(self) -> tuple[tuple[ModuleType, Any], tuple[ModuleType, Any]]:
        return (chess, self.theirs), (bitrook, self.ours)

    def assign(self, attribute: str, value: Any) -> None:
        self.assigned = True
        self.both(lambda lib, board: setattr(board, attribute, value))
        self.check()

    def teardown(self) -> None:
        assert attempt(lambda: self.ours.board_fen())[0] == "returned"

    def check(self) -> None:
        TwoBoards.steps += 1
        self.assigned = self.assigned and bool(self.theirs.move_stack)
        TwoBoards.answers += compare(self.ours, self.theirs, WITHOUT_CLAIMS if self.assigned else QUESTIONS)
        # Four of the legal moves, and one that is anybody's guess.
        moves = list(self.theirs.legal_moves)
        some = moves[:: max(1, len(moves) // 4)]
        turn = TwoBoards.steps * 37
        some.append(chess.Move(turn % 64, turn // 64 % 64, (None, 5, 2, None, 1, 6)[turn % 6]))
        for move in some:
            # Nobody stands there: python-chess's own san() and gives_check() would break its board.
            if self.theirs.piece_at(move.from_square):
                TwoBoards.answers += compare(self.ours, self.theirs, questions_of_move(move))
        self.check_key()

    def check_key(self) -> None:
        theirs, ours = self.theirs._transposition_key(), self.ours._transposition_key()
        assert self.key_of.setdefault(theirs, ours) == ours, describe(self.theirs)
        assert self.key_from.setdefault(ours, theirs) == theirs, describe(self.theirs)
        assert hash(self.key_of[theirs]) == hash(ours)
