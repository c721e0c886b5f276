"""Tests for the three jobs of examples/archive_jobs: on threads, on any number of shards, against slow definitions."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from support.column_oracle import lichess_text
from support.data_jobs import NAMES, WORDS, archive, cases, cut_off, dropping, engine, example, program, row_hash

import bitrook
import bitrook.data as bd

pa = pytest.importorskip("pyarrow")
pytest.importorskip("numpy")
from bitrook.data._engines import read_shard, shards_of  # noqa: E402

jobs = example("jobs")
engines = example("engines")
JOBS: dict[str, Any] = jobs.JOBS


def of_one(name: str, source: Any, folder: Path, threads: int = 1) -> str:
    engines.one(JOBS[name], source, folder / "out", threads, 0)
    return row_hash(folder / "out")


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_any_number_of_shards_gives_the_same_rows(
    name: str, threads: int, expected: dict[str, str], tmp_path: Path
) -> None:
    path = archive(tmp_path)
    assert of_one(name, str(path), tmp_path, threads) == expected[name]
    for count, target in WORDS.items():
        shards = shards_of(path, target_bytes=target)
        assert len(shards) == count
        assert of_one(name, shards, tmp_path, threads) == expected[name], count


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_parts_of_shards_add_up(name: str, expected: dict[str, str], tmp_path: Path) -> None:
    job, path = JOBS[name], archive(tmp_path)
    for count, target in WORDS.items():
        parts = [job.part(read_shard(shard, **job.read)) for shard in shards_of(path, target_bytes=target)]
        sums = jobs.summed(pa.concat_tables(parts), job.keys, job.values).cast(job.schema)
        assert row_hash(job.finish(sums)) == expected[name], count


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, count, threads", cases(NAMES, WORDS, [1, 2], short=lambda name, count, threads: (count, threads) == (7, 2))
)
def test_the_jobs_on_polars(name: str, count: int, threads: int, expected: dict[str, str], tmp_path: Path) -> None:
    of_engine("polars")
    more = ["--workers", str(threads), "--target-bytes", str(WORDS[count])]
    _, found = program("polars", name, tmp_path, *more, POLARS_MAX_THREADS=str(threads))
    assert expected[name].startswith(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, count, threads", cases(NAMES, WORDS, [1, 2], short=lambda name, count, threads: (count, threads) == (7, 2))
)
def test_the_jobs_on_duckdb(name: str, count: int, threads: int, expected: dict[str, str], tmp_path: Path) -> None:
    shards = shards_of(archive(tmp_path), target_bytes=WORDS[count])
    of_engine("duckdb")(JOBS[name], shards, tmp_path / "out", threads, 0)
    assert row_hash(tmp_path / "out") == expected[name]


def of_engine(name: str) -> Any:
    """Return the function that runs jobs on an engine; skip the test if the engine is not installed."""
    engine(name if name != "one" else "pyarrow")
    return engines.ENGINES[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["one", "polars", "duckdb"])
@pytest.mark.filterwarnings("ignore:.*cut off.*:RuntimeWarning")
def test_jobs_over_a_file_that_is_cut_off(name: str, expected_of_cut_off: dict[str, str], tmp_path: Path) -> None:
    run = of_engine(name)
    paths, _ = cut_off(tmp_path)
    for each, job in JOBS.items():
        run(dropping(job), paths, tmp_path / each, 2, 40_000)
        assert row_hash(tmp_path / each) == expected_of_cut_off[each], each
    with pytest.raises(Exception, match="cut off"):
        run(JOBS["openings"], paths, tmp_path / "raises", 2, 40_000)


@lru_cache
def games() -> list[Any]:
    """Return the games of the archive, as read by bitrook.pgn."""
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
@pytest.mark.parametrize("how, name", cases(["one", "polars", "duckdb"], NAMES, short=lambda *case: case[0] == "one"))
def test_the_program(how: str, name: str, expected: dict[str, str], tmp_path: Path) -> None:
    of_engine(how)
    pytest.importorskip("matplotlib")
    assert expected[name].startswith(program(how, name, tmp_path)[1])
