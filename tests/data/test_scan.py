"""Tests for scans: filters, limits, batches, threads, progress and interruption."""

from __future__ import annotations

import datetime
import io
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from support import children
from support.column_oracle import lichess_text

import bitrook.data as bd
from bitrook import _core
from bitrook.data._source import Blocks, expand

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
    assert file.bytes_read == 0  # nothing is read before the first batch is requested


def test_a_scan_can_be_read_again_and_at_the_same_time() -> None:
    scan = bd.scan_pgn(lichess_text(), columns=["White"], batch_size=300)
    assert scan.count() == scan.count() == 999
    a, b = iter(scan), iter(scan)
    for x, y in zip(a, b, strict=True):
        assert list(x["White"]) == list(y["White"])


def test_games_with_a_marker_in_a_comment() -> None:
    """A tag after an empty line begins a game even in a comment, wherever the text is cut."""
    filler = b'[White "filler"]\n\n1. e4 { ' + b"x" * 600_000 + b" } *\n\n"
    tricky = b'[White "tricky"]\n\n1. e4 { a\n\n[White "no"]\n\n1. d4 } e5 *\n\n'
    text = (filler + tricky * 3) * 4 + tricky * 20_000
    columns = ["White", "ply_count", "offset", "movetext"]
    one = bd.read_pgn(text, columns=[*columns, "error"])
    assert one["White"].tolist().count("tricky") == one["White"].tolist().count("no") == 20_012
    wrong = [white for white, error in zip(one["White"], one.column("error"), strict=True) if error is not None]
    assert (
        set(wrong) == {"tricky", "no"} and len(wrong) == 40_024
    )  # a comment without an end, and an end without a comment
    for threads in (2, 4):
        assert lists(bd.read_pgn(text, columns=[*columns, "error"], threads=threads)) == lists(one)
    offset = int(one["offset"][1])
    assert text[offset:].startswith(b'[White "tricky"]')


def test_games_without_markers() -> None:
    text = b"1. e4 e5 2. Nf3 Nc6 *\n\n" * 300_000  # 6.9 MB
    assert bd.scan_pgn(text, columns=["moves"], threads=2).count() == 300_000
    one_line = (b"{ " + b"x" * 900_000 + b" } ") * 4 + b"1. e4 *"  # spans two chunks, within the limits of a game
    assert bd.read_pgn(one_line, threads=2)["ply_count"].tolist() == [1]
    too_long = bd.read_pgn(b"{ " + b"x" * 9_000_000 + b" } 1. e4 *\n\n1. d4 *", threads=2)
    assert too_long["ply_count"].tolist() == [0, 1] and [e is None for e in too_long.column("error")] == [False, True]


# ---- Filters.

