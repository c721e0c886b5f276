"""The interpreter ends while threads, daemons or not, are in anything that releases the GIL: nothing crashes or hangs.

RELEASES_THE_GIL lists it. A source file that releases the GIL and is not named here fails a test.
"""

from __future__ import annotations

import re
from pathlib import Path

import children
import pytest

BINDINGS = Path(__file__).parents[2] / "csrc" / "bindings"

# By source file: calls that take about a second or more (daemon threads), and about 50 ms (other threads, for which the
# interpreter waits). `board` is a Board, `busy` a callable that takes any arguments and some milliseconds.
RELEASES_THE_GIL: dict[str, list[tuple[str, str]]] = {
    "perft.cpp": [
        ("bitrook.perft(board, 9)", "bitrook.perft(board, 5)"),
        ("bitrook.perft(board, 9, threads=2, progress=busy)", "bitrook.perft(board, 5, threads=2, progress=busy)"),
        ("bitrook.divide(board, 9, method='walk')", "bitrook.divide(board, 4, method='walk')"),
    ],
}
CASES = [
    (call, daemon)
    for pairs in RELEASES_THE_GIL.values()
    for long, short in pairs
    for call, daemon in [(long, True), (short, False)]
]
PROGRAM = """
import threading, time
import bitrook

board = bitrook.Board()

def busy(*_, **__):
    end = time.monotonic() + 0.005
    while time.monotonic() < end:
        pass

for _ in range({threads}):
    threading.Thread(target=lambda: {call}, daemon={daemon}).start()
time.sleep({wait})
"""


def ends(call: str, daemon: bool, run: int) -> None:
    threads, wait = 1 + run % 3, (0.01, 0.0, 0.05)[run // 3 % 3]
    program = PROGRAM.format(call=call, daemon=daemon, threads=threads, wait=wait)
    done = children.run("-c", program, timeout=60)
    assert done.stdout + done.stderr == ""


@pytest.mark.parametrize(("call", "daemon"), CASES)
def test_the_interpreter_ends(call: str, daemon: bool) -> None:
    for run in range(3):
        ends(call, daemon, run)


@pytest.mark.slow
@pytest.mark.parametrize(("call", "daemon"), CASES)
def test_the_interpreter_ends_twenty_times(call: str, daemon: bool) -> None:
    for run in range(20):
        ends(call, daemon, run)


def test_everything_that_releases_the_gil_is_listed() -> None:
    if not BINDINGS.is_dir():
        pytest.skip("the sources are not here: an installed package is being tested")
    releases = re.compile(r"\bReleasedGil \w+;|gil_scoped_release|PyEval_SaveThread|Py_BEGIN_ALLOW_THREADS")
    found = {
        path.name
        for path in [*BINDINGS.rglob("*.cpp"), *BINDINGS.rglob("*.hpp")]
        if path.name != "gil.hpp" and releases.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(RELEASES_THE_GIL)
