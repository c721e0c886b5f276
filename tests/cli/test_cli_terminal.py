"""Tests for the command line on a terminal: colors, and a progress line that overwrites itself."""

from __future__ import annotations

import re
import sys
import time

import pytest

from bitrook.cli import main
from bitrook._progress import Display
from bitrook.cli.terminal import Terminal


@pytest.mark.parametrize(
    "words",
    [
        ["show", "startpos"],
        ["show", "kiwipete", "--layout", "classical"],
        ["bitboard", "pawns & rank_2", "--fen", "startpos"],
        ["bitboard", "pawns | kings", "--fen", "startpos"],
        ["perft", "2"],
    ],
    ids=" ".join,
)
def test_colors_change_nothing_else(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = main(words)
    plain = capsys.readouterr().out
    monkeypatch.setattr(Terminal, "of", classmethod(lambda cls, stream: cls(True, 80)))
    assert main(words) == code
    colored = capsys.readouterr().out
    timed = re.compile(r"[\d.,]+ (m?s|million\D*)")
    assert timed.sub("", re.sub(r"\x1b\[[\d;]*m", "", colored)).split() == timed.sub("", plain).split()
    assert code == 0 and "\x1b[" in colored and "\x1b[" not in plain


@pytest.fixture
def one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tqdm", "rich.progress"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("one_line")
def test_progress_is_a_line_that_is_cleared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = Display("positions")
    progress(1, 10, "too early")
    now = 1.5
    progress(5, 10, "half of it")
    progress(6, 10, "too soon")
    progress.close()
    line = "5 of 10 positions, 2 s left, half of it"
    assert capsys.readouterr().err == f"\r{line}\r" + " " * len(line) + "\r"
    progress.close()
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("one_line")
def test_bytes_have_a_rate_and_the_time_that_is_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = Display("B", "games")
    now = 2.0
    progress(10_000_000, 40_000_000, 1234)
    now = 3.0
    progress(30_000_000, 0, 2345)
    first = "25%, 6 s left, 1,234 games, 5.0 MB/s"
    assert capsys.readouterr().err == f"\r{first}\r{'2,345 games, 10.0 MB/s':{len(first)}}"


def test_no_progress_without_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", iter((0.0, 9.0, 9.0)).__next__)
    progress = Display("positions")
    progress(1, 2)
    progress.close()
    assert capsys.readouterr().err == ""
