"""Subclasses of Board, and other objects with generate_legal_moves(): they behave as with python-chess."""

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
        """Has moves of the e-file only, counts its pushes and has a tag."""

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
    assert board.pushed == 3 and board.tag == "mine"


@LIBRARIES
def test_copies_are_of_the_subclass(lib: Any) -> None:
    board = make_kings_file_only(lib)(tag="mine")
    board.push_san("e4")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), board.mirror(), board.root()):
        assert type(other) is type(board)
        assert other.tag == ""  # created by __init__, as in python-chess
    assert type(type(board).empty()) is type(board)
    assert type(type(board).from_epd("8/8/8/8/8/8/8/8 w - -")[0]) is type(board)


class Tagged(bitrook.Board):
    tag = "class"


def test_attributes_pickles_and_weak_references() -> None:
    board = Tagged()
    board.tag = "object"
    board.push_san("e4")
    again = pickle.loads(pickle.dumps(board))
    assert type(again) is Tagged and again.tag == "object" and again.move_stack == board.move_stack
    assert weakref.ref(board)() is board
    with pytest.raises(TypeError):
        hash(board)


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
