"""Members, order and text of Move. test_values.py covers the behavior that it shares with Piece."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import operator
import pickle
from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.strategies import squares

import bitrook
from bitrook import Move


@st.composite
def moves(draw: st.DrawFn) -> Move:
    kind = draw(st.integers(0, 2))
    return Move(
        draw(squares),
        draw(squares),
        draw(st.integers(1, 6)) if kind == 1 else None,
        draw(st.integers(1, 6)) if kind == 2 else None,
    )


@given(moves())
def test_every_way_to_make_a_move_gives_an_equal_one(m: Move) -> None:
    fields = {"from_square": m.from_square, "to_square": m.to_square, "promotion": m.promotion, "drop": m.drop}
    made = [
        Move(**fields),
        Move(*fields.values()),
        Move.from_word(m.word),
        copy.copy(m),
        copy.deepcopy(m),
        dataclasses.replace(m),
    ]
    made += [pickle.loads(pickle.dumps(m, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    if m.from_square != m.to_square and m.drop is None:
        made += [Move.from_uci(m.uci()), eval(repr(m))]
    assert all(type(other) is Move and other == m and hash(other) == hash(m) and other is not m for other in made)
    assert len({m, *made}) == 1


@given(moves(), moves())
@example(Move(1, 2), Move(1, 2))
@example(Move(1, 2), Move(1, 2, 3))
def test_order_is_that_of_the_four_members(a: Move, b: Move) -> None:
    def key(m: Move) -> tuple[int, int, int, int]:
        return (m.from_square, m.to_square, m.promotion or 0, m.drop or 0)

    for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
        assert compare(a, b) == compare(key(a), key(b))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), TypeError),
        ((1,), TypeError),
        ((1, 2, 3, None, 5), TypeError),
        (("a1", 2), TypeError),
        ((1.0, 2), TypeError),
        ((None, 2), TypeError),
        ((64, 2), ValueError),
        ((-1, 2), ValueError),
        ((10**30, 2), ValueError),
        ((1, 2, -1), ValueError),
        ((1, 2, 7), ValueError),
        ((1, 2, None, 7), ValueError),
        ((1, 2, "q"), TypeError),
        ((1, 2, 1, 1), ValueError),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[object, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        Move(*arguments)  # type: ignore[arg-type]
    move = Move(3, 4, 5)
    with pytest.raises(error):
        move.__init__(*arguments)  # type: ignore[arg-type, misc]
    assert move == Move(3, 4, 5)


def test_numpy_integers_are_integers() -> None:
    assert Move(np.int64(12), np.uint8(28)) == Move(12, 28)


@pytest.mark.parametrize("word", [-1, 65536, 0x8000, 0x7000, 0xF000, 2**64])
def test_words_that_encode_no_move_are_refused(word: int) -> None:
    with pytest.raises(ValueError):
        Move.from_word(word)


def test_a_promotion_of_0_is_kept_as_in_python_chess() -> None:
    for lib in (chess, bitrook):
        zero, none = lib.Move(12, 28, 0), lib.Move(12, 28)
        assert (zero.promotion, zero.uci(), str(zero), bool(zero)) == (0, "e2e4", "e2e4", True)
        assert zero != none and len({zero, none, lib.Move(12, 28, 0), lib.Move(12, 28, None, 0)}) == 3
        assert not lib.Move(0, 0, 0, 0) and lib.Move(0, 0, 0, 0).uci() == "0000"
        board = lib.Board()
        assert board.is_legal(lib.Move(6, 21, 0)) and lib.Move(6, 21, 0) in board.legal_moves
        board.push(zero)
        assert board.peek().uci() == "e2e4"
    assert pickle.loads(pickle.dumps(Move(12, 28, 0, 0))) == Move(12, 28, 0, 0) == copy.copy(Move(12, 28, 0, 0))
    assert Move(12, 28) < Move(12, 28, None, 0) < Move(12, 28, 0) < Move(12, 28, 1)


def test_a_move_is_a_promotion_or_a_drop() -> None:
    move = Move(48, 56, 5)
    with pytest.raises(ValueError, match="a promotion and a drop"):
        move.drop = 2
    assert move == Move(48, 56, 5)
    move.promotion = None
    move.drop = 2
    assert move.uci() == "N@a8"
    with pytest.raises(ValueError, match="a promotion and a drop"):
        move.promotion = 5


def test_signatures_and_match_statements() -> None:
    assert str(inspect.signature(Move)) == "(from_square, to_square, promotion=None, drop=None)"
    assert str(inspect.signature(Move.from_uci)) == "(uci)"
    match Move(12, 28):
        case Move(a, b, None, None):
            assert (a, b) == (12, 28)


def test_class_methods_are_bound_once() -> None:
    """Looking up a class method of the type itself makes no object; subclasses and super() work as usual."""
    assert Move.from_uci is Move.from_uci and Move.from_uci.__self__ is Move
    assert Move.from_uci(uci="e2e4") == Move.null().from_uci("e2e4") == Move(12, 28)

    class Mine(Move):
        pass

    class Named(Mine):
        @classmethod
        def from_uci(cls, uci: str) -> Any:
            return super().from_uci(uci[-4:])

    class Board(bitrook.Board):
        pass

    assert type(Mine.from_uci("e2e4")) is Mine and Mine.from_uci is not Move.from_uci
    assert type(Named.from_uci("x e2e4")) is Named and type(Named.null()) is Named
    assert type(Board.empty()) is Board and type(Board.from_chess960_pos(5)) is Board
    assert type(bitrook.Board.empty()) is bitrook.Board and type(bitrook.BaseBoard.empty()) is bitrook.BaseBoard
    assert isinstance(inspect.getattr_static(Move, "from_uci"), classmethod)
    assert (
        str(inspect.signature(Move.from_uci)) == "(uci)" and pickle.loads(pickle.dumps(Move.from_uci)) is Move.from_uci
    )
    Mine.from_uci = classmethod(lambda cls, uci: cls(0, 1))  # type: ignore[method-assign, assignment]
    assert Mine.from_uci("e2e4") == Mine(0, 1) and Named.from_uci("e2e4") == Named(0, 1)
