"""python-chess's own test-suite, fetched from PyPI at test time, run on bitrook in python-chess's place.

Nothing of it is kept in this repository: the source distribution lands in a cache outside, and its test.py and data are
unpacked to a temporary folder. Without a network the tests are skipped, unless BITROOK_REQUIRE_PYTHON_CHESS_SUITE is set.
"""

from __future__ import annotations

import collections
import importlib.metadata
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

RELEASE = "1.11.2"
TESTS = 289
CORE_TESTS = 111  # those that need neither a submodule nor a variant
COMPAT_TESTS = 217  # at least: 5 more when stockfish is found, others with more tablebases and engines at hand
RUNNER = Path(__file__).parents[1] / "support" / "python_chess_suite.py"
Fates = dict[str, str]


def give_up(reason: str) -> None:
    if os.environ.get("BITROOK_REQUIRE_PYTHON_CHESS_SUITE"):
        pytest.fail(reason)
    pytest.skip(reason)


def download() -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bitrook-tests"
    archive = cache / f"chess-{RELEASE}.tar.gz"
    if not archive.exists():
        cache.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        with tempfile.TemporaryDirectory(dir=cache) as place:  # of its own: others may be fetching it too
            done = subprocess.run(
                [*command, "--dest", place, f"chess=={RELEASE}"], capture_output=True, text=True, timeout=300
            )
            fetched = Path(place) / archive.name
            if not fetched.exists():
                give_up(f"python-chess's source distribution could not be had from PyPI: {done.stderr.strip()[-300:]}")
            fetched.replace(archive)
    return archive


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder with python-chess's test.py and data, and no package `chess` beside them."""
    if importlib.metadata.version("chess") != RELEASE:
        give_up(f"the suite is {RELEASE}'s, but python-chess {importlib.metadata.version('chess')} is installed")
    place = tmp_path_factory.mktemp("python-chess")
    with tarfile.open(download()) as archive:
        prefix = f"chess-{RELEASE}/"
        wanted = [m for m in archive if m.name == prefix + "test.py" or m.name.startswith(prefix + "data/")]
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(place, members=wanted, **safe)  # type: ignore[arg-type]
    yield place / f"chess-{RELEASE}"


def run(stand_in: str, suite: Path) -> Fates:
    games = os.pathsep + "/usr/games"  # where Debian puts stockfish
    environment = os.environ | {"PATH": os.environ.get("PATH", "") + games}
    done = subprocess.run(
        [sys.executable, str(RUNNER), stand_in, str(suite)],
        capture_output=True,
        text=True,
        timeout=600,
        env=environment,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    fates: Fates = json.loads(done.stdout)
    return fates


@pytest.fixture(scope="module")
def oracle(suite: Path) -> Fates:
    """Return what python-chess makes of its whole suite on this machine: nothing may fail there."""
    fates = run("oracle", suite)
    assert len(fates) == TESTS
    assert not [name for name, fate in fates.items() if fate.startswith("bad")]
    return fates


def passed(fates: Fates) -> set[str]:
    return {name for name, fate in fates.items() if fate == "ok"}


def failures(fates: Fates, expected: set[str]) -> str:
    return "\n".join(f"{name}: {fates[name]}" for name in sorted(expected) if fates[name] != "ok")


def report(title: str, fates: Fates, expected: set[str]) -> None:
    """Print how many ran and, by reason, every test that did not."""
    reasons = collections.defaultdict(list)
    for name, fate in fates.items():
        if name not in expected:
            reasons[fate.split(" [")[0]].append(name)
    print(f"{title}: {len(expected & passed(fates))} of {len(expected)} pass")
    for reason, names in sorted(reasons.items()):
        print(f"  left out, {reason}: {len(names)}: {' '.join(sorted(names))}")


def test_the_core_alone_passes_every_core_test(suite: Path, oracle: Fates) -> None:
    expected = passed(run("core-oracle", suite))
    assert len(expected) == CORE_TESTS

    fates = run("core", suite)
    report("bitrook alone as `chess`", fates, expected)
    assert failures(fates, expected) == ""
    assert len(expected & passed(fates)) == CORE_TESTS


def test_everything_but_the_variants_passes_through_compat(suite: Path, oracle: Fates) -> None:
    needs_no_variant = run("standard-oracle", suite)
    expected = passed(needs_no_variant)
    assert expected <= passed(oracle)
    assert len(expected) >= COMPAT_TESTS

    fates = run("compat", suite)
    report("bitrook.compat as `chess`", needs_no_variant | {name: fates[name] for name in expected}, expected)
    assert failures(fates, expected) == ""
    # What was left out failed for want of a variant, or was skipped by python-chess too, and for no other reason.
    for name in set(fates) - expected:
        assert needs_no_variant[name] == "needs: variant" or needs_no_variant[name].startswith("skip"), name
