"""Tests for worker processes without an engine: small pickles, spawn and fork, other CPU-specific builds."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.data_jobs import archive

import bitrook
import bitrook.data as bd


def work(task: tuple[bd.Shard, Any, bitrook.Board, bitrook.Move]) -> tuple[int, list[int], bool]:
    shard, filters, board, move = task
    games = bd.read_pgn(shard, columns=["moves"], filters=filters)
    return len(games), games.moves(0).tolist(), board.is_legal(move)


def tasks(path: Path) -> list[Any]:
    board = bitrook.Board()
    board.push_uci("e2e4")
    filters = [("WhiteElo", ">=", 1000), ("ECO", "in", ["A00", "C20"])]
    return [
        (shard, filters, board, bitrook.Move.from_uci("e7e5")) for shard in bd.list_shards(path, target_bytes=800_000)
    ]


def _after(plies: int) -> bitrook.Board:
    board = bitrook.Board()
    for _ in range(plies // 4):
        for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
            board.push_uci(uci)
    return board


# Objects that are sent between processes, each with the maximum size of its pickle in bytes.
SENT: dict[str, tuple[Any, int]] = {
    "shard": (bd.Shard("s3://bucket/lichess_db_standard_rated_2026-10.pgn.zst", 1 << 34, (1 << 34) + (16 << 20)), 150),
    "filters": (
        [[("WhiteElo", ">=", 2200), ("TimeControl", "in", ["180+0", "300+0"])], [("has_evals", "==", True)]],
        150,
    ),
    "columns": (["WhiteElo", "ECO", "moves", "clocks", "evals"], 80),
    "board": (bitrook.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"), 300),
    "board of a game of 100 moves": (_after(200), 1000),
    "move": (bitrook.Move.from_uci("e7e8q"), 80),
    "position of 24 bytes": (bitrook.Board().packed(), 100),
}


@pytest.mark.parametrize("name", SENT)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_what_is_sent_between_processes_pickles_and_is_small(name: str, protocol: int) -> None:
    thing, most = SENT[name]
    data = pickle.dumps(thing, protocol)
    assert len(data) <= most
    assert pickle.loads(data) == thing and type(pickle.loads(data)) is type(thing)


@pytest.mark.slow
@pytest.mark.parametrize("method", [m for m in multiprocessing.get_all_start_methods() if m != "forkserver"])
def test_processes_that_are_spawned_or_forked(method: str, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    sent = tasks(archive(tmp_path))
    assert max(len(pickle.dumps(task)) for task in sent) < 1000
    here = [work(task) for task in sent]
    assert bd.scan_pgn(archive(tmp_path), threads=2).count() == 999  # starts threads in this process before the fork
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(work, sent) == here


PROGRAM = """
import hashlib, pickle, sys
import bitrook, bitrook.data as bd
shards, columns, board, move = pickle.load(sys.stdin.buffer)
rows = [[repr(games.to_pydict()) for games in bd.scan_pgn(shard, columns=columns)] for shard in shards]
legal = board.is_legal(move)
board.push(move)
result = [hashlib.sha256(repr(rows).encode()).hexdigest(), legal, board, board.key]
sys.stdout.buffer.write(pickle.dumps((bitrook.build_info().build, result)))
"""


@pytest.mark.slow
def test_workers_with_another_processor_build_give_the_same_rows(tmp_path: Path) -> None:
    board, move = _after(20), bitrook.Move.from_uci("e2e4")
    shards = bd.list_shards(archive(tmp_path), target_bytes=800_000)
    sent = pickle.dumps((shards, ["White", "WhiteElo", "moves", "clocks", "evals", "final"], board, move))
    board.push(move)
    rows = set()
    for build in bitrook.build_info().builds:
        places = [str(Path(bitrook.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {"BITROOK_BUILD": build, "PYTHONPATH": os.pathsep.join(filter(None, places))}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], input=sent, capture_output=True, env=environment, timeout=120, check=False
        )
        if b"processor" in done.stderr and done.returncode:  # this machine cannot run the build
            continue
        assert done.returncode == 0, done.stderr.decode()
        used, (digest, legal, after, key) = pickle.loads(done.stdout)
        assert (used, legal, after, key) == (build, True, board, board.key)
        assert after.move_stack == board.move_stack
        rows.add(digest)
    assert len(rows) == 1
