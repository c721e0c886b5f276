"""Scans: filters, limits, batches, threads, progress and interruption."""

from __future__ import annotations

import datetime
import io
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from game_rows import lichess_text

import bitrook.data as bd

GAMES = bd.read_pgn(lichess_text())
ROWS = [GAMES.row(i) for i in range(len(GAMES))]


def lists(games: Any) -> list[dict[str, Any]]:
    return [games.row(i) for i in range(len(games))]


# ---- Threads, batches, limits.


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("batch_size", [1, 100, 8192])
def test_rows_are_the_same_for_every_number_of_threads(threads: int, batch_size: int) -> None:
    text = lichess_text() * (3 if batch_size > 1 else 1)
    batches = list(bd.scan_pgn(text, columns=["Site", "moves"], threads=threads, batch_size=batch_size))
    sizes = [len(b) for b in batches]
    count = 999 * (3 if batch_size > 1 else 1)
    if batch_size == 8192:
        assert sizes == [1024, count - 1024]
    else:
        assert set(sizes[:-1]) <= {batch_size} and sum(sizes) == count
    sites = [site for b in batches for site in b["Site"]]
    assert sites == [row["Site"] for row in ROWS] * (count // 999)


def test_limit() -> None:
    for limit in (0, 1, 5, 998, 999, 2000):
        games = bd.read_pgn(lichess_text(), limit=limit, threads=2)
        assert lists(games) == ROWS[:limit]
        assert bd.scan_pgn(lichess_text(), limit=limit).count() == min(limit, 999)


def test_limit_reads_one_block() -> None:
    class Counting(io.BytesIO):
        bytes_read = 0

        def read(self, n: int | None = -1) -> bytes:
            data = super().read(n)
            self.bytes_read += len(data)
            return data

    file = Counting(lichess_text() * 3)
    assert len(bd.read_pgn(file, limit=1)) == 1
    assert file.bytes_read <= (1 << 20) + 16
    Counting.bytes_read = 0
    file = Counting(lichess_text() * 3)
    bd.scan_pgn(file).__arrow_c_stream__()
    assert file.bytes_read == 0  # before the first batch is asked for


def test_a_scan_can_be_read_again_and_at_the_same_time() -> None:
    scan = bd.scan_pgn(lichess_text(), columns=["White"], batch_size=300)
    assert scan.count() == scan.count() == 999
    a, b = iter(scan), iter(scan)
    for x, y in zip(a, b, strict=True):
        assert list(x["White"]) == list(y["White"])


def test_games_with_a_marker_in_a_comment() -> None:
    """A comment with an empty line and a bracket: chunks that begin there are read by the reader of the one before."""
    filler = b'[White "filler"]\n\n1. e4 { ' + b"x" * 600_000 + b" } *\n\n"
    tricky = b'[White "tricky"]\n\n1. e4 { a\n\n[White "no"]\n\n1. d4 } e5 *\n\n'
    text = (filler + tricky * 3) * 4 + tricky * 20_000
    columns = ["White", "ply_count", "offset", "movetext"]
    one = bd.read_pgn(text, columns=columns)
    assert one["White"].tolist().count("tricky") == 20_012 and "no" not in one["White"].tolist()
    for threads in (2, 4):
        assert lists(bd.read_pgn(text, columns=columns, threads=threads)) == lists(one)
    offset = int(one["offset"][1])
    assert text[offset:].startswith(b'[White "tricky"]')


def test_games_without_markers() -> None:
    text = b"1. e4 e5 2. Nf3 Nc6 *\n\n" * 300_000  # 6.9 MB
    assert bd.scan_pgn(text, columns=["moves"], threads=2).count() == 300_000
    one_line = b"{ " + b"x" * 9_000_000 + b" } 1. e4 *"
    assert bd.read_pgn(one_line, threads=2)["ply_count"].tolist() == [1]


# ---- Filters.

FILTERS: list[tuple[Any, Any]] = [
    ([("WhiteElo", ">=", 2000)], lambda r: r["WhiteElo"] >= 2000),
    ([("WhiteElo", "<", 1200), ("Result", "==", "0-1")], lambda r: r["WhiteElo"] < 1200 and r["Result"] == "0-1"),
    ([("TimeControl", "in", ["180+0", "300+0"])], lambda r: r["TimeControl"] in ("180+0", "300+0")),
    ([("TimeControl", "not in", ["60+0"])], lambda r: r["TimeControl"] != "60+0"),
    ([("WhiteTitle", "is null")], lambda r: r["WhiteTitle"] is None),
    ([("WhiteTitle", "is not null", None)], lambda r: r["WhiteTitle"] is not None),
    ([("WhiteTitle", "!=", "GM")], lambda r: r["WhiteTitle"] not in (None, "GM")),
    ([("WhiteRatingDiff", "!=", 6)], lambda r: r["WhiteRatingDiff"] not in (None, 6)),
    ([("ply_count", "<=", 10)], lambda r: r["ply_count"] <= 10),
    ([("result", "==", 0)], lambda r: r["result"] == 0),
    ([("result", "in", [1, -1]), ("ply_count", ">", 150)], lambda r: r["result"] and r["ply_count"] > 150),
    ([("has_evals", "==", True)], lambda r: r["evals"] is not None),
    ([("has_clocks", "==", False)], lambda r: r["clocks"] is None),
    ([("UTCDate", "==", "2021.10.01")], lambda r: r["UTCDate"] == datetime.date(2021, 10, 1)),
    ([("UTCDate", "<", datetime.date(2021, 10, 1))], lambda r: False),
    ([("UTCTime", ">", "00:01:00")], lambda r: r["UTCTime"] > datetime.time(0, 1)),
    ([[("WhiteElo", ">", 2300)], [("BlackElo", ">", 2300)]], lambda r: r["WhiteElo"] > 2300 or r["BlackElo"] > 2300),
    ([[("has_evals", "==", 1), ("ECO", ">=", "C")], [("ply_count", "==", 0)]],
     lambda r: (r["evals"] is not None and r["ECO"] >= "C") or r["ply_count"] == 0),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(FILTERS)))
