"""Tests for the Arrow stream: pyarrow, polars, DuckDB, pandas and nanoarrow read it, and every value is compared."""

from __future__ import annotations

import contextlib
import datetime
import gc
import threading
from typing import Any

import pytest
from support.column_oracle import lichess_text

import bitrook.data as bd

COLUMNS = [*bd.COLUMNS, "nags", "comments", "final", "movetext"]
TEXT = (
    lichess_text()[:400_000]
    + b"\n1. e4! $10 { c } e5 (1... c5) 2. Nf3 *\n\n1. e4 Ke7 *\n\n"
    + '[White "Müller"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n'.encode()
)
GAMES = bd.read_pgn(TEXT, columns=COLUMNS)
EXPECTED = GAMES.to_pydict()


def scan(**options: Any) -> bd.Scan:
    return bd.scan_pgn(TEXT, columns=COLUMNS, batch_size=70, **options)


def test_pyarrow() -> None:
    pa = pytest.importorskip("pyarrow")
    for source in (scan(), scan(threads=3), GAMES, GAMES[0 : len(GAMES)]):
        table = pa.table(source)
        table.validate(full=True)
        assert table.to_pydict() == EXPECTED
    part = pa.table(GAMES[37:91])
    part.validate(full=True)
    assert part.to_pydict() == GAMES[37:91].to_pydict()
    batch = pa.record_batch(GAMES[5:11])
    batch.validate(full=True)
    assert batch.to_pydict() == GAMES[5:11].to_pydict()


def test_schema() -> None:
    pa = pytest.importorskip("pyarrow")
    schema = pa.schema(scan())
    assert pa.table(scan()).schema == schema == pa.table(GAMES).schema
    types = {name: str(schema.field(name).type) for name in schema.names}
    names = {"final": "fixed_size_binary[24]", "UTCDate": "date32[day]"}
    for name, ours in scan().schema.items():
        assert types[name].replace("item: ", "") == names.get(name, ours), name
    spark = pa.table(scan(dialect="spark"))
    spark.validate(full=True)
    assert pa.schema(scan(dialect="spark")) == spark.schema
    assert spark.schema.field("final").type == pa.binary()
    for name in ("UTCDate", "UTCTime"):
        assert spark.schema.field(name).type == pa.timestamp("us", "UTC")
    day = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    first = spark.slice(0, 1).to_pydict()
    assert first["UTCDate"] == [datetime.datetime(2021, 10, 1, tzinfo=datetime.timezone.utc)]
    assert first["UTCTime"] == [day + datetime.timedelta(seconds=14)]
    assert spark.column("final").to_pylist() == EXPECTED["final"]
    assert spark.column("moves").to_pylist() == EXPECTED["moves"]


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    for source in (scan(), scan(threads=2), GAMES):
        assert pl.DataFrame(source).to_dict(as_series=False) == EXPECTED
    assert pl.Series(GAMES.column("moves")).to_list() == EXPECTED["moves"]


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    source = scan(threads=2)  # noqa: F841 - DuckDB finds it by name
    assert duckdb.sql("select count(*), sum(ply_count) from source").fetchall() == [
        (len(GAMES), sum(EXPECTED["ply_count"]))
    ]
    got = duckdb.sql("select ECO, count(*) from source group by 1").fetchall()
    assert dict(got) == {eco: EXPECTED["ECO"].count(eco) for eco in EXPECTED["ECO"]}
    names = [
        "White",
        "WhiteElo",
        "UTCDate",
        "UTCTime",
        "moves",
        "clocks",
        "evals",
        "final",
        "error",
        "nags",
        "comments",
    ]
    rows = duckdb.sql(f"select {', '.join(names)} from source").fetchall()
    assert {name: [row[i] for row in rows] for i, name in enumerate(names)} == {n: EXPECTED[n] for n in names}


def test_pandas() -> None:
    pd = pytest.importorskip("pandas", minversion="3")
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame.from_arrow(scan())
    assert frame["White"].fillna("").tolist() == [name or "" for name in EXPECTED["White"]]
    assert frame["ply_count"].tolist() == EXPECTED["ply_count"]


def test_nanoarrow() -> None:
    na = pytest.importorskip("nanoarrow")
    array = na.Array(scan())
    assert len(array) == len(GAMES)
    moves = na.Array(GAMES.column("moves"))
    assert moves.to_pylist() == EXPECTED["moves"]


