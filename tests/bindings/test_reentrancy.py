"""Code that runs in the middle of a call (finalizers, __index__, __init__, __hash__) and changes the same object.

Each case runs in a separate interpreter, whose allocator overwrites freed memory, so that using it crashes the process.
"""

from __future__ import annotations

import textwrap

import pytest
from support import children

import bitrook

PREPARE = """
import gc, pickle, sys
import bitrook
from bitrook import BaseBoard, Board, Move, SquareSet

def on_allocation(number, action):
    '''Let about the *number*-th allocation of a container run the collector, and that run *action* (up to Python 3.11).'''
    class Trap:
        def __del__(self):
            gc.disable()
            action()
    gc.disable()
    gc.collect()
    gc.set_threshold(number, 1, 1)
    trap = Trap()
    trap.me = trap
    del trap
    gc.enable()

UCIS = ("e2e4", "e7e5", "g1f3", "b8c6")
def played(board):
    for uci in UCIS:
        board.push_uci(uci)
    return board
"""


def run(code: str) -> None:
    children.run("-c", PREPARE + textwrap.dedent(code))


@pytest.mark.parametrize("read", ["stack[:]", "stack.copy()", "stack + []", "1 * stack", "stack[::1]"])
@pytest.mark.parametrize("change", ["[board.push(Move.null()) for _ in range(200)]", "board.clear_stack()"])
def test_the_move_stack_while_a_finalizer_changes_the_history(change: str, read: str) -> None:
    run(f"""
    for number in range(1, 30):
        board = played(Board())
        before = board.move_stack.copy()
        stack = board.move_stack
        on_allocation(number, lambda: {change})
        moves = {read}
        gc.disable()
        assert moves in (before, board.move_stack), moves
        assert all(type(move) is Move for move in moves)
    """)


def test_assigning_the_move_stack_while_a_finalizer_changes_the_history() -> None:
    run("""
    for change in (lambda: [board.push(Move.null()) for _ in range(200)], lambda: board.clear_stack()):
        for number in range(1, 30):
            board = played(Board())
            on_allocation(number, change)
            board.move_stack = ()
            gc.disable()
            assert board.move_stack == []
    """)


def test_copying_while_the_class_of_the_board_is_freed() -> None:
    run("""
    class Sub(Board): pass
    board = played(Sub())
    class Number:
        def __index__(self):
            global Sub
            board.__class__ = Board
            del Sub
            gc.collect()
            return 2
    copy = board.copy(stack=Number())
    assert type(copy) is Board and len(copy.move_stack) == 2
    """)


@pytest.mark.parametrize("made", ["super().__new__(cls)", "3"])
@pytest.mark.parametrize("method", ["copy", "mirror", "root", "__copy__"])
def test_new_boards_while_their_class_is_freed(made: str, method: str) -> None:
    run(f"""
    class Sub(Board):
        def __new__(cls, *arguments):
            global Sub
            if arguments:
                board.__class__ = Board
                del Sub
                gc.collect()
                return {made}
            return super().__new__(cls)
    board = Sub()
    try:
        made = board.{method}()
    except TypeError as error:
        assert "Sub(None) must return a board, not int" in str(error), error
    else:
        assert isinstance(made, Board)
    """)


def test_repr_and_comparison_while_a_metaclass_frees_the_class() -> None:
    run("""
    def free():
        global Sub
        board.__class__ = Board
        del Sub
        gc.collect()
    class Meta(type):
        @property
        def __name__(cls):
            free()
            return "Sub"
        @property
        def uci_variant(cls):
            free()
            return "chess"
    for look in (repr, lambda board: board == Board()):
        class Sub(Board, metaclass=Meta): pass
        board = Sub()
        look(board)
    """)


def test_pickling_while_a_finalizer_replaces_the_dictionary() -> None:
    run("""
    for number in range(1, 30):
        board = Board()
        board.tag = "mine"
        other = {"tag": "other"}
        def change():
            board.__dict__ = other
        tuples = [[(0,) * n for n in (1, 2, 3, 4, 5)] for _ in range(2000)]  # empties the free lists
        full = [{} for _ in range(200)]  # fills the free list, so that the next dictionary is freed
        del full
        on_allocation(number, change)
        state = board.__reduce__()
        gc.disable()
        assert state[2][1] in ({"tag": "mine"}, {"tag": "other"}), state
    """)


@pytest.mark.parametrize("cls", ["Board", "SquareSet"])
def test_pickling_while_a_finalizer_frees_the_class(cls: str) -> None:
    run(f"""
    for number in range(1, 30):
        class Sub({cls}): pass
        thing = Sub()
        tuples = [[(0,) * n for n in (1, 2, 3, 4, 5)] for _ in range(2000)]
        def change():
            global Sub
            thing.__class__ = {cls}
            del Sub
            gc.collect()
        on_allocation(number, change)
        state = thing.__reduce__()
        gc.disable()
        assert "Sub" in repr(state) or {cls}.__name__ in repr(state)
    """)


def test_attributes_are_those_of_one_board() -> None:
    run("""
    board = Board()
    class Name(str):
        def __hash__(self):
            board.turn = True
            board.push(Move.null())
            return str.__hash__(self)
    setattr(board, Name("evil"), 42)
    assert board.evil == 42
    assert not hasattr(Board(), "evil") and not hasattr(BaseBoard(), "evil")
    class Mixin(Board):
        def evil(self): return 1
    other = Board()
    other.__class__ = Mixin
    other.more = 1
    other.__class__ = Board
    other.again = 2
    assert vars(Board()) == {} and vars(other) == {"more": 1, "again": 2}
    """)


def test_the_error_of_a_metaclass_reaches_the_caller() -> None:
    class Meta(type):
        @property
        def uci_variant(cls) -> str:
            raise KeyError("variant")

    class Sub(bitrook.Board, metaclass=Meta):
        pass

    with pytest.raises(KeyError, match="variant"):
        Sub() == bitrook.Board()  # noqa: B015


def test_assigning_to_a_move_while_its_class_is_freed() -> None:
    run("""
    class Sub(Move): pass
    move = Sub(1, 2)
    class Number:
        def __index__(self):
            global Sub
            move.__class__ = Move
            del Sub
            gc.collect()
            return 40
    move.to_square = Number()
    assert type(move) is Move and move == Move(1, 40)
    """)


def test_moves_whose_finalizers_change_them() -> None:
    run("""
    class Sub(Move):
        def __del__(self):
            self.promotion, self.me = 5, self
            kept.append(self)
    kept = []
    for _ in range(1000):
        move = Sub(48, 56)
        move.me = [move]
    del move
    gc.collect()
    assert len(kept) >= 999 and all(move.uci() == "a7a8q" for move in kept)
    chain = None
    for _ in range(200_000):
        move = Move(1, 2)
        move.next, chain = chain, move
    del move, chain
    """)


def test_a_shared_move_of_another_class() -> None:
    run("""
    class Sub(Move): pass
    move = Board().legal_moves[0]
    object.__dict__["__class__"].__set__(move, Sub)
    Move.__setattr__ = object.__setattr__
    other = Board().legal_moves[1]
    other.tag = [other]
    for thing in (move, other):
        repr(thing), thing == move, pickle.dumps(Move(1, 2)), gc.collect(), vars(thing)
        Board().push(thing)
    """)
