"""The three jobs of examples/archive_jobs: one process with threads, any number of shards; slow definitions."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from engine_jobs import EXAMPLE, WORDS, archive, example, row_hash
from game_rows import lichess_text

import bitrook
import bitrook.data as bd

pa = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")
jobs = example("jobs")
engines = example("engines")
JOBS: dict[str, Any] = jobs.JOBS


def of_one(name: str, source: Any, folder: Path, threads: int = 1) -> str:
    engines.one(JOBS[name], source, folder / "out", threads, 0)
    return row_hash(folder / "out")


@pytest.mark.slow
@pytest.mark.parametrize("name", JOBS)
def test_any_number_of_shards_gives_the_same_rows(name: str, tmp_path: Path) -> None:
    from bitrook.data._engines import read_shard, shards_of

    path = archive(tmp_path)
    whole = of_one(name, str(path), tmp_path)
    assert of_one(name, str(path), tmp_path, threads=2) == whole
    job = JOBS[name]
    read = dict(job.read)
    for count, target in WORDS.items():
        shards = shards_of(path, target_bytes=target)
        assert len(shards) == count
        parts = [job.part(read_shard(shard, **read)) for shard in shards]
        sums = jobs.summed(pa.concat_tables(parts), job.keys, job.values).cast(job.schema)
        assert row_hash(job.finish(sums)) == whole, count


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_the_jobs_on_engines_of_one_process(engine: str, tmp_path: Path) -> None:
    pytest.importorskip(engine)
    if engine == "polars":
        pytest.importorskip("bitrook.data.polars")
    path = str(archive(tmp_path))
    for name, job in JOBS.items():
        engines.ENGINES[engine](job, path, tmp_path / f"{engine}-{name}", 2, 340_000)
        assert row_hash(tmp_path / f"{engine}-{name}") == of_one(name, path, tmp_path), name


@lru_cache
def games() -> list[Any]:
    """Return the archive as python-chess's readers see it."""
    import io

    import bitrook.pgn

    file = io.StringIO(lichess_text().decode())
    return list(iter(lambda: bitrook.pgn.read_game(file), None))


def result_of(name: str, folder: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    of_one(name, str(archive(folder)), folder)
    return pq.read_table(folder / "out").to_pylist()


def test_openings_are_those_of_the_games(tmp_path: Path) -> None:
    expected: Counter[tuple[str, int]] = Counter()
    for game in games():
        elo = [game.headers.get(f"{color}Elo", "?") for color in ("White", "Black")]
        rating = sum(map(int, elo)) // 2 // 200 * 200 if all(each.isdigit() for each in elo) else 0
        expected[game.headers.get("Opening", "?").split(":")[0], rating] += sum(1 for _ in game.mainline()) + 1
    assert {(r["opening"], r["rating"]): r["positions"] for r in result_of("openings", tmp_path)} == expected


def test_training_has_each_evaluated_position_once(tmp_path: Path) -> None:
    scores: dict[bytes, list[int]] = {}
    for game in games():
        for node in game.mainline():
            score = node.eval()
            if score is not None:
                white = score.white()
                mate = white.mate()
                if mate is not None:
                    value = 32767 - (mate - 1) if mate > 0 else -32768 + (-mate - 1)
                else:
                    value = white.score()
                scores.setdefault(bd.pack_boards([node.board()]), []).append(value)
    rows = result_of("training", tmp_path)
    assert {r["position"]: (r["score"], r["count"]) for r in rows} == {
        position: (sum(values) // len(values), len(values)) for position, values in scores.items()
    }
    assert bitrook.Board.from_packed(rows[0]["position"]).is_valid()


def test_clocks_are_those_of_the_games(tmp_path: Path) -> None:
    expected: Counter[tuple[str, int]] = Counter()
    for game in games():
        base, _, increment = game.headers.get("TimeControl", "-").partition("+")
        clocks = [node.clock() for node in game.mainline()]
        if not increment or not any(clock is not None for clock in clocks):
            continue
        total = int(base) + 40 * int(increment)
        speed = jobs.SPEEDS[sum(total >= limit for limit in (180, 480, 1500))]
        for ply in range(2, min(len(clocks), 240)):
            if clocks[ply - 2] is not None and clocks[ply] is not None:
                used = round(1000 * (clocks[ply - 2] - clocks[ply] + int(increment)))
                if used >= 0:
                    expected[speed, ply] += used
    rows = {(r["speed"], r["ply"]): r["used"] for r in result_of("clocks", tmp_path)}
    assert {key: used for key, used in rows.items() if used} == {key: used for key, used in expected.items() if used}


@pytest.mark.slow
def test_the_program_prints_the_rate_and_draws(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in JOBS:
        command = [sys.executable, str(EXAMPLE), name, str(archive(tmp_path)), "--out", str(tmp_path / name), "--hash"]
        picture = tmp_path / f"{name}.svg"
        done = subprocess.run([*command, "--draw", str(picture)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert "MB/s" in done.stdout and "hash of the sorted rows: " in done.stdout
        assert picture.read_text().count("<path") > 20
