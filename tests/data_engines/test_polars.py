"""Tests for `bitrook.data.polars`: the rows of any number of shards, and the predicates that are pushed down."""

from __future__ import annotations

import datetime
import pickle
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.archives import make
from support.column_oracle import lichess_text
from support.data_jobs import cut, digest, engine

import bitrook.data as bd
from bitrook.data import polars as ours

pl = engine("polars")
ENGINES = ["in-memory", "streaming"]
c = pl.col

# Tags that are missing, empty, invalid UTF-8, too large for their column, or of the wrong type.
ODD = b"".join(
    b'[White "%s"]\n[WhiteElo "%s"]\n[UTCDate "%s"]\n[UTCTime "%s"]\n[Result "%s"]\n\n%s %s\n\n'
    % (white, elo, date, time, result, b"1. e4 e5 2. d4" * (i % 3 > 0), result)
    for i, (white, elo, date, time, result) in enumerate([
        (b"Ann", b"2300", b"2021.10.01", b"00:00:05", b"1-0"),
        (b"", b"", b"", b"", b"*"),
        (b"M\xfcller", b"40000", b"2021.??.??", b"25:00:00", b"0-1"),
        ("Müller".encode(), b"-40000", b"2021.02.30", b"1:2:3", b"1/2-1/2"),
        (b"bob", b"?", b"0001.01.01", b"23:59:59", b"*"),
        (b"Zoe", b"32767", b"9999.12.31", b"00:00:00", b"1-0"),
        (b"\xff", b"-32768", b"2021/10/01", b"12:00:00", b"0-1"),
    ])
) + b"\n1. e4 Ke7 *\n\n[ECO \"B01\"]\n\n1. d4 *\n"  # fmt: skip


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "odd.pgn"
    path.write_bytes(ODD)
    return path


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], Any]]:
    """Record the columns and filters of each scan that a query creates."""
    made: list[tuple[list[str], Any]] = []
    scan_shard = ours.scan_shard

    def spy(shard: Any, columns: Any, **options: Any) -> bd.Scan:
        if isinstance(shard, bd.Shard):
            made.append((columns, options["filters"]))
        return scan_shard(shard, columns, **options)

    monkeypatch.setattr(ours, "scan_shard", spy)
    return made


