"""The program that the type checkers read, tests/typing/user_code.py, runs."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

USER_CODE = Path(__file__).parent / "typing" / "user_code.py"


def test_user_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(USER_CODE), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 16 103481868288"
    assert lines[1].endswith("w KQkq - hmvc 0; Na3 Na6 Qf3 Nb8 Ne2 Na6")
    assert lines[3] == "invalid san: 'Qxz9'"
    assert lines[-1].endswith("88 835")  # moves pushed, leaves counted
