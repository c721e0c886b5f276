"""What a program adds to a board is that board's own, and the methods of all stay quick to call."""

from __future__ import annotations

import dis
import gc
import sys
import types

import pytest

from bitrook import BaseBoard, Board, Piece


def test_a_board_is_tracked_once_it_has_attributes() -> None:
    board = Board()
    assert not gc.is_tracked(board)
    board.note = "x"
    assert gc.is_tracked(board)
    other = Board()
    other.__dict__["me"] = other
    assert gc.is_tracked(other)


def test_attributes_are_a_boards_own() -> None:
    # Python 3.11 lets boards without attributes share an empty dictionary: nobody may write into it.
    one, other = Board(), Board()
    for _ in range(100):
        assert not one.is_check()
    one.is_check = lambda: "mine"
    answers = [board.is_check() for _ in range(100) for board in (one, other, Board())]
    assert answers == ["mine", False, False] * 100
    assert vars(one).keys() == {"is_check"}
    del one.is_check
    assert one.is_check() is False
    assert vars(one) == vars(other) == {}
    assert vars(one) is not vars(other)
    with pytest.raises(AttributeError):
        del one.turn
    other.__dict__["note"] = "x"
    assert not hasattr(Board(), "note")
    third = Board()
    third.__dict__ = {"note": "y"}
    assert (third.note, other.note) == ("y", "x")
    assert vars(Board()) == {}
    if sys.version_info < (3, 13):  # from then on the way past our own __setattr__ is open, and there is nothing shared
        with pytest.raises(TypeError):
            object.__setattr__(Board(), "note", "z")
    assert all(not isinstance(held, dict) for held in gc.get_referents(Board()))


def test_attributes_of_subclasses_are_their_own() -> None:
    class Mixin:
        pass

    class Mixed(Mixin, Board):  # its __dict__ is Mixin's descriptor
        pass

    mixed, plain = Mixed(), Board()
    mixed.__dict__["note"] = 1
    plain.__class__ = Mixed
    plain.__dict__["word"] = 2
    assert (vars(mixed), vars(plain)) == ({"note": 1}, {"word": 2})
    plain.__class__ = Board
    assert plain.word == 2
    assert vars(Mixed()) == vars(Board()) == {}


def test_a_board_owns_the_methods_of_its_base() -> None:
    # The interpreter's specialised calls ask for exactly the type that defines a method.
    for name, value in vars(BaseBoard).items():
        if isinstance(value, types.MethodDescriptorType) and not name.startswith("__"):
            assert getattr(Board, name).__objclass__ is Board
            assert getattr(Board, name).__text_signature__

    class Base(BaseBoard):
        def piece_at(self, square: int) -> None:
            return None

    class Both(Base, Board):
        pass

    assert Both().piece_at(0) is None
    assert Board().piece_at(0) is Piece(4, True)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="how 3.11 names its instructions")
def test_calls_are_specialised() -> None:
    if sys.gettrace():
        pytest.skip("nothing is specialised while it is traced")

    def calls(board: Board) -> None:
        for _ in range(2000):
            board.piece_at(0)
            board.is_check()
            board.turn = True

    calls(Board())
    names = [instruction.opname for instruction in dis.get_instructions(calls, adaptive=True)]
    assert names.count("LOAD_METHOD_WITH_DICT") == 2
