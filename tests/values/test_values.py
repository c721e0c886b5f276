"""Moves and pieces as objects, compared with python-chess: assignment, copying, subclassing, and shared objects."""

from __future__ import annotations

import copy
import dataclasses
import gc
import pickle
import weakref
from typing import Any

import chess
import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings
from support.strategies import piece_types, squares

import bitrook
from bitrook import Board, Move, Piece

LIBRARIES = pytest.mark.parametrize("lib", [bitrook, chess], ids=["bitrook", "python-chess"])

# ---- Operations on a move of each library, in the same order.

types_or_none = st.one_of(st.none(), st.integers(0, 6))
operations = st.one_of(
    st.tuples(st.sampled_from(["from_square", "to_square"]), squares),
    st.tuples(st.sampled_from(["promotion", "drop"]), types_or_none),
    st.tuples(st.sampled_from(["score", "comment"]), st.integers()),
    st.tuples(st.sampled_from(["del promotion", "del drop", "copy", "deepcopy", "replace", "pickle", "init"]), squares),
)


def apply(lib: Any, move: Any, name: str, value: Any) -> Any:
    if name == "del promotion" or name == "del drop":
        if lib is bitrook or name[4:] in vars(move):  # python-chess cannot delete it twice
            delattr(move, name[4:])
    elif name == "copy":
        return copy.copy(move)
    elif name == "deepcopy":
        return copy.deepcopy(move)
    elif name == "pickle":
        return pickle.loads(pickle.dumps(move))
    elif name == "replace":
        return dataclasses.replace(move, from_square=value)
    elif name == "init":
        move.__init__(value, 63 - value)
    else:
        setattr(move, name, value)
    return move


def seen(move: Any) -> Any:
    attributes = {name: value for name, value in vars(move).items() if name in ("score", "comment")}
    return dataclasses.asdict(move), move.uci(), str(move), repr(move), move.xboard(), bool(move), attributes


@given(squares, squares, types_or_none, st.lists(operations, max_size=12))
def test_a_move_behaves_as_that_of_python_chess(a: int, b: int, promotion: Any, todo: list[tuple[str, Any]]) -> None:
    ours, theirs = Move(a, b, promotion), chess.Move(a, b, promotion)
    earlier: list[tuple[Any, Any]] = []
    for name, value in todo:
        other = {"promotion": theirs.drop, "drop": theirs.promotion}.get(name)
        if other and value:
            with pytest.raises(ValueError, match="promotion and a drop"):
                setattr(ours, name, value)
            continue
        ours, theirs = apply(bitrook, ours, name, value), apply(chess, theirs, name, value)
        assert seen(ours) == seen(theirs)
        for one, two in earlier:
            assert (ours == one, ours != one, ours is one) == (theirs == two, theirs != two, theirs is two)
            assert ours != one or hash(ours) == hash(one)
        earlier.append((ours, theirs))
        earlier.append((Move(*dataclasses.astuple(ours)), chess.Move(*dataclasses.astuple(theirs))))


@given(piece_types, st.booleans(), piece_types, st.booleans())
def test_a_piece_behaves_as_that_of_python_chess(kind: int, color: bool, other: int, other_color: bool) -> None:
    pairs = []
    for lib in (bitrook, chess):
        piece: Any = lib.Piece(kind, color)
        again, before = copy.copy(piece), hash(piece)
        again.color = other_color
        deep = copy.deepcopy(again)
        deep.piece_type = other
        same = [piece == again, again == deep, piece == lib.Piece.from_symbol(piece.symbol())]
        pairs.append(
            [same, before]
            + [(dataclasses.astuple(p), hash(p), str(p), repr(p), p.unicode_symbol()) for p in (piece, again, deep)]
        )
    assert pairs[0] == pairs[1]


# ---- Functions accept moves and pieces that a program creates, and use their values at the time of the call.


@given(squares, squares, types_or_none, types_or_none)
@example(4, 0, None, None)
@settings(max_examples=300)
def test_a_board_takes_moves_of_any_value(a: int, b: int, promotion: Any, drop: Any) -> None:
    class Sub(Move):
        pass

    def call(function: Any) -> Any:
        try:
            return function()
        except (AssertionError, ValueError) as error:
            return type(error)

    if promotion:
        drop = None
    for fen in (chess.STARTING_FEN, "4k2r/6P1/8/8/8/8/1p6/R3K3 w Qk - 0 1"):
        board = Board(fen)
        plain = Move(a, b, promotion or None, drop or None)
        for cls in (Move, Sub):
            move = cls(0, 1)
            move.from_square, move.to_square, move.promotion, move.drop = a, b, promotion, drop
            assert move.word == plain.word
            for test in (
                board.is_legal, board.is_pseudo_legal, board.is_capture, board.is_en_passant, board.is_castling, board.is_into_check,
                board.is_zeroing, board.gives_check, board.san, board.lan, board.uci, board.xboard, board.is_irreversible,
                board.legal_moves.__contains__, board.pseudo_legal_moves.__contains__,
            ):  # fmt: skip
                assert call(lambda: test(move)) == call(lambda: test(plain)), test  # noqa: B023
            other = board.copy()
            if call(lambda: board.push(move)) is None:  # noqa: B023
                other.push(plain)  # the castling encoding may differ
                assert type(board.peek()) is Move and board.fen() == other.fen()
                assert board.peek() == board.move_stack[-1] == other.peek() == board.pop()
            assert (move.from_square, move.to_square, move.promotion, move.drop) == (a, b, promotion, drop)


