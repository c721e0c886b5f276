"""Tests for bitrook.data.dask: data frames, projection, jobs on a local cluster, killed workers and map_games()."""

from __future__ import annotations

import pickle
import sys
import time
import warnings
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

import bitrook.data as bd

dask = engine("dask")
engine("dask.dataframe")
distributed = engine("distributed")
pa = engine("pyarrow")
import bitrook.data.dask as bdd  # noqa: E402

jobs = example("jobs")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # the engine's own warnings


def table(frame: Any) -> Any:
    return pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata(None)


@pytest.mark.parametrize("positions", [False, True])
def test_the_data_frame_is_the_scan(positions: bool, tmp_path: Path) -> None:
    path = archive(tmp_path)
    columns = ["position", "key", "move", "eval", "White"] if positions else None
    filters = [("WhiteElo", ">=", 1800)]
    frame = bdd.read_pgn(path, columns=columns, filters=filters, target_bytes=300_000, positions=positions)
    scan = bd.scan_pgn(path, filters=filters)
    whole = pa.table(scan.positions(columns) if positions else scan)
    assert frame.npartitions == 8
    assert all(type(dtype).__name__ == "ArrowDtype" for dtype in frame.dtypes)
    assert table(frame.compute(scheduler="threads", num_workers=2)).equals(whole)


@pytest.mark.parametrize("positions", [False, True])
def test_conditions_on_positions(positions: bool, tmp_path: Path) -> None:
    path = archive(tmp_path)
    where = "check then (count(rooks) == 2 and not (knights | bishops | queens))"
    frame = bdd.read_pgn(path, where=where, target_bytes=300_000, positions=positions)
    scan = bd.scan_pgn(path)
    whole = pa.table(scan.positions(where=where) if positions else scan.where(where))
    assert frame.npartitions == 8 and whole.num_rows > 10
    assert table(frame.compute(scheduler="threads", num_workers=2)).equals(whole)


