"""The options of ``bitrook uci`` for opening books and endgame tablebases."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from support.python_chess_source import unpack

from bitrook import uci


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(tmp_path_factory.mktemp("source")) / "data"


def talk(*lines: str) -> list[str]:
    output = io.StringIO()
    uci.SearchEngine().run(io.StringIO("\n".join([*lines, ""])), output)
    return output.getvalue().splitlines()


WON = "position fen 8/8/8/8/8/4k3/8/K2BN3 w - - 0 1"


def test_the_options_are_declared() -> None:
    lines = talk("uci")
    for line in (
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name Syzygy50MoveRule type check default true",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
    ):
        assert line in lines


def test_tables(data: Path) -> None:
    path = f"setoption name SyzygyPath value {data / 'syzygy' / 'regular'}"
    lines = talk(path, WON, "go depth 2")
    info = next(line.split() for line in lines if line.startswith("info depth 2"))
    assert int(info[info.index("cp") + 1]) > 30000 and int(info[info.index("tbhits") + 1]) > 0
    late = "position fen 8/8/8/8/8/4k3/8/K2BN3 w - - 90 80"
    assert any("score cp 1 " in line for line in talk(path, late, "go depth 2"))
    without = talk(path, "setoption name Syzygy50MoveRule value false", late, "go depth 2")
    assert not any("score cp 1 " in line for line in without)
    off = talk(path, "setoption name SyzygyPath value <empty>", WON, "go depth 2")
    assert not any("tbhits" in line for line in off)


def test_a_directory_that_cannot_be_read_is_reported(data: Path, tmp_path: Path) -> None:
    good, bad = data / "syzygy" / "regular", tmp_path / "none"
    lines = talk(f"setoption name SyzygyPath value {good}", f"setoption name SyzygyPath value {bad}", WON, "go depth 1")
    assert lines[0].startswith("info string setoption:") and str(bad) in lines[0]
    assert any("tbhits" in line for line in lines)  # the old tables are still used


def test_empty_and_missing_parts_of_the_path(data: Path, tmp_path: Path) -> None:
    good = data / "syzygy" / "regular"
    for path in (f"{good}{os.pathsep}", f"{os.pathsep}{good}", f"{good}{os.pathsep * 2}{good}"):
        lines = talk(f"setoption name SyzygyPath value {path}", WON, "go depth 1")
        assert any("tbhits" in line for line in lines) and not any("info string" in line for line in lines)
    lines = talk(f"setoption name SyzygyPath value {tmp_path / 'none'}{os.pathsep}{good}", WON, "go depth 1")
    assert lines[0].startswith("info string SyzygyPath: directory of tablebases skipped: ") and "none" in lines[0]
    assert any("tbhits" in line for line in lines)


def test_books(data: Path) -> None:
    book = [f"setoption name BookFile value {data / 'polyglot' / 'performance.bin'}", "position startpos"]
    own = "setoption name OwnBook value true"
    for options in ([*book, own], [own, *book]):
        moves = set()
        for _ in range(25):
            lines = talk(*options, "go movetime 1000")
            assert len(lines) == 1
            moves.add(lines[0])
        assert moves <= {f"bestmove {move}" for move in ("e2e4", "d2d4", "c2c4")} and len(moves) > 1
    assert len(talk(*book, "go depth 2")) > 1  # OwnBook is off
    assert len(talk(*book, own, "go infinite", "stop")) >= 1
    searched = talk(*book, own, "go depth 1 searchmoves a2a3")
    assert searched[-1] == "bestmove a2a3" and len(searched) == 2
    outside = talk(*book[:1], own, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go depth 2")
    assert len(outside) > 1


def test_a_book_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    lines = talk(f"setoption name BookFile value {tmp_path / 'none.bin'}", "setoption name OwnBook value true")
    assert lines[0].startswith("info string setoption:") and "none.bin" in lines[0]