def test_a_board_takes_own_pieces() -> None:
    class Sub(Piece):
        pass

    for cls in (Piece, Sub):
        board, piece = Board(None), cls(1, True)
        piece.piece_type, piece.color = 6, False
        board.set_piece_at(60, piece)
        piece.piece_type = 5  # does not change the board
        board.set_piece_map(board.piece_map() | {0: piece})
        assert board.piece_at(60) == Piece(6, False) and board.piece_at(0) == Piece(5, False)


# ---- Shared objects.


def handed_out() -> list[Any]:
    board = Board()
    board.push_san("e4")
    stack, moves = board.move_stack, board.legal_moves
    return [
        stack[0], board.peek(), moves[0], next(iter(moves)), board.list_legal_moves()[1], next(board.generate_legal_moves()),
        board.parse_san("e5"), board.parse_uci("e7e5"), board.push_uci("e7e5"), board.find_move(6, 21), board.pop(),
        board.piece_at(0), board.remove_piece_at(1), board.piece_map()[0],
    ]  # fmt: skip


@pytest.mark.parametrize("thing", handed_out(), ids=str)
def test_what_bitrook_returns_is_immutable_until_it_is_copied(thing: Any) -> None:
    before = (str(thing), hash(thing))
    changes = [
        lambda name=name, value=value: setattr(thing, name, value)
        for name in (*thing.__match_args__, "word", "score", "__class__", "__dict__")
        for value in (1, None, type("Sub", (type(thing),), {}), {})
    ]
    changes += [lambda name=name: delattr(thing, name) for name in (*thing.__match_args__, "score", "__dict__")]
    changes += [lambda: thing.__init__(1, True), lambda: thing.__setstate__({"promotion": 1})]
    for change in changes:
        with pytest.raises(AttributeError, match="copy it first"):
            change()
    assert vars(thing) == {}
    with pytest.raises(TypeError):
        vars(thing)["score"] = 1
    assert (str(thing), hash(thing)) == before
    assert weakref.ref(thing)() is thing
    for copied in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert copied == thing and copied is not thing and type(copied) is type(thing)
        name = thing.__match_args__[0]
        other = 5 if getattr(thing, name) == 6 else 6
        setattr(copied, name, other)
        copied.score = 1
        assert getattr(copied, name) == other and copied != thing
    assert (str(thing), hash(thing)) == before


def test_equal_moves_that_bitrook_returns_are_one_object() -> None:
    board, other = Board(), Board()
    assert board.legal_moves[3] is other.list_legal_moves()[3] is board.parse_uci(board.legal_moves[3].uci())
    board.push(Move(12, 28))
    other.push_san("e4")
    assert board.peek() is other.peek() is board.pop()
    assert board.piece_at(0) is other.piece_at(7)


def test_containers_of_shared_objects_need_no_collection() -> None:
    board = Board()
    pair = (board.legal_moves[0], board.piece_at(0))
    own = Move(1, 2)
    assert not any(map(gc.is_tracked, (*pair, own)))
    gc.collect()
    assert not gc.is_tracked(pair)
    own.score = 1  # type: ignore[attr-defined]
    assert gc.is_tracked(own)


# ---- Assigning invalid values.


class Index:
    def __init__(self, action: Any) -> None:
        self.action = action

    def __index__(self) -> int:
        return int(self.action())


@pytest.mark.parametrize("name", ["from_square", "to_square", "promotion", "drop"])
@pytest.mark.parametrize("value", [-1, 64, 2**70, -(2**70), "e2", 1.0, b"q", Index(lambda: 1 // 0), Index(lambda: 99)])
def test_a_value_out_of_range_is_refused_by_name(name: str, value: Any) -> None:
    move = Move(12, 28)
    with pytest.raises((TypeError, ValueError, ZeroDivisionError)) as error:
        setattr(move, name, value)
    assert name in str(error.value) or isinstance(error.value, ZeroDivisionError)
    assert move == Move(12, 28)


def test_members_are_deleted_as_in_python_chess_where_they_have_a_default() -> None:
    move, piece = Move(48, 56, 5), Piece(1, True)
    del move.promotion
    assert move.promotion is None and move.uci() == "a7a8"
    for thing, name in ((move, "from_square"), (move, "to_square"), (piece, "piece_type"), (piece, "color")):
        with pytest.raises(AttributeError, match=name):
            delattr(thing, name)
    with pytest.raises(AttributeError):
        del move.score  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        move.word = 3  # type: ignore[misc]


def test_a_value_that_assigns_the_move_itself() -> None:
    move = Move(1, 2)

    def assign() -> int:
        move.from_square, move.promotion = 40, 3
        return 50

    move.to_square = Index(assign)  # type: ignore[assignment]
    assert move == Move(40, 50, 3)
    move.__init__(Index(assign), 3)  # type: ignore[misc, arg-type]
    assert move == Move(50, 3)