FILTERS: list[tuple[Any, Any]] = [
    ([("WhiteElo", ">=", 2000)], lambda r: r["WhiteElo"] >= 2000),
    ([("WhiteElo", "<", 1200), ("Result", "==", "0-1")], lambda r: r["WhiteElo"] < 1200 and r["Result"] == "0-1"),
    ([("TimeControl", "in", ["180+0", "300+0"])], lambda r: r["TimeControl"] in ("180+0", "300+0")),
    ([("TimeControl", "not in", ["60+0"])], lambda r: r["TimeControl"] != "60+0"),
    ([("WhiteTitle", "is null")], lambda r: r["WhiteTitle"] is None),
    ([("WhiteTitle", "is not null", None)], lambda r: r["WhiteTitle"] is not None),
    ([("WhiteTitle", "!=", "GM")], lambda r: r["WhiteTitle"] != "GM"),
    ([("WhiteRatingDiff", "!=", 6)], lambda r: r["WhiteRatingDiff"] != 6),
    ([("ply_count", "<=", 10)], lambda r: r["ply_count"] <= 10),
    ([("result", "==", 0)], lambda r: r["result"] == 0),
    ([("result", "in", [1, -1]), ("ply_count", ">", 150)], lambda r: r["result"] and r["ply_count"] > 150),
    ([("has_evals", "==", True)], lambda r: r["evals"] is not None),
    ([("has_clocks", "==", False)], lambda r: r["clocks"] is None),
    ([("UTCDate", "==", "2021.10.01")], lambda r: r["UTCDate"] == datetime.date(2021, 10, 1)),
    ([("UTCDate", "<", datetime.date(2021, 10, 1))], lambda r: False),
    ([("UTCTime", ">", "00:01:00")], lambda r: r["UTCTime"] > datetime.time(0, 1)),
    ([("UTCTime", "<=", "00:00:14")], lambda r: r["UTCTime"] <= datetime.time(0, 0, 14)),
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


def test_a_missing_value_differs_from_every_other() -> None:
    text = b'[White "A"]\n\n*\n'
    for name, value in (("WhiteElo", 0), ("WhiteTitle", "BOT"), ("result", 1), ("UTCDate", "2021-10-01")):
        for comparison in ("==", "!=", "<", ">=", "in", "not in"):
            others = [value] if comparison.endswith("in") else value
            holds = comparison in ("!=", "not in")
            assert bd.scan_pgn(text, filters=[(name, comparison, others)]).count() == holds, (name, comparison)
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
        ({"columns": []}, ValueError, "columns must contain at least one name"),
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
    text = lichess_text() * 40
    games = bd.read_pgn(text, columns=["moves"], progress=lambda *numbers: calls.append(numbers))
    assert len(games) == 999 * 40 and calls
    assert calls == sorted(calls) and all(total == len(text) for _, total, _ in calls)
    assert 0 < calls[-1][0] <= len(text) and 0 < calls[-1][2] <= len(games)


def test_progress_counts_each_text_once() -> None:
    from bitrook.data._source import Blocks

    done: list[int] = []
    texts = [memoryview(lichess_text()), memoryview(lichess_text()[:100_000])]
    blocks = Blocks(texts, lambda *numbers: done.append(numbers[0]), {})
    while blocks.read() is not None:
        blocks.go_on(1)
    blocks.go_on(2)  # reports rows parsed after the last block was read
    assert done == sorted(done) and done[-1] == sum(map(len, texts))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_progress_callback_that_raises_stops_the_scan(threads: int) -> None:
    class Enough(Exception):
        pass

    def stop(*_: int) -> None:
        raise Enough("of that")

    with pytest.raises(Enough, match="of that"):
        bd.read_pgn(lichess_text() * 50, progress=stop, threads=threads)


class Reentrant:
    """A file whose read() requests the next batch from the scan that is reading it."""

    batches: Any = None

    def read(self, n: int) -> bytes:
        return bytes(self.batches.next())


@pytest.mark.parametrize("method", ["next", "rest"])
def test_a_scan_that_is_read_by_its_own_source_raises(method: str) -> None:
    file = Reentrant()
    plan = _core._pgn_plan(["White"])
    # Use the native object, because the generator that wraps it would raise first.
    file.batches = _core._pgn_batches(plan, Blocks(expand(file), None, {}), 1, 10, None)
    with pytest.raises(ValueError, match="the scan is already being read by this thread"):
        getattr(file.batches, method)()


INTERRUPT = """
import os, signal, sys, threading, time
import bitrook.data as bd
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for programs in the background
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
    done = children.python("-c", INTERRUPT, str(threads), lines=lichess_text().decode())
    assert float(done.stdout) < 1  # 0.1 s on an idle machine


BLOCKED = """
import os, sys, threading
import bitrook.data as bd

def masks():
    tasks = f"/proc/{os.getpid()}/task"
    return [int(line.split()[1], 16) for task in os.listdir(tasks)
            for line in open(f"{tasks}/{task}/status") if line.startswith("SigBlk:")]

batches = iter(bd.scan_pgn(sys.stdin.buffer.read() * 20, threads=3, batch_size=10))
next(batches)
found = masks()
print(len(found), sum(not mask >> 1 & 1 for mask in found))  # SIGINT is signal 2
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_helpers_leave_signals_to_the_program() -> None:
    done = children.run("-c", BLOCKED, lines=lichess_text().decode())
    threads, unblocked = map(int, done.stdout.split())
    assert threads > 1 and unblocked == 1


def test_a_stream_that_is_not_read_to_its_end() -> None:
    for threads in (1, 4):
        batches = iter(bd.scan_pgn(lichess_text() * 20, threads=threads, batch_size=10))
        next(batches)
        del batches
    assert threading.active_count() < 10


FORKED = """
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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
@pytest.mark.parametrize("same_id", [False, True])
def test_a_fork_of_a_process_that_reads(same_id: bool, tmp_path: Path) -> None:
    """The fork is detected even if it has the id of the process that started the threads, because ids are reused."""
    more = {}
    if same_id:
        if sys.platform != "linux" or children.SANITIZED:
            pytest.skip("preloads a library")
        more = {"LD_PRELOAD": children.library("same_process_id.cpp", tmp_path)}
    done = children.run("-W", "ignore", "-c", FORKED, lines=lichess_text().decode(), **more)
    assert done.stdout.splitlines()[:2] == ["the process was forked while games were being read", "9980"]
