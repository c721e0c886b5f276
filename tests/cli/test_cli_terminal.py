"""The command line on a terminal: colors, and a line of progress that is overwritten."""

from __future__ import annotations

import re
import sys
import time

import pytest

from bitrook.cli import main
from bitrook.cli.terminal import Progress, Terminal


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


def test_progress_is_a_line_that_is_cleared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = Progress()
    progress("too early")
    now = 1.5
    progress("half of it")
    progress("too soon")
    progress.clear()
    assert capsys.readouterr().err == "\rhalf of it\r" + " " * len("half of it") + "\r"
    progress.clear()
    assert capsys.readouterr().err == ""


def test_no_progress_without_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", iter((0.0, 9.0, 9.0)).__next__)
    progress = Progress()
    progress("half of it")
    progress.clear()
    assert capsys.readouterr().err == ""
