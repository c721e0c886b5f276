"""Tests for code that all engines share: the rows of shards as pyarrow tables, truncated files, invalid arguments."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from support.archives import make
from support.column_oracle import lichess_text

import bitrook.data as bd

pa = pytest.importorskip("pyarrow")
from bitrook import _optional  # noqa: E402
from bitrook.data import _engines  # noqa: E402

TEXT = lichess_text()[:200_000]


def write(folder: Path, kind: str = "plain") -> Path:
    path = folder / "games"
    path.write_bytes(make(kind, TEXT, 9_000))
    return path


@pytest.mark.parametrize("kind", ["plain", "gzip", "pzstd"])
@pytest.mark.parametrize("positions", [False, True])
def test_the_tables_of_shards_are_the_scan(kind: str, positions: bool, tmp_path: Path) -> None:
    path = write(tmp_path, kind)
    shards = _engines.shards_of(path, target_bytes=20_000)
    parts = [_engines.read_shard(shard, positions=positions, filters=[("WhiteElo", ">", 1500)]) for shard in shards]
    scan = bd.scan_pgn(path, filters=[("WhiteElo", ">", 1500)])
    assert pa.concat_tables(parts).equals(pa.table(scan.positions() if positions else scan))


def test_the_dialect_of_spark(tmp_path: Path) -> None:
    path = write(tmp_path)
    names = ["UTCDate", "UTCTime", "final", "moves"]
    whole = pa.table(bd.scan_pgn(path, columns=names, dialect="spark"))
    assert _engines.read_shard(path, names, dialect="spark").equals(whole)
    assert _engines.schema_of(names, dialect="spark") == whole.schema


def test_paths(tmp_path: Path) -> None:
    for name in ("b.pgn", "a.pgn"):
        (tmp_path / name).write_bytes(TEXT)
    one = bd.Shard("x", 0, 5)
    names = [Path(s.path).name for s in _engines.shards_of([str(tmp_path / "*.pgn"), one], target_bytes=1 << 30)]
    assert names == ["a.pgn", "b.pgn", "x"]
    with pytest.raises(TypeError, match="path must be a path, a Shard or a list"):
        _engines.shards_of(b"1. e4 *")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        _engines.shards_of(tmp_path / "missing.pgn")


CUTS = [("plain", 100_000), ("gzip", 30_000), ("pzstd", 30_000)]


def cut(path: Path, at: int) -> None:
    path.write_bytes(path.read_bytes()[:at])


@pytest.mark.parametrize("kind, at", CUTS)
def test_a_file_that_is_cut_off_after_its_shards_were_listed(kind: str, at: int, tmp_path: Path) -> None:
    path = write(tmp_path, kind)
    whole = _engines.read_shard(path, ["White", "ply_count", "error"])
    shards = _engines.shards_of(path, target_bytes=1 << 30)
    cut(path, at)
    table = _engines.read_shard(shards[0], ["White", "ply_count", "error"])
    games = table.num_rows - 1
    assert 10 < games < whole.num_rows
    assert table.slice(0, games - 1).equals(whole.slice(0, games - 1))  # the last game may be incomplete
    last = table.slice(games).to_pylist()[0]
    assert last["White"] is None and last["ply_count"] is None and "cut off" in last["error"]
    # A projection without the column "error" has the same number of rows if error_row is set.
    fewer = _engines.read_shard(shards[0], ["White"], error_row=True)
    assert fewer.num_rows == table.num_rows and fewer["White"].to_pylist()[-1] is None
    for options in ({"columns": ["White"]}, {"errors": "raise"}):
        with pytest.raises(bd.ArchiveError, match="cut off"):
            _engines.read_shard(shards[0], **options)
    with pytest.warns(RuntimeWarning, match="cut off"):
        assert _engines.read_shard(shards[0], errors="drop").num_rows == games


def test_a_shard_behind_the_end_of_a_file_that_is_cut_off(tmp_path: Path) -> None:
    path = write(tmp_path)
    shards = _engines.shards_of(path, target_bytes=20_000)
    cut(path, 30_000)
    assert _engines.read_shard(shards[-1])["error"].to_pylist() == [
        f"{path}: the file is cut off: it ends before byte 200000, the end of the shard"
    ]
    assert len(_engines.read_shard(shards[0])) > 5  # this shard is complete


def test_padding_is_no_error(tmp_path: Path) -> None:
    path = write(tmp_path, "pzstd")
    path.write_bytes(path.read_bytes() + b"\0" * 64)
    (shard,) = _engines.shards_of(path)
    expected = pa.table(bd.scan_pgn(TEXT)).set_column(bd.COLUMNS.index("offset"), "offset", _offsets(shard))
    table = _engines.read_shard(shard)
    assert table.drop_columns("error").equals(expected.drop_columns("error"))
    assert table["error"].null_count == expected["error"].null_count == len(table) - 1  # the text is cut off


def _offsets(shard: Any) -> Any:
    return _engines.read_shard(shard, ["offset"])["offset"]


def test_the_error_for_a_missing_package_says_what_to_install() -> None:
    with pytest.raises(ImportError, match=r"pip install 'bitrook\[dask\]'"):
        _optional.load("no_such_package", "dask")


@pytest.mark.parametrize(
    "options",
    [{"columns": ["moves", "moves"]}, {"filters": [("x", "?", 1)]}, {"errors": "no"}, {"positions": True, "every": 0}],
)
def test_wrong_arguments_are_errors_before_a_shard_is_read(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        _engines.schema_of(**options)


def test_a_shard_is_small_when_pickled(tmp_path: Path) -> None:
    shards = _engines.shards_of(write(tmp_path), target_bytes=400)
    assert len(shards) == 500 and len(pickle.dumps(shards)) / 500 < 60
