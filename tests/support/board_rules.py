"""The base class of the board state machine, which compares a board of each library, and the rules that edit boards."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import bitrook
import chess
import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from support.oracle import QUERIES, WITHOUT_CLAIMS, attempt, compare, describe, move_queries
from support.strategies import bitboards, fens, indices, piece_types, pieces, placements, squares


class TwoBoards(RuleBasedStateMachine):
    """A board of each library, changed by the same calls and compared after each."""

    checks = 0
    results = 0

    def __init__(self) -> None:
        super().__init__()
        self.ours, self.theirs = bitrook.Board(), chess.Board()
        self.our_keys: dict[Any, Any] = {}  # bitrook's transposition key for each key of python-chess
        self.their_keys: dict[Any, Any] = {}  # and vice versa
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
        # About four of the legal moves, and one between any two squares.
        moves = list(self.theirs.legal_moves)
        some = moves[:: max(1, len(moves) // 4)]
        number = TwoBoards.checks * 37
        some.append(chess.Move(number % 64, number // 64 % 64, (None, 5, 2, None, 1, 6)[number % 6]))
        for move in some:
            # If the square is empty, python-chess's san() and gives_check() corrupt its board.
            if self.theirs.piece_at(move.from_square):
                TwoBoards.results += compare(self.ours, self.theirs, move_queries(move))
        self.check_key()

    def check_key(self) -> None:
        theirs, ours = self.theirs._transposition_key(), self.ours._transposition_key()
        assert self.our_keys.setdefault(theirs, ours) == ours, describe(self.theirs)
        assert self.their_keys.setdefault(ours, theirs) == theirs, describe(self.theirs)
        assert hash(self.our_keys[theirs]) == hash(ours)


class Edits(TwoBoards):
    """Every way to change a board other than by moves."""

    @rule(square=squares, piece=pieces, promoted=st.booleans())
    def set_piece_at(self, square: int, piece: tuple[int, bool] | None, promoted: bool) -> None:
        self.both(lambda lib, board: board.set_piece_at(square, piece and lib.Piece(*piece), promoted))
        self.check()

    @rule(choice=indices)
    def remove_piece_at(self, choice: int) -> None:
        occupied = list(self.theirs.piece_map()) or [0]
        self.both(lambda lib, board: board.remove_piece_at(occupied[choice % len(occupied)]))
        self.check()

    @rule(what=st.sampled_from("reset reset_board clear clear_board clear_stack".split()))
    def start_over(self, what: str) -> None:
        self.both(lambda lib, board: getattr(board, what)())
        self.check()

    @rule(fen=fens())
    def set_fen(self, fen: str) -> None:
        self.both(lambda lib, board: board.set_fen(fen))
        self.check()

    @rule(fen=placements())
    def set_board_fen(self, fen: str) -> None:
        self.both(lambda lib, board: board.set_board_fen(fen))
        self.check()

    @rule(
        fen=st.one_of(
            st.sampled_from(["-", "KQkq", "HAha", "Qk", "DdEe", "", "x", "KK", "q-"]),
            st.text("KQkqABCHabch-", max_size=5),
        )
    )
    def set_castling_fen(self, fen: str) -> None:
        self.both(lambda lib, board: board.set_castling_fen(fen))
        self.check()

    @rule(placed=st.dictionaries(squares, st.tuples(piece_types, st.booleans()), max_size=12))
    def set_piece_map(self, placed: dict[int, tuple[int, bool]]) -> None:
        self.both(lambda lib, board: board.set_piece_map({s: lib.Piece(*piece) for s, piece in placed.items()}))
        self.check()

    @rule(scharnagl=st.integers(-1, 960))
    def set_chess960_pos(self, scharnagl: int) -> None:
        self.both(lambda lib, board: board.set_chess960_pos(scharnagl))
        self.check()

    @rule(white=st.booleans())
    def assign_turn(self, white: bool) -> None:
        self.assign("turn", white)

    @rule(rights=bitboards)
    def assign_castling_rights(self, rights: int) -> None:
        if self.theirs.move_stack:
            rights &= chess.BB_BACKRANKS  # with rights on other ranks, python-chess omits the castling field of FENs
        self.assign("castling_rights", rights)

    @rule(square=st.one_of(st.none(), squares, st.integers(16, 23), st.integers(40, 47)))
    def assign_ep_square(self, square: int | None) -> None:
        self.assign("ep_square", square)

    @rule(clock=st.one_of(st.integers(0, 200), st.sampled_from([98, 99, 100, 148, 149, 150, 1000])))
    def assign_halfmove_clock(self, clock: int) -> None:
        self.assign("halfmove_clock", clock)

    @rule(number=st.integers(0, 400))
    def assign_fullmove_number(self, number: int) -> None:
        self.assign("fullmove_number", number)

    @rule(promoted=bitboards)
    def assign_promoted(self, promoted: int) -> None:
        self.assign("promoted", promoted & self.theirs.occupied)

    @rule(chess960=st.booleans())
    def assign_chess960(self, chess960: bool) -> None:
        self.assign("chess960", chess960)
