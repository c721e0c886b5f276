"""Tests for bitrook.data.ray: data sets, projection, block sizes, jobs on two workers, and killed workers."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import lichess_files as lf
from support.data_jobs import (
    NAMES,
    WORDS,
    KillsWorker,
    archive,
    cases,
    cut_off,
    dropping,
    engine,
    example,
    program,
    row_hash,
)
from support.column_oracle import lichess_text

import bitrook.data as bd

ray = engine("ray")
engine("ray.data")
pa = engine("pyarrow")
import bitrook.data.ray as bdr  # noqa: E402

jobs = example("jobs")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # the engine's own warnings


@pytest.fixture(scope="module", autouse=True)
def workers() -> Iterator[None]:
    from support import data_jobs

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20)
    ray.data.DataContext.get_current().enable_progress_bars = False
    for module in (jobs, data_jobs):  # workers cannot import these modules
        ray.cloudpickle.register_pickle_by_value(module)
    yield
    ray.shutdown()


def table(data: Any) -> Any:
    return pa.concat_tables([each for each in ray.get(data.to_arrow_refs()) if each.num_columns])


def on_ray(job: Any, path: Any, target: int) -> str:
    """Run a job by map_batches and groupby on the workers; return the hash of its rows."""
    rows = bdr.read_pgn(path, target_bytes=target, **job.read)
    sums = rows.map_batches(job.part, batch_format="pyarrow", batch_size=None, max_retries=2)
    grouped = table(sums.groupby(job.keys, num_partitions=2).sum(job.values))
    names = [*job.keys, *(f"sum({value})" for value in job.values)]
    return row_hash(job.finish(grouped.select(names).rename_columns(job.schema.names).cast(job.schema)))


@pytest.mark.parametrize("positions", [False, True])
def test_the_data_set_is_the_scan(positions: bool, tmp_path: Path) -> None:
    path = archive(tmp_path)
    columns = ["game", "ply", "position", "key", "eval"] if positions else None
    filters = [("WhiteElo", ">=", 1800)]
    data = bdr.read_pgn(path, columns=columns, filters=filters, target_bytes=600_000, positions=positions)
    scan = bd.scan_pgn(path, filters=filters)
    whole = pa.table(scan.positions(columns) if positions else scan)
    order = [("game", "ascending"), ("ply", "ascending")] if positions else [("offset", "ascending")]
    assert table(data).sort_by(order).equals(whole)
    assert data.count() == len(whole)


@pytest.mark.parametrize("positions", [False, True])
def test_conditions_on_positions(positions: bool, tmp_path: Path) -> None:
    path = archive(tmp_path)
    columns = ["game", "ply"] if positions else ["offset", "match_plies"]
    where = "check then (count(rooks) == 2 and not (knights | bishops | queens))"
    data = bdr.read_pgn(path, columns=columns, where=where, target_bytes=600_000, positions=positions)
    scan = bd.scan_pgn(path)
    whole = pa.table(scan.positions(columns, where=where) if positions else scan.where(where)).select(columns)
    order = [("game", "ascending"), ("ply", "ascending")] if positions else [("offset", "ascending")]
    assert table(data).sort_by(order).equals(whole)


@pytest.mark.parametrize("kind", ["evaluations", "puzzles"])
def test_evaluations_and_puzzles(kind: str, tmp_path: Path) -> None:
    path = lf.write_lines(kind, tmp_path / "lines")
    scan_of, read = (bd.scan_evals, bdr.read_evals) if kind == "evaluations" else (bd.scan_puzzles, bdr.read_puzzles)
    columns = [*pa.schema(scan_of(b"")).names, "offset"]
    size = -(-path.stat().st_size // 3)
    order = [("offset", "ascending")]
    whole = pa.table(scan_of(path, columns=columns))
    assert table(read(path, columns=columns, target_bytes=size)).sort_by(order).equals(whole)
    number = "depth" if kind == "evaluations" else "Rating"
    options: dict[str, Any] = {"which": "all"} if kind == "evaluations" else {}
    options |= {"columns": ["offset", number], "filters": [(number, ">", 30)], "errors": "drop"}
    some = read(path, target_bytes=size, **options)
    whole = pa.table(scan_of(path, **options))
    assert whole.num_rows > 10 and table(some).sort_by(order).equals(whole)
    assert table(some.select_columns([number])).num_rows == whole.num_rows
    with pytest.raises(ValueError, match="columns"):
        read(path, columns=["White"])


@pytest.mark.parametrize("kind", ["evaluations", "puzzles"])
def test_the_estimated_size_of_lines(kind: str, tmp_path: Path) -> None:
    from bitrook.data._ray_source import PgnDatasource

    path = lf.write_lines(kind, tmp_path / "lines", 1000)
    shard = bd.Shard(str(path), 0, path.stat().st_size)
    options = {"records": kind}
    (task,) = PgnDatasource([shard], None, options).get_read_tasks(1)
    size = sum(block.nbytes for block in task())
    assert size / 2 < task.metadata.size_bytes < size * 2


def test_projection_reaches_the_reader(tmp_path: Path) -> None:
    from ray.data._internal.logical.optimizers import LogicalOptimizer

    data = bdr.read_pgn(archive(tmp_path)).select_columns(["White", "ply_count"])
    plan = LogicalOptimizer().optimize(data._logical_plan)
    (read,) = list(plan.dag.post_order_iter())
    assert read.datasource._columns() == ["White", "ply_count"]
    assert table(data).column_names == ["White", "ply_count"]
    renamed = table(data.rename_columns({"White": "name"}))
    assert renamed.column_names == ["name", "ply_count"]
    assert renamed["name"].equals(table(data)["White"])


def test_one_small_task_for_each_shard(tmp_path: Path) -> None:
    from bitrook.data._ray_source import PgnDatasource

    path = archive(tmp_path)
    shards = bd.list_shards(path, target_bytes=4_650)
    tasks = PgnDatasource(shards, None, {"filters": [("WhiteElo", ">", 1500)], "errors": "column"}).get_read_tasks(3)
    assert len(tasks) == 500
    assert max(len(ray.cloudpickle.dumps(task.read_fn)) for task in tasks) < 1000
    assert len(pickle.dumps(tasks[0].read_fn)) < 1000
    (task,) = PgnDatasource([bd.Shard(str(path), 0, path.stat().st_size)], None, {}).get_read_tasks(1)
    size = sum(block.nbytes for block in task())
    assert size / 2 < task.metadata.size_bytes < size * 2


@pytest.mark.parametrize("columns", [["dense", "game"], ["position", "White"]])
def test_blocks_are_smaller_than_128_mib(columns: list[str], tmp_path: Path) -> None:
    from bitrook.data._ray_source import PgnDatasource

    path = tmp_path / "games.pgn"
    path.write_bytes(lichess_text() * 24)
    shard = bd.Shard(str(path), 0, path.stat().st_size)
    (task,) = PgnDatasource([shard], columns, {"positions": True, "every": 1, "skip_first": 0}).get_read_tasks(1)
    sizes = [block.nbytes for block in task()]
    assert max(sizes) < 100 << 20
    assert len(sizes) > 1 or columns[0] == "position"
    assert sum(sizes) / 2 < task.metadata.size_bytes < sum(sizes) * 2


def test_a_file_that_is_cut_off(tmp_path: Path) -> None:
    path = archive(tmp_path)
    data = bdr.read_pgn(path, columns=["White", "error"], target_bytes=300_000)
    path.write_bytes(path.read_bytes()[:1_000_000])
    rows = table(data)
    assert 300 < len(rows) - rows["White"].null_count < 999
    assert len(rows) - rows["error"].null_count == 5  # one truncated shard, four past the end
    with pytest.raises(Exception, match="cut off"):
        bdr.read_pgn(bd.Shard(str(path), 0, 2_000_000), columns=["White"]).materialize()


def test_wrong_arguments(tmp_path: Path) -> None:
    path = archive(tmp_path)
    with pytest.raises(ValueError, match="twice"):
        bdr.read_pgn(path, columns=["White", "White"])
    with pytest.raises(ValueError, match="at least 1"):
        bdr.read_pgn(path, target_bytes=0)


@pytest.mark.parametrize("name, count", cases(NAMES, WORDS, short=lambda name, count: count == 7 or name == "openings"))
def test_the_jobs(name: str, count: int, expected: dict[str, str], tmp_path: Path) -> None:
    assert on_ray(jobs.JOBS[name], archive(tmp_path), WORDS[count]) == expected[name]


@pytest.mark.parametrize("name", cases(NAMES, short="training".__eq__))
def test_two_workers_are_killed(name: str, expected: dict[str, str], tmp_path: Path) -> None:
    job = jobs.JOBS[name]
    killing = job._replace(part=KillsWorker(job.part, tmp_path, 2))
    assert on_ray(killing, archive(tmp_path), WORDS[7]) == expected[name]
    assert (tmp_path / "killed-0").exists() and (tmp_path / "killed-1").exists()


@pytest.mark.parametrize("name", cases(NAMES, short="openings".__eq__))
def test_a_job_over_a_file_that_is_cut_off(name: str, expected_of_cut_off: dict[str, str], tmp_path: Path) -> None:
    paths, _ = cut_off(tmp_path)
    assert on_ray(dropping(jobs.JOBS[name]), paths, 40_000) == expected_of_cut_off[name]
    with pytest.raises(Exception, match="cut off"):
        on_ray(jobs.JOBS[name], paths, 40_000)


@pytest.mark.parametrize("name", cases(NAMES, short="clocks".__eq__))
def test_the_program(name: str, expected: dict[str, str], tmp_path: Path) -> None:
    _, found = program("ray", name, tmp_path, "--target-bytes", str(WORDS[7]))
    assert expected[name].startswith(found)


def test_a_shard_that_always_kills_its_worker_ends_the_job(tmp_path: Path) -> None:
    job = jobs.JOBS["openings"]
    killing = job._replace(part=KillsWorker(job.part, tmp_path, 99))
    began = time.monotonic()
    with pytest.raises(Exception, match="(?i)worker.*(died|crash|exit)"):
        on_ray(killing, archive(tmp_path), 1 << 40)
    assert time.monotonic() - began < 60
    killed = len(list(tmp_path.glob("killed-*")))
    assert killed == 3  # the first attempt and two retries