def test_streams_are_read_by_other_threads() -> None:
    pa = pytest.importorskip("pyarrow")
    reader = pa.RecordBatchReader.from_stream(scan(threads=2))
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(reader.read_all().to_pydict()))
    thread.start()
    thread.join()
    assert found == [EXPECTED]


def test_batches_outlive_their_stream() -> None:
    pa = pytest.importorskip("pyarrow")
    reader = pa.RecordBatchReader.from_stream(scan())
    batches = [reader.read_next_batch(), reader.read_next_batch()]
    column = batches[1].column("moves").flatten()
    values = column.to_pylist()
    del reader, batches
    gc.collect()
    assert column.to_pylist() == values and len(values) > 1000


def test_errors_reach_the_reader_as_text() -> None:
    pa = pytest.importorskip("pyarrow")
    reader = pa.RecordBatchReader.from_stream(bd.scan_pgn(b"1. e4 *\n\n1. e5 *\n", errors="raise"))
    assert len(reader.read_next_batch()) == 1
    with pytest.raises(Exception, match=r"offset 12, ply 0: illegal move 'e5'"):
        reader.read_next_batch()
    with pytest.raises(Exception, match=r"ArchiveError: <bytes>: the archive is cut off at byte 12 of the file"):
        pa.table(bd.scan_pgn(b"\x1f\x8b\x08\0\0\0\0\0\0\0\0\0"))


def test_ctrl_c_in_a_reader() -> None:
    pa = pytest.importorskip("pyarrow")
    import _thread
    import signal

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore SIGINT in background jobs
    source = bd.scan_pgn(lichess_text() * 100, progress=lambda *_: _thread.interrupt_main())
    with pytest.raises(KeyboardInterrupt):
        with contextlib.suppress(pa.ArrowException, OSError):
            pa.table(source)
        for _ in range(1000):  # raised as soon as Python code runs
            pass
    signal.signal(signal.SIGINT, before)


def test_an_exception_of_the_callback_reaches_the_reader() -> None:
    pa = pytest.importorskip("pyarrow")

    def stop(*_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(Exception, match="LookupError: enough"):
        pa.table(bd.scan_pgn(lichess_text() * 100, progress=stop))


def test_streams_of_positions() -> None:
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    columns = ["game", "ply", "position", "move", "key", "eval", "clock", "piece_count", "dense", "classical", "White"]
    for dialect in ("arrow", "spark"):
        positions = bd.scan_pgn(TEXT[:20_000], dialect=dialect).positions(columns)  # type: ignore[arg-type]
        table = pa.table(positions)
        table.validate(full=True)
        got = table.to_pydict()
        expected = positions.read().to_pydict()
        if dialect == "spark":
            signed = [[w - (w >> 63 << 64) for w in row] for row in expected["dense"]]
            assert got["dense"] == signed and str(table.schema.field("dense").type) == "list<item: int64>"
            assert got["key"] == [k - (k >> 63 << 64) for k in expected["key"]]
        else:
            assert got == expected
            assert pl.DataFrame(positions).shape == table.shape


def test_columns_of_other_libraries() -> None:
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    texts = ["1. e4 e5 1-0", None, "", "1. d4 { [%clk 0:01:00] } *", "1. e5 *" + " " * 30]
    expected = bd.parse_movetext(texts).to_pydict()
    assert expected["ply_count"] == [2, None, None, 1, 0]
    array = pa.array(texts)
    for column in (
        array,
        array.cast(pa.large_string()),
        array.cast(pa.string_view()),
        pa.array(["x", *texts])[1:],
        pa.chunked_array([texts[:2], texts[2:]]),
        pl.Series(texts),
    ):
        assert bd.parse_movetext(column, threads=2).to_pydict() == expected
    with pytest.raises(TypeError, match="strings has the Arrow type 'l'"):
        bd.parse_movetext(pa.array([1, 2]))
    moves = GAMES.column("moves")
    for column in (moves, pa.array(moves), pl.Series(moves), pa.array(moves).cast(pa.large_list(pa.int16()))):
        assert list(bd.moves_to_uci(column)) == list(bd.moves_to_uci(moves))
    with pytest.raises(TypeError, match="moves has the Arrow type"):
        bd.moves_to_uci(pa.array([[1.5]]))
    with pytest.raises(ValueError, match="moves has invalid Arrow data: a null among the items"):
        bd.moves_to_uci(pa.array([[1, None]], pa.list_(pa.int16())))
