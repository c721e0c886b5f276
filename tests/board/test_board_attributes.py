"""Attributes of boards: assigned state, attributes added by a program, subclasses with additional attributes."""

from __future__ import annotations

import contextlib

import pytest
from support.positions import START

from bitrook import BaseBoard, Board, Move, Piece


@pytest.mark.parametrize(
    ("name", "value"),
    [("ep_square", 64), ("halfmove_clock", -1), ("fullmove_number", 2**32), ("castling_rights", "x")],
)
def test_wrong_state_is_refused(name: str, value: object) -> None:
    board = Board()
    with pytest.raises((ValueError, TypeError, IndexError)):
        setattr(board, name, value)
    assert board.fen() == START
    board.halfmove_clock = 2**32 - 1
    assert board.halfmove_clock == 2**32 - 1


def test_piece_masks_accept_only_their_own_value() -> None:
    board = Board()
    for name in ("pawns", "kings", "occupied", "occupied_co"):
        setattr(board, name, getattr(board, name))
        with pytest.raises(AttributeError, match="set_piece_at"):
            setattr(board, name, (0, 0) if name == "occupied_co" else 0)
    assert board == Board()


def test_the_move_stack_can_only_be_emptied() -> None:
    board = Board()
    board.push_san("e4")
    with pytest.raises(AttributeError):
        board.move_stack = [Move.null()]
    assert board.move_stack == [Move.from_uci("e2e4")]
    board.move_stack = []
    assert board.move_stack == []
    assert board.fen(en_passant="fen") == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"


def test_programs_can_add_and_remove_attributes() -> None:
    board = Board()
    board.note = 1
    assert board.note == 1
    assert vars(board) == {"note": 1}
    assert not hasattr(board.copy(), "note")
    del board.note
    assert not hasattr(board, "note")
    with pytest.raises(AttributeError):
        del board.turn


def test_attributes_belong_to_one_board() -> None:
    one, other = Board(), Board()
    for _ in range(100):  # enough for the interpreter to specialize the call
        assert not one.is_check()
    one.is_check = lambda: "mine"
    results = [board.is_check() for _ in range(100) for board in (one, other, Board())]
    assert results == ["mine", False, False] * 100
    assert vars(one).keys() == {"is_check"}
    del one.is_check
    assert one.is_check() is False
    assert vars(one) == vars(other) == {}
    other.__dict__["note"] = "x"
    third = Board()
    assert not hasattr(third, "note")
    third.__dict__ = {"note": "y"}
    assert (third.note, other.note) == ("y", "x")
    with contextlib.suppress(TypeError):  # some versions of Python reject this
        object.__setattr__(one, "note", "z")
    assert vars(Board()) == {}


def test_attributes_of_subclasses_belong_to_one_board() -> None:
    class Mixin:
        pass

    class Mixed(Mixin, Board):  # its __dict__ is the descriptor of Mixin
        pass

    mixed, plain = Mixed(), Board()
    mixed.__dict__["note"] = 1
    plain.__class__ = Mixed
    plain.__dict__["word"] = 2
    assert (vars(mixed), vars(plain)) == ({"note": 1}, {"word": 2})
    plain.__class__ = Board
    assert plain.word == 2
    assert vars(Mixed()) == vars(Board()) == {}


def test_a_method_overridden_in_a_subclass_of_base_board_overrides_that_of_board() -> None:
    class Base(BaseBoard):
        def piece_at(self, square: int) -> None:
            return None

    class Both(Base, Board):
        pass

    assert Both().piece_at(0) is None
    assert Board().piece_at(0) == Piece(4, True)
