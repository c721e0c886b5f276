"""Tests for `bitrook.data.spark` on a local Spark: rows, filters, killed workers and truncated files."""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import lichess_files as lf
from support.archives import make
from support.data_jobs import (
    NAMES,
    WORDS,
    KillsWorker,
    archive,
    cases,
    cut,
    cut_off,
    digest,
    dropping,
    engine,
    example,
    program,
    row_hash,
)
from support.column_oracle import lichess_text

import bitrook.data as bd

pyspark = engine("pyspark")
pa = engine("pyarrow")
from bitrook.data import spark as ours  # noqa: E402
from bitrook.data._engines import read_batches, schema_of  # noqa: E402

jobs, engines = example("jobs"), example("engines")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Java takes seconds to start
COLUMNS = ["White", "WhiteElo", "UTCDate", "result", "moves", "clocks", "offset", "error"]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    here = str(Path(__file__).parents[1])
    os.environ["PYTHONPATH"] = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2,4]")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.python.filterPushdown.enabled": "true",
        "spark.log.level": "OFF",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.dataSource.register(ours.PgnDataSource)
    yield session
    session.stop()


def load(spark: Any, path: Any, **options: Any) -> Any:
    reader = spark.read.format(options.pop("format", "pgn"))
    for name, value in options.items():
        reader = reader.option(name, value)
    return reader.load(str(path))


def rows(frame: Any) -> list[Any]:
    return [tuple(row) for row in frame.collect()]


def expected(path: Any, columns: list[str] = COLUMNS, **options: Any) -> str:
    """Return the hash of the rows read in one process, which must not depend on the number of threads."""
    hashes = set()
    for threads in (1, 2):
        table = pa.table(bd.scan_pgn(path, columns=columns, threads=threads, dialect="spark", **options))
        hashes.add(digest(_naive(row.values()) for row in table.to_pylist()))
    (one,) = hashes
    return one


def _naive(values: Any) -> tuple[Any, ...]:
    # Spark returns timestamps without a time zone, in the time zone of the session.
    return tuple(v.replace(tzinfo=None) if hasattr(v, "tzinfo") else v for v in values)


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(bytes(v) if isinstance(v, bytearray) else v for v in row)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_bytes(lichess_text())
    return path