def test_filters(number: int) -> None:
    filters, passes = FILTERS[number]
    expected = [row for row in ROWS if passes(row)]
    assert lists(bd.read_pgn(lichess_text(), filters=filters, threads=2)) == expected
    assert bd.scan_pgn(lichess_text(), filters=filters).count() == len(expected)


def test_a_tag_without_a_type_is_compared_as_a_number_with_a_number() -> None:
    text = b"".join(b'[Round "%s"]\n\n*\n\n' % r for r in (b"9", b"10", b"?", b"1.2"))
    assert list(bd.read_pgn(text, columns=["Round"], filters=[("Round", ">", 8)])["Round"]) == ["9", "10"]
    assert list(bd.read_pgn(text, columns=["Round"], filters=[("Round", ">", "8")])["Round"]) == ["9", "?"]


def test_a_missing_value_holds_for_nothing_but_is_null() -> None:
    text = b'[White "A"]\n\n*\n'
    for comparison, value in [("==", 0), ("!=", 0), ("<", 9), (">=", -9), ("in", [0]), ("not in", [5])]:
        assert bd.scan_pgn(text, filters=[("WhiteElo", comparison, value)]).count() == 0
    assert bd.scan_pgn(text, filters=[("WhiteElo", "is null")]).count() == 1
    assert bd.scan_pgn(text, filters=[("result", "is null")]).count() == 1


