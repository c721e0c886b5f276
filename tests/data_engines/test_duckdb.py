"""Tests for scans in DuckDB: ``from scan``, queries, positions and Parquet."""

# ruff: noqa: F841  # DuckDB finds a scan by the name of its variable

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.archives import make
from support.column_oracle import lichess_text
from support.data_jobs import cut, digest, engine

import bitrook.data as bd

duckdb = engine("duckdb")
# DuckDB does not distinguish Result from result.
COLUMNS = ["White", "WhiteElo", "ECO", "UTCDate", "result", "moves", "clocks", "offset", "error"]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(make("pzstd", lichess_text(), 20_000))
    return path


def expected(path: Any, columns: list[str] = COLUMNS) -> str:
    table = bd.read_pgn(path, columns=columns)
    return digest(tuple(table.row(i).values()) for i in range(len(table)))


def rows(relation: Any) -> list[Any]:
    return list(relation.fetchall())


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_the_rows_of_a_scan(threads: int, games: Path) -> None:
    scan = bd.scan_pgn(games, columns=COLUMNS, threads=threads)
    assert digest(rows(duckdb.sql("from scan"))) == expected(games)
    assert rows(duckdb.sql("select count(*) from scan")) == [(999,)]  # each query reads the scan again
    for count in (1, 2, 7, 500):
        scan = bd.scan_pgn(cut(games, count), columns=COLUMNS, threads=threads)
        assert digest(rows(duckdb.sql("from scan"))) == expected(games)


def test_queries(games: Path) -> None:
    scan = bd.scan_pgn(games, columns=COLUMNS, filters=[("WhiteElo", ">=", 1500)], threads=2)
    table = bd.read_pgn(games, columns=["ECO"], filters=[("WhiteElo", ">=", 1500)]).to_pydict()
    found = duckdb.sql("select ECO, count(*) from scan where ECO is not null group by ECO")
    assert dict(rows(found)) == {eco: table["ECO"].count(eco) for eco in table["ECO"]}
    found = duckdb.sql("select sum(len(moves)), min(clocks[1]) from scan")
    assert rows(found)[0][0] == sum(
        map(len, bd.read_pgn(games, filters=[("WhiteElo", ">=", 1500)]).to_pydict()["moves"])
    )


def test_positions(games: Path) -> None:
    names = ["ECO", "ply", "position", "eval"]
    scan = bd.scan_pgn(games, columns=["offset"]).positions(names, every=5)
    table = scan.read()
    assert digest(rows(duckdb.sql("from scan"))) == digest(tuple(table.row(i).values()) for i in range(len(table)))


def test_parquet(games: Path, tmp_path: Path) -> None:
    scan = bd.scan_pgn(games, columns=COLUMNS, threads=2)
    path = tmp_path / "games.parquet"
    duckdb.sql(f"copy (from scan) to '{path}' (format parquet, compression zstd)")
    assert scan.count() == 999
    assert digest(rows(duckdb.sql(f"from '{path}'"))) == expected(games)


def test_a_file_that_is_cut_off(games: Path) -> None:
    games.write_bytes(games.read_bytes()[:-3_000])
    scan = bd.scan_pgn(games, columns=COLUMNS)
    assert scan is not None
    with pytest.raises(duckdb.Error, match="cut off"):
        duckdb.sql("from scan").fetchall()
