"""TranspositionTable: stored entries are found, the least valuable ones are replaced, and threads share a table."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import threading

import pytest

from bitrook import Board, search
from bitrook.search import EXACT, LOWER, UPPER, TranspositionTable

MOVES = Board().list_legal_moves()


def test_what_was_stored_is_found() -> None:
    rng = random.Random(1)
    table = TranspositionTable(4)
    stored = {}
    for _ in range(2000):
        key = rng.getrandbits(64)
        entry = (
            rng.choice(MOVES),
            rng.randint(-32000, 32000),
            rng.randint(-64, 190),
            rng.choice((UPPER, LOWER, EXACT)),
        )
        table.store(key, *entry)
        stored[key] = entry
    assert all(table.probe(key) == entry for key, entry in stored.items())
    assert all(table.probe(key ^ 1 << 40) is None for key in stored)


def test_entries() -> None:
    table = TranspositionTable(1)
    table.store(7, MOVES[0], 12, 3, bound=LOWER)
    entry = table.probe(7)
    assert entry is not None
    assert (entry.move, entry.score, entry.depth, entry.bound) == entry == (MOVES[0], 12, 3, LOWER)
    assert isinstance(entry, search.TableEntry)
    assert repr(entry) == f"bitrook.search.TableEntry(move={MOVES[0]!r}, score=12, depth=3, bound=2)"
    assert pickle.loads(pickle.dumps(entry)) == copy.deepcopy(entry) == entry
    with pytest.raises(TypeError):
        entry.__class__ = search.EvaluationTerms  # type: ignore[assignment]


def test_a_new_result_replaces_the_old_one_and_keeps_its_move() -> None:
    table = TranspositionTable(1)
    table.store(7, MOVES[0], 12, 9, EXACT)
    table.store(7, None, -5, 2, UPPER)
    assert table.probe(7) == (MOVES[0], -5, 2, UPPER)
    table.store(7, MOVES[1], 5, 1, LOWER)
    assert table.probe(7) == (MOVES[1], 5, 1, LOWER)
    table.store(8, None, 1, 1, EXACT)
    assert table.probe(8) == (None, 1, 1, EXACT)


def test_keys_are_words() -> None:
    table = TranspositionTable(1)
    table.store(-1, MOVES[0], 1, 1, EXACT)
    assert table.probe(2**64 - 1) == table.probe(-1) == table.probe(2**65 - 1) == (MOVES[0], 1, 1, EXACT)
    table.store(0, MOVES[1], 1, 1, EXACT)
    assert table.probe(0) is not None


def test_mates_are_relative_to_the_position() -> None:
    table = TranspositionTable(1)
    table.store(1, None, 31990, 5, EXACT, ply=4)  # a mate 10 plies from the root, 6 from the position
    assert table.probe(1, ply=4) == (None, 31990, 5, EXACT)
    assert table.probe(1) == (None, 31994, 5, EXACT)
    assert table.probe(1, 2) == (None, 31992, 5, EXACT)
    table.store(2, None, -31990, 5, EXACT, 4)
    assert table.probe(2, 2) == (None, -31992, 5, EXACT)
    table.store(3, None, 30000, 5, EXACT, 4)
    assert table.probe(3, 9) == (None, 30000, 5, EXACT)
    assert search.MATE_SCORE - 6 == 31994
    assert search.MAX_EVALUATION == 30000


def test_the_least_deep_and_old_entries_are_replaced() -> None:
    table = TranspositionTable(1)
    same_cluster = [n << 32 for n in range(1, 9)]
    for depth, key in zip((7, 3, 9, 5), same_cluster, strict=False):
        table.store(key, None, 0, depth, EXACT)
    table.store(same_cluster[4], None, 0, 1, EXACT)
    assert [table.probe(key) is not None for key in same_cluster[:5]] == [True, False, True, True, True]
    for _ in range(2):
        table.new_search()
    table.store(same_cluster[0], None, 0, 1, EXACT)  # belongs to the current search again
    table.store(same_cluster[5], None, 0, 0, EXACT)
    table.store(same_cluster[6], None, 0, 0, EXACT)
    table.store(same_cluster[7], None, 0, 0, EXACT)
    assert table.probe(same_cluster[2]) is None  # its depth of 9, minus 16 for two searches, is less than 0
    assert table.probe(same_cluster[0]) is not None


def test_hashfull_and_clear() -> None:
    table = TranspositionTable(1)
    assert table.hashfull() == 0
    for key in range(table.entries * 3):
        table.store(key, None, 0, 1, EXACT)
    assert table.hashfull() > 900
    table.new_search()
    assert table.hashfull() == 0
    table.store(5, None, 0, 1, EXACT)
    table.clear()
    assert table.probe(5) is None
    table.prefetch(5)


def test_sizes() -> None:
    table = TranspositionTable(1)
    assert (table.mb, table.entries) == (1, 1024 * 1024 // 16)
    assert repr(table) == "bitrook.search.TranspositionTable(1)"
    table.store(1, None, 0, 1, EXACT)
    table.resize(3)
    assert (table.mb, table.entries, table.probe(1)) == (3, 2 * 1024 * 1024 // 16, None)
    assert TranspositionTable().mb == 16


@pytest.mark.parametrize("mb", [0, -1, -(2**70)])
def test_too_small(mb: int) -> None:
    with pytest.raises(ValueError, match="mb must be at least 1"):
        TranspositionTable(mb)
    with pytest.raises(ValueError, match="mb must be at least 1"):
        TranspositionTable(1).resize(mb)


@pytest.mark.parametrize("mb", [2**40, 2**70, sys.maxsize])
def test_too_large(mb: int) -> None:
    with pytest.raises(MemoryError, match="cannot allocate a table of"):
        TranspositionTable(mb)
    table = TranspositionTable(1)
    table.store(1, None, 0, 1, EXACT)
    with pytest.raises(MemoryError):
        table.resize(mb)
    assert table.probe(1) is not None


def test_values_out_of_range() -> None:
    table = TranspositionTable(1)
    for score, depth, bound, ply, name in (
        (32001, 1, EXACT, 0, "score"),
        (-32001, 1, EXACT, 0, "score"),
        (0, -65, EXACT, 0, "depth"),
        (0, 191, EXACT, 0, "depth"),
        (0, 1, 0, 0, "bound"),
        (0, 1, 4, 0, "bound"),
        (0, 1, EXACT, -1, "ply"),
        (0, 1, EXACT, 257, "ply"),
    ):
        with pytest.raises(ValueError, match=f"^{name} must be in"):
            table.store(1, None, score, depth, bound, ply)
    with pytest.raises(ValueError, match="ply"):
        table.probe(1, 257)
    assert table.probe(1) is None
    for mb in ("1", None, 1.5):
        with pytest.raises(TypeError):
            TranspositionTable(mb)  # type: ignore[arg-type]


def test_threads_share_a_table() -> None:
    """Each value is derived from its key, so that an entry mixed from two would be detected."""
    table = TranspositionTable(1)
    wrong: list[int] = []

    def work(seed: int) -> None:
        rng = random.Random(seed)
        for n in range(8000):
            key = rng.getrandbits(12) << 32 | rng.getrandbits(4)
            entry = table.probe(key)
            if entry is not None and (entry.score, entry.depth) != (key >> 32, key & 15):
                wrong.append(key)
            table.store(key, MOVES[key % 20], key >> 32, key & 15, EXACT)
            if n % 1000 == 999:
                seed % 2 and table.resize(1 + n % 2)
                table.clear()
                table.new_search()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
