"""Threads of Boards: same results for any number, forked and spawned processes, signals, and overlapping calls."""

from __future__ import annotations

import _thread
import hashlib
import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import children

import bitrook
from bitrook import search
from bitrook.batch import Boards

N = 5000  # large enough that every call shares its work
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="no /proc")


def digest(*arrays: Any) -> str:
    whole = hashlib.sha256()
    for array in arrays:
        whole.update(np.ascontiguousarray(array).tobytes())
    return whole.hexdigest()


def results(threads: int, n: int = N) -> dict[str, str]:
    """Return a digest of the result of every call that shares its work between threads."""
    boards = Boards(n, threads=threads, seed=9, autoreset="same", max_plies=9, history=2)
    for _ in range(12):
        step = boards.step(boards.random_moves(), illegal="raise")
    moves = boards.random_moves(seed=2)
    codec = bitrook.batch.codec("lc0")
    found = {
        "step": digest(*step, boards.final[0], boards.final[1].packed()),
        "legal_moves": digest(*boards.legal_moves()),
        "count_legal_moves": digest(boards.count_legal_moves()),
        "is_legal": digest(boards.is_legal(np.roll(moves, 1))),
        "random_moves": digest(moves),
        "playout": digest(*boards[:200].playout(seed=3, max_plies=30)),
        "perft": digest(boards[:100].perft(2)),
        "packed": digest(boards.packed()),
        "observe": digest(boards[:600].observe("maia2", dtype=np.uint8)),
        "legal_mask": digest(boards.legal_mask("lc0", packed=True)),
        "codec": digest(codec.encode(boards, moves, threads=threads)),
        "evaluation": digest(search.PieceSquareTables()(boards)),
    }
    for name in ("keys", "turns", "in_check", "piece_counts", "material", "status", "plies", "reasons", "repetitions"):
        found[name] = digest(getattr(boards, name))
    return found


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_results_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    assert results(threads) == results(1)


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 127, 129, 1000, 4097])
def test_nor_on_how_the_boards_are_divided(n: int) -> None:
    many, one = Boards(n, threads=3), Boards(n)
    for ply in range(3):
        many.step(many.random_moves(seed=ply))
        one.step(one.random_moves(seed=ply))
    assert many == one and np.array_equal(many.legal_moves()[1], one.legal_moves()[1])
    assert np.array_equal(many.keys, one.keys) and np.array_equal(many.packed(), one.packed())


# --- Other processes.


def work(boards: Boards) -> str:
    """Make some calls on two threads, in this or another process, and return a digest of the results."""
    boards.step(boards.random_moves(seed=1))
    return digest(boards.packed(), boards.legal_moves()[1], boards.playout(seed=2, max_plies=20).plies)


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_uses_threads_of_its_own() -> None:
    boards = Boards(2000, threads=2)
    expected = work(boards.copy())  # starts helpers in this process
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(work, [boards] * 4, chunksize=1) == [expected] * 4
    assert work(boards) == expected


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_spawned_process_uses_threads_of_its_own(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method}")
    boards = Boards(2000, threads=2)
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(work, [boards]) == [work(boards)]


@needs_fork
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_while_boards_are_in_use() -> None:
    """The child cannot use the boards that another thread was changing, but it can use other boards."""
    busy = Boards(8000, threads=2, history=0)
    thread = playing(busy)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            others = Boards(500, threads=2)
            code = 3 if is_busy(busy) and work(others) == work(Boards(500)) else 2
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 3
    assert not is_busy(busy)


def playing(boards: Boards) -> threading.Thread:
    """Start a thread that plays games on the boards, wait until it has begun, and return it."""
    thread = threading.Thread(target=boards.playout)
    thread.start()
    while not is_busy(boards):
        time.sleep(0.001)
    return thread


def is_busy(boards: Boards) -> bool:
    try:
        len(boards.turns)
    except RuntimeError as error:
        assert str(error) == "these boards are in use by another thread"
        return True
    return False


# --- Helpers.


def helpers() -> int:
    """Return the number of threads of this process that Python did not start."""
    return len(os.listdir("/proc/self/task")) - threading.active_count()


@needs_proc
def test_helpers_are_started_once() -> None:
    boards = Boards(N, threads=2)
    boards.count_legal_moves()
    before = helpers()
    for _ in range(50):
        boards.count_legal_moves()
    assert helpers() <= max(before, 1)


@needs_proc
@pytest.mark.slow
def test_helpers_without_work_end() -> None:
    boards = Boards(N, threads=2)
    boards.count_legal_moves()
    assert helpers() > 0
    before = time.process_time()
    time.sleep(6)
    assert time.process_time() - before < 0.5  # idle helpers sleep
    others = helpers()
    boards.count_legal_moves()
    assert helpers() == others + 1


SIGNALS = """
import os, signal
from bitrook.batch import Boards

before = set(os.listdir("/proc/self/task"))
Boards(5000, threads=4).playout(max_plies=5)
helpers = set(os.listdir("/proc/self/task")) - before
assert helpers
def blocks(helper, number):
    status = open(f"/proc/self/task/{helper}/status").read()
    return int(status.split("SigBlk:")[1].split()[0], 16) >> number - 1 & 1

for helper in helpers:
    while blocks(helper, signal.SIGSEGV):  # a thread that is being started blocks all
        pass
    assert blocks(helper, signal.SIGINT) and blocks(helper, signal.SIGTERM)
"""


@needs_proc
def test_helpers_take_no_signals_of_the_process() -> None:
    children.run("-c", SIGNALS, timeout=60)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.usefixtures("interrupts")
def test_ctrl_c_stops_a_call(threads: int) -> None:
    boards = Boards(200_000, threads=threads, history=0)
    timer = threading.Timer(0.02, _thread.interrupt_main, (signal.SIGINT,))
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        boards.playout()
    assert time.monotonic() - begin < 2  # instead of about 5 seconds on one thread
    assert boards.count_legal_moves()[0] == 20


# --- Two Python threads on the same boards.


def test_overlapping_calls_are_errors() -> None:
    boards = Boards(8000, threads=2, history=0)
    thread = playing(boards)
    calls = [
        lambda: boards.step(np.zeros(len(boards), np.int16), illegal="ignore"),
        lambda: boards.fens(),
        lambda: boards[0],
        lambda: boards[:2],
        lambda: boards.reset(),
        lambda: boards.observe("pieces"),
        lambda: boards.legal_mask("lc0"),
        lambda: boards == boards.copy(),
        lambda: setattr(boards, "threads", 1),
        lambda: search.PieceSquareTables()(boards),
        lambda: bitrook.batch.concatenate([boards]),
    ]
    for call in calls:
        with pytest.raises(RuntimeError, match="these boards are in use by another thread"):
            call()
    thread.join()
    assert boards.threads == 2 and not boards.plies.any()


def test_many_threads_each_with_boards_of_their_own() -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(work(Boards(1000, threads=3)))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [work(Boards(1000))] * 6
