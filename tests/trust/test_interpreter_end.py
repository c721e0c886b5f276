"""The interpreter exits while threads run native code without the GIL, or Python code that native code calls.

Nothing may crash or hang, whether the threads are daemons or not. RELEASES_THE_GIL lists the calls by source file; a
test fails if a source file releases the GIL and is not listed.

Finalizers may call everything, and get the same results as before the end.
"""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest
from support import children

BINDINGS = Path(__file__).parents[2] / "csrc" / "bindings"

# For each source file, pairs of calls: one that takes about a second or more, for daemon threads, and one that takes
# about 50 ms, for other threads, because the interpreter waits for them. `board` is a Board, `busy` is a callable that
# accepts any arguments and takes a few milliseconds, `Games(n)` is a file with n blocks of games, `Stream(games)` is an
# Arrow stream of them, and `texts(n)` is a list of movetexts.
RELEASES_THE_GIL: dict[str, list[tuple[str, str]]] = {
    "perft.cpp": [
        ("bitrook.perft(board, 9)", "bitrook.perft(board, 5)"),
        ("bitrook.perft(board, 9, threads=2, progress=busy)", "bitrook.perft(board, 5, threads=2, progress=busy)"),
        ("bitrook.divide(board, 9, method='walk')", "bitrook.divide(board, 4, method='walk')"),
    ],
    "search.cpp": [
        ("search.Search().run(board)", "search.Search().run(board, time=0.05)"),
        ("search.Search().run(board, threads=2)", "search.Search().run(board, time=0.05, threads=2, on_info=busy)"),
        ("search.Search(busy_score).run(board)", "search.Search(busy_score).run(board, nodes=5)"),
        ("MANY.run(board)", "MANY.run(board, nodes=5)"),
    ],
    "tablebase.cpp": [
        ("probe(20_000_000)", "probe(100_000)"),
    ],
    "network.cpp": [
        ("load_network(5_000)", "load_network(50)"),
    ],
    "book.cpp": [
        ("make_book(40)", "make_book(1)"),
    ],
    "selfplay.cpp": [
        ("selfplay.play(0, selfplay.Settings(nodes=10_000))", "selfplay.play(0, selfplay.Settings(nodes=50))"),
        ("generate_games(10**6)", "generate_games(3)"),
    ],
    "scan.cpp": [
        ("data.read_pgn(Games(), threads=1, progress=busy)", "data.read_pgn(Games(2), threads=1, progress=busy)"),
        ("[0 for _ in data.scan_pgn(Games(), threads=2)]", "[0 for _ in data.scan_pgn(Games(2), threads=2)]"),
    ],
    "records.cpp": [
        ("read_records(1_000_000)", "read_records(50_000)"),
        ("read_records(1_000_000, threads=2)", "read_records(50_000, threads=2)"),
    ],
    "source.cpp": [
        ("legal_mask(400_000)", "legal_mask(20_000)"),
    ],
    "boards.hpp": [
        ("Boards(100).perft(6)", "Boards(2).perft(4)"),
        ("Boards(200_000, threads=2).playout()", "Boards(300, threads=2).playout()"),
    ],
    "bulk.cpp": [
        ("attempt(data.moves_to_uci, Stream(Games()))", "attempt(data.moves_to_uci, Stream(Games(2)))"),
        ("data.parse_movetext(texts(100_000), threads=2)", "data.parse_movetext(texts(3_000), threads=2)"),
        ("data.san_to_moves(texts(100_000))", "data.san_to_moves(texts(3_000))"),
    ],
}
# Calls that run Python code for a long time, during which the GIL is released.
CALLS_PYTHON = [
    ("data.pack_boards(slowly(board, 1000))", "data.pack_boards(slowly(board, 20))"),
    ("data.san_to_moves(slowly('e4', 1000))", "data.san_to_moves(slowly('e4', 20))"),
    ("attempt(data.moves_to_uci, SlowStream(1000))", "attempt(data.moves_to_uci, SlowStream(20))"),
    ("codec('lc0').legal_mask(slowly(board, 1000))", "codec('lc0').legal_mask(slowly(board, 20))"),
]
CASES = [
    (call, daemon)
    for pairs in [*RELEASES_THE_GIL.values(), CALLS_PYTHON]
    for long, short in pairs
    for call, daemon in [(long, True), (short, False)]
]
PROGRAM = """
import contextlib, io, os, tempfile, threading, time
import bitrook
from bitrook import data, search, selfplay
from bitrook.batch import Boards, codec
from bitrook.polyglot._make import _COLUMNS
from bitrook.selfplay import native_settings

board = bitrook.Board()
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"
BLOCK = f'[White "Ann"]\\n\\n{{MOVES}} *\\n\\n'.encode() * 5_000

class Games(io.RawIOBase):
    def __init__(self, blocks=10**9):
        self.left = blocks
    def read(self, size=-1):
        self.left -= 1
        return BLOCK[:size] if self.left >= 0 else b""

class Stream:
    def __init__(self, games):
        self.scan = data.scan_pgn(games, batch_size=10**9)
    def __arrow_c_stream__(self, requested_schema=None):
        return self.scan.__arrow_c_stream__()

def slowly(item, times):
    for _ in range(times):
        time.sleep(0.001)
        yield item

class SlowStream:
    def __init__(self, times):
        self.times = times
    def __arrow_c_stream__(self, requested_schema=None):
        for _ in slowly(None, self.times):
            pass
        raise TypeError

def texts(number):
    return [MOVES] * number

def legal_mask(boards):
    batch = bitrook._core._encoding_source(board.packed() * boards, 1, 1, False)
    bitrook._core._codec("lc0").legal_mask(batch, bytearray(240 * boards), True, 2)

def probe(boards):
    batch = Boards(min(boards, 100_000))
    out = bytearray(len(batch))
    for _ in range(boards // len(batch)):
        bitrook._core._tablebase("chess").wdl_of_boards(batch._native, out, 1)

def load_network(times):
    for _ in range(times):
        bitrook.nnue.Network.from_bytes(bytes(2 * (771 * 128 + 1)), hidden=128)

def make_book(times):
    games = data.read_pgn(BLOCK, columns=_COLUMNS)._native
    maker = bitrook._core._book_maker(max_ply=24, min_games=1, weighting="score", white=True, black=True, memory=1 << 20, directory=tempfile.gettempdir().encode())
    for _ in range(times):
        maker.add(games, 0, 4000)
        maker.finish(os.devnull.encode())

def generate_games(games):
    settings = native_settings(selfplay.Settings(nodes=50))
    bitrook._core._selfplay(settings, None, "viriformat", 0, games, 2, busy)

def read_records(positions, threads=1):
    reader = bitrook._core._record_reader("binary_fen")
    reader.feed(board.packed() * positions)
    sizes = (24, 2, 2, 1, 2, 2)
    reader.read([memoryview(bytearray(size * positions)) for size in sizes], threads)

def attempt(f, *args):
    with contextlib.suppress(TypeError):
        f(*args)

def busy(*_, **__):
    end = time.monotonic() + 0.005
    while time.monotonic() < end:
        pass

def busy_score(board):
    busy()
    return 0

def busy_scores(boards):
    busy()
    return [0] * len(boards)

MANY = search.Search(busy_scores, batched=True)

for _ in range({threads}):
    threading.Thread(target=lambda: {call}, daemon={daemon}).start()
{end}
"""
WAITS = ("time.sleep(0.01)", "", "time.sleep(0.05)")
KEEP_THE_GIL = "while time.process_time() < 0.5: pass"  # the threads are waiting for it when the interpreter ends


