"""Rules of the state machine that edit the boards: pieces, placements, attributes."""

from __future__ import annotations

import chess
import hypothesis.strategies as st
from hypothesis.stateful import rule
from strategies import bitboards, fens, indices, piece_types, pieces, placements, squares
from two_boards import TwoBoards


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
            rights &= chess.BB_BACKRANKS  # on other ranks, python-chess writes FENs without a castling field
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
