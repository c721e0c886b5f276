"""Bitboard, compared with ints and sets: arithmetic, set operators and methods, shifts, fills and flips."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import bitboards, squares

from bitrook import Bitboard, SquareSet

ALL = 2**64 - 1
DIRECTIONS = {
    "north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0),
    "north_east": (1, 1), "north_west": (-1, 1), "south_east": (1, -1), "south_west": (-1, -1),
}  # fmt: skip


def members(mask: int) -> set[int]:
    return {square for square in range(64) if mask >> square & 1}


def mapped(mask: int, to: Callable[[int, int], tuple[int, int]]) -> set[int]:
    """Return to(file, rank) of each square of the set, without those off the board."""
    targets = (to(square & 7, square >> 3) for square in members(mask))
    return {8 * rank + file for file, rank in targets if 0 <= file < 8 and 0 <= rank < 8}


# ---- A bitboard as an int.


@given(bitboards, bitboards)
def test_a_bitboard_is_an_int(a: int, b: int) -> None:
    x = Bitboard(a)
    assert isinstance(x, int)
    assert x == a
    assert hash(x) == hash(a)
    assert {a: 1}[x] == 1
    assert (x < b) == (a < b)
    assert (x // 3, x % 7, x / 2) == (a // 3, a % 7, a / 2)
    assert type(int(x)) is int
    assert f"{x:x}" == f"{a:x}"
    assert x.bit_count() == a.bit_count()
    assert operator.index(x) == a
    assert bool(x) == bool(a)
    for again in (
        pickle.loads(pickle.dumps(x)),
        copy.copy(x),
        copy.deepcopy(x),
        Bitboard.from_bytes(x.to_bytes(8, "big"), "big"),
    ):
        assert again == x
        assert type(again) is Bitboard


def test_a_bitboard_is_immutable_and_final() -> None:
    with pytest.raises(AttributeError):
        Bitboard(1).x = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        type("Sub", (Bitboard,), {})


SETS: dict[Any, Callable[[Any, Any], Any]] = {
    operator.and_: set.__and__,
    operator.or_: set.__or__,
    operator.xor: set.__xor__,
}


@given(bitboards, bitboards)
@pytest.mark.parametrize("op", SETS)
def test_operators_are_those_of_sets(op: Any, a: int, b: int) -> None:
    expected = sorted(SETS[op](members(a), members(b)))
    for right in (Bitboard(b), b, SquareSet(b), members(b), frozenset(members(b))):
        assert list(op(Bitboard(a), right)) == expected
        assert type(op(Bitboard(a), right)) is Bitboard
    for left in (a, members(a), frozenset(members(a))):
        assert list(op(left, Bitboard(b))) == expected
        assert type(op(left, Bitboard(b))) is Bitboard
    assert op(SquareSet(a), Bitboard(b)) == SquareSet(expected)


@given(bitboards, st.integers(-(2**70), 2**70), st.integers(0, 200))
def test_results_have_64_bits(a: int, b: int, n: int) -> None:
    x = Bitboard(a)
    assert x | b == (a | b) & ALL
    assert x ^ b == (a ^ b) & ALL
    assert b ^ x == (a ^ b) & ALL
    assert ~x == ALL - a
    assert ~~x == x
    assert x << n == a << n & ALL
    assert x >> n == a >> n
    assert x << 2**70 == x >> 2**70 == 0
    for result in (x | b, x ^ b, ~x, x << n, x >> n):
        assert type(result) is Bitboard
        assert 0 <= result <= ALL
    assert 1 << Bitboard(5) == 32


def test_operators_refuse_other_types() -> None:
    for other in (None, object(), {1, 2}, "e4", [1], 1j):
        for op in (operator.and_, operator.or_, operator.xor, operator.add, operator.sub, operator.mul):
            if op in (operator.and_, operator.or_, operator.xor) and other == {1, 2}:
                continue  # a set of squares
            if other == 1j and op in (operator.add, operator.sub, operator.mul):
                continue  # complex numbers support arithmetic with any int
            if op is operator.mul and isinstance(other, str | list):
                continue  # repeats a sequence
            with pytest.raises(TypeError):
                op(Bitboard(1), other)
            with pytest.raises(TypeError):
                op(other, Bitboard(1))
    with pytest.raises(ValueError, match="negative shift"):
        Bitboard(1) << -1
    with pytest.raises(TypeError):
        Bitboard(1) << 1.5  # type: ignore[operator]
    assert type(Bitboard(6) & np.uint64(3)) is Bitboard


# ---- Arithmetic modulo 2^64.


@given(bitboards, st.integers(-(2**70), 2**70))
@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul])
def test_arithmetic_is_modulo_2_to_the_64(op: Callable[[int, int], int], a: int, b: int) -> None:
    for left, right in ((Bitboard(a), b), (b, Bitboard(a)), (Bitboard(a), Bitboard(b))):
        result = op(left, right)
        assert type(result) is Bitboard
        assert result == op(int(left), int(right)) & ALL
    assert type(-Bitboard(a)) is Bitboard
    assert -Bitboard(a) == -a & ALL


def test_arithmetic_with_numbers_that_are_not_ints_is_that_of_ints() -> None:
    assert (Bitboard(3) + 0.5, 1.5 * Bitboard(4), Bitboard(3) - 1j) == (3.5, 6.0, 3 - 1j)
    assert type(Bitboard(6) - np.uint64(7)) is Bitboard
    assert (Bitboard(3) + np.array([1, 2])).tolist() == [4, 5]
    assert Bitboard(3) * [1] == [1, 1, 1]


@given(bitboards, bitboards)
def test_minus_is_the_difference_for_a_square_set(a: int, b: int) -> None:
    for difference in (SquareSet(a) - Bitboard(b), Bitboard(a) - SquareSet(b), SquareSet(a) - SquareSet(b)):
        assert difference == SquareSet(a & ~b)
        assert type(difference) is SquareSet


@given(bitboards)
def test_idioms_that_take_the_first_square(a: int) -> None:
    x, squares_in_order = Bitboard(a), []
    while x:
        assert x & -x == x.isolated_first()
        assert x & x - 1 == x.without_first()
        assert x ^ x - 1 == (x.isolated_first() << 1) - 1  # the first square and those below
        squares_in_order.append((x & -x).first())
        x &= x - 1
    assert squares_in_order == sorted(members(a))


# ---- A bitboard as a set.


@given(bitboards, bitboards, squares)
def test_set_methods(a: int, b: int, s: int) -> None:
    x, here = Bitboard(a), members(a)
    assert list(x) == sorted(here)
    assert list(reversed(x)) == list(x.reversed()) == sorted(here, reverse=True)
    assert len(x) == x.count() == len(here)
    assert (s in x) == x.contains(s) == (s in here)
    assert (x.empty(), x.any(), x.many()) == (not here, bool(here), len(here) > 1)
    assert x.subset_of(b) == (here <= members(b))
    assert x.superset_of(b) == (here >= members(b))
    assert x.disjoint(b) == here.isdisjoint(members(b))
    assert x.meets(b) != x.disjoint(b)
    assert x.difference(b) == x & ~b
    assert members(x.difference(b)) == here - members(b)
    if here:
        assert (x.first(), x.last()) == (min(here), max(here))
    assert members(x.isolated_first()) == set(sorted(here)[:1])
    assert members(x.without_first()) == set(sorted(here)[1:])
    assert members(x.without_last()) == set(sorted(here)[:-1])


def test_an_empty_set_has_no_first_or_last_square() -> None:
    with pytest.raises(ValueError, match="first"):
        Bitboard().first()
    with pytest.raises(ValueError, match="last"):
        Bitboard().last()
    with pytest.raises(IndexError):
        assert 64 in Bitboard()


@given(st.sets(squares, max_size=8))
def test_subsets_are_listed_once_each_in_order(here: set[int]) -> None:
    x = Bitboard(here)
    subsets = list(x.subsets())
    assert len(set(subsets)) == len(subsets) == 2 ** len(here)
    assert subsets[0] == 0
    assert subsets[-1] == x
    assert all(type(s) is Bitboard and s.subset_of(x) for s in subsets)
    assert subsets == list(chess.SquareSet(x).carry_rippler())


@given(bitboards, bitboards, st.integers(-9, 9))
@pytest.mark.parametrize("name", DIRECTIONS)
def test_shifts_fills_and_ray_attacks(name: str, a: int, b: int, n: int) -> None:
    x, (df, dr) = Bitboard(a), DIRECTIONS[name]
    direction = getattr(Bitboard, name.upper())
    assert direction == df + 8 * dr
    assert members(x.shifted(name)) == mapped(a, lambda f, r: (f + df, r + dr))
    assert members(x.shifted(direction, n)) == mapped(a, lambda f, r: (f + n * df, r + n * dr))
    filled = occluded = x
    for _ in range(7):
        filled |= filled.shifted(name)
        occluded |= occluded.shifted(name) & b
    assert x.fill(name) == filled
    assert x.fill(direction, through=b) == occluded
    assert x.ray_attacks(name, b) == occluded.shifted(name)
    assert x.ray_attacks(name) == filled.shifted(name)


@given(bitboards, bitboards)
def test_other_fills(a: int, b: int) -> None:
    x = Bitboard(a)
    assert x.north_fill() == x.fill("north")
    assert x.south_fill() == x.fill("south")
    assert x.file_fill() == x.north_fill() | x.south_fill()
    flood = x
    while (more := flood | flood.king_attacks() & b) != flood:
        flood = more
    assert x.flood_fill(b) == flood


@given(bitboards)
def test_flips_rotations_and_attacks_of_a_set(a: int) -> None:
    x = Bitboard(a)
    transforms: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "flipped_vertical": lambda f, r: (f, 7 - r),
        "flipped_horizontal": lambda f, r: (7 - f, r),
        "flipped_diagonal": lambda f, r: (r, f),
        "flipped_anti_diagonal": lambda f, r: (7 - r, 7 - f),
        "rotated_180": lambda f, r: (7 - f, 7 - r),
        "rotated_90_clockwise": lambda f, r: (r, 7 - f),
        "rotated_90_anticlockwise": lambda f, r: (7 - r, f),
    }
    for name, to in transforms.items():
        assert members(getattr(x, name)()) == mapped(a, to)
    assert members(x.knight_attacks()) == set().union(*(members(chess.BB_KNIGHT_ATTACKS[s]) for s in x))
    assert members(x.king_attacks()) == set().union(*(members(chess.BB_KING_ATTACKS[s]) for s in x))
    for color in (True, False):
        assert members(x.pawn_attacks(color)) == set().union(*(members(chess.BB_PAWN_ATTACKS[color][s]) for s in x))


def test_invalid_directions_are_refused() -> None:
    for wrong in (0, 2, 10, -10, "up", "North", ""):
        with pytest.raises(ValueError, match="direction"):
            Bitboard(1).shifted(wrong)
    with pytest.raises(TypeError):
        Bitboard(1).shifted(None)  # type: ignore[arg-type]
