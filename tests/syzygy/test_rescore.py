"""Rescoring training positions with the results and scores of tablebases."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from bitrook import Board, Piece, syzygy
from bitrook.batch import Positions


def random_boards(count: int) -> list[Board]:
    rng, boards = random.Random(8), []
    while len(boards) < count:
        board = Board(None)
        for piece in ("K", "k", *rng.sample("QRBNPqrbnp", rng.randrange(1, 4))):
            rows = range(8, 56) if piece in "Pp" else range(64)
            square = rng.choice([s for s in rows if board.piece_at(s) is None])
            board.set_piece_at(square, Piece.from_symbol(piece))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice([0, 0, 20, 60, 90])
        if board.is_valid():
            boards.append(board)
    return boards


def positions_of(boards: list[Board]) -> Positions:
    packed = np.array([np.frombuffer(board.packed(), np.uint8) for board in boards])
    return Positions.of(
        packed,
        scores=np.arange(len(boards)) % 900 + 1,
        results=np.arange(len(boards)) % 3 - 1,
        halfmove_clocks=[board.halfmove_clock for board in boards],
    )


@pytest.mark.parametrize("fifty_move_rule", [True, False])
@pytest.mark.parametrize("threads", [1, 2])
def test_values_are_those_of_single_probes(tables: syzygy.Tablebase, fifty_move_rule: bool, threads: int) -> None:
    boards = random_boards(3000)
    given = positions_of(boards)
    found = syzygy.rescore(given, tables, win_score=12345, fifty_move_rule=fifty_move_rule, threads=threads)
    kept = drawn_by_rule = 0
    for i, board in enumerate(boards):
        wdl, dtz = tables.get_wdl(board), tables.get_dtz(board)
        if wdl is None:
            assert (found.scores[i], found.results[i]) == (given.scores[i], given.results[i])
            kept += 1
            continue
        outcome = (wdl > 0) - (wdl < 0)
        if fifty_move_rule:
            too_late = board.halfmove_clock > 0 and dtz is not None and abs(dtz) + board.halfmove_clock > 100
            drawn_by_rule += abs(wdl) == 2 and too_late
            outcome = 0 if abs(wdl) < 2 or too_late else outcome
        outcome = outcome if board.turn else -outcome
        assert (found.scores[i], found.results[i]) == (12345 * outcome, outcome), board.fen()
    assert kept > 100 and (drawn_by_rule > 10 or not fifty_move_rule)
    assert found.scores.dtype == np.int16 and found.results.dtype == np.int8
    assert found.positions is given.positions and found.moves is given.moves


def test_without_dtz_files_the_clock_does_not_count(folder: Path) -> None:
    given = positions_of([Board("8/8/8/8/8/4k3/8/K2BN3 w - - 90 80")])
    with syzygy.open_tablebase(folder) as tables, syzygy.open_tablebase(folder, load_dtz=False) as wdl_alone:
        assert syzygy.rescore(given, tables).results.tolist() == [0]
        assert syzygy.rescore(given, wdl_alone).results.tolist() == [1]


def test_no_positions_and_wrong_arguments(tables: syzygy.Tablebase) -> None:
    empty = Positions.of(np.empty((0, 24), np.uint8))
    assert len(syzygy.rescore(empty, tables).scores) == 0
    with pytest.raises(ValueError, match="win_score must be in 1"):
        syzygy.rescore(empty, tables, win_score=0)
