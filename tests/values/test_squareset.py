"""SquareSet, compared with python-chess's SquareSet and with sets of ints."""

from __future__ import annotations

import copy
import gc
import operator
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from support.oracle import attempt
from support.strategies import bitboards, squares

import bitrook
from bitrook import SquareSet


def result(call: Callable[..., Any], *args: Any) -> tuple[str, Any]:
    """Return the result or exception of a call in a form that can be compared between the libraries."""
    return attempt(lambda: call(*args))


@pytest.mark.parametrize(
    "argument",
    [0, 28, -1, 2**64, 2**70 + 5, True, 3.7, [0, 63], [-1], [64], [-64], [-65], {1, 2}, (), "", "e4", ["e4"], None, b"\x05",
     range(8), {3: "x"}, object()],
)  # fmt: skip
def test_construction_is_that_of_python_chess(argument: object) -> None:
    assert result(SquareSet, argument) == result(chess.SquareSet, argument)


def test_an_iterator_needs_no_iter_method() -> None:
    class Iterator:
        def __init__(self) -> None:
            self.squares = [0, 63]

        def __next__(self) -> int:
            if not self.squares:
                raise StopIteration
            return self.squares.pop()

    class Iterable:
        def __iter__(self) -> Any:
            return Iterator()

    argument: Any = Iterable()
    assert SquareSet(argument) == {0, 63}


def test_anything_with_int_is_a_mask() -> None:
    class Mask:
        def __int__(self) -> int:
            return 0xFF

    assert SquareSet(Mask()) == 0xFF
    assert SquareSet(chess.SquareSet(6)) == 6
    assert chess.SquareSet(SquareSet(6)) == 6


BINARY = ["__or__", "__and__", "__xor__", "__sub__", "union", "intersection", "difference", "symmetric_difference"]
BINARY += ["isdisjoint", "issubset", "issuperset", "__eq__", "__ne__"]


@given(bitboards, bitboards)
@pytest.mark.parametrize("name", BINARY)
def test_binary_methods_are_those_of_python_chess(name: str, a: int, b: int) -> None:
    for other in (b, list(chess.scan_forward(b)), chess.SquareSet(b)):
        assert result(getattr(SquareSet(a), name), other) == result(getattr(chess.SquareSet(a), name), other)


@given(bitboards, bitboards, st.integers(0, 70), squares)
def test_other_methods_are_those_of_python_chess(a: int, b: int, n: int, s: int) -> None:
    ours, theirs = SquareSet(a), chess.SquareSet(a)
    assert list(ours) == list(theirs)
    assert list(reversed(ours)) == list(reversed(theirs))
    assert len(ours) == len(theirs)
    assert bool(ours) == bool(theirs)
    assert (s in ours) == (s in theirs)
    assert int(~ours) == int(~theirs)
    assert int(ours << n) == int(theirs << n)
    assert int(ours >> n) == int(theirs >> n)
    assert int(ours.mirror()) == int(theirs.mirror())
    assert ours.tolist() == theirs.tolist()
    assert repr(ours) == repr(theirs)
    assert str(ours) == str(theirs)
    assert hex(ours) == hex(theirs)
    assert ours.mask == theirs.mask == a
    assert ours.copy() == ours
    assert ours.copy() is not ours
    assert list(SquareSet(a & 0xF0F).carry_rippler()) == list(chess.SquareSet(a & 0xF0F).carry_rippler())
    t = b & 63
    assert int(SquareSet.ray(s, t)) == int(chess.SquareSet.ray(s, t))
    assert int(SquareSet.between(s, t)) == int(chess.SquareSet.between(s, t))


@given(bitboards, bitboards)
def test_reflected_operators_and_subset_comparisons(a: int, b: int) -> None:
    for left in (b, set(chess.scan_forward(b)), list(chess.scan_forward(b))):
        assert left | SquareSet(a) == SquareSet(a | b)
        assert left & SquareSet(a) == SquareSet(a & b)
        assert left ^ SquareSet(a) == SquareSet(a ^ b)
        assert left - SquareSet(a) == SquareSet(b & ~a)
        assert isinstance(left | SquareSet(a), SquareSet)
    assert (SquareSet(a) <= SquareSet(b)) == (a & ~b == 0)
    assert (SquareSet(a) < SquareSet(b)) == (a & ~b == 0 and a != b)
    assert (SquareSet(a) >= SquareSet(b)) == (b & ~a == 0)
    assert (SquareSet(a) > SquareSet(b)) == (b & ~a == 0 and a != b)


def test_operators_refuse_other_types() -> None:
    for other in (None, object(), 3.5j):
        for op in (operator.or_, operator.and_, operator.xor, operator.sub, operator.ior, operator.iand):
            with pytest.raises(TypeError):
                op(SquareSet(1), other)
            with pytest.raises(TypeError):
                op(other, SquareSet(1))
        assert SquareSet(1) != other
    with pytest.raises(TypeError):
        SquareSet(1) << None  # type: ignore[operator]
    with pytest.raises(ValueError, match="negative"):
        SquareSet(1) << -1
    with pytest.raises(TypeError):
        hash(SquareSet())
    with pytest.raises(TypeError):
        assert SquareSet(1) < 2  # type: ignore[operator]


