"""Bitboard: an int and a set of squares, against plain ints and plain sets."""

from __future__ import annotations

import copy
import mmap
import operator
import pickle
from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitrook
from bitrook import Bitboard, SquareSet, parse_square

ALL = 2**64 - 1
words = st.integers(0, ALL) | st.sets(st.integers(0, 63)).map(lambda s: sum(1 << q for q in s))
squares = st.integers(0, 63)
STEPS = {
    "north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0),
    "north_east": (1, 1), "north_west": (-1, 1), "south_east": (1, -1), "south_west": (-1, -1),
}  # fmt: skip


def plain(word: int) -> set[int]:
    return {q for q in range(64) if word >> q & 1}


def moved(word: int, to: Callable[[int, int], tuple[int, int]]) -> set[int]:
    """Where each square of the set goes by file and rank; what leaves the board is nowhere."""
    places = (to(q & 7, q >> 3) for q in plain(word))
    return {8 * r + f for f, r in places if 0 <= f < 8 and 0 <= r < 8}


# ---- Making.


@pytest.mark.parametrize(
    ("argument", "squares"),
    [
        (0, ""), (28, "c1 d1 e1"), (-1, None), (2**64 + 1, "a1"), (True, "a1"), (SquareSet([3]), "d1"),
        (chess.SquareSet([3]), "d1"), ([28, 35], "e4 d5"), ({28}, "e4"), (["e4", 35], "e4 d5"), ("e4", "e4"),
        ("e4 d5", "e4 d5"), ("d5,e4", "e4 d5"), ("", ""), ("0xff", "a1 b1 c1 d1 e1 f1 g1 h1"), ("0b11", "a1 b1"),
        (np.uint64(1), "a1"), (np.int8(-1), None), (range(2), "a1 b1"), (iter([5]), "f1"),
    ],
)  # fmt: skip
def test_made_from(argument: Any, squares: str | None) -> None:
    assert list(Bitboard(argument)) == (
        list(range(64)) if squares is None else sorted(map(parse_square, squares.split()))
    )


