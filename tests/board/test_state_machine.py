"""A state machine that makes random sequences of calls and requires the same results from bitrook and python-chess."""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import chess
import chess.polyglot
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from support.oracle import QUERIES, WITHOUT_CLAIMS, attempt, compare, describe, move_queries
from support.positions import move_back
from support.strategies import (
    FENS, FENS_960, bitboards, fens, indices, piece_types, pieces, placements, promotions, squares,
)  # fmt: skip

import bitrook


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


class Game(Edits):
    """Any sequence of constructions, moves, edits, copies and texts."""

    def check(self) -> None:
        super().check()
        assert self.ours.key == chess.polyglot.zobrist_hash(self.theirs)

    # Constructors.

    @initialize(fen=st.sampled_from(FENS))
    def begin(self, fen: str) -> None:
        self.replaced(lambda lib, board: lib.Board(fen))
        self.check()

    @rule(fen=fens(), chess960=st.booleans())
    def construct(self, fen: str, chess960: bool) -> None:
        self.replaced(lambda lib, board: lib.Board(fen, chess960=chess960))
        self.check()

    @rule(fen=st.sampled_from(FENS_960))
    def construct_chess960(self, fen: str) -> None:
        self.replaced(lambda lib, board: lib.Board(fen, chess960=True))
        self.check()

    @rule(scharnagl=st.integers(0, 959))
    def construct_from_scharnagl(self, scharnagl: int) -> None:
        self.replaced(lambda lib, board: lib.Board.from_chess960_pos(scharnagl))
        self.check()

    # Moves.

    @rule(choices=st.lists(indices, min_size=1, max_size=12))
    def push_legal(self, choices: list[int]) -> None:
        for choice in choices:
            moves = list(self.theirs.legal_moves)
            if not moves:
                break
            self.push(moves[choice % len(moves)])
        self.check()

    @rule(choices=st.lists(indices, min_size=1, max_size=6), captures=st.booleans())
    def push_forcing(self, choices: list[int], captures: bool) -> None:
        """Push captures or castling moves, which are rare among random moves."""
        for choice in choices:
            generate = self.theirs.generate_legal_captures if captures else self.theirs.generate_castling_moves
            moves = list(generate()) or list(self.theirs.legal_moves)
            if not moves:
                break
            self.push(moves[choice % len(moves)])
        self.check()

    @rule(choice=indices)
    def push_pseudo_legal(self, choice: int) -> None:
        moves = list(self.theirs.pseudo_legal_moves)
        if moves:
            self.push(moves[choice % len(moves)])
            self.check()

    @rule(choice=indices)
    def shuffle(self, choice: int) -> None:
        """Push moves that go back and forth, so that positions repeat."""
        for _ in range(1 + choice % 4):
            for back in (False, False, True, True):
                quiet = [m for m in self.theirs.legal_moves if not self.theirs.is_zeroing(m)]
                move = move_back(self.theirs) if back else None
                if not (move or quiet):
                    break
                self.push(move or quiet[choice % len(quiet)])
        self.check()

    @rule(origin=squares, to=squares, promotion=promotions)
    def push_anything(self, origin: int, to: int, promotion: int | None) -> None:
        move = chess.Move(origin, to, promotion)
        if move and not self.theirs.piece_at(origin):
            # Both raise AssertionError. This corrupts python-chess's board and leaves bitrook's unchanged.
            with pytest.raises(AssertionError):
                self.ours.push(bitrook.Move(origin, to, promotion))
        else:
            self.push(move)
        self.check()

    @rule(origin=squares, choice=indices, promotion=promotions)
    def push_from_somewhere(self, origin: int, choice: int, promotion: int | None) -> None:
        """Push a move of any piece of either color to any square."""
        occupied = list(self.theirs.piece_map())
        if occupied:
            self.push(chess.Move(occupied[choice % len(occupied)], origin, promotion))
            self.check()

    @rule()
    def push_null(self) -> None:
        self.push(chess.Move.null())
        self.check()

    @rule(square=squares, drop=piece_types)
    def push_drop(self, square: int, drop: int) -> None:
        self.push(chess.Move(square, square, drop=drop))
        self.check()

    def push(self, move: chess.Move) -> None:
        self.both(lambda lib, board: board.push(lib.Move(move.from_square, move.to_square, move.promotion, move.drop)))

    @rule(count=st.integers(1, 4))
    def pop(self, count: int) -> None:
        for _ in range(count):
            self.both(lambda lib, board: board.pop())
        self.check()

    @rule()
    def pop_everything(self) -> None:
        while self.theirs.move_stack:
            self.both(lambda lib, board: board.pop())
        self.check()

    @rule(
        choice=indices,
        notation=st.sampled_from(["san", "lan", "uci", "xboard"]),
        tail=st.sampled_from(["", "", "", "+", "#", "!", "=Q", "=q", "n", "x"]),
    )
    def push_text(self, choice: int, notation: str, tail: str) -> None:
        moves = list(self.theirs.pseudo_legal_moves)
        if not moves:
            return
        written = attempt(lambda: getattr(self.theirs, notation)(moves[choice % len(moves)]))[1] + tail
        push = {"lan": "push_san"}.get(notation, f"push_{notation}")
        parse = push.replace("push", "parse")
        self.both(lambda lib, board: getattr(board, parse)(written))
        self.both(lambda lib, board: getattr(board, push)(written))
        self.check()

    @rule(
        text=st.one_of(
            st.sampled_from(
                "O-O O-O-O 0-0 0-0-0+ o-o e4 e5 exd5 Nf3 Nbd7 Nb1d2 R1a3 a8=Q axb8=N b8Q Ke2 Kg1 -- Z0 0000 @@@@ a1a1 "
                "e1g1 e1h1 e8c8 e8a8 P@e4 N@f3 Qh4# Pe4 nf3 e9 i4 a8=K e2e4q".split()
            ),
            st.text("abcdefgh12345678KQRBNOx-=+#@0PZ", max_size=7),
        )
    )
    def parse_anything(self, text: str) -> None:
        for parse in ("parse_san", "parse_uci", "parse_xboard"):
            self.both(lambda lib, board, parse=parse: getattr(board, parse)(text))
        self.both(lambda lib, board: lib.Move.from_uci(text))

    @rule(choices=st.lists(indices, min_size=1, max_size=8))
    def variation(self, choices: list[int]) -> None:
        line, walker = [], self.theirs.copy(stack=False)
        for choice in choices:
            moves = list(walker.legal_moves)
            if not moves:
                break
            line.append(moves[choice % len(moves)])
            walker.push(line[-1])
        self.both(lambda lib, board: board.variation_san([lib.Move.from_uci(move.uci()) for move in line]))
        self.both(lambda lib, board: board.variation_san([lib.Move.from_uci(move.uci()) for move in line[1:]]))

    @rule(origin=squares, to=squares, promotion=promotions)
    def find_move(self, origin: int, to: int, promotion: int | None) -> None:
        self.both(lambda lib, board: board.find_move(origin, to, promotion))

    # Whole boards.

    @rule(
        name=st.sampled_from(
            "flip_vertical flip_horizontal flip_diagonal flip_anti_diagonal shift_up shift_left".split()
        )
    )
    def transform(self, name: str) -> None:
        if self.theirs.ep_square is not None and "shift" in name:
            return  # the en-passant square may become -1 in python-chess, and None in bitrook
        self.replaced(lambda lib, board: board.transform(getattr(lib, name)))
        self.check()

    @rule(name=st.sampled_from("flip_vertical flip_horizontal flip_diagonal flip_anti_diagonal".split()))
    def apply_transform(self, name: str) -> None:
        self.both(lambda lib, board: board.apply_transform(getattr(lib, name)))
        self.check()

    @rule(in_place=st.booleans())
    def mirror(self, in_place: bool) -> None:
        if in_place:
            self.both(lambda lib, board: board.apply_mirror())
        else:
            self.replaced(lambda lib, board: board.mirror())
        self.check()

    @rule(stack=st.one_of(st.booleans(), st.integers(0, 5)))
    def copy_with_stack(self, stack: bool | int) -> None:
        self.replaced(lambda lib, board: board.copy(stack=stack))
        self.check()

    @rule(how=st.sampled_from([copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]))
    def copy_otherwise(self, how: Callable[[Any], Any]) -> None:
        self.replaced(lambda lib, board: how(board))
        self.check()

    @rule(choice=indices)
    def push_on_one_of_two_copies(self, choice: int) -> None:
        before = copy.copy(self.ours), copy.copy(self.theirs)
        self.push_legal([choice, choice + 1])
        compare(*before, WITHOUT_CLAIMS if self.assigned else QUERIES)

    @rule()
    def root(self) -> None:
        self.replaced(lambda lib, board: board.root())
        self.check()

    @precondition(lambda self: self.theirs.move_stack)
    @rule(fen=st.sampled_from(FENS))
    def equal_to_another(self, fen: str) -> None:
        self.both(
            lambda lib, board: [board == lib.Board(fen), board == lib.Board(board.fen()), board != lib.BaseBoard()]
        )
        self.both(lambda lib, board: [lib.BaseBoard() == board, lib.BaseBoard(board.board_fen()) == board])

    # EPD.

    def cannot_read_castling(self) -> bool:
        """Return whether python-chess may fail to read EPD castling operands that it wrote."""
        return self.theirs.chess960 and self.theirs.has_chess960_castling_rights()

    @rule(
        operations=st.dictionaries(
            st.sampled_from("id bm am pv hmvc fmvn ce acd c0 noop".split()),
            st.one_of(
                st.none(),
                st.integers(-9, 200),
                st.sampled_from([1.5, -0.25, "text", 'a "quoted" \\ text', "", "; ;"]),
            ),
            max_size=3,
        ),
        choice=indices,
    )
    def epd(self, operations: dict[str, Any], choice: int) -> None:
        if self.cannot_read_castling():
            return

        def write(lib: ModuleType, board: Any) -> str:
            moves = list(board.legal_moves)
            with_moves = dict(operations)
            if moves:
                with_moves["sm"] = moves[choice % len(moves)]
                with_moves["bm"] = [moves[choice % len(moves)], moves[0]]
                with_moves["pv"] = [moves[-1]]
            return board.epd(**with_moves)  # type: ignore[no-any-return]

        kind, written = self.both(write)
        if kind == "returned":
            self.both(lambda lib, board: list(lib.Board.from_epd(written)))
            self.both(lambda lib, board: board.set_epd(written))
            self.check()

    @rule(
        operations=st.sampled_from(
            [
                "bm e4;", "bm e4 d4; id \"one\";", "am Qh7; c0 \"a;b\";", "hmvc 7; fmvn 12;", "pv e4 e5 Nf3;", "ce -12; acd 3",
                "noop;", "id x", "bm;", "bm zz;", "hmvc x;", "fmvn 3.5;", "a 1e3; b +5; c .5;", ";", "id \"unclosed", "  bm  e4 ; ",
            ]
        )
    )  # fmt: skip
    def set_epd(self, operations: str) -> None:
        if self.cannot_read_castling():
            return
        here = attempt(lambda: self.theirs.epd())[1]
        self.both(lambda lib, board: list(lib.Board.from_epd(f"{here} {operations}")))
        self.both(lambda lib, board: board.set_epd(f"{here} {operations}"))
        self.check()


def drive(examples: int, steps: int, derandomize: bool) -> None:
    TwoBoards.checks = TwoBoards.results = 0
    try:
        run_state_machine_as_test(
            Game,
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                derandomize=derandomize,
                print_blob=False,
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
            ),
        )
    finally:
        print(f"{TwoBoards.checks} checks, {TwoBoards.results} results compared")
    assert TwoBoards.checks > examples


def test_any_calls_have_the_results_of_python_chess() -> None:
    drive(examples=20, steps=25, derandomize=True)


@pytest.mark.slow
def test_many_calls_have_the_results_of_python_chess() -> None:
    """Run BITROOK_STATE_MACHINE_EXAMPLES sequences (default: 150) of 60 calls each."""
    drive(examples=int(os.environ.get("BITROOK_STATE_MACHINE_EXAMPLES", "150")), steps=60, derandomize=False)
