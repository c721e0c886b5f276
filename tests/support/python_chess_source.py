"""python-chess's source distribution, with its test suite, tablebases and books: fetched from PyPI and cached.

Without a network, the tests that need it are skipped, unless BITROOK_REQUIRE_PYTHON_CHESS_SUITE is set.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import pytest

RELEASE = "1.11.2"


def give_up(reason: str) -> None:
    if os.environ.get("BITROOK_REQUIRE_PYTHON_CHESS_SUITE"):
        pytest.fail(reason)
    pytest.skip(reason)


def download() -> Path:
    """Return the path of the archive, after fetching it if necessary."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bitrook-tests"
    archive = cache / f"chess-{RELEASE}.tar.gz"
    if not archive.exists():
        cache.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        with tempfile.TemporaryDirectory(dir=cache) as place:  # other processes may be fetching it as well
            done = subprocess.run(
                [*command, "--dest", place, f"chess=={RELEASE}"], capture_output=True, text=True, timeout=300
            )
            fetched = Path(place) / archive.name
            if not fetched.exists():
                give_up(f"cannot fetch python-chess's source distribution from PyPI: {done.stderr.strip()[-300:]}")
            fetched.replace(archive)
    return archive


def unpack(folder: Path) -> Path:
    """Unpack test.py and data into *folder*, without the package `chess`, and return the folder that contains them."""
    with tarfile.open(download()) as archive:
        prefix = f"chess-{RELEASE}/"
        wanted = [m for m in archive if m.name == prefix + "test.py" or m.name.startswith(prefix + "data/")]
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, members=wanted, **safe)  # type: ignore[arg-type]
    return folder / f"chess-{RELEASE}"
