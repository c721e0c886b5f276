"""Search limits: the parameters of `go`, the clock, depths, and pondering."""

from __future__ import annotations

import math
import time

import pytest

from bitrook import Board, Move
from bitrook.search._search import times
from bitrook.uci import SearchLimits
from bitrook.uci._limits import read_limits

BOARD = Board()


def read(text: str, board: Board = BOARD, overhead: float = 0.02, multipv: int = 1) -> SearchLimits:
    return read_limits(text.split(), board, overhead, multipv)


def test_every_parameter_of_go() -> None:
    limits = read(
        "searchmoves e2e4 d2d4 wtime 60000 btime 50000 winc 1000 binc 2000 movestogo 20 depth 9 nodes 5000 mate 3"
        " movetime 3000 ponder infinite",
        multipv=4,
    )
    assert limits.moves == (Move.from_uci("e2e4"), Move.from_uci("d2d4"))
    assert (limits.wtime, limits.btime, limits.winc, limits.binc, limits.movestogo) == (60000, 50000, 1000, 2000, 20)
    assert (limits.depth, limits.nodes, limits.mate, limits.movetime, limits.multipv) == (9, 5000, 3, 3000, 4)
    assert limits.ponder and limits.infinite and limits.last_depth() == 6


def test_go_without_parameters() -> None:
    limits = read("")
    assert limits == SearchLimits() and limits._is_endless()
    assert (limits.soft_time, limits.hard_time, limits.last_depth()) == (math.inf, math.inf, 127)
    assert not limits.must_stop(10**12) and limits.may_deepen()


@pytest.mark.parametrize(
    "text", ["depth", "depth x", "wtime", "nodes 1e5", "depth \u0663", "searchmoves", "movestogo -"]
)
def test_invalid_parameters_are_ignored(text: str) -> None:
    assert read(text) == SearchLimits()


def test_moves_that_are_not_legal_are_ignored() -> None:
    assert read("searchmoves e2e5 e2e4 depth 3").moves == (Move.from_uci("e2e4"),)
    assert read("searchmoves e2e5 depth 3").moves == ()  # as in Stockfish: bestmove (none)
    assert read("searchmoves depth 3").moves is None
    board = Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", chess960=False)
    assert read("searchmoves e1g1 e1h1", board).moves == (Move.from_uci("e1g1"),) * 2


def test_small_numbers() -> None:
    limits = read("depth -3 nodes -2 movetime -5")
    assert (limits.depth, limits.last_depth(), limits.hard_time) == (1, 1, 0.0)
    assert read("nodes 0").must_stop(1) and not read("nodes 0").must_stop(0)
    assert read("mate 0").last_depth() == 2


@pytest.mark.parametrize(("fen", "left"), [(BOARD.fen(), 60.0), (BOARD.fen().replace(" w ", " b "), 30.0)])
def test_the_clock_of_the_side_to_move_counts(fen: str, left: float) -> None:
    limits = read("wtime 60000 btime 30000 winc 1000 binc 500 movestogo 10", Board(fen), overhead=0.5)
    assert (limits.soft_time, limits.hard_time) == times(left - 0.5, left / 60 - 0.5, 10)
    assert 0 < limits.soft_time < limits.hard_time < left
    assert read("wtime 60000", Board(BOARD.fen().replace(" w ", " b "))).hard_time == math.inf


@pytest.mark.parametrize("left", [-5000, 0, 1, 20, 100])
@pytest.mark.parametrize("increment", [0, 10, 1000])
def test_little_time_is_never_exceeded(left: int, increment: int) -> None:
    limits = read(f"wtime {left} winc {increment}")
    assert limits.soft_time <= limits.hard_time <= max(left / 1000 - 0.02, 0.001)


def test_a_forced_move_is_played_after_one_depth() -> None:
    board = Board("7k/8/8/8/8/8/6q1/7K w - - 0 1")
    assert board.legal_moves.count() == 1
    assert list(read("wtime 60000", board).depths()) == [1]
    assert list(read("depth 3", board).depths()) == [1, 2, 3]


def test_both_the_clock_and_the_time_for_the_move_count() -> None:
    assert read("wtime 600000 movetime 100", overhead=0).hard_time == 0.1
    assert read("movetime 100", overhead=0.04).hard_time == 0.08  # the clock does not run on, so half is enough
    assert read("wtime 100 movetime 60000", overhead=0).hard_time < 0.1


def test_a_stopped_search() -> None:
    limits = SearchLimits(depth=10)
    depths = limits.depths()
    assert [next(depths), next(depths)] == [1, 2]
    limits._stop()
    assert limits.must_stop() and not limits.may_deepen() and list(depths) == []
    assert list(limits.depths()) == [1]  # a search needs at least one depth to find a move


def test_pondering_stops_the_clock() -> None:
    limits = SearchLimits(ponder=True, hard_time=0.02, soft_time=1000)
    time.sleep(0.03)
    assert not limits.must_stop() and limits.may_deepen() and limits._is_endless()
    limits._ponderhit()
    assert not limits._is_endless()
    for _ in range(10_000):  # wait until the timer sets the flag that native searches check
        time.sleep(0.001 * (not limits._flag.is_set))
    assert limits._flag.is_set and limits.must_stop()
    deadline = limits._deadline
    limits._ponderhit()
    assert limits._deadline == deadline
    limits._close()


def test_after_long_pondering_the_move_is_due_at_once() -> None:
    limits = SearchLimits(ponder=True, soft_time=0.0, hard_time=1000)
    assert limits.may_deepen()
    limits._ponderhit()
    assert limits.must_stop() and limits._flag.is_set
    limits._close()


def test_infinite_searches_have_no_clock() -> None:
    limits = SearchLimits(infinite=True, hard_time=0, soft_time=0)
    assert not limits.must_stop() and limits.may_deepen()