def test_squares_out_of_range_are_refused() -> None:
    for wrong in (64, -65, 2**80):
        for call in (SquareSet().add, SquareSet().discard, SquareSet().remove, SquareSet().__contains__):
            with pytest.raises(IndexError):
                call(wrong)
    with pytest.raises(TypeError):
        assert "e4" in SquareSet()  # type: ignore[operator]
    with pytest.raises(KeyError, match="28"):
        SquareSet().remove(28)
    with pytest.raises(KeyError):
        SquareSet().pop()
    assert SquareSet([-1]) == 1 << 63


def test_the_constructor_takes_a_mask_and_from_square_a_square() -> None:
    assert list(SquareSet(bitrook.parse_square("a8"))) == [3, 4, 5]
    assert list(SquareSet.from_square(56)) == [56]


class Named(SquareSet):
    """A SquareSet with an attribute and another constructor."""

    def __init__(self, squares: int = 0, name: str = "?") -> None:
        super().__init__(squares)
        self.name = name


def test_subclasses_make_and_copy_their_own_kind() -> None:
    named = Named(7, "corner")
    assert named == 7
    assert type(Named.ray(0, 63)) is Named
    assert type(named | 8) is SquareSet
    for again in (pickle.loads(pickle.dumps(named)), copy.deepcopy(named)):
        assert (type(again), again, again.name) == (Named, named, "corner")
    assert pickle.loads(pickle.dumps(SquareSet(5))) == 5


def test_an_iterator_is_a_snapshot() -> None:
    s = SquareSet([1, 2, 3])
    seen = []
    for q in s:
        seen.append(q)
        s.clear()
    assert seen == [1, 2, 3]


def test_a_failed_update_keeps_the_complete_arguments() -> None:
    def failing() -> Any:
        yield 5
        raise RuntimeError("stop")

    s = SquareSet([1])
    with pytest.raises(RuntimeError, match="stop"):
        s |= failing()
    with pytest.raises(IndexError):
        s.update([2], [99])
    assert s == SquareSet([1, 2])


class Paired(RuleBasedStateMachine):
    """A state machine that makes the same changes to a SquareSet and to a set of ints."""

    def __init__(self) -> None:
        super().__init__()
        self.ours = SquareSet()
        self.plain: set[int] = set()

    @rule(s=squares)
    def add(self, s: int) -> None:
        self.ours.add(s)
        self.plain.add(s)

    @rule(s=squares)
    def discard(self, s: int) -> None:
        self.ours.discard(s)
        self.plain.discard(s)

    @rule(s=squares)
    def remove(self, s: int) -> None:
        assert (result(self.ours.remove, s) == ("raised", "KeyError")) == (s not in self.plain)
        self.plain.discard(s)

    @rule()
    def pop(self) -> None:
        if self.plain:
            assert self.ours.pop() == min(self.plain)
            self.plain.remove(min(self.plain))

    @rule(others=st.lists(st.sets(squares), max_size=3))
    def update(self, others: list[set[int]]) -> None:
        self.ours.update(*others)
        self.plain.update(*others)

    @rule(others=st.lists(st.sets(squares), max_size=2))
    def intersection_update(self, others: list[set[int]]) -> None:
        self.ours.intersection_update(*others)
        self.plain.intersection_update(*others)

    @rule(other=st.sets(squares), op=st.sampled_from([operator.ior, operator.iand, operator.ixor, operator.isub]))
    def in_place(self, other: set[int], op: Any) -> None:
        before = self.ours
        self.ours = op(self.ours, other)
        assert self.ours is before
        self.plain = op(self.plain, other)

    @rule(other=st.sets(squares))
    def difference_updates(self, other: set[int]) -> None:
        self.ours.difference_update(other)
        self.ours.symmetric_difference_update(other)
        self.plain -= other
        self.plain ^= other

    @invariant()
    def same(self) -> None:
        assert list(self.ours) == sorted(self.plain)
        assert self.ours == self.plain


TestPaired = Paired.TestCase


@pytest.mark.parametrize("by", [0, 1, 9, 63, 64, 100])
@pytest.mark.parametrize("shift", [operator.ilshift, operator.irshift])
def test_shifts_in_place(shift: Any, by: int) -> None:
    ours, theirs = SquareSet(0x8100_0000_0042_0081), chess.SquareSet(0x8100_0000_0042_0081)
    assert shift(ours, by) is ours
    assert int(ours) == int(shift(theirs, by)) & bitrook.BB_ALL
    with pytest.raises(ValueError):
        shift(ours, -1)
    with pytest.raises(TypeError):
        shift(ours, "x")


def test_a_comparison_passes_on_exceptions() -> None:
    class Broken:
        def __iter__(self) -> Any:
            raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        SquareSet(1) == Broken()
    assert SquareSet(1) != "no set"
    assert SquareSet(1) != [64]


@pytest.mark.parametrize("library", [chess, bitrook])
def test_sets_take_attributes_and_weak_references(library: Any) -> None:
    squares = library.SquareSet(3)
    squares.note = ["king side"]
    reference = weakref.ref(squares)
    for twin in (copy.copy(squares), copy.deepcopy(squares), pickle.loads(pickle.dumps(squares))):
        assert (twin, twin.note) == (squares, ["king side"])
    assert not hasattr(squares.copy(), "note")
    assert not hasattr(squares | 5, "note")
    del squares.note
    assert not hasattr(squares, "note")
    assert reference() is squares


def test_the_collector_does_not_visit_sets_without_attributes() -> None:
    squares = SquareSet(3)
    assert not gc.is_tracked(squares)
    squares.__dict__["note"] = 1
    assert gc.is_tracked(squares)
