"""Runs python-chess's own test suite, downloaded from PyPI, with bitrook in place of python-chess.

The source distribution is cached in the user's cache folder; its test.py and data are unpacked to a temporary folder.
Without a network connection the tests are skipped, unless BITROOK_REQUIRE_PYTHON_CHESS_SUITE is set.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.python_chess_source import RELEASE, give_up, unpack

pytestmark = pytest.mark.slow

TESTS = 289
CORE_TESTS = 111  # the tests that need neither a submodule nor a variant
# Minimum numbers of tests. Engine has 5 more if stockfish is installed, and one more with fairy-stockfish.
MODULE_TESTS = {"Engine": 27, "Polyglot": 12, "Syzygy": 14}
COMPAT_TESTS = 265  # a minimum: 5 more with stockfish, others with more tablebases and engines
RUNNER = Path(__file__).parents[1] / "support" / "python_chess_suite.py"
Results = dict[str, str]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder that contains python-chess's test.py and data, but not its package `chess`."""
    if importlib.metadata.version("chess") != RELEASE:
        give_up(f"the suite is {RELEASE}'s, but python-chess {importlib.metadata.version('chess')} is installed")
    yield unpack(tmp_path_factory.mktemp("python-chess"))


def run(library: str, suite: Path) -> Results:
    games = os.pathsep + "/usr/games"  # where Debian installs stockfish
    environment = os.environ | {"PATH": os.environ.get("PATH", "") + games}
    done = subprocess.run(
        [sys.executable, str(RUNNER), library, str(suite)],
        capture_output=True,
        text=True,
        timeout=600,
        env=environment,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    results: Results = json.loads(done.stdout)
    return results


@pytest.fixture(scope="module")
def oracle(suite: Path) -> Results:
    """Return the results of python-chess itself on this machine, where no test may fail."""
    results = run("oracle", suite)
    assert len(results) == TESTS
    assert not [name for name, result in results.items() if result.startswith("bad")]
    return results


def passed(results: Results) -> set[str]:
    return {name for name, result in results.items() if result == "ok"}


def failures(results: Results, expected: set[str]) -> str:
    return "\n".join(f"{name}: {results[name]}" for name in sorted(expected) if results[name] != "ok")


def test_the_core_alone_passes_every_core_test(suite: Path, oracle: Results) -> None:
    expected = passed(run("core-oracle", suite))
    assert len(expected) == CORE_TESTS

    results = run("core", suite)
    assert failures(results, expected) == ""
    assert len(expected & passed(results)) == CORE_TESTS


def test_bitrooks_own_modules_pass_their_tests(suite: Path, oracle: Results) -> None:
    results, expected = run("modules", suite), passed(run("standard-oracle", suite))
    for module, count in MODULE_TESTS.items():
        of_module = {name for name in expected if name.startswith(f"{module}TestCase.")}
        assert len(of_module) >= count
        assert failures(results, of_module) == ""


def test_every_test_passes_through_compat(suite: Path, oracle: Results) -> None:
    expected = passed(oracle)
    assert len(expected) >= COMPAT_TESTS

    results = run("compat", suite)
    assert failures(results, expected) == ""