@pytest.mark.parametrize("kind", ["evaluations", "puzzles"])
def test_evaluations_and_puzzles(kind: str, tmp_path: Path) -> None:
    path = lf.write_lines(kind, tmp_path / "lines")
    scan_of, read = (bd.scan_evals, bdd.read_evals) if kind == "evaluations" else (bd.scan_puzzles, bdd.read_puzzles)
    size = -(-path.stat().st_size // 5)
    frame = read(path, target_bytes=size)
    assert frame.npartitions == 5
    assert table(frame.compute(scheduler="threads", num_workers=2)).equals(pa.table(scan_of(path)))
    number = "depth" if kind == "evaluations" else "Rating"
    options: dict[str, Any] = {"which": "all"} if kind == "evaluations" else {}
    options |= {"columns": ["packed", number], "filters": [(number, ">", 30)], "errors": "drop"}
    some = read(path, target_bytes=size, **options)
    whole = pa.table(scan_of(path, **options))
    assert whole.num_rows > 10 and table(some.compute(scheduler="sync")).equals(whole)
    assert some[number].sum().compute(scheduler="sync") == sum(whole[number].to_pylist())
    with pytest.raises(ValueError, match="columns"):
        read(path, columns=["White"])


def test_projection_reaches_the_reader(tmp_path: Path) -> None:
    frame = bdd.read_pgn(archive(tmp_path), target_bytes=1 << 20)
    plan = frame[frame.WhiteElo > 2000].ECO.value_counts().optimize()
    shown = plan.expr.tree_repr
    text = shown() if callable(shown) else shown
    assert "columns=['WhiteElo', 'ECO']" in text
    assert "'moves'" not in text


def test_a_file_that_is_cut_off(tmp_path: Path) -> None:
    path = archive(tmp_path)
    frame = bdd.read_pgn(path, columns=["White", "error"], target_bytes=300_000)
    path.write_bytes(path.read_bytes()[:1_000_000])
    rows = frame.compute(scheduler="sync")
    assert 300 < rows.White.count() < 999 and rows.error.count() == 5  # one truncated shard, four past the end
    assert len(frame.White.compute(scheduler="sync")) == len(rows)
    with pytest.raises(bd.ArchiveError, match="cut off"):
        bdd.read_pgn(bd.Shard(str(path), 0, 2_000_000), columns=["White"]).compute(scheduler="sync")


def test_wrong_arguments(tmp_path: Path) -> None:
    path = archive(tmp_path)
    with pytest.raises(ValueError, match="twice"):
        bdd.read_pgn(path, columns=["White", "White"])
    with pytest.raises(ValueError, match="at least 1"):
        bdd.read_pgn(path, target_bytes=0)


def test_what_is_sent_is_small(tmp_path: Path) -> None:
    frame = bdd.read_pgn(archive(tmp_path), columns=["White", "ply_count"], target_bytes=4_650)
    sizes = [len(pickle.dumps(task)) for task in frame.optimize().__dask_graph__().values()]
    assert len(sizes) == 500 and max(sizes) < 2500  # most of this is Dask's description of the columns


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # By default, a local cluster abandons a killed worker that is not back after 15 seconds, which is too soon
        # on a busy machine.
        with dask.config.set({"distributed.deploy.lost-worker-timeout": "5 minutes"}):
            with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
                # The tests import modules that workers cannot import, so these are pickled by value.
                import cloudpickle
                from support import data_jobs

                cloudpickle.register_pickle_by_value(data_jobs)
                cloudpickle.register_pickle_by_value(jobs)
                cloudpickle.register_pickle_by_value(sys.modules[__name__])
                yield client


def on_dask(job: Any, path: Any, target: int) -> str:
    """Run a job by map_partitions and groupby on the client's workers; return the hash of its rows."""
    import pandas as pd

    def to_pandas(rows: Any) -> Any:
        return rows.to_pandas(types_mapper=pd.ArrowDtype)

    def part(frame: Any) -> Any:
        return to_pandas(job.part(pa.Table.from_pandas(frame, preserve_index=False)))

    frame = bdd.read_pgn(path, target_bytes=target, **job.read)
    sums = frame.map_partitions(part, meta=to_pandas(job.schema.empty_table()))
    rows = table(sums.groupby(job.keys)[job.values].sum().compute().reset_index())
    return row_hash(job.finish(rows.select(job.schema.names).cast(job.schema)))


@pytest.mark.parametrize(
    "name, count", cases(NAMES, WORDS, short=lambda name, count: count in (2, 7) or name == "openings")
)
def test_the_jobs(name: str, count: int, client: Any, expected: dict[str, str], tmp_path: Path) -> None:
    assert on_dask(jobs.JOBS[name], archive(tmp_path), WORDS[count]) == expected[name]


@pytest.mark.parametrize("name", cases(NAMES, short="training".__eq__))
def test_two_workers_are_killed(name: str, client: Any, expected: dict[str, str], tmp_path: Path) -> None:
    job = jobs.JOBS[name]
    killing = job._replace(part=KillsWorker(job.part, tmp_path, 2))
    assert on_dask(killing, archive(tmp_path), WORDS[7]) == expected[name]
    assert (tmp_path / "killed-0").exists() and (tmp_path / "killed-1").exists()


@pytest.mark.parametrize("name", cases(NAMES, short="openings".__eq__))
def test_a_job_over_a_file_that_is_cut_off(
    name: str, client: Any, expected_of_cut_off: dict[str, str], tmp_path: Path
) -> None:
    paths, _ = cut_off(tmp_path)
    assert on_dask(dropping(jobs.JOBS[name]), paths, 40_000) == expected_of_cut_off[name]
    with pytest.raises(bd.ArchiveError, match="cut off"):
        on_dask(jobs.JOBS[name], paths, 40_000)


@pytest.mark.parametrize("name", cases(NAMES, short="clocks".__eq__))
def test_the_program(name: str, expected: dict[str, str], tmp_path: Path) -> None:
    printed, found = program("dask", name, tmp_path, "--target-bytes", str(WORDS[7]))
    assert expected[name].startswith(found) and "100% Completed" in printed


def test_a_shard_that_always_kills_its_worker_ends_the_job(client: Any, tmp_path: Path) -> None:
    path = archive(tmp_path)
    began = time.monotonic()
    with pytest.raises(distributed.KilledWorker, match=r"games\.pgn:0-"):
        bdd.map_games(client, bd.Shard(str(path), 0, 100_000), KillsWorker(count, tmp_path, 99))
    assert time.monotonic() - began < 60


def count(scan: bd.Scan) -> int:
    return scan.count()


def test_map_games(client: Any, tmp_path: Path) -> None:
    path = archive(tmp_path)
    seen: list[tuple[int, int, int]] = []
    shards = bd.list_shards(path, target_bytes=340_000)
    counts = bdd.map_games(
        client, path, count, target_bytes=340_000, filters=[("WhiteElo", ">", 2000)],
        progress=lambda *place: seen.append(place),
    )  # fmt: skip
    assert counts == [bd.scan_pgn(shard, filters=[("WhiteElo", ">", 2000)]).count() for shard in shards]
    assert [place[2] for place in seen] == [1, 2, 3, 4, 5, 6, 7]
    assert seen[-1] == (path.stat().st_size, path.stat().st_size, 7)


def test_map_games_survives_killed_workers_and_tries_again(client: Any, tmp_path: Path) -> None:
    path = archive(tmp_path)
    assert sum(bdd.map_games(client, path, KillsWorker(count, tmp_path, 2), target_bytes=340_000)) == 999
    fails = FailsTwice(tmp_path)
    assert bdd.map_games(client, bd.Shard(str(path), 0, 100_000), fails)[0] > 10
    with pytest.raises(RuntimeError, match="once more"):
        bdd.map_games(client, bd.Shard(str(path), 0, 99_000), FailsTwice(tmp_path / "other"), retries=1)


class FailsTwice:
    """A function whose first two calls raise RuntimeError; later calls count the games."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        folder.mkdir(exist_ok=True)

    def __call__(self, scan: bd.Scan) -> int:
        for i in range(2):
            place = Path(self.folder) / f"failed-{i}"
            if not place.exists():
                place.touch()
                raise RuntimeError("once more")
        return scan.count()


def test_map_games_stops_when_progress_raises(client: Any, tmp_path: Path) -> None:
    def stop(done: int, total: int, shards: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bdd.map_games(client, archive(tmp_path), count, target_bytes=10_000, progress=stop)
    with pytest.raises(TypeError, match="progress"):
        bdd.map_games(client, archive(tmp_path), count, progress=3)  # type: ignore[arg-type]
