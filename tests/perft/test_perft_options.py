"""Perft's options from Python: threads, table, progress, interruption, and what it refuses."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import bitrook

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDLESS = 12  # the start position's count to this depth takes years

Count = Callable[..., Any]
both = pytest.mark.parametrize("count", [bitrook.perft, bitrook.divide], ids=["perft", "divide"])


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"hash_mb": 1}, {"threads": 3, "hash_mb": 16}], ids=str)
def test_options_change_nothing_about_the_count(options: dict[str, int]) -> None:
    board = bitrook.Board(KIWIPETE)
    before = board.fen()
    for depth, nodes in enumerate([1, 48, 2039, 97862, 4085603, 193690690]):
        assert bitrook.perft(board, depth, **options) == nodes
    assert board.fen() == before


def test_divide_is_in_the_order_of_the_legal_moves_and_adds_up() -> None:
    board = bitrook.Board(KIWIPETE)
    for depth in (1, 2, 4):
        divided = bitrook.divide(board, depth)
        assert list(divided) == list(board.legal_moves)
        assert sum(divided.values()) == bitrook.perft(board, depth)
    for move, nodes in divided.items():
        board.push(move)
        assert bitrook.perft(board, 3) == nodes
        board.pop()
    assert bitrook.divide(board, 0) == {}
    assert bitrook.divide(bitrook.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 3) == {}


def test_a_board_of_ones_own_class_counts() -> None:
    class Own(bitrook.Board):
        pass

    assert bitrook.perft(Own(), 3) == 8902


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_in_the_calling_thread(threads: int) -> None:
    told: list[tuple[int, int, int]] = []

    def report(done: int, parts: int, nodes: int) -> None:
        assert threading.get_ident() == here
        told.append((done, parts, nodes))
        if len(told) == 3:
            raise StopIteration

    here = threading.get_ident()
    with pytest.raises(StopIteration):
        bitrook.perft(bitrook.Board(), ENDLESS, threads=threads, progress=report)
    assert len(told) == 3
    assert all(0 <= done < parts and nodes >= 0 for done, parts, nodes in told)
    assert told == sorted(told)


@both
def test_what_progress_raises_is_raised(count: Count) -> None:
    def fail(*_: int) -> None:
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        count(bitrook.Board(), ENDLESS, progress=fail)


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
@pytest.mark.parametrize("threads", [1, 2])
@both
def test_ctrl_c_ends_a_long_count(count: Count, threads: int) -> None:
    # a background job of a shell starts with interrupts ignored: the count would never end
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
        timer.start()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            count(bitrook.Board(), ENDLESS, threads=threads)
        assert time.monotonic() - start < 5
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)


@both
def test_other_threads_run_and_may_play_on_the_board(count: Count) -> None:
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


def test_many_counts_at_once() -> None:
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


@both
@pytest.mark.parametrize(
    "depth, options",
    [
        (-1, {}),
        (101, {}),
        (10**30, {}),
        (-(10**30), {}),
        (1, {"threads": 0}),
        (1, {"threads": -1}),
        (1, {"threads": 10**9}),
        (1, {"hash_mb": -1}),
        (1, {"hash_mb": 10**20}),
    ],
)
def test_impossible_numbers_are_refused(count: Count, depth: int, options: dict[str, int]) -> None:
    wrong = next(iter(options.values()), depth)
    with pytest.raises(ValueError, match=rf": {wrong}$"):
        count(bitrook.Board(), depth, **options)


@both
def test_other_types_are_refused(count: Count) -> None:
    board = bitrook.Board()
    for arguments, options in (
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
        ((board, 3), {"workers": 1}),
    ):
        with pytest.raises(TypeError):
            count(*arguments, **options)


def test_a_table_that_does_not_fit_is_a_memory_error() -> None:
    try:
        assert bitrook.perft(bitrook.Board(), 4, hash_mb=2**19) == 197281  # where memory is promised before it is there
    except MemoryError:
        pass


def test_depths_that_end_in_nothing() -> None:
    mate = bitrook.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert [bitrook.perft(mate, depth) for depth in (0, 1, 2, 100)] == [1, 0, 0, 0]


def test_a_small_table_is_used_and_changes_nothing() -> None:
    kiwipete = bitrook.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert bitrook.perft(kiwipete, 4, hash_mb=1) == bitrook.perft(kiwipete, 4) == 4_085_603
    assert bitrook.perft(bitrook.Board(), 5, hash_mb=1) == 4_865_609
