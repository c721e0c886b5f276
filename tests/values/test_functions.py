"""Functions of squares and of sets given as ints, compared with python-chess."""

from __future__ import annotations

import inspect

import chess
import pytest
from hypothesis import given
from support.strategies import bitboards

import bitrook
import bitrook.tables
from bitrook import Bitboard

OF_A_SET = ["lsb", "msb", "popcount"]
OF_A_SET += [name for name, f in vars(chess).items() if inspect.isfunction(f) and name.startswith(("shift_", "flip_"))]
OF_TWO_SQUARES = ["ray", "between", "square_distance", "square_manhattan_distance", "square_knight_distance"]


def test_every_shift_and_flip_is_listed() -> None:
    assert len(OF_A_SET) == 3 + 12 + 4


@given(bitboards)
@pytest.mark.parametrize("name", OF_A_SET)
def test_functions_of_a_set_are_those_of_python_chess(name: str, a: int) -> None:
    expected = getattr(chess, name)(a)
    for argument in (a, Bitboard(a)):
        found = getattr(bitrook, name)(argument)
        assert found == expected
        assert type(found) is int


@given(bitboards)
@pytest.mark.parametrize("name", ["scan_forward", "scan_reversed"])
def test_scans_are_those_of_python_chess(name: str, a: int) -> None:
    expected = list(getattr(chess, name)(a))
    for argument in (a, Bitboard(a)):
        assert list(getattr(bitrook, name)(argument)) == expected


@pytest.mark.parametrize("name", OF_TWO_SQUARES)
def test_functions_of_two_squares_are_those_of_python_chess(name: str) -> None:
    ours, theirs = getattr(bitrook, name), getattr(chess, name)
    assert all(ours(a, b) == theirs(a, b) for a in range(64) for b in range(64))
    with pytest.raises(IndexError):
        ours(0, 64)


def test_functions_of_a_square_are_those_of_python_chess() -> None:
    for s in range(-64, 64):
        assert bitrook.square_name(s) == chess.square_name(s)
    for s in range(-100, 100):
        for name in ("square_file", "square_rank", "square_mirror"):
            assert getattr(bitrook, name)(s) == getattr(chess, name)(s)
    assert all(bitrook.square(f, r) == chess.square(f, r) for f in range(-9, 9) for r in range(-9, 9))
    assert all(bitrook.parse_square(name) == chess.parse_square(name) for name in chess.SQUARE_NAMES)
    for wrong in ("", "e", "e9", "i1", "E4", "e4 ", "\ud800", "é4"):
        with pytest.raises(ValueError, match="invalid square name"):
            bitrook.parse_square(wrong)
    for out in (64, -65):
        with pytest.raises(IndexError):
            bitrook.square_name(out)
    assert [bitrook.file_name(bitrook.parse_file(c)) for c in "abcdefgh"] == list("abcdefgh")
    assert [bitrook.rank_name(bitrook.parse_rank(c)) for c in "12345678"] == list("12345678")
    with pytest.raises(ValueError, match="'9'"):
        bitrook.parse_rank("9")


@given(bitboards)
def test_de_bruijn_multiplication_finds_the_same_bits(a: int) -> None:
    assert bitrook.tables.de_bruijn_lsb(a) == bitrook.lsb(a)
    assert bitrook.tables.de_bruijn_msb(a) == bitrook.msb(a)


def test_names_and_symbols_of_piece_types() -> None:
    for piece_type in range(1, 7):
        assert bitrook.piece_symbol(piece_type) == chess.piece_symbol(piece_type)
        assert bitrook.piece_name(piece_type) == chess.piece_name(piece_type)
    for function in (bitrook.piece_symbol, bitrook.piece_name):
        with pytest.raises(IndexError):
            function(7)
