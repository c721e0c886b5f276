"""Arrays of pyarrow, whose DLPack accepts only numbers without nulls, where Boards and encoders expect texts or moves."""

from __future__ import annotations

import numpy as np
import pytest

import bitrook.batch as bb
from bitrook import Board
from bitrook.batch import Boards

pa = pytest.importorskip("pyarrow")

FENS = [Board().fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]


@pytest.mark.parametrize("make", [pa.array, lambda items: pa.chunked_array([items[:1], items[1:]])])
def test_texts(make) -> None:
    boards = Boards(make(FENS))
    assert boards.fens() == FENS
    assert np.array_equal(boards.parse_uci(make(["e2e4", "e1g1"])), boards.parse_uci(["e2e4", "e1g1"]))
    assert np.array_equal(boards.parse_san(make(["e4", None])), boards.parse_san(["e4", None]))
    boards.reset(fens=make(FENS[::-1]))
    assert boards.fens() == FENS[::-1]
    codec = bb.codec("lc0")
    assert np.array_equal(codec.legal_mask(make(FENS)), codec.legal_mask(FENS))
    moves = ["e2e4", "e1g1"]
    assert np.array_equal(codec.encode(make(FENS), make(moves)), codec.encode(FENS, moves))


def test_moves() -> None:
    boards = Boards(2)
    words = boards.parse_uci(["e2e4", "d2d4"])
    boards.step(pa.array(words))
    assert [fen.split()[0] for fen in boards.fens()] == [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR",
    ]
    with pytest.raises(TypeError, match="moves must be"):
        boards.step(pa.array([words[0], None], pa.int16()))
    boards.step(pa.array(["e7e5", "d7d5"]))
    assert boards.plies.tolist() == [2, 2]