@pytest.mark.parametrize("how", ENGINES)
@pytest.mark.parametrize("kind", ["plain", "pzstd"])
@pytest.mark.parametrize("count", [1, 2, 7, pytest.param(500, marks=pytest.mark.slow)])
def test_the_rows_of_any_number_of_shards(how: str, kind: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(make(kind, lichess_text(), 4_000))
    expected = digest(pl.DataFrame(bd.read_pgn(path, threads=2)).rows())
    assert expected == digest(pl.DataFrame(bd.read_pgn(path)).rows())
    shards = cut(path, count)
    assert len(shards) == count if kind == "plain" else count / 2 < len(shards) <= count
    assert digest(ours.scan_pgn(shards).collect(engine=how).rows()) == expected


def test_the_rows_come_in_order(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(lichess_text())
    frame = ours.scan_pgn(path, target_bytes=100_000).collect()
    assert frame.equals(pl.DataFrame(bd.read_pgn(path)))
    assert frame.schema == ours.scan_pgn(path).collect_schema()


@pytest.mark.parametrize("how", ENGINES)
def test_shards_are_read_side_by_side(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if pl.thread_pool_size() < 2:
        pytest.skip("polars has one thread here")
    path = tmp_path / "games"
    path.write_bytes(lichess_text())
    barrier, scan_shard = threading.Barrier(2), ours.scan_shard

    def together(shard: Any, columns: Any, **options: Any) -> bd.Scan:
        if isinstance(shard, bd.Shard):
            barrier.wait(20)  # raises unless another reader gets here, too
        return scan_shard(shard, columns, **options)

    monkeypatch.setattr(ours, "scan_shard", together)
    query = ours.scan_pgn(cut(path, 2), columns=["White"])
    assert query.group_by("White").len().collect(engine=how)["len"].sum() == 999
    query = ours.scan_pgn(cut(path, 2), columns=["White"], maintain_order=False)
    assert query.collect(engine=how).height == 999


def test_columns(odd: Path, scans: list[Any]) -> None:
    query = ours.scan_pgn(odd)
    assert query.select("result", "White").collect().columns == ["result", "White"]
    assert query.filter(c.White.str.len_bytes() == 3).select("moves").collect().columns == ["moves"]
    assert query.select(pl.len()).collect().item() == 9
    assert [set(columns) for columns, _ in scans[:2]] == [{"White", "result"}, {"White", "moves"}]
    assert len(scans[2][0]) == 1  # polars chooses which one


def test_the_number_of_rows(tmp_path: Path, scans: list[Any]) -> None:
    path = tmp_path / "games"
    path.write_bytes(lichess_text())
    whole = pl.DataFrame(bd.read_pgn(path))
    for count in (1, 7):
        query = ours.scan_pgn(cut(path, count))
        for how in ENGINES:
            assert query.head(300).collect(engine=how).equals(whole.head(300))
            assert (
                query.head(300)
                .filter(c.WhiteElo > 2000)
                .collect(engine=how)
                .equals(whole.head(300).filter(c.WhiteElo > 2000))
            )
            assert (
                query.filter(c.WhiteElo > 2000)
                .head(20)
                .collect(engine=how)
                .equals(whole.filter(c.WhiteElo > 2000).head(20))
            )
            assert query.slice(150, 100).collect(engine=how).equals(whole.slice(150, 100))


# ---- Predicates.

DAY, TIME = datetime.date(2021, 10, 1), datetime.time(12, 0)
HIGH = ("WhiteElo", "<=", 32767)
LOW = ("WhiteElo", ">=", -32768)
PUSHED: list[tuple[Any, Any]] = [
    (c.WhiteElo > 2000, [[("WhiteElo", ">", 2000), HIGH]]),
    (c.WhiteElo < 2000, [[("WhiteElo", "<", 2000), LOW]]),
    (pl.lit(2000) <= c.WhiteElo, [[("WhiteElo", ">=", 2000), HIGH]]),
    (c.WhiteElo == 2300, [[("WhiteElo", "==", 2300)]]),
    (c.WhiteElo != 2300, [[("WhiteElo", "!=", 2300), LOW, HIGH]]),
    (c.WhiteElo.is_in([2300, 7]), [[("WhiteElo", "in", [2300, 7])]]),
    (~c.WhiteElo.is_in([2300, 7]), [[("WhiteElo", "not in", [2300, 7]), LOW, HIGH]]),
    (c.WhiteElo.is_not_null(), [[LOW, HIGH]]),
    (c.White == "Ann", [[("White", "==", "Ann")]]),
    (c.White.is_in(["Ann", "bob"]), [[("White", "in", ["Ann", "bob"])]]),
    (~c.White.is_in(["Ann", "bob"]), [[("White", "not in", ["Ann", "bob"]), ("White", "is not null")]]),
    (c.White.is_null(), [[("White", "is null")]]),
    (~(c.White == "Ann"), [[("White", "!=", "Ann"), ("White", "is not null")]]),  # polars rewrites this as !=
    (c.White >= "B", [[("White", ">=", "B")]]),
    (c.UTCDate == DAY, [[("UTCDate", "==", DAY)]]),
    (c.UTCDate.is_null(), [[("UTCDate", "is null")]]),
    (c.UTCTime <= TIME, [[("UTCTime", "<=", TIME)]]),
    (c.result == -1, [[("result", "==", -1)]]),
    (c.ply_count > 1, [[("ply_count", ">", 1)]]),
    (c.ply_count < 32766, [[("ply_count", "<", 32766)]]),
    ((c.White == "Ann") & (c.result == 1), [[("White", "==", "Ann"), ("result", "==", 1)]]),
    ((c.White == "Ann") | (c.result == -1), [[("White", "==", "Ann")], [("result", "==", -1)]]),
]  # fmt: skip
NOT_PUSHED: list[Any] = [
    c.WhiteElo.is_null(),  # also true for a number that does not fit the column
    c.White == "Müller",  # the reader would compare invalid UTF-8 byte by byte
    c.WhiteElo > 2000.5,
    c.ply_count == 32767,  # also the value of longer games
    c.White.str.starts_with("A"),
    c.error.is_null(),
    c.offset > 20,
    (c.White == "Ann") | c.error.is_not_null(),
    c.White.is_in(["Ann", None]),
    c.White == c.Black,
    c.WhiteElo + 1 > 2000,
    c.White.cast(pl.Int64, strict=False).is_in([7]),
]


@pytest.mark.parametrize(("predicate", "filters"), PUSHED, ids=[str(p) for p, _ in PUSHED])
def test_a_predicate_that_is_handed_down(predicate: Any, filters: Any, odd: Path, scans: list[Any]) -> None:
    expected = pl.DataFrame(bd.read_pgn(odd)).filter(predicate)
    assert ours.scan_pgn(odd).filter(predicate).collect().equals(expected)
    assert [sorted(group, key=repr) for group in scans[0][1]] == [sorted(group, key=repr) for group in filters]


@pytest.mark.parametrize("predicate", NOT_PUSHED, ids=str)
def test_a_predicate_that_is_left_to_polars(predicate: Any, odd: Path, scans: list[Any]) -> None:
    expected = pl.DataFrame(bd.read_pgn(odd)).filter(predicate)
    assert ours.scan_pgn(odd).filter(predicate).collect().equals(expected)
    assert scans[0][1] is None


def test_a_predicate_of_which_a_part_is_handed_down(odd: Path, scans: list[Any]) -> None:
    query = ours.scan_pgn(odd, filters=[("White", "!=", "bob")])
    frame = query.filter((c.result == 1) & c.White.str.contains("n") & (c.ply_count >= 0)).select("White").collect()
    assert frame.rows() == [("Ann",)]
    assert sorted(scans[0][1][0]) == [("White", "!=", "bob"), ("ply_count", ">=", 0), ("result", "==", 1)]
    either = ours.scan_pgn(odd, filters=[[("White", "==", "bob")], [("has_evals", "==", True)]])
    assert either.filter(c.WhiteElo.is_null()).select("White").collect().rows() == [("bob",)]


_numbers = st.sampled_from([-32768, -1, 0, 1, 2, 3, 2300, 32766, 32767])
_texts = st.sampled_from(["", "Ann", "An", "M", "Müller", "Zoe", "zz", "\xff", "Ã"])
_leaves = st.one_of(
    st.builds(
        lambda name, how, value: getattr(c(name), how)(value),
        st.sampled_from(["WhiteElo", "ply_count", "result"]), st.sampled_from("eq ne lt le gt ge".split()), _numbers,
    ),
    st.builds(
        lambda name, how, value: getattr(c(name), how)(value),
        st.sampled_from(["White", "ECO", "Result"]), st.sampled_from("eq ne lt le gt ge".split()), _texts,
    ),
    st.builds(lambda values: c.White.is_in(values), st.lists(_texts, max_size=3)),
    st.builds(lambda values: ~c.WhiteElo.is_in(values), st.lists(_numbers, max_size=3)),
    st.builds(lambda a, b, closed: c.WhiteElo.is_between(a, b, closed=closed),
              _numbers, _numbers, st.sampled_from(["both", "left", "right", "none"])),
    st.builds(lambda name, no: c(name).is_not_null() if no else c(name).is_null(),
              st.sampled_from(["White", "WhiteElo", "UTCDate", "UTCTime", "result", "ply_count", "error"]), st.booleans()),
)  # fmt: skip
_predicates = st.recursive(
    _leaves,
    lambda parts: st.one_of(
        st.builds(lambda a, b: a & b, parts, parts),
        st.builds(lambda a, b: a | b, parts, parts),
        parts.map(lambda a: ~a),
    ),
    max_leaves=5,
)


@given(_predicates)
@settings(max_examples=150)
def test_any_predicate(predicate: Any) -> None:
    assert ours.scan_pgn(_odd_path()).filter(predicate).collect().equals(_odd_frame().filter(predicate))


def _odd_path() -> Path:
    import functools
    import tempfile

    @functools.cache
    def make_one() -> Path:
        path = Path(tempfile.mkdtemp()) / "odd.pgn"
        path.write_bytes(ODD)
        return path

    return make_one()


def _odd_frame() -> Any:
    return pl.DataFrame(bd.read_pgn(ODD))


# ---- Positions, errors, pickles.


def test_positions(tmp_path: Path, scans: list[Any]) -> None:
    path = tmp_path / "games"
    path.write_bytes(lichess_text()[:300_000])
    names = ["ECO", "ply", "position", "eval", "result"]
    query = ours.scan_pgn(cut(path, 3), positions=True, columns=names, every=2, skip_first=10)
    expected = pl.DataFrame(bd.scan_pgn(path).positions(names, every=2, skip_first=10))
    assert query.collect().equals(expected)
    sicilian = (c.ECO == "B20") & c.eval.is_not_null() & (c.ply > 20)
    scans.clear()
    assert (
        query.filter(sicilian)
        .select("position", "ply")
        .collect()
        .equals(expected.filter(sicilian).select("position", "ply"))
    )
    assert scans[0][1] == [[("ECO", "==", "B20")]]


@pytest.mark.parametrize("kind", ["plain", "pzstd"])
def test_a_file_that_is_cut_off(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    data = make(kind, lichess_text(), 20_000)
    path.write_bytes(data)
    shards = cut(path, 7)
    whole = ours.scan_pgn(path).collect()
    before = sum(ours.scan_pgn(shard).collect().height for shard in shards[:-1])
    path.write_bytes(data[: shards[-1].start + 3_000])
    query = ours.scan_pgn(shards)
    frame = query.collect()
    rows, errors = frame.filter(c.error.is_null()), frame.filter(c.error.is_not_null())
    complete = rows.height - 1  # the last game may be incomplete
    assert rows.head(complete).equals(whole.head(complete)) and complete >= before - 2
    assert errors["White"].null_count() == errors.height > 0
    assert all("cut off" in error for error in errors["error"])
    assert query.select(pl.len()).collect().item() == frame.height  # regardless of the columns
    for predicate in (
        c.White.is_null(),
        c.error.is_not_null(),
        c.WhiteElo > 1500,
        c.White.is_null() & (c.ECO == "B01"),
    ):
        assert query.filter(predicate).collect().equals(frame.filter(predicate))
    with pytest.warns(RuntimeWarning, match="cut off"):
        dropped = ours.scan_pgn(shards, errors="drop").collect()
    assert dropped.equals(rows)
    for options in ({"errors": "raise"}, {"columns": ["White"]}):
        with pytest.raises((bd.ArchiveError, pl.exceptions.ComputeError), match="cut off"):
            ours.scan_pgn(shards, **options).collect()


def test_wrong_arguments(odd: Path) -> None:
    for options in ({"columns": "White"}, {"errors": "no"}, {"filters": [("White", "~", "x")]}, {"target_bytes": 0}):
        with pytest.raises((TypeError, ValueError)):
            ours.scan_pgn(odd, **options)
    with pytest.raises((ValueError, pl.exceptions.ComputeError), match="Ke7"):
        ours.scan_pgn(odd, errors="raise").collect()
    with pytest.raises(FileNotFoundError):
        ours.scan_pgn("none.pgn")
    with pytest.raises(ValueError, match="path must name at least one file, not an empty list"):
        ours.scan_pgn([])


def test_readers_are_small_when_pickled(odd: Path) -> None:
    (shard,) = bd.list_shards(odd)
    reader = ours._ShardReader(shard, ["White", "error"], {"errors": "column", "filters": [("WhiteElo", ">", 7)]})
    data = pickle.dumps(reader)
    assert len(data) < 500
    assert next(pickle.loads(data)(["White"], None, None, None)).rows() == [("Ann",), ("Müller",), ("Zoe",)]


def test_without_polars(odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"pip install 'bitrook\[polars\]'"):
        ours.scan_pgn(odd)