@pytest.mark.parametrize(
    ("filters", "error", "match"),
    [
        ([("WhiteElo", "~", 3)], ValueError, r"filters\[0\]: the comparison must be one of ==.*not '~'"),
        ([("WhiteElo", ">=", "x")], TypeError, r"filters\[0\]: the value must be an int, not str"),
        ([("WhiteElo", ">=")], ValueError, r"filters\[0\]: '>=' needs a value"),
        ([("White", "==", 3.5)], TypeError, r"must be a str or an int, not float"),
        ([("White", "in", "abc")], TypeError, r"'in' needs a list of values, not str"),
        ([("UTCDate", ">", "yesterday")], ValueError, r"not a date: 'yesterday'"),
        ([("White", "is null", 3)], ValueError, r"takes no value"),
        (("White", "==", "A"), TypeError, "a list of tuples, not one tuple"),
        ([[("White", "==", "A")], [("Black",)]], TypeError, r"filters\[1\]\[0\] must be a tuple"),
        ([("WhiteElo", "==", 1 << 70)], ValueError, "does not fit 64 bits"),
    ],
)
def test_wrong_filters(filters: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        bd.scan_pgn(b"", filters=filters)


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"columns": "White"}, TypeError, "columns must be a list of names"),
        ({"columns": ["White", "White"]}, ValueError, "columns names 'White' twice"),
        ({"columns": []}, ValueError, "columns must name a column"),
        ({"columns": [1]}, TypeError, "columns must be names of type str"),
        ({"threads": 0}, ValueError, r"threads must be in 1\.\.1024"),
        ({"batch_size": 0}, ValueError, "batch_size must be in"),
        ({"limit": -1}, ValueError, "limit must be in"),
        ({"limit": 1.5}, TypeError, "limit must be an int, not float"),
        ({"errors": "ignore"}, ValueError, "errors must be 'column', 'drop' or 'raise'"),
        ({"dialect": "flink"}, ValueError, "dialect must be"),
        ({"progress": 3}, TypeError, "progress must be a bool or a callable"),
    ],
)
def test_wrong_options(options: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        bd.scan_pgn(b"", **options)


# ---- Progress and interruption.


def test_progress() -> None:
    calls: list[tuple[int, int, int]] = []
    text = lichess_text() * 20
    games = bd.read_pgn(text, columns=["moves"], progress=lambda *numbers: calls.append(numbers))
    assert len(games) == 999 * 20 and len(calls) > 1
    assert calls == sorted(calls) and all(total == len(text) for _, total, _ in calls)
    assert 0 < calls[-1][0] <= len(text) and 0 < calls[-1][2] <= len(games)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_progress_callback_that_raises_stops_the_scan(threads: int) -> None:
    class Enough(Exception):
        pass

    def stop(*_: int) -> None:
        raise Enough("of that")

    with pytest.raises(Enough, match="of that"):
        bd.read_pgn(lichess_text() * 50, progress=stop, threads=threads)


INTERRUPT = """
import os, signal, sys, threading, time
import bitrook.data as bd
text = sys.stdin.buffer.read() * 400
def interrupt():
    time.sleep(0.3)
    interrupt.at = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    bd.read_pgn(text, threads=int(sys.argv[1]))
except KeyboardInterrupt:
    print(time.monotonic() - interrupt.at)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c(threads: int) -> None:
    path = str(Path(bd.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT, str(threads)],
        input=lichess_text(),
        capture_output=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert done.returncode == 0 and done.stdout, done.stderr
    assert float(done.stdout) < 1  # 0.1 s on a machine that does nothing else


def test_a_stream_that_is_not_read_to_its_end() -> None:
    for threads in (1, 4):
        batches = iter(bd.scan_pgn(lichess_text() * 20, threads=threads, batch_size=10))
        next(batches)
        del batches
    assert threading.active_count() < 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_a_fork_of_a_process_that_reads() -> None:
    code = """
import os, sys
import bitrook.data as bd
batches = iter(bd.scan_pgn(sys.stdin.buffer.read() * 10, threads=3, batch_size=10))
next(batches)
pid = os.fork()
if pid == 0:
    try:
        while True: next(batches)
    except ValueError as error:
        print(error, flush=True)
    del batches
    os._exit(0)
os.waitpid(pid, 0)
print(sum(len(b) for b in batches))
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], input=lichess_text(), capture_output=True, timeout=60,
        env=os.environ | {"PYTHONPATH": str(Path(bd.__file__).parents[2])},
    )  # fmt: skip
    assert done.stdout.split(b"\n")[:2] == [b"the process was forked while games were read", b"9980"], done


# ---- Games in memory.


def test_columns_are_arrays_without_copies() -> None:
    for name, dtype in [("WhiteElo", np.int16), ("ply_count", np.int16), ("offset", np.int64), ("result", np.int8)]:
        array = GAMES[name]
        assert array.dtype == dtype and array.tolist() == [row[name] for row in ROWS], name
        assert not array.flags.owndata and not array.flags.writeable
    values, offsets = GAMES["moves"]
    assert values.dtype == np.int16 and offsets.dtype == np.int32 and not values.flags.owndata
    for i in (0, 17, 998):
        assert values[offsets[i] : offsets[i + 1]].tolist() == ROWS[i]["moves"] == GAMES.moves(i).tolist()
    assert GAMES["UTCDate"].tolist() == [row["UTCDate"] for row in ROWS]
    assert GAMES["UTCTime"][0] == np.timedelta64(14, "s")
    assert list(GAMES["WhiteTitle"]) == [row["WhiteTitle"] for row in ROWS]


