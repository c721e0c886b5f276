"""Events during a search: stop(), Ctrl-C, exceptions in callbacks, other threads, and changes to the board."""

from __future__ import annotations

import _thread
import math
import signal
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from bitrook.search import PieceSquareTables, Result, Search, TranspositionTable

from bitrook import Board
from bitrook._core import _stop_flag

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LATE = 0.25  # seconds that a busy machine may add to a few milliseconds


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_the_search(threads: int) -> None:
    search, board = Search(), Board(KIWIPETE)
    results: list[Result] = []
    runner = threading.Thread(target=lambda: results.append(search.run(board, threads=threads)))
    runner.start()
    time.sleep(0.1)
    start = time.perf_counter()
    search.stop()
    runner.join(10)
    assert time.perf_counter() - start < LATE
    assert results[0].move in board.legal_moves and results[0].depth > 1
    assert search.run(board, depth=2).depth == 2  # it can run again


@pytest.mark.parametrize("threads", [1, 2])
def test_the_deadline_is_kept(threads: int) -> None:
    for seconds in (0.0, 0.05, 0.1):
        start = time.perf_counter()
        result = Search().run(Board(KIWIPETE), time=seconds, threads=threads)
        taken = time.perf_counter() - start
        assert taken < seconds + LATE and result.time <= taken


def test_the_deadline_is_kept_with_a_slow_evaluation() -> None:
    def slow(board: Board) -> int:
        time.sleep(0.001)
        return 0

    start = time.perf_counter()
    result = Search(slow).run(Board(KIWIPETE), time=0.05)
    assert time.perf_counter() - start < 0.05 + 2 * LATE and result.move


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_ends_the_search(threads: int) -> None:
    start = time.perf_counter()
    timer = threading.Timer(0.1, _thread.interrupt_main, (signal.SIGINT,))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        Search().run(Board(KIWIPETE), threads=threads)
    assert time.perf_counter() - start < 0.1 + LATE
    timer.join()


class Refused(Exception):
    """An exception that only these tests raise."""


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_of_on_info_ends_the_search(threads: int) -> None:
    calls = []

    def refuse(result: Result) -> None:
        calls.append(result)
        if result.depth == 3:
            raise Refused

    with pytest.raises(Refused):
        Search().run(Board(KIWIPETE), on_info=refuse, threads=threads)
    assert [result.depth for result in calls] == [1, 2, 3]


@pytest.mark.parametrize("call", [1, 2, 50, 3000])
def test_an_exception_of_the_evaluation_ends_the_search(call: int) -> None:
    calls = 0

    def fail(board: Board) -> int:
        nonlocal calls
        calls += 1
        if calls == call:
            raise Refused
        return 0

    with pytest.raises(Refused):
        Search(fail).run(Board(KIWIPETE), on_info=lambda result: None)
    assert calls == call


@pytest.mark.parametrize("value", [None, "1", 1j])
def test_an_evaluation_must_return_a_number(value: object) -> None:
    with pytest.raises(TypeError, match="the result of evaluation must be an int or a float, not "):
        Search(lambda board: value).run(Board(), depth=2)


def test_a_float_from_an_evaluation_is_rounded() -> None:
    tables = PieceSquareTables()
    whole = Search(tables).run(Board(KIWIPETE), depth=4)
    kinds: list[Callable[[int], float]] = [lambda x: x + 0.4, lambda x: x - 0.4, np.float32, np.int64, float]
    for kind in kinds:
        assert Search(lambda board, kind=kind: kind(tables(board))).run(Board(KIWIPETE), depth=4).lines == whole.lines
    for huge in (math.inf, 1e300):
        score = Search(lambda board, huge=huge: huge).run(Board(), depth=1).score.score()
        assert score == -30000
    with pytest.raises(ValueError, match="the result of evaluation must be a number of centipawns, not nan"):
        Search(lambda board: math.nan).run(Board(), depth=2)


def test_a_large_evaluation_is_no_mate() -> None:
    result = Search(lambda board: 10**30).run(Board(), depth=2)
    assert not result.score.is_mate() and abs(result.score.score() or 0) == 30000


def test_the_board_may_change_meanwhile() -> None:
    board = Board(KIWIPETE)
    expected = Search().run(board, depth=6)

    def change(result: Result) -> None:
        board.push(board.list_legal_moves()[0])

    changed = Search().run(board, depth=6, on_info=change)
    assert changed.lines == expected.lines and board.ply() > 0
    other = Board(KIWIPETE)
    kept = []

    def evaluate(given: Board) -> int:
        given.clear()  # the callback gets a separate board
        kept.append(given)
        return 0

    assert Search(evaluate).run(other, depth=2).move in other.legal_moves


def test_two_searches_in_two_threads_share_a_table() -> None:
    table, results = TranspositionTable(1), {}

    def run(fen: str) -> None:
        results[fen] = Search(table=table).run(Board(fen), depth=7)

    fens = [KIWIPETE, Board().fen(), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]
    runners = [threading.Thread(target=run, args=(fen,)) for fen in fens]
    for runner in runners:
        runner.start()
    table.clear()
    table.resize(2)
    for runner in runners:
        runner.join(60)
    assert all(results[fen].move in Board(fen).legal_moves for fen in fens)


def test_a_search_inside_of_a_search() -> None:
    inner = Search()
    result = Search().run(Board(), depth=3, on_info=lambda r: inner.run(Board(KIWIPETE), depth=2))
    assert result.depth == 3
    nested = Search(lambda board: inner.run(board, depth=1, nodes=0).nodes % 7).run(Board(), depth=1)
    assert nested.move


def test_stop_before_the_first_depth_gives_a_legal_move() -> None:
    flag = _stop_flag()
    flag.set()
    result = Search()._run(flag, Board(KIWIPETE))
    assert result.move in Board(KIWIPETE).legal_moves and result.depth <= 1
