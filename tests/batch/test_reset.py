"""Resets of boards to new games: start positions and castling modes."""

from __future__ import annotations

import numpy as np
import pytest

from bitrook import Board
from bitrook.batch import Boards, concatenate


def test_reset_keeps_the_castling_mode_of_each_board() -> None:
    fen = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"
    boards = concatenate([Boards([fen], chess960=True), Boards(1)])
    boards.reset(fens=[fen, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"])
    assert [board.chess960 for board in boards] == [True, False]
    assert boards[0].fen() == fen and boards[0].legal_moves.count() == Board(fen, chess960=True).legal_moves.count()
    boards.step([boards[0].parse_uci("e1g1"), boards[1].parse_uci("e1g1")])
    boards.reset()
    assert boards[0].fen() == fen and boards[0].chess960
    before = boards.copy()
    with pytest.raises(ValueError, match=r"fens\[1\]: "):
        boards.reset(fens=[Board().fen(), "8/8 w - -"])  # no board is changed
    with pytest.raises(ValueError, match="fens must have 1 texts, not 2"):
        boards.reset(np.array([True, False]), fens=[fen, fen])
    assert boards == before


def test_a_number_of_chess960_boards() -> None:
    boards = Boards(2, chess960=True)
    assert all(board.chess960 for board in boards) and boards.fens() == Boards(2).fens()