def ends(call: str, daemon: bool, run: int, end: str = "", **environment: str) -> None:
    threads, wait = 1 + run % 3, WAITS[run // 3 % 3]
    program = PROGRAM.format(call=call, daemon=daemon, threads=threads, end=end or wait)
    done = children.run("-c", program, timeout=60, **environment)
    assert done.stdout + done.stderr == ""


@pytest.mark.parametrize(("call", "daemon"), CASES)
def test_the_interpreter_ends(call: str, daemon: bool) -> None:
    for run in range(20) if children.LONG else (1,):
        ends(call, daemon, run)


@pytest.fixture(scope="session")
def no_unwinding(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment for a program whose threads end without unwinding the stack, as on musl and macOS."""
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("replaces glibc's pthread_exit")
    if children.SANITIZED:
        pytest.skip("the sanitizer has a pthread_exit of its own")
    return {"LD_PRELOAD": children.library("no_unwinding.cpp", tmp_path_factory.mktemp("exit"))}


@pytest.mark.parametrize("call", [call for call, daemon in CASES if daemon])
def test_the_interpreter_ends_where_threads_are_not_unwound(call: str, no_unwinding: dict[str, str]) -> None:
    for run in range(20 if children.LONG else 1):
        ends(call, True, run, KEEP_THE_GIL, **no_unwinding)


STOPPED_PROGRAM = """
import atexit, threading

def show():
    ended.wait(30)
    print(errors, bitrook.perft(bitrook.Board(), 4, threads=2))

atexit.register(show)  # called after bitrook's function, which is registered later
import bitrook

errors, ended = [], threading.Event()

def count():
    try:
        bitrook.perft(bitrook.Board(), 20, threads=2)
    except BaseException as error:
        errors.append(type(error))
        raise
    finally:
        ended.set()

threading.Thread(target=count, daemon=True).start()
"""


def test_daemon_threads_stop_before_the_interpreter_ends() -> None:
    done = children.run("-c", STOPPED_PROGRAM, timeout=60)
    assert done.stdout == "[<class 'SystemExit'>] 197281\n" and done.stderr == ""


def test_everything_that_releases_the_gil_is_listed() -> None:
    if not BINDINGS.is_dir():
        pytest.skip("the sources are not here: an installed package is being tested")
    releases = re.compile(
        r"\bReleasedGil \w+;|call_without_gil\(|run_released\(|run_interruptible\(|"
        r"gil_scoped_release|PyEval_SaveThread|Py_BEGIN_ALLOW_THREADS"
    )
    found = {
        path.name
        for path in [*BINDINGS.rglob("*.cpp"), *BINDINGS.rglob("*.hpp")]
        if path.name != "gil.hpp" and releases.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(RELEASES_THE_GIL)


@pytest.fixture(scope="session")
def jumping_clock(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment for a program in which short work checks for signals as often as long work."""
    if platform.system() != "Linux":
        pytest.skip("replaces Linux's clock_gettime")
    if children.SANITIZED:
        pytest.skip("the sanitizer has a clock_gettime of its own")
    return {"LD_PRELOAD": children.library("jumping_clock.cpp", tmp_path_factory.mktemp("clock"))}


def test_every_native_function_in_a_finalizer(jumping_clock: dict[str, str]) -> None:
    done = children.run("-m", "support.finalizer_calls", timeout=120, **jumping_clock)
    *differences, last = done.stdout.splitlines()
    assert not differences and done.stderr == ""
    compared, _, finalizing = last.removeprefix("compared ").partition(", finalizing: ")
    assert int(compared) > 1000 and finalizing == "True"


# Calls whose results can be compared.
FINALIZER_CALLS = [
    "bitrook.perft(board, 5, threads=2, progress=busy)",
    "bitrook.divide(board, 4, method='walk')",
    "search.Search().run(board, depth=6).pv",
    "search.Search(count_pieces).run(board, depth=2, on_info=busy).score",
    "search.Search(count_all, batched=True).run(board, depth=2).score",
    "bitrook._core._quiescence(board, -100, 100, count_pieces, False)",
    "selfplay.play(1, selfplay.Settings(nodes=300)).moves",
    "[generated(selfplay.Settings(nodes=300), 3)]",
    "data.read_pgn(Games(2), threads=2, progress=busy).column('moves')[4_999]",
    "sum(len(games) for games in data.scan_pgn(Games(2), threads=2))",
    "attempt(data.moves_to_uci, Stream(Games(2)))",
    "data.parse_movetext(texts(3_000), threads=2).column('moves')[2_999]",
    "data.san_to_moves(texts(3_000))[2_999]",
    "Boards(100).perft(3).tolist()",
    "Boards(500, threads=2, seed=5).playout().plies.tolist()",
    "bitrook.nnue.default().evaluate(Boards(5_000)).sum()",
    "codec('lc0').legal_mask(Boards(5_000)).sum()",
    "sum(positions.scores.sum() for positions in batch.read_positions(board.packed() * 50_000, 'binary_fen'))",
    "syzygy.Tablebase().probe_wdl(Boards(5_000)).sum()",
]
# Calls that start a thread, which is refused.
REFUSED = [
    "engine.SimpleEngine.popen_uci('no such engine')",
    "uci.SearchEngine().run(io.StringIO('go depth 1\\n'), io.StringIO())",
]
FINALIZER_PROGRAM = """
import hashlib, sys
from bitrook import batch, engine, syzygy, uci
from support import finalizer_calls

called = []

def busy(*_, **__):
    called.append(1)

def count_pieces(board):
    return board.occupied.bit_count()

def count_all(boards):
    return [count_pieces(board) for board in boards]

def generated(settings, games):
    parts = []
    bitrook._core._selfplay(native_settings(settings), None, "viriformat", 0, games, 2, lambda part, *_: parts.append(part))
    return b"".join(parts)

CALLS = {calls!r}
expected = {{call: eval(call) for call in CALLS}}
assert called

def compare():
    called.clear()
    for call in CALLS:
        result = eval(call)
        if result != expected[call]:
            print(f"{{call}}: {{str(result)[:300]}} instead of {{str(expected[call])[:300]}}")
    for call in {refused!r}:
        try:
            print(f"{{call}}: {{eval(call)}}")
        except RuntimeError as error:
            assert "shuts down" in str(error)
    print(len(CALLS), bool(called), sys.is_finalizing())

finalizer_calls.at_the_end(compare)
"""


def test_long_calls_in_a_finalizer(jumping_clock: dict[str, str]) -> None:
    head = PROGRAM.partition("for _ in range({threads})")[0].replace("{{", "{").replace("}}", "}")
    done = children.run(
        "-c", head + FINALIZER_PROGRAM.format(calls=FINALIZER_CALLS, refused=REFUSED), timeout=120, **jumping_clock
    )
    assert (done.stdout, done.stderr) == (f"{len(FINALIZER_CALLS)} True True\n", "")
