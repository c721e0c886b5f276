"""The base of the state machine: a board of each library, on which the same calls must have the same results."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import bitrook
import chess
from hypothesis.stateful import RuleBasedStateMachine
from oracle import QUERIES, WITHOUT_CLAIMS, attempt, compare, describe, move_queries


class TwoBoards(RuleBasedStateMachine):
    """A board of each library, changed by the same calls and compared after each."""

    checks = 0
    results = 0

    def __init__(self) -> None:
        super().__init__()
        self.ours, self.theirs = bitrook.Board(), chess.Board()
        self.our_keys: dict[Any, Any] = {}  # bitrook's transposition key of each of python-chess's
        self.their_keys: dict[Any, Any] = {}  # and the other way round
        self.assigned = False  # whether an attribute was assigned while there were moves on the stack

    def both(self, call: Callable[[ModuleType, Any], Any]) -> Any:
        """Make the same call on both boards, require the same result or the same exception, and return it."""
        expected = attempt(lambda: call(chess, self.theirs))
        found = attempt(lambda: call(bitrook, self.ours))
        assert found == expected, f"on {describe(self.theirs)}:\nbitrook      {found}\npython-chess {expected}"
        return expected

    def replaced(self, make: Callable[[ModuleType, Any], Any]) -> None:
        """Replace each board by what *make* returns for it. If it raises, it must do so for both boards."""
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
        TwoBoards.checks += 1
        self.assigned = self.assigned and bool(self.theirs.move_stack)
        TwoBoards.results += compare(self.ours, self.theirs, WITHOUT_CLAIMS if self.assigned else QUERIES)
        # Four of the legal moves and one of any squares.
        moves = list(self.theirs.legal_moves)
        some = moves[:: max(1, len(moves) // 4)]
        number = TwoBoards.checks * 37
        some.append(chess.Move(number % 64, number // 64 % 64, (None, 5, 2, None, 1, 6)[number % 6]))
        for move in some:
            # Without a piece on the square, san() and gives_check() of python-chess break its board.
            if self.theirs.piece_at(move.from_square):
                TwoBoards.results += compare(self.ours, self.theirs, move_queries(move))
        self.check_key()

    def check_key(self) -> None:
        theirs, ours = self.theirs._transposition_key(), self.ours._transposition_key()
        assert self.our_keys.setdefault(theirs, ours) == ours, describe(self.theirs)
        assert self.their_keys.setdefault(ours, theirs) == theirs, describe(self.theirs)
        assert hash(self.our_keys[theirs]) == hash(ours)
