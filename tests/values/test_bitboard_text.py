"""Bitboards as text: the input that is accepted or rejected, and the output."""

from __future__ import annotations

from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import bitboards

import bitrook
from bitrook import Bitboard, SquareSet, parse_square


@pytest.mark.parametrize(
    ("argument", "squares"),
    [
        (0, ""), (28, "c1 d1 e1"), (-1, None), (2**64 + 1, "a1"), (True, "a1"), (SquareSet([3]), "d1"),
        (chess.SquareSet([3]), "d1"), ([28, 35], "e4 d5"), ({28}, "e4"), (["e4", 35], "e4 d5"), ("e4", "e4"),
        ("e4 d5", "e4 d5"), ("d5,e4", "e4 d5"), ("", ""), ("0xff", "a1 b1 c1 d1 e1 f1 g1 h1"), ("0b11", "a1 b1"),
        (np.uint64(1), "a1"), (np.int8(-1), None), (range(2), "a1 b1"), (iter([5]), "f1"),
    ],
)  # fmt: skip
def test_construction_from_ints_sets_and_texts(argument: Any, squares: str | None) -> None:
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
def test_construction_refuses_other_arguments(argument: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Bitboard(argument)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("e4 i5", 3), (" e4 e44", 4), ("0x", 2), ("0x12345678123456780", 18), ("0xG", 2), ("1.......", 8), ("1.......1", 8),
        ("1......\n........", 7), ("1...q...", 4), ("........\n" * 9, 72),
    ],
)  # fmt: skip
def test_an_invalid_text_is_named_with_the_offset_of_the_error(text: str, offset: int) -> None:
    with pytest.raises(ValueError) as error:
        Bitboard(text)
    assert str(error.value).endswith(f"offset {offset}): {text!r}")


@given(st.text(max_size=80) | st.text("01.xX \n\\'é", max_size=80))
def test_any_text_is_a_set_or_a_value_error_that_ends_with_it(text: str) -> None:
    try:
        assert isinstance(Bitboard(text), Bitboard)
    except ValueError as error:
        assert str(error).endswith(f": {text!r}")


def test_a_lone_surrogate_is_shown_as_the_replacement_character() -> None:
    with pytest.raises(ValueError, match="'\ufffd'$"):
        Bitboard("\ud800")


@given(bitboards)
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


@given(bitboards, st.text(max_size=3), st.text(max_size=3), st.booleans())
def test_any_text_may_stand_for_a_square(a: int, one: str, other: str, coordinates: bool) -> None:
    cell = max(len(one), len(other), 1)
    expected = []
    for rank in range(7, -1, -1):
        row = [one if a >> 8 * rank + file & 1 else other for file in range(8)]
        row = [text.ljust(cell) for text in row[:7]] + row[7:]
        expected.append(" ".join([str(rank + 1)] * coordinates + row))
    if coordinates:
        expected.append(" ".join([" ", *(file.ljust(cell) for file in "abcdefg"), "h"]))
    found = Bitboard(a).diagram(set_square=one, empty_square=other, coordinates=coordinates)
    assert found == "\n".join(expected)


texts = st.text("x●é", max_size=3)


@given(bitboards, bitboards, texts, texts, texts.filter(bool), texts)
def test_boards_side_by_side_are_their_diagrams(a: int, b: int, one: str, other: str, sign: str, title: str) -> None:
    left, right = (Bitboard(mask).diagram(set_square=one, empty_square=other).split("\n") for mask in (a, b))
    width = max(map(len, [title, *left]))
    signs = [sign if row == 3 else " " * len(sign) for row in range(8)]
    expected = [f"{l:<{width}}   {s}   {r}".rstrip() for l, s, r in zip(left, signs, right, strict=True)]
    found = bitrook.side_by_side(a, sign, b, titles=[title], set_square=one, empty_square=other)
    assert found.split("\n") == [title] * bool(title) + expected


def test_boards_side_by_side() -> None:
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
