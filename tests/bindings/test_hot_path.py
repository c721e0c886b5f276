"""The native types: signatures, documentation and errors as in Python classes, for any arguments."""

from __future__ import annotations

import gc
import inspect
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bitrook import (
    BaseBoard,
    Bitboard,
    Board,
    LegalMoveGenerator,
    Move,
    Piece,
    PseudoLegalMoveGenerator,
    SquareSet,
)

TYPES = [Move, Piece, BaseBoard, Board, LegalMoveGenerator, PseudoLegalMoveGenerator, SquareSet, Bitboard]
NATIVE_METHOD = (types.MethodDescriptorType, types.ClassMethodDescriptorType, types.BuiltinFunctionType)


def instance(cls: type) -> Any:
    made: dict[type, Any] = {
        Move: Move(12, 28),
        Piece: Piece(1, True),
        LegalMoveGenerator: Board().legal_moves,
        PseudoLegalMoveGenerator: Board().pseudo_legal_moves,
    }
    return made.get(cls) or cls()


def native_methods() -> Iterator[tuple[type, str]]:
    for cls in TYPES:
        for name, value in vars(cls).items():
            if isinstance(value, NATIVE_METHOD):
                yield cls, name


METHODS = list(native_methods())


def each(methods: list[tuple[type, str]]) -> Any:
    ids = [f"{cls.__name__}.{name}" for cls, name in methods]
    return pytest.mark.parametrize(("cls", "name"), methods, ids=ids)


def takes_any_number(cls: type, name: str) -> bool:
    parameters = inspect.signature(getattr(cls, name)).parameters.values()
    return any(p.kind is p.VAR_POSITIONAL for p in parameters)


@each(METHODS)
def test_every_method_has_a_signature_and_a_docstring(cls: type, name: str) -> None:
    method = getattr(cls, name)
    inspect.signature(method)
    assert method.__doc__
    assert "\n--\n" not in method.__doc__
    assert method.__name__ == name
    assert method.__qualname__.endswith(f"{cls.__name__}.{name}")


@each([method for method in METHODS if not takes_any_number(*method)])
def test_every_method_refuses_what_its_signature_does_not_allow(cls: type, name: str) -> None:
    method = getattr(instance(cls), name)
    parameters = list(inspect.signature(method).parameters.values())
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    with pytest.raises(TypeError):
        method(*[None] * (len(positional) + 1))
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        with pytest.raises(TypeError):
            method(**{"no such parameter": 1})
    if any(p.default is p.empty and p.kind is not p.VAR_KEYWORD for p in parameters):
        with pytest.raises(TypeError):
            method()
    for p in parameters:
        if p.kind is p.POSITIONAL_OR_KEYWORD and p is parameters[0]:
            with pytest.raises(TypeError):
                method(None, **{p.name: None})
        if p.kind is p.POSITIONAL_ONLY:
            with pytest.raises(TypeError):
                method(**{p.name: None})


@pytest.mark.parametrize("cls", TYPES)
def test_every_type_has_its_module_name_and_signature(cls: type) -> None:
    assert cls.__module__ == "bitrook"
    assert cls.__doc__
    inspect.signature(cls)
    assert cls.__name__ in repr(cls)


@pytest.mark.parametrize("cls", TYPES)
def test_methods_refuse_an_object_of_another_type(cls: type) -> None:
    for value in list(vars(cls).values()):
        if isinstance(value, types.MethodDescriptorType):
            with pytest.raises(TypeError):
                value(object())


WITH_ARGUMENTS = [LegalMoveGenerator, PseudoLegalMoveGenerator]


@pytest.mark.parametrize("cls", WITH_ARGUMENTS)
def test_new_needs_the_arguments_of_the_constructor(cls: type) -> None:
    with pytest.raises(TypeError):
        cls.__new__(cls)


@pytest.mark.parametrize("cls", [cls for cls in TYPES if cls not in WITH_ARGUMENTS])
def test_instances_without_init_are_valid(cls: type) -> None:
    made = cls.__new__(cls)
    assert repr(made)
    assert made == made
    with pytest.raises(TypeError):
        object.__new__(cls)