@pytest.mark.parametrize("count", [1, 2, 7, 500])
def test_the_rows_of_any_number_of_shards(spark: Any, count: int, games: Path) -> None:
    target = -(-games.stat().st_size // count)
    frame = load(spark, games, columns=",".join(COLUMNS), target_bytes=target)
    assert frame.rdd.getNumPartitions() == count
    assert digest(rows(frame)) == expected(games)


def test_archives_patterns_and_lists(spark: Any, tmp_path: Path) -> None:
    text = lichess_text()[:200_000]
    for name, kind in (("a.pgn.gz", "gzip"), ("b.pgn.zst", "pzstd"), ("c.pgn", "plain")):
        (tmp_path / name).write_bytes(make(kind, text, 30_000))
    names = ",".join(COLUMNS)
    frame = load(spark, tmp_path / "*.pgn*", columns=names, target_bytes=10_000)
    whole = sorted(map(str, tmp_path.glob("*.pgn*")))
    assert digest(rows(frame)) == expected(whole)
    some = spark.read.format("pgn").option("columns", names).load(whole[:2])
    assert digest(rows(some)) == expected(whole[:2])


def test_columns_and_schemas(spark: Any, games: Path) -> None:
    whole = load(spark, games)
    assert whole.columns == [name for name in bd.COLUMNS if name != "Result"]
    assert whole.where("result = 1").count() == bd.scan_pgn(games, filters=[("result", "==", 1)]).count()
    chosen = spark.read.format("pgn").schema("moves array<smallint>, White string").load(str(games))
    assert digest(rows(chosen)) == expected(games, ["moves", "White"])
    odd = ["fen", "final", "nags", "comments", "UTCTime", "movetext"]
    table = pa.table(bd.scan_pgn(games, columns=odd, dialect="spark"))
    found = rows(load(spark, games, columns=",".join(odd)))
    assert digest(map(_plain, found)) == digest(_plain(_naive(row.values())) for row in table.to_pylist())


def test_positions(spark: Any, games: Path) -> None:
    names = ["ECO", "ply", "key", "eval"]
    frame = load(spark, games, columns=",".join(names), positions=True, every=5, skip_first=10, target_bytes=400_000)
    table = pa.table(bd.scan_pgn(games, dialect="spark").positions(names, every=5, skip_first=10))
    assert digest(rows(frame)) == digest(tuple(row.values()) for row in table.to_pylist())


def test_conditions_on_positions(spark: Any, games: Path) -> None:
    where = "check then (count(rooks) == 2 and not (knights | bishops | queens))"
    frame = load(spark, games, columns=",".join(COLUMNS), where=where, target_bytes=400_000)
    assert digest(rows(frame)) == expected(games, where=where)
    frame = load(spark, games, columns="ECO,ply", positions=True, where=where, target_bytes=400_000)
    table = pa.table(bd.scan_pgn(games, dialect="spark").positions(["ECO", "ply"], where=where))
    assert digest(rows(frame)) == digest(tuple(row.values()) for row in table.to_pylist())


@pytest.mark.parametrize("kind", ["evaluations", "puzzles"])
def test_evaluations_and_puzzles(spark: Any, kind: str, tmp_path: Path) -> None:
    path = lf.write_lines(kind, tmp_path / "lines")
    scan_of, source = (
        (bd.scan_evals, ours.EvalsDataSource) if kind == "evaluations" else (bd.scan_puzzles, ours.PuzzlesDataSource)
    )
    spark.dataSource.register(source)
    size = -(-path.stat().st_size // 3)
    frame = load(spark, path, format=source.name(), target_bytes=size)
    assert frame.rdd.getNumPartitions() == 3
    whole = pa.table(scan_of(path, dialect="spark"))
    assert frame.columns == whole.column_names
    assert digest(map(_plain, rows(frame))) == digest(tuple(row.values()) for row in whole.to_pylist())
    number = "depth" if kind == "evaluations" else "Rating"
    which = {"which": "all"} if kind == "evaluations" else {}
    some = load(
        spark,
        path,
        format=source.name(),
        columns=f"fen,{number}",
        filters=f'[["{number}", ">", 30]]',
        errors="drop",
        **which,
    )
    options: dict[str, Any] = {"columns": ["fen", number], "filters": [(number, ">", 30)], "errors": "drop"}
    whole = pa.table(scan_of(path, **options, **which))
    assert whole.num_rows > 10 and digest(rows(some)) == digest(tuple(row.values()) for row in whole.to_pylist())
    assert some.where(f"{number} > 40").count() == sum(value > 40 for value in whole[number].to_pylist())
    for option in ("where", "positions", "pushdown"):
        with pytest.raises(ValueError, match="is not one of"):
            source({"path": str(path), option: "true"})


ODD = (
    b'[White "Ann"]\n[WhiteElo "2300"]\n\n1. e4 e5 1-0\n\n[White "M\xfcller"]\n[WhiteElo "40000"]\n\n1. e4 0-1\n\n'
    + '[White "Müller"]\n[WhiteElo "-40000"]\n\n1. d4 *\n\n'.encode()
    + b'[White "bob"]\n[WhiteElo "?"]\n[ECO "B01"]\n\n1. e4 Ke7 *\n\n[White ""]\n\n1. e4 d5 2. d4 1/2-1/2\n'
)
PUSHED = {
    "WhiteElo > 2000": True, "WhiteElo < 2000": True, "WhiteElo <> 2300": True, "WhiteElo in (2300, 7)": True,
    "WhiteElo not in (2300, 7)": True, "WhiteElo is not null": True, "White = 'Ann'": True, "White >= 'B'": True,
    "ECO is null": True, "ECO is not null": True, "result = -1": True, "ply_count > 1": True,
    "White = 'Ann' and result = 1": True, "not (WhiteElo >= 2300)": True,
    "WhiteElo is null": False, "White = 'Müller'": False, "White like 'A%'": False, "error is null": False,
    "White = 'Ann' or result = -1": False, "WhiteElo + 1 > 2000": False, "size(moves) = 1": False,
    "White <=> 'Ann'": False, "WhiteElo > 100000": None,
}  # fmt: skip


def test_filters(spark: Any, tmp_path: Path) -> None:
    path = tmp_path / "odd.pgn"
    path.write_bytes(ODD)
    for condition, pushed in PUSHED.items():
        filtered = load(spark, path, pushdown=True).where(condition)  # Spark 4.3.0 mixes up queries of one DataFrame
        plan = filtered._jdf.queryExecution().executedPlan().toString()
        if pushed is not None:
            assert ("Filter " in plan.replace("RuntimeFilters", "")) != pushed, (condition, plan)
        found = rows(filtered.select("offset"))
        assert found == rows(load(spark, path).where(condition).select("offset")), condition
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "false")
    try:
        assert load(spark, path).count() == 5
        with pytest.raises(Exception, match="spark.sql.python.filterPushdown.enabled"):
            load(spark, path, pushdown=True).count()
    finally:
        spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    frame = load(spark, path)
    assert [frame.count(), frame.where("result = 1").count(), frame.count()] == [5, 1, 5]
    option = load(spark, path, filters='[[["ply_count", ">", 2]], [["White", "==", "Ann"]]]', columns="White,result")
    assert rows(option.where("result is not null")) == [("Ann", 1), ("", 0)]


# ---- The jobs of examples/archive_jobs.


def on_spark(job: Any, path: Any, target: int, folder: Path) -> str:
    """Run a job on the session; return the hash of its rows."""
    engines.spark(job, path, folder / "out", 2, target)
    return row_hash(folder / "out")


@pytest.mark.parametrize(
    "name, count", cases(NAMES, WORDS, short=lambda name, count: count == 7 or count == 2 and name == "openings")
)
def test_the_jobs(spark: Any, name: str, count: int, expected: dict[str, str], tmp_path: Path) -> None:
    assert on_spark(jobs.JOBS[name], str(archive(tmp_path)), WORDS[count], tmp_path) == expected[name]


@pytest.mark.parametrize("name", cases(NAMES, short="training".__eq__))
def test_two_workers_of_a_job_are_killed(spark: Any, name: str, expected: dict[str, str], tmp_path: Path) -> None:
    job = jobs.JOBS[name]
    killing = job._replace(part=KillsWorker(job.part, tmp_path, 2))
    assert on_spark(killing, str(archive(tmp_path)), WORDS[7], tmp_path) == expected[name]
    assert len(list(tmp_path.glob("killed-*"))) == 2


@pytest.mark.parametrize("name", cases(NAMES, short="openings".__eq__))
def test_a_job_over_a_file_that_is_cut_off(
    spark: Any, name: str, expected_of_cut_off: dict[str, str], tmp_path: Path
) -> None:
    paths, _ = cut_off(tmp_path)
    assert on_spark(dropping(jobs.JOBS[name]), paths, 40_000, tmp_path) == expected_of_cut_off[name]
    with pytest.raises(Exception, match="cut off"):
        on_spark(jobs.JOBS[name], paths, 40_000, tmp_path)


@pytest.mark.parametrize("name", cases(NAMES, short="clocks".__eq__))
def test_the_program(name: str, expected: dict[str, str], tmp_path: Path) -> None:
    _, found = program("spark", name, tmp_path, "--target-bytes", str(WORDS[7]))
    assert expected[name].startswith(found)


# ---- Killed workers and truncated files.


class Killing(ours.PgnReader):
    """A reader whose first *times* reads kill their worker with SIGKILL after one batch; *folder* counts them."""

    folder, times = "", 0

    def read(self, partition: Any) -> Iterator[Any]:
        batches = super().read(partition)
        yield next(batches)
        kill = KillsWorker(lambda: None, Path(self.folder), self.times)
        kill.test = 0  # this process is a worker and may be killed
        kill()
        yield from batches


class KillingSource(ours.PgnDataSource):
    @classmethod
    def name(cls) -> str:
        return "killing"

    def reader(self, schema: Any) -> Any:
        made = super().reader(schema)
        reader = Killing(made.shards, made.names, {**made.options, "batch_size": 100})
        folder = Path(self.paths[0]).parent
        reader.folder, reader.times = str(folder), int((folder / "times").read_text())
        return reader


def test_workers_that_are_killed(spark: Any, games: Path) -> None:
    (games.parent / "times").write_text("2")
    spark.dataSource.register(KillingSource)
    frame = load(spark, games, format="killing", columns=",".join(COLUMNS), target_bytes=400_000)
    assert digest(rows(frame)) == expected(games)
    assert len(list(games.parent.glob("killed-*"))) == 2


def test_a_shard_that_always_crashes_ends_the_job(spark: Any, games: Path) -> None:
    (games.parent / "times").write_text("1000")
    spark.dataSource.register(KillingSource)
    began = time.monotonic()
    with pytest.raises(Exception, match=r"failed 4 times, most recent failure.*(crashed|EOFException)"):
        load(spark, games, format="killing", target_bytes=1 << 30).count()
    assert time.monotonic() - began < 60
    assert len(list(games.parent.glob("killed-*"))) == 4


@pytest.mark.parametrize("kind", ["plain", "pzstd"])
def test_a_file_that_is_cut_off(spark: Any, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    data = make(kind, lichess_text(), 20_000)
    path.write_bytes(data)
    target = -(-len(data) // 4)
    frame = load(spark, path, columns="offset,White,error", target_bytes=target)
    dropping = load(spark, path, columns="offset,White", errors="drop", target_bytes=target)
    bare = load(spark, path, columns="offset,White", target_bytes=target)
    last = cut(path, 4)[-1]
    shards = bd.list_shards(path, target_bytes=target)
    path.write_bytes(data[: last.start + 3_000])
    tables = [list(read_batches(s, ["offset", "White", "error"])) for s in shards]
    whole = [tuple(row.values()) for batches in tables for batch in batches for row in batch.to_pylist()]
    read = spark.createDataFrame(shards).mapInArrow(_read_shard, "offset long, White string, error string")
    assert digest(rows(read)) == digest(whole)
    errors = [row for row in whole if row[2] is not None]
    assert errors and all("cut off" in error for _, _, error in errors)
    if kind == "pzstd":  # a new query lists the shards again; a plain file is then complete, only smaller
        assert any("cut off" in row[2] for row in rows(frame) if row[2])
        assert {row[0] for row in rows(dropping)} == {row[0] for row in rows(frame) if row[0] is not None}
        with pytest.raises(Exception, match="cut off"):
            bare.collect()


def _read_shard(batches: Any) -> Iterator[Any]:
    for batch in batches:
        for row in batch.to_pylist():
            yield from read_batches(bd.Shard(**row), ["offset", "White", "error"], dialect="spark")


def test_map_in_arrow_with_a_killed_worker(spark: Any, games: Path) -> None:
    shards = cut(games, 5)
    read = KillsWorker(_read_shard, games.parent, 2)
    schema = ours.load("pyspark.sql.pandas.types", "spark").from_arrow_schema(
        schema_of(["offset", "White", "error"], dialect="spark")
    )
    frame = spark.createDataFrame(shards).repartition(5).mapInArrow(lambda batches: read(batches), schema)
    assert digest(rows(frame)) == expected(games, ["offset", "White", "error"])
    assert len(list(games.parent.glob("killed-*"))) == 2


# ---- Without a session.


def test_wrong_options() -> None:
    for options in (
        {}, {"path": "x", "column": "White"}, {"path": "x", "every": "-1"}, {"path": "x", "positions": "perhaps"},
        {"path": "x", "columns": "White,White"}, {"path": "x", "filters": "White"},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            ours.PgnDataSource(options)
    with pytest.raises(ValueError, match="errors must be"):
        ours.PgnDataSource({"path": "x", "errors": "no"}).schema()
    with pytest.raises(FileNotFoundError):
        source = ours.PgnDataSource({"path": "none.pgn"})
        source.reader(source.schema())


def test_what_is_sent_to_workers_is_small(games: Path) -> None:
    source = ours.PgnDataSource({"path": str(games), "columns": "White,moves", "target_bytes": "100000"})
    reader = pickle.loads(pickle.dumps(source.reader(source.schema())))
    partitions = reader.partitions()
    assert len(partitions) == 24 and all(len(pickle.dumps(p)) < 400 for p in partitions)
    assert sum(len(batch) for p in partitions for batch in reader.read(p)) == 999
