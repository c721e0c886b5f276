"""board.move_stack: a sequence that reflects changes of the board, and that a program cannot change directly."""

from __future__ import annotations

import copy
import gc
import json
import operator
import pickle
import random
import re
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import chess
import pytest

import bitrook
from bitrook import Board, Move

OPENING = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7".split()
MOVES = [Move.from_uci(text) for text in OPENING]


@pytest.fixture
def board() -> Board:
    board = Board()
    board.push_all(MOVES)
    return board


def test_it_follows_the_board(board: Board) -> None:
    stack = board.move_stack
    assert len(stack) == 10 and stack[-1] == MOVES[-1]
    board.pop()
    assert len(stack) == 9 and stack == MOVES[:9]
    board.push_san("Bc5")
    assert stack[9] == Move.from_uci("f8c5")
    board.set_piece_at(bitrook.A1, None)
    assert not stack and stack == []
    with pytest.raises(IndexError, match="index out of range"):
        stack[0]


def test_it_keeps_its_board() -> None:
    stack = Board("8/8/8/8/8/8/8/K1k5 w - - 0 1").move_stack
    gc.collect()
    assert not stack


INDICES = [0, 1, 9, -1, -10, 10, -11, 10**30, -(10**30), True, slice(None), slice(2, 5), slice(-3, None)]
INDICES += [slice(None, None, -1), slice(8, 1, -3), slice(20, 30), slice(None, None, 2), slice(-99, 99)]
INDICES += [slice(None, None, 0), "0", None, 1.0, (1,)]


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_indices_and_slices_are_those_of_a_list(board: Board, index: Any) -> None:
    def item(moves: Any, _: Any) -> Any:
        return moves[index]

    assert outcome(item, board.move_stack, None) == outcome(item, MOVES, None)


# Operations that do not change a list. `s` is the stack, `o` a list or another stack.
READERS: dict[str, Callable[[Any, Any], Any]] = {
    "len": lambda s, o: len(s),
    "bool": lambda s, o: bool(s),
    "list": lambda s, o: list(s),
    "tuple": lambda s, o: tuple(s),
    "star": lambda s, o: [*s],
    "reversed": lambda s, o: list(reversed(s)),
    "repr": lambda s, o: repr(s),
    "str": lambda s, o: f"{s} {s!s}",
    "copy": lambda s, o: s.copy(),
    "copy.copy": lambda s, o: copy.copy(s),
    "copy.deepcopy": lambda s, o: copy.deepcopy(s),
    "pickle": lambda s, o: pickle.loads(pickle.dumps(s)),
    "old pickle": lambda s, o: pickle.loads(pickle.dumps(s, 0)),
    "json": lambda s, o: json.dumps([m.uci() for m in s]),
    "in": lambda s, o: [MOVES[3] in s, Move.null() in s, None in s, "e2e4" in s],
    "index": lambda s, o: [s.index(MOVES[4]), s.index(MOVES[4], 2), s.index(MOVES[4], 2, -1)],
    "index of nothing": lambda s, o: s.index(Move.null()),
    "count": lambda s, o: [s.count(MOVES[4]), s.count(Move.null())],
    "==": lambda s, o: [s == o, o == s, s == [], s == o[:3], s == tuple(o), s == 1, s == None],  # noqa: E711
    "!=": lambda s, o: [s != o, o != s, s != [], s != o[:3], s != tuple(o), s != 1, s != "x"],
    "<": lambda s, o: [s < o, s <= o, s > o, s >= o, s < o[:3], o[:3] < s, s >= [Move.null()]],
    "< of others": lambda s, o: s < 3,
    "+": lambda s, o: s + o,
    "+ list": lambda s, o: s + [Move.null()],
    "+ of others": lambda s, o: s + (1,),
    "of others +": lambda s, o: (1,) + s,
    "sum": lambda s, o: sum([s], s),
    "*": lambda s, o: [s * 2, 2 * s, s * 0],
    "* of others": lambda s, o: s * "x",
    "min, max, sorted": lambda s, o: [min(s, key=str), max(s, key=str), sorted(s, key=str)],
    "zip": lambda s, o: list(zip(s, o, strict=True)),
    "deque": lambda s, o: list(deque(s, maxlen=3)),
    "extend": lambda s, o: extended(s, lambda a: a.extend(s)),
    "+=": lambda s, o: extended(s, lambda a: operator.iadd(a, list(s))),
    "slice of another": lambda s, o: extended(s, lambda a: a.__setitem__(slice(1, 2), s)),
    "match": lambda s, o: matched(s),
    "hash": lambda s, o: hash(s),
    "choice": lambda s, o: random.Random(3).choice(s),
    "sequence": lambda s, o: isinstance(s, Sequence),
}


def extended(s: Any, extend: Callable[[Any], Any]) -> list[Any]:
    moves = [Move.null()]
    extend(moves)
    return moves


