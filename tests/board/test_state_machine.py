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
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test
from support.board_rules import Edits, TwoBoards
from support.oracle import QUERIES, WITHOUT_CLAIMS, attempt, compare
from support.positions import move_back
from support.strategies import FENS, FENS_960, fens, indices, piece_types, promotions, squares

import bitrook


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
