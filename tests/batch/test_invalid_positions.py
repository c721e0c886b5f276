"""Boards from invalid FENs and packed positions, and invalid moves as text: raised or marked."""

from __future__ import annotations

import numpy as np
import pytest

from bitrook import Board
from bitrook.batch import Boards

FENS = ["8/8/8/8/8/8/8/K6k w - - 0 1", "x", "8/8/8/8/8/8/8/K7 w - - 0 1", "7k/8/8/8/8/8/8/K6R b - - 0 1"]
START = Board().fen()


def test_fens() -> None:
    with pytest.raises(ValueError, match=r"fens\[1\]"):
        Boards(FENS)
    with pytest.raises(ValueError, match=r"fens\[0\]: Black has no king"):
        Boards([FENS[2]])
    boards = Boards(FENS, errors="mask")
    assert boards.valid is not None and boards.valid.tolist() == [True, False, False, True]
    assert boards.fens() == [FENS[0], START, START, FENS[3]]
    assert Boards([FENS[2]], kingless=True).fens() == [FENS[2]]
    assert Boards(FENS, errors="mask", kingless=True).valid.tolist() == [True, False, True, True]  # type: ignore[union-attr]
    assert Boards(2).valid is None


def test_packed_positions() -> None:
    packed = np.frombuffer(Board().packed() * 3, np.uint8).reshape(3, 24).copy()
    packed[1] = 255
    packed[2] = 0
    with pytest.raises(ValueError, match=r"packed\[1\]: more than 32 pieces"):
        Boards(packed)
    with pytest.raises(ValueError, match=r"packed\[0\]: White has no king"):
        Boards(packed[2:])
    boards = Boards(packed, errors="mask")
    assert boards.valid is not None and boards.valid.tolist() == [True, False, False]
    assert Boards(packed[2:], kingless=True).fens() == ["8/8/8/8/8/8/8/8 w - - 0 1"]


def test_columns_of_packed_positions() -> None:
    column = np.frombuffer(Board().packed() * 2, "V24")
    assert Boards(column).fens() == [START] * 2
    with pytest.raises(ValueError, match=r"positions\[1\] is missing"):
        Boards(np.ma.MaskedArray(column, mask=[False, True]))


def test_moves() -> None:
    boards = Boards(4)
    texts = ["e2e4", "e2e5", "nonsense", None]
    with pytest.raises(ValueError, match=r"texts\[1\]"):
        boards.parse_uci(texts)
    e4 = Board().parse_uci("e2e4").word
    assert boards.parse_uci(texts, errors="mask").tolist() == [e4, 0, 0, 0]
    assert boards.parse_san(["e4", "Ke2", "x", None], errors="mask").tolist() == [e4, 0, 0, 0]
    with pytest.raises(ValueError, match="errors must be 'raise' or 'mask'"):
        boards.parse_uci(texts, errors="ignore")


def test_boards() -> None:
    boards = [Board(FENS[0]), Board(FENS[2]), Board(FENS[3])]
    with pytest.raises(ValueError, match=r"source\[1\]: Black has no king"):
        Boards(boards)
    masked = Boards(boards, errors="mask")
    assert masked.valid is not None and masked.valid.tolist() == [True, False, True]
    assert masked.fens() == [FENS[0], START, FENS[3]]
    kingless = Boards(boards, kingless=True)
    assert kingless.fens() == [FENS[0], FENS[2], FENS[3]]
    assert Boards(kingless).fens() == kingless.fens()