def matched(s: Any) -> Any:
    match s:
        case [first, *_]:
            return first
        case _:
            return None


def outcome(read: Callable[[Any, Any], Any], stack: Any, other: Any) -> Any:
    try:
        result = read(stack, other)
    except Exception as error:
        return type(error)
    return type(result), result


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("plies", [0, 1, 10])
def test_it_reads_as_a_list(name: str, plies: int) -> None:
    board = Board()
    board.push_all(MOVES[:plies])
    for other in (MOVES[:plies], board.copy().move_stack):
        expected = outcome(READERS[name], MOVES[:plies], MOVES[:plies])
        assert outcome(READERS[name], board.move_stack, other) == expected


def test_adding_in_place_keeps_the_list(board: Board) -> None:
    moves = alias = [Move.null()]
    moves += board.move_stack
    assert moves is alias and moves == [Move.null(), *MOVES]
    holder = {"moves": moves}
    holder["moves"] += board.move_stack
    assert len(alias) == 21


def test_a_list_adds_lists_only(board: Board) -> None:
    """Other sequences behave in the same way. If this worked, `moves += board.move_stack` would create a new list."""
    with pytest.raises(TypeError, match="can only concatenate list"):
        [Move.null()] + board.move_stack  # type: ignore[operator]
    assert [Move.null(), *board.move_stack] == [Move.null(), *MOVES]


# Operations that change a list.
CHANGES: dict[str, Callable[[Any], Any]] = {
    "append()": lambda s: s.append(MOVES[0]),
    "extend()": lambda s: s.extend([]),
    "insert()": lambda s: s.insert(0, MOVES[0]),
    "remove()": lambda s: s.remove(MOVES[0]),
    "pop()": lambda s: s.pop(),
    "clear()": lambda s: s.clear(),
    "reverse()": lambda s: s.reverse(),
    "sort()": lambda s: s.sort(key=str),
    "item assignment": lambda s: operator.setitem(s, 0, MOVES[0]),
    "item deletion": lambda s: operator.delitem(s, slice(None)),
    "+=": lambda s: operator.iadd(s, [MOVES[0]]),
    "*=": lambda s: operator.imul(s, 2),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_cannot_be_changed(board: Board, what: str) -> None:
    CHANGES[what](list(board.move_stack))
    message = f"move_stack does not support {what}: use board.push(), board.pop() or board.clear_stack()"
    with pytest.raises(TypeError, match=re.escape(message)):
        CHANGES[what](board.move_stack)
    assert board.move_stack == MOVES and board.ply() == 10


def test_augmented_assignment_to_the_board_is_refused(board: Board) -> None:
    with pytest.raises(TypeError, match="push"):
        board.move_stack += [MOVES[0]]  # type: ignore[operator]
    assert board.move_stack == MOVES


def test_the_stack_itself_can_be_assigned(board: Board) -> None:
    board.move_stack = board.move_stack
    board.move_stack = board.copy().move_stack
    assert board.move_stack == MOVES
    board.move_stack = Board().move_stack
    assert board.move_stack == []


@pytest.mark.parametrize("library", [bitrook, chess], ids=["bitrook", "python-chess"])
def test_changing_the_board_while_iterating(library: Any) -> None:
    board = library.Board()
    for text in OPENING:
        board.push_uci(text)
    twin = board.copy()
    for move in reversed(board.move_stack):
        assert board.pop() == move
    assert not board.move_stack
    seen = []
    for move in twin.move_stack:
        seen.append(move.uci())
        twin.pop()
    assert seen == OPENING[:5]


def test_it_is_made_by_boards_only(board: Board) -> None:
    kind: Any = type(board.move_stack)
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        type("Mine", (kind,), {})
    for member in ("__len__", "__getitem__", "copy", "__add__"):
        with pytest.raises(TypeError):
            getattr(kind, member)(board, *([0] if member in ("__getitem__", "__add__") else []))


def test_objects_that_compare_themselves_may_change_the_board(board: Board) -> None:
    class Meddler:
        def __eq__(self, other: object) -> bool:
            board.clear_stack()
            return False

        __hash__ = None  # type: ignore[assignment]

    stack = board.move_stack
    assert Meddler() not in stack
    assert stack == []
    board.push_all([])
    assert stack != [Meddler()] and stack.count(Meddler()) == 0


class Emptier:
    """An index that pops the moves of the board when it is read."""

    def __init__(self, board: Board, value: int) -> None:
        self.board, self.value = board, value

    def __index__(self) -> int:
        self.board.clear_stack()
        return self.value


def test_an_index_may_change_the_board(board: Board) -> None:
    with pytest.raises(IndexError):
        board.move_stack[Emptier(board, 3)]
    board.push_san("d6" if board.turn == bitrook.BLACK else "d3")
    assert board.move_stack[Emptier(board, 0) : Emptier(board, 5)] == []
