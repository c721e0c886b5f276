"""Tests that the programs in tests/typing, which the type checkers read, also run."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import bitrook.compat

USER_CODE = Path(__file__).parent / "typing" / "user_code.py"


def test_user_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(USER_CODE), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 16 103481868288"
    assert lines[1].endswith("w KQkq - hmvc 0; Na3 Na6 Qf3 Nb8 Ne2 Na6")
    assert lines[3] == "invalid san: 'Qxz9'"
    assert lines[-1].endswith("88 835")  # moves pushed, leaves counted


def test_code_on_compat_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("chess")
    try:
        runpy.run_path(str(USER_CODE.with_name("compat_code.py")), run_name="__main__")
    finally:
        bitrook.compat.uninstall()
    assert capsys.readouterr().out == "True 3\n"
