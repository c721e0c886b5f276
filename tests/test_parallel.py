"""The whole suite runs on all processors, and files by name in one process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")


@pytest.mark.parametrize(
    ("words", "parallel"),
    [
        ([], True),
        (["-m", "not slow"], True),
        (["tests/test_small.py"], False),
        (["tests"], False),
        (["-k", "one"], False),
        (["-n", "0"], False),
        (["-n", "3"], 3),
        (["-p", "no:xdist"], False),
    ],
)
@pytest.mark.slow
def test_only_the_whole_suite_starts_workers(words: list[str], parallel: int, tmp_path: Path) -> None:
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\nmarkers = slow\n")
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "tests" / "test_small.py").write_text("def test_one(): pass\ndef test_two(): pass\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"^(\d+) workers|created: (\d+)/", done.stdout, re.MULTILINE)
    expected = (os.cpu_count() or 1) if parallel is True else int(parallel)
    assert (int(found[1] or found[2]) if found else 0) == (0 if expected == 1 else expected), done.stdout
