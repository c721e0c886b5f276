"""Subclasses of Move and Piece, and added attributes: types, copies and pickles are the same as in python-chess."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import chess
import pytest

import bitrook
from bitrook import Move, Piece

LIBRARIES = pytest.mark.parametrize("lib", [bitrook, chess], ids=["bitrook", "python-chess"])


@LIBRARIES
def test_a_subclass_with_its_own_init(lib: Any) -> None:
    class Scored(lib.Move):  # type: ignore[misc]
        def __init__(self, uci: str, score: float = 0.0) -> None:
            plain = lib.Move.from_uci(uci)
            super().__init__(plain.from_square, plain.to_square, plain.promotion)
            self.score = score

    move = Scored("e7e8q", 1.5)
    assert (move.uci(), move.score, move.promotion) == ("e7e8q", 1.5, 5)
    assert isinstance(move, lib.Move)
    move.promotion = lib.ROOK
    assert move.uci() == "e7e8r" and repr(move) == "Move.from_uci('e7e8r')"
    # As with every dataclass, objects of different classes are not equal.
    assert move != lib.Move.from_uci("e7e8r") and move == Scored("e7e8r") and hash(move) == hash(Scored("e7e8r"))
    for again in (copy.copy(move), copy.deepcopy(move)):
        assert type(again) is Scored and again.score == 1.5 and again == move
    board = lib.Board("k7/4R3/8/8/8/8/8/K7 w - - 0 1")
    move = Scored("e7e8")
    assert move in board.legal_moves and move not in list(board.legal_moves)
    board.push(move)
    assert type(board.peek()) is lib.Move


@LIBRARIES
def test_class_methods_make_objects_of_the_subclass(lib: Any) -> None:
    class Sub(lib.Move):  # type: ignore[misc]
        @classmethod
        def from_uci(cls, uci: str) -> Any:
            return super().from_uci(uci.lower())

    class SubPiece(lib.Piece):  # type: ignore[misc]
        pass

    assert type(Sub.from_uci("E2E4")) is Sub and Sub.from_uci("E2E4") == Sub(12, 28)
    assert Sub.from_uci("P@E4") == Sub(28, 28, drop=1)
    assert type(Sub.null()) is Sub and not Sub.null()
    assert type(SubPiece.from_symbol("q")) is SubPiece and SubPiece.from_symbol("q").symbol() == "q"
    assert type(lib.Move.from_uci("e2e4")) is lib.Move and type(lib.Piece.from_symbol("q")) is lib.Piece


@LIBRARIES
def test_class_keywords_reach_the_next_class(lib: Any) -> None:
    class Registry:
        def __init_subclass__(cls, tag: str = "", **keywords: Any) -> None:
            super().__init_subclass__(**keywords)
            cls.tag = tag  # type: ignore[attr-defined]

    class Sub(lib.Move, Registry, tag="mine"):  # type: ignore[misc]
        pass

    assert Sub.tag == "mine"
    with pytest.raises(TypeError):
        type("Other", (lib.Move,), {}, tag="mine")


@LIBRARIES
def test_a_dataclass_derived_from_move(lib: Any) -> None:
    @dataclasses.dataclass
    class Scored(lib.Move):  # type: ignore[misc]
        score: int = 0

    move = Scored(12, 28, score=3)
    assert [field.name for field in dataclasses.fields(Scored)] == [
        "from_square", "to_square", "promotion", "drop", "score",
    ]  # fmt: skip
    assert [field.name for field in dataclasses.fields(lib.Move)] == ["from_square", "to_square", "promotion", "drop"]
    assert dataclasses.astuple(move) == (12, 28, None, None, 3)
    assert dataclasses.replace(move, promotion=5) == Scored(12, 28, 5, None, 3) != Scored(12, 28, 5, None, 4)
    assert (move != Scored(12, 28, score=3), move != Scored(12, 28)) == (False, True)
    with pytest.raises(TypeError):
        dataclasses.dataclass(frozen=True)(type("Frozen", (lib.Move,), {}))


class Slotted(Move):
    __slots__ = ("score",)


class Stateful(Move):
    def __getstate__(self) -> Any:
        return self.__dict__.copy()

    def __setstate__(self, state: Any) -> None:
        self.__dict__.update(state)


class Pawn(Piece):
    def __init__(self, name: str) -> None:
        super().__init__(bitrook.PAWN, bitrook.BLACK)
        self.name = name


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_attributes_and_classes_survive_copies_and_pickles(protocol: int) -> None:
    plain, stateful, slotted, pawn = Move(1, 2, 0), Stateful(1, 2, 3), Slotted(5, 6), Pawn("x")
    plain.score, stateful.score, slotted.score = [1], [1], [1]  # type: ignore[attr-defined]
    slotted.other = plain  # type: ignore[attr-defined]
    for thing in (plain, stateful, slotted, pawn):
        copies = [copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing, protocol))]
        for again in copies:
            assert type(again) is type(thing) and again == thing and vars(again) == vars(thing)
            if not isinstance(again, Pawn):
                assert again.score == [1]  # type: ignore[union-attr]
                assert (again.score is thing.score) == (again is copies[0])  # type: ignore[union-attr]


@LIBRARIES
def test_a_deep_copy_of_a_cycle(lib: Any) -> None:
    move = lib.Move(1, 2)
    move.me = [move]
    again = copy.deepcopy(move)
    assert again.me[0] is again and again is not move


def test_python_chess_pickles_of_moves_can_be_read() -> None:
    for thing in (chess.Move(48, 56, 5), chess.Move(1, 2), chess.Piece(5, False)):
        text = pickle.dumps(thing, 2).replace(b"cchess\n", b"cbitrook\n")
        again = pickle.loads(text)
        assert type(again).__module__ == "bitrook" and dataclasses.astuple(again) == dataclasses.astuple(thing)


@pytest.mark.parametrize(
    "state", [3, "text", (1, 2), ({}, {}, {}), [], {"promotion": 9}, {"from_square": None}, {3: 4}]
)
def test_forged_states_are_refused(state: Any) -> None:
    move = Move(1, 2)
    if state == {3: 4}:
        move.__setstate__(state)  # type: ignore[attr-defined]
    else:
        with pytest.raises((TypeError, ValueError)):
            move.__setstate__(state)  # type: ignore[attr-defined]
    assert move == Move(1, 2)


@LIBRARIES
def test_objects_that_init_did_not_set(lib: Any) -> None:
    class Late(lib.Move):  # type: ignore[misc]
        def __init__(self) -> None:
            pass

    move = Late()
    move.from_square, move.to_square = 12, 28
    assert move.uci() == "e2e4"
    bare = lib.Move.__new__(lib.Move)
    bare.from_square, bare.to_square = 12, 28
    assert bare == lib.Move(12, 28)


@LIBRARIES
def test_a_subclass_that_overrides_only_equality(lib: Any) -> None:
    class Never(lib.Move):  # type: ignore[misc]
        def __eq__(self, other: object) -> bool:
            return False

    class NoPiece(lib.Piece):  # type: ignore[misc]
        def __eq__(self, other: object) -> bool:
            return False

    class Always(lib.Move):  # type: ignore[misc]
        def __eq__(self, other: object) -> bool:
            return True

    assert Always(1, 2) == lib.Move(3, 4) and not Always(1, 2) != lib.Move(3, 4)  # noqa: SIM202
    for thing in (Never(1, 2), NoPiece(1, True)):
        assert not thing == thing and thing != thing  # noqa: PLR0124, SIM201
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)
