"""Options of perft and divide: threads, hash table, progress, interruption, and invalid arguments."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, Literal

import pytest

import bitrook

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDLESS = 12  # counting the start position to this depth takes years

Count = Callable[..., Any]
both_functions = pytest.mark.parametrize("count", [bitrook.perft, bitrook.divide], ids=["perft", "divide"])
Method = Literal["count", "walk"]
both_methods = pytest.mark.parametrize("method", ["count", "walk"])


def test_a_subclass_of_board_is_counted() -> None:
    class Own(bitrook.Board):
        pass

    assert bitrook.perft(Own(), 3) == 8902


def test_numbers_with_an_index_method_are_taken() -> None:
    class Three:
        def __index__(self) -> int:
            return 3

    three: Any = Three()
    assert bitrook.perft(bitrook.Board(), three, threads=three, hash_mb=three) == 8902


@both_methods
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_called_in_the_calling_thread(threads: int, method: Method) -> None:
    reports: list[tuple[int, int, int]] = []

    def report(done: int, parts: int, nodes: int) -> None:
        assert threading.get_ident() == here
        reports.append((done, parts, nodes))
        if len(reports) == 3:
            raise StopIteration

    here = threading.get_ident()
    with pytest.raises(StopIteration):
        bitrook.perft(bitrook.Board(), ENDLESS, threads=threads, progress=report, method=method)
    assert len(reports) == 3
    assert all(0 <= done < parts and nodes >= 0 for done, parts, nodes in reports)
    assert reports == sorted(reports)


@pytest.mark.parametrize("threads", [1, 2])
@both_functions
def test_an_exception_of_progress_is_passed_on(count: Count, threads: int) -> None:
    def fail(*_: int) -> None:
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        count(bitrook.Board(), ENDLESS, progress=fail, threads=threads)


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"threads": 1024}, {"method": "walk"}], ids=str)
@both_functions
@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_stops_a_long_count(count: Count, options: dict[str, Any]) -> None:
    timer = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):  # even if the machine is so busy that counting has not started
        timer.start()
        count(bitrook.Board(), ENDLESS, **options)
    assert time.monotonic() - start < 5
    timer.join()


@both_functions
def test_other_threads_run_and_may_change_the_board(count: Count) -> None:
    board = bitrook.Board()

    def play() -> None:
        time.sleep(0.02)
        board.push_uci("e2e4")
        played.set()

    def report(done: int, parts: int, nodes: int) -> None:
        if played.is_set():
            raise StopIteration

    played = threading.Event()
    thread = threading.Thread(target=play)
    thread.start()
    with pytest.raises(StopIteration):
        count(board, ENDLESS, progress=report)
    thread.join()
    assert board.ply() == 1


def test_several_counts_at_once() -> None:
    results: list[int] = []
    threads = [
        threading.Thread(target=lambda: results.append(bitrook.perft(bitrook.Board(), 5, threads=2, hash_mb=1)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [4865609] * 4


@both_functions
@pytest.mark.parametrize(
    "depth, options",
    [
        (-1, {}),
        (101, {}),
        (10**30, {}),
        (-(10**30), {}),
        (1, {"threads": 0}),
        (1, {"threads": -1}),
        (1, {"threads": 1025}),
        (1, {"threads": 10**9}),
        (1, {"hash_mb": -1}),
        (1, {"hash_mb": 10**20}),
    ],
)
def test_numbers_out_of_range_are_value_errors(count: Count, depth: int, options: dict[str, int]) -> None:
    wrong = next(iter(options.values()), depth)
    with pytest.raises(ValueError, match=rf"must be .*, not {wrong}$"):
        count(bitrook.Board(), depth, **options)


@both_functions
def test_unknown_methods_and_a_table_for_the_walk_are_value_errors(count: Count) -> None:
    for method in ("", "Count", "w"):
        with pytest.raises(ValueError, match=f"'count' or 'walk': '{method}'$"):
            count(bitrook.Board(), 1, method=method)
    with pytest.raises(ValueError, match="hash_mb must be 0 with method='walk'"):
        count(bitrook.Board(), 1, method="walk", hash_mb=1)


@both_functions
def test_wrong_types_are_type_errors(count: Count) -> None:
    board = bitrook.Board()
    for arguments, options in (
        ((), {}),
        ((board,), {}),
        ((board, "3"), {}),
        ((board, 3.0), {}),
        ((board, None), {}),
        ((board.fen(), 3), {}),
        ((bitrook.BaseBoard(), 3), {}),
        ((None, 3), {}),
        ((board, 3, 1), {}),
        ((board, 3), {"threads": "2"}),
        ((board, 3), {"hash_mb": 1.5}),
        ((board, 3), {"progress": 1}),
        ((board, 3), {"method": None}),
        ((board, 3), {"method": b"walk"}),
        ((board, 3), {"workers": 1}),
    ):
        with pytest.raises(TypeError):
            count(*arguments, **options)


def test_a_table_larger_than_memory_is_a_memory_error() -> None:
    try:  # some systems overcommit memory, and the allocation succeeds
        assert bitrook.perft(bitrook.Board(), 4, hash_mb=2**19) == 197281
    except MemoryError:
        pass


def test_a_table_smaller_than_the_tree() -> None:
    assert bitrook.perft(bitrook.Board(KIWIPETE), 5, hash_mb=1) == 193_690_690


def test_a_position_that_recurs_at_another_depth() -> None:
    board = bitrook.Board("8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/8 w - - 0 1")  # the kings return after four plies
    assert bitrook.perft(board, 9, hash_mb=1) == bitrook.perft(board, 9) == 9_747_299