def test_missing_numbers_are_masked() -> None:
    games = bd.read_pgn(b'[WhiteElo "2000"]\n\n*\n\n[WhiteElo "?"]\n\n*\n\n[WhiteElo "1000"]\n\n*\n')
    assert games["WhiteElo"].mean() == 1500 and games["WhiteElo"].tolist() == [2000, None, 1000]
    assert games[1:]["WhiteElo"].mask.tolist() == [True, False]


def test_slices_and_indices() -> None:
    part = GAMES[100:200]
    assert len(part) == 100 and lists(part) == ROWS[100:200] and part.row(-1) == ROWS[199]
    assert part[10:-10]["ply_count"].tolist() == [row["ply_count"] for row in ROWS[110:190]]
    assert part.moves(5).tolist() == ROWS[105]["moves"]
    assert part["moves"].offsets[0] == GAMES["moves"].offsets[100]
    assert len(GAMES[5:3]) == 0 and GAMES.column("White")[-1] == ROWS[-1]["White"]
    with pytest.raises(ValueError, match="the step of a slice"):
        GAMES[::2]
    with pytest.raises(IndexError, match="row 999 of 999"):
        GAMES.row(999)
    with pytest.raises(IndexError, match="row -101 of 100"):
        part.moves(-101)
    with pytest.raises(KeyError, match="no column 'Nothing'"):
        GAMES["Nothing"]


def test_pickle() -> None:
    columns = [*bd.COLUMNS, "nags", "comments", "final", "fen"]
    games = bd.read_pgn(lichess_text()[:20_000], columns=columns)
    copy = pickle.loads(pickle.dumps(games))
    assert type(copy) is bd.Games and lists(copy) == lists(games) and copy.schema == games.schema
    part = pickle.loads(pickle.dumps(games[2:4]))
    assert lists(part) == lists(games[2:4])


def test_pickles_that_do_not_fit_are_refused() -> None:
    from bitrook.data._table import _restored

    def state(**changes: Any) -> Any:
        parts: dict[str, Any] = {
            "kind": "string", "length": 2, "nulls": 0, "validity": None,
            "offsets": np.array([0, 1, 2], "i4").tobytes(), "data": b"ab", "items": None,
        } | changes  # fmt: skip
        return _restored(bd.Table, [("a", parts["kind"])], [tuple(parts.values())], 0, 2)

    assert state().to_pydict() == {"a": ["a", "b"]}
    for changes in (
        {"length": 3},
        {"offsets": np.array([0, 1, 3], "i4").tobytes()},
        {"offsets": np.array([0, 2, 1], "i4").tobytes()},
        {"offsets": np.array([-1, 1, 2], "i4").tobytes()},
        {"data": b"\xff\xff"},
        {"nulls": 1},
        {"nulls": 1, "validity": b"\xff"},
        {"kind": "int16"},
        {"kind": "list<int16>"},
        {"kind": "nonsense"},
    ):
        with pytest.raises((ValueError, TypeError)):
            state(**changes)


def test_read_pgn_takes_little_more_memory_than_its_columns() -> None:
    code = """
import sys, resource
import bitrook.data as bd
text = sys.stdin.buffer.read() * 40
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
games = bd.read_pgn(text)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024, games.nbytes)
"""
    if sys.platform != "linux":
        pytest.skip("ru_maxrss")
    done = subprocess.run(
        [sys.executable, "-c", code], input=lichess_text(), capture_output=True, timeout=120, check=True,
        env=os.environ | {"PYTHONPATH": str(Path(bd.__file__).parents[2])},
    )  # fmt: skip
    used, columns = map(int, done.stdout.split())
    assert used < 1.3 * columns + (12 << 20)


def test_import_is_cheap() -> None:
    code = "import sys, bitrook.data; print([m for m in ('numpy', 'pyarrow', 'glob', 'datetime', 'bz2', 'zlib', 'pathlib') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
        env=os.environ | {"PYTHONPATH": str(Path(bd.__file__).parents[2])},
    )  # fmt: skip
    assert done.stdout.strip() == "[]"
