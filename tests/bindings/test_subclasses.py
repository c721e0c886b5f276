"""Subclasses of Board and other objects with generate_legal_moves(), which behave as in python-chess."""

from __future__ import annotations

import copy
import pickle
import weakref
from collections.abc import Iterator
from typing import Any

import chess
import pytest

import bitrook

LIBRARIES = pytest.mark.parametrize("lib", [bitrook, chess], ids=["bitrook", "python-chess"])


def make_kings_file_only(lib: Any) -> Any:
    class KingsFileOnly(lib.Board):  # type: ignore[misc]
        """A board that generates only moves on the e-file, counts pushes and has a tag."""

        def __init__(self, *arguments: Any, tag: str = "", **keywords: Any) -> None:
            super().__init__(*arguments, **keywords)
            self.tag = tag
            self.pushed = 0

        def generate_legal_moves(self, from_mask: int = lib.BB_ALL, to_mask: int = lib.BB_ALL) -> Iterator[Any]:
            return iter(list(super().generate_legal_moves(from_mask & lib.BB_FILE_E, to_mask)))

        def is_legal(self, move: Any) -> bool:
            return move.from_square & 7 == 4 and super().is_legal(move)

        def push(self, move: Any) -> None:
            super().push(move)
            self.pushed += 1

    return KingsFileOnly


@LIBRARIES
def test_legal_moves_are_those_that_the_subclass_generates(lib: Any) -> None:
    board = make_kings_file_only(lib)()
    assert [move.uci() for move in board.legal_moves] == ["e2e3", "e2e4"]
    assert board.legal_moves.count() == 2 and bool(board.legal_moves)
    assert lib.Move.from_uci("e2e4") in board.legal_moves
    assert lib.Move.from_uci("d2d4") not in board.legal_moves
    assert "(e3, e4)" in repr(board.legal_moves)
    assert isinstance(board.legal_moves, lib.LegalMoveGenerator)
    assert board.pseudo_legal_moves.count() == 20


def test_the_methods_that_python_chess_lacks_use_them_too() -> None:
    board = make_kings_file_only(bitrook)()
    moves = board.legal_moves
    assert board.list_legal_moves() == list(moves) and board.count_legal_moves() == 2
    assert (
        len(moves) == 2
        and moves[-1].uci() == "e2e4"
        and moves.san() == ["e3", "e4"]
        and moves.uci() == ["e2e3", "e2e4"]
    )
    assert [move.uci() for move in reversed(moves)] == ["e2e4", "e2e3"]


@LIBRARIES
def test_methods_that_push_call_the_overridden_push(lib: Any) -> None:
    board = make_kings_file_only(lib)(tag="mine")
    board.push_san("e4")
    board.push_uci("e7e5")
    board.push_xboard("Ke2")
    board.san_and_push(lib.Move.from_uci("e8e7"))
    assert board.pushed == 4 and board.tag == "mine"


@LIBRARIES
def test_copies_are_of_the_subclass(lib: Any) -> None:
    board = make_kings_file_only(lib)(tag="mine")
    board.push_san("e4")
    same = board.transform(lambda mask: mask)
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), board.mirror(), board.root(), same):
        assert type(other) is type(board)
        assert other.tag == ""  # created by __init__, as in python-chess
    assert type(type(board).empty()) is type(type(board).from_chess960_pos(0)) is type(board)
    assert type(type(board).from_epd("8/8/8/8/8/8/8/8 w - -")[0]) is type(board)


class Tagged(bitrook.Board):
    tag = "class"


def test_attributes_pickles_and_weak_references() -> None:
    board = Tagged()
    board.tag = "object"
    board.push_san("e4")
    again = pickle.loads(pickle.dumps(board))
    assert type(again) is Tagged and again.tag == "object" and again.move_stack == board.move_stack
    assert repr(Tagged()) == f"Tagged({bitrook.STARTING_FEN!r})"
    assert weakref.ref(board)() is board
    with pytest.raises(TypeError):
        hash(board)


class Slotted(bitrook.Board):
    __slots__ = ("note", "_Slotted__secret", "unset")
    note: Any

    def hide(self, value: Any) -> None:
        self.__secret = value

    def found(self) -> Any:
        return self.__secret


class SlottedSet(bitrook.SquareSet):
    __slots__ = ("note",)
    note: Any


class SlottedAndMore(SlottedSet):
    more: Any


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_slots_are_pickled(protocol: int) -> None:
    board = Slotted()
    board.note = ["x"]
    board.hide(board.note)
    board.extra = 3  # type: ignore[attr-defined]
    board.push_san("e4")
    again = pickle.loads(pickle.dumps(board, protocol))
    assert type(again) is Slotted and again.note == ["x"] and again.found() is again.note and again.extra == 3
    assert not hasattr(again, "unset") and again.move_stack == board.move_stack

    squares = SlottedAndMore(7)
    squares.note, squares.more = "x", "y"
    again = pickle.loads(pickle.dumps(squares, protocol))
    assert type(again) is SlottedAndMore and (int(again), again.note, again.more) == (7, "x", "y")
    plain = SlottedSet(7)
    plain.note = plain
    again = pickle.loads(pickle.dumps(plain, protocol))
    assert again == 7 and again.note is again


def test_copies_of_sets_keep_class_and_slots() -> None:
    squares = SlottedSet(7)
    squares.note = ["x"]
    shallow, deep = copy.copy(squares), copy.deepcopy(squares)
    assert type(shallow) is type(deep) is SlottedSet and shallow == deep == 7
    assert shallow.note is squares.note and deep.note == squares.note and deep.note is not squares.note


@pytest.mark.parametrize("name", ["legal_moves", "pseudo_legal_moves"])
@pytest.mark.parametrize("make", [bitrook.Board, Tagged, chess.Board], ids=["Board", "subclass", "python-chess"])
def test_copies_of_views_of_moves(name: str, make: Any) -> None:
    board = make()
    moves = getattr(board, name)
    shallow, deep, pickled = copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves))
    assert shallow.board is board
    board.push_san("e4")
    assert list(shallow) == list(moves)
    for other in (deep, pickled):
        assert type(other) is type(moves) and type(other.board) is make
        assert list(other) == list(getattr(make(), name))


class OneMove(bitrook.Board):
    def generate_legal_moves(self, from_mask: int = 0, to_mask: int = 0) -> Iterator[bitrook.Move]:
        yield bitrook.Move(12, 28)


def test_copies_of_views_of_overridden_moves() -> None:
    moves = OneMove().legal_moves
    for other in (copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves))):
        assert isinstance(other, bitrook.LegalMoveGenerator) and list(other) == [bitrook.Move(12, 28)]


@LIBRARIES
def test_a_view_of_an_object_that_generates_moves(lib: Any) -> None:
    class Fake:
        asked = 0

        def generate_legal_moves(self) -> Iterator[Any]:
            self.asked += 1
            yield lib.Move(1, 18)

        generate_pseudo_legal_moves = generate_legal_moves

        def is_legal(self, move: Any) -> bool:
            return bool(move == lib.Move(1, 18))

        is_pseudo_legal = is_legal

        def san(self, move: Any) -> str:
            return "a move"

    for kind in (lib.LegalMoveGenerator, lib.PseudoLegalMoveGenerator):
        board = Fake()
        moves = kind(board)
        assert list(moves) == [lib.Move(1, 18)]
        assert board.asked == 1
        assert moves and moves.count() == 1 and lib.Move(1, 18) in moves and lib.Move(1, 19) not in moves
        assert "(a move)" in repr(moves)