# What an object may refer to itself by.
CYCLES: dict[str, Callable[[], Any]] = {
    "an attribute": lambda: with_attribute(Board(), lambda board: board),
    "an attribute of a base board": lambda: with_attribute(BaseBoard(), lambda board: board),
    "an attribute of a set": lambda: with_attribute(SquareSet(3), lambda squares: squares),
    "an attribute of a move": lambda: with_attribute(Move(1, 2), lambda move: [move]),
    "a view of moves": lambda: with_attribute(Board(), lambda board: board.legal_moves),
    "a stack of moves": lambda: with_attribute(Board(), lambda board: board.move_stack),
    "the dictionary": lambda: with_attribute(Board(), lambda board: vars(board)),
}


def with_attribute(thing: Any, value: Callable[[Any], Any]) -> Any:
    thing.me = value(thing)
    return thing


@pytest.mark.parametrize("cycle", CYCLES)
def test_cycles_are_collected_and_weak_references_end(cycle: str) -> None:
    thing = CYCLES[cycle]()
    seen: list[bool] = []
    reference = weakref.ref(thing, lambda _: seen.append(True))
    assert reference() is thing
    del thing
    gc.collect()
    assert reference() is None and seen == [True]


# ---- Any arguments lead to a value or an ordinary exception, and leave the board valid.

junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-70, 70),
    st.integers(0, 2**64 - 1),
    st.floats(),
    st.text(max_size=12),
    st.binary(max_size=12),
    st.sampled_from(
        [
            Move(12, 28),
            Move(0, 0),
            Move(48, 56, 5),
            Move(4, 7),
            Move(60, 4),
            Move(63, 63, None, 1),
            Piece(6, True),
            Piece(1, False),
            SquareSet(0xFF),
            Bitboard(0xFF00),
            Board,
            object(),
            len,
            {},
            {4: Piece(6, True)},
            {64: None},
            [Move(12, 28)],
            [1, 2, 3],
            (),
            "e2e4",
            "e4",
            "O-O",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "\ud800",
        ]
    ),
)
BOARD_METHODS = sorted(
    name
    for name in dir(Board)
    if callable(getattr(Board, name))
    and (not name.startswith("__") or name in ("__setstate__", "__reduce__", "__deepcopy__", "__eq__"))
)
BOARD_ATTRIBUTES = sorted(
    name for name in dir(Board) if inspect.isgetsetdescriptor(getattr(Board, name)) and not name.startswith("__")
)


@settings(max_examples=300)
@given(st.data())
def test_no_call_breaks_a_board(data: st.DataObject) -> None:
    board = Board(chess960=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(1, 12))):
        before = board.copy()
        try:
            if data.draw(st.booleans()):
                name = data.draw(st.sampled_from(BOARD_METHODS))
                method = getattr(board, name)
                try:
                    count = len(inspect.signature(method).parameters)
                except (TypeError, ValueError):
                    count = 1
                method(*data.draw(st.lists(junk, min_size=min(count, 1), max_size=max(count, 1))))
            else:
                setattr(board, data.draw(st.sampled_from(BOARD_ATTRIBUTES)), data.draw(junk))
        except (TypeError, ValueError, LookupError, AttributeError, AssertionError):
            assert board == before
            assert board.move_stack == before.move_stack
        else:
            moves = list(board.legal_moves)
            assert len(moves) == len(board.legal_moves) == board.legal_moves.count()
            assert all(move in board.legal_moves and move in board.pseudo_legal_moves for move in moves)
            board.fen(), str(board), repr(board.legal_moves), board.is_game_over(claim_draw=True)
            for move in moves[:3]:
                key = board._transposition_key()
                board.push(move)
                assert board.pop() == move
                assert board._transposition_key() == key or board.castling_rights != before.castling_rights
    while board.move_stack:
        board.pop()