@pytest.mark.parametrize(
    ("argument", "error"),
    [
        ("e9", ValueError), ("e4 xx", ValueError), ("0x1_0", ValueError), ("0x10000000000000000", ValueError),
        ("1......", ValueError), ("\ud800", ValueError), (3.5, TypeError), (None, TypeError), (object(), TypeError),
        ([64], IndexError), ([None], TypeError), (["zz"], ValueError), (b"a1", IndexError),
    ],
)  # fmt: skip
def test_refused(argument: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Bitboard(argument)


def test_a_bad_text_is_told_where_and_ends_the_message() -> None:
    with pytest.raises(ValueError, match=r"offset 3\): 'e4 i5'$"):
        Bitboard("e4 i5")


@given(st.text(max_size=80))
def test_any_text_is_a_set_or_a_value_error(text: str) -> None:
    try:
        assert isinstance(Bitboard(text), Bitboard)
    except ValueError as error:
        assert text in str(error) or repr(text) in str(error) or "\\" in repr(text) or "\ufffd" in str(error)


@given(words)
def test_texts_are_read_back(a: int) -> None:
    b = Bitboard(a)
    assert Bitboard(str(b)) == b
    assert Bitboard(b.digits()) == b
    assert Bitboard(b.diagram(set_square="X", empty_square="-")) == b
    assert Bitboard(b.names()) == Bitboard(" ".join(b.names())) == b
    assert Bitboard(hex(b)) == Bitboard(bin(b)) == b
    assert b.digits() == f"{b:064b}"
    assert str(b) == str(chess.SquareSet(a))
    assert eval(repr(b)) == b
    assert list(Bitboard.from_square(a & 63)) == [a & 63]


# ---- An int.


@given(words, words)
def test_it_is_the_int(a: int, b: int) -> None:
    x = Bitboard(a)
    assert isinstance(x, int)
    assert x == a
    assert hash(x) == hash(a)
    assert {a: 1}[x] == 1
    assert (x < b) == (a < b)
    assert (x + b, x * 2, -x, x // 3, x % 7) == (a + b, a * 2, -a, a // 3, a % 7)
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


def test_it_is_immutable_and_final() -> None:
    with pytest.raises(AttributeError):
        Bitboard(1).x = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        type("Sub", (Bitboard,), {})


SETS: dict[Any, Callable[[Any, Any], Any]] = {
    operator.and_: set.__and__,
    operator.or_: set.__or__,
    operator.xor: set.__xor__,
    operator.sub: set.__sub__,
}


@given(words, words)
@pytest.mark.parametrize("op", SETS)
def test_operators_are_those_of_sets_and_closed(op: Any, a: int, b: int) -> None:
    expected = sorted(SETS[op](plain(a), plain(b)))
    for right in (Bitboard(b), b, SquareSet(b), plain(b), frozenset(plain(b))):
        assert list(op(Bitboard(a), right)) == expected
        assert type(op(Bitboard(a), right)) is Bitboard
    for left in (a, plain(a), frozenset(plain(a))):
        assert list(op(left, Bitboard(b))) == expected
        assert type(op(left, Bitboard(b))) is Bitboard
    assert op(SquareSet(a), Bitboard(b)) == SquareSet(expected)


@given(words, st.integers(-(2**70), 2**70), st.integers(0, 200))
def test_never_more_than_64_bits(a: int, b: int, n: int) -> None:
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


def test_operators_refuse_what_is_no_set() -> None:
    for other in (None, "e4", object(), [1], 1j):
        for op in (operator.and_, operator.or_, operator.xor, operator.sub):
            if op is operator.sub and other == 1j:
                continue  # a complex number takes any int away
            with pytest.raises(TypeError):
                op(Bitboard(1), other)
            with pytest.raises(TypeError):
                op(other, Bitboard(1))
    with pytest.raises(ValueError, match="negative shift"):
        Bitboard(1) << -1
    with pytest.raises(TypeError):
        Bitboard(1) << 1.5  # type: ignore[operator]
    assert type(Bitboard(6) & np.uint64(3)) is Bitboard


# ---- A set.


@given(words, words, squares)
def test_set_words(a: int, b: int, s: int) -> None:
    x, here = Bitboard(a), plain(a)
    assert list(x) == sorted(here)
    assert list(reversed(x)) == list(x.reversed()) == sorted(here, reverse=True)
    assert len(x) == x.count() == len(here)
    assert (s in x) == x.contains(s) == (s in here)
    assert (x.empty(), x.any(), x.many()) == (not here, bool(here), len(here) > 1)
    assert x.subset_of(b) == (here <= plain(b))
    assert x.superset_of(b) == (here >= plain(b))
    assert x.disjoint(b) == here.isdisjoint(plain(b))
    assert x.meets(b) != x.disjoint(b)
    assert x.difference(b) == x - b
    if here:
        assert (x.first(), x.last()) == (min(here), max(here))
    assert plain(x.isolated_first()) == set(sorted(here)[:1])
    assert plain(x.without_first()) == set(sorted(here)[1:])
    assert plain(x.without_last()) == set(sorted(here)[:-1])


def test_an_empty_set_has_no_first() -> None:
    with pytest.raises(ValueError, match="first"):
        Bitboard().first()
    with pytest.raises(ValueError, match="last"):
        Bitboard().last()
    with pytest.raises(IndexError):
        assert 64 in Bitboard()


@given(st.sets(squares, max_size=8))
def test_subsets(here: set[int]) -> None:
    x = Bitboard(here)
    subsets = list(x.subsets())
    assert len(set(subsets)) == len(subsets) == 2 ** len(here)
    assert subsets[0] == 0
    assert subsets[-1] == x
    assert all(type(s) is Bitboard and s.subset_of(x) for s in subsets)
    assert subsets == list(chess.SquareSet(x).carry_rippler())


@given(words, words, st.integers(-9, 9))
@pytest.mark.parametrize("name", STEPS)
def test_shifts_and_fills(name: str, a: int, b: int, n: int) -> None:
    x, (df, dr) = Bitboard(a), STEPS[name]
    direction = getattr(Bitboard, name.upper())
    assert direction == df + 8 * dr
    assert plain(x.shifted(name)) == moved(a, lambda f, r: (f + df, r + dr))
    assert plain(x.shifted(direction, n)) == moved(a, lambda f, r: (f + n * df, r + n * dr))
    filled = occluded = x
    for _ in range(7):
        filled |= filled.shifted(name)
        occluded |= occluded.shifted(name) & b
    assert x.fill(name) == filled
    assert x.fill(direction, through=b) == occluded
    assert x.ray_attacks(name, b) == occluded.shifted(name)
    assert x.ray_attacks(name) == filled.shifted(name)


@given(words, words)
def test_other_fills(a: int, b: int) -> None:
    x = Bitboard(a)
    assert x.north_fill() == x.fill("north")
    assert x.south_fill() == x.fill("south")
    assert x.file_fill() == x.north_fill() | x.south_fill()
    flood = x
    while (more := flood | flood.king_attacks() & b) != flood:
        flood = more
    assert x.flood_fill(b) == flood


@given(words)
def test_turns(a: int) -> None:
    x = Bitboard(a)
    turns: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "flipped_vertical": lambda f, r: (f, 7 - r),
        "flipped_horizontal": lambda f, r: (7 - f, r),
        "flipped_diagonal": lambda f, r: (r, f),
        "flipped_anti_diagonal": lambda f, r: (7 - r, 7 - f),
        "rotated_180": lambda f, r: (7 - f, 7 - r),
        "rotated_90_clockwise": lambda f, r: (r, 7 - f),
        "rotated_90_anticlockwise": lambda f, r: (7 - r, f),
    }
    for name, to in turns.items():
        assert plain(getattr(x, name)()) == moved(a, to)
    assert plain(x.knight_attacks()) == set().union(*(plain(chess.BB_KNIGHT_ATTACKS[s]) for s in x))
    assert plain(x.king_attacks()) == set().union(*(plain(chess.BB_KING_ATTACKS[s]) for s in x))
    for color in (True, False):
        assert plain(x.pawn_attacks(color)) == set().union(*(plain(chess.BB_PAWN_ATTACKS[color][s]) for s in x))


def test_wrong_directions() -> None:
    for wrong in (0, 2, 10, -10, "up", "North", ""):
        with pytest.raises(ValueError, match="direction"):
            Bitboard(1).shifted(wrong)
    with pytest.raises(TypeError):
        Bitboard(1).shifted(None)  # type: ignore[arg-type]


def test_pictures() -> None:
    assert Bitboard("a1 h8")._repr_svg_().count("<circle") == 2
    assert 'width="77"' in Bitboard().svg(size=77)
    with pytest.raises(ValueError, match="positive"):
        Bitboard().svg(size=0)
    assert Bitboard("a1").diagram(set_square="●", empty_square="·", coordinates=True).splitlines()[-2:] == [
        "1 ● · · · · · · ·",
        "  a b c d e f g h",
    ]


@given(words, st.text(max_size=3), st.text(max_size=3), st.booleans())
def test_any_text_may_stand_for_a_square(a: int, one: str, other: str, coordinates: bool) -> None:
    assert isinstance(Bitboard(a).diagram(set_square=one, empty_square=other, coordinates=coordinates), str)
    assert isinstance(bitrook.side_by_side(a, one, a, titles=[other], set_square=one, empty_square=other), str)


def test_texts_that_no_memory_holds() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, before[1]))
    try:
        try:
            mmap.mmap(-1, 5 << 30).close()
            pytest.skip("the limit on memory is not kept here, as under qemu-user and on macOS")
        except OSError:
            pass
        with pytest.raises(MemoryError):
            Bitboard(1).diagram(set_square="x" * (100 << 20))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_boards_in_a_row() -> None:
    text = bitrook.side_by_side([0], "|", bitrook.BB_RANK_8, "=", Bitboard("a1") | bitrook.BB_RANK_8, titles=["a1"])
    lines = text.splitlines()
    assert len(lines) == 9
    assert lines[0] == "a1"
    assert lines[1] == ". . . . . . . .       1 1 1 1 1 1 1 1       1 1 1 1 1 1 1 1"
    assert lines[4] == ". . . . . . . .   |   . . . . . . . .   =   . . . . . . . ."
    assert lines[8] == "1 . . . . . . .       . . . . . . . .       1 . . . . . . ."
    with pytest.raises(ValueError, match="between two boards"):
        bitrook.side_by_side("&", 1)
    with pytest.raises(ValueError, match="titles"):
        bitrook.side_by_side(1, titles=["a", "b"])
