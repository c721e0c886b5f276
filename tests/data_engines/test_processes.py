"""Worker processes without an engine: what is sent to them pickles and is small; spawn, fork, another processor build."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from engine_jobs import archive

import bitrook
import bitrook.data as bd


pytestmark = pytest.mark.slow


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


@pytest.mark.parametrize("method", [m for m in multiprocessing.get_all_start_methods() if m != "forkserver"])
def test_processes_that_are_spawned_or_forked(method: str, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    sent = tasks(archive(tmp_path))
    assert max(len(pickle.dumps(task)) for task in sent) < 1000
    here = [work(task) for task in sent]
    assert bd.scan_pgn(archive(tmp_path), threads=2).count() == 999  # this process has used threads
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(work, sent) == here


PROGRAM = """
import hashlib, json, sys
import bitrook, bitrook.data as bd
shards = [bd.Shard(*shard) for shard in json.loads(sys.argv[1])]
rows = [[repr(games.to_pydict()) for games in bd.scan_pgn(shard, columns=sys.argv[2].split())] for shard in shards]
print(hashlib.sha256(repr(rows).encode()).hexdigest())
"""


def test_workers_with_another_processor_build_give_the_same_rows(tmp_path: Path) -> None:
    import json

    shards = json.dumps(bd.list_shards(archive(tmp_path), target_bytes=800_000))
    hashes = set()
    for build in bitrook.build_info().builds:
        command = [sys.executable, "-c", PROGRAM, shards, "White WhiteElo moves clocks evals final"]
        places = [str(Path(bitrook.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {"BITROOK_BUILD": build, "PYTHONPATH": os.pathsep.join(filter(None, places))}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
        if "processor" in done.stderr and done.returncode:  # this machine cannot run it
            continue
        assert done.returncode == 0, done.stderr
        hashes.add(done.stdout)
    assert len(hashes) == 1
