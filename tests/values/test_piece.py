"""Symbols and order of Piece. test_values.py covers the behavior that it shares with Move."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import chess
import pytest

from bitrook import Piece

ALL = [Piece(t, c) for c in (True, False) for t in range(1, 7)]


def test_there_are_twelve_pieces() -> None:
    assert "".join(map(str, ALL)) == "PNBRQKpnbrqk"
    assert [hash(p) for p in ALL] == [hash(chess.Piece(p.piece_type, p.color)) for p in ALL]
    assert len(set(ALL)) == 12
    for p in ALL:
        made = [Piece.from_symbol(p.symbol()), Piece(color=p.color, piece_type=p.piece_type), eval(repr(p))]
        made += [copy.copy(p), copy.deepcopy(p), dataclasses.replace(p)]
        made += [pickle.loads(pickle.dumps(p, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        assert all(type(other) is Piece and other == p and hash(other) == hash(p) for other in made)
        assert all(other is not p for other in made)
        assert isinstance(p.color, bool)


def test_unicode_symbols() -> None:
    assert "".join(p.unicode_symbol() for p in ALL) == "♙♘♗♖♕♔♟♞♝♜♛♚"
    assert all(p.unicode_symbol(invert_color=True) == Piece(p.piece_type, not p.color).unicode_symbol() for p in ALL)
    with pytest.raises(TypeError):
        ALL[0].unicode_symbol(True)  # type: ignore[misc]


def test_pieces_are_ordered_by_type_and_color() -> None:
    assert sorted(ALL) == sorted(ALL, key=lambda p: (p.piece_type, p.color))
    with pytest.raises(TypeError):
        ALL[0] < 3  # type: ignore[operator]
    assert ALL[0] != 0


@pytest.mark.parametrize("text", ["", "x", "PP", "\0", "é", "♙", "1"])
def test_other_symbols_are_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError) as error:
        Piece.from_symbol(text)
    assert str(error.value).endswith(repr(text))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((0, True), ValueError),
        ((7, True), ValueError),
        ((1, None), TypeError),
        ((1,), TypeError),
        (("p", True), TypeError),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[object, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        Piece(*arguments)  # type: ignore[arg-type]
    piece = Piece(3, False)
    with pytest.raises(error):
        piece.__init__(*arguments)  # type: ignore[arg-type, misc]
    assert piece == Piece(3, False)
