"""Helpers of the tests of engines: the jobs of examples/archive_jobs, functions that kill their worker, hashes of rows."""

from __future__ import annotations

import hashlib
import importlib
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from game_rows import lichess_text

EXAMPLE = Path(__file__).parents[2] / "examples" / "archive_jobs"
WORDS = {1: 1 << 40, 2: 1_200_000, 7: 340_000, 500: 4_650}  # the size of shards by their number


def engine(name: str) -> Any:
    """Import an engine; skip the test without it, unless BITROOK_ENGINE says that it must be there."""
    if name.split(".")[0] in os.environ.get("BITROOK_ENGINE", "").split():
        return importlib.import_module(name)
    return pytest.importorskip(name)


def example(name: str) -> Any:
    """Import a module of examples/archive_jobs."""
    pytest.importorskip("pyarrow")
    if str(EXAMPLE) not in sys.path:
        sys.path.append(str(EXAMPLE))
    return importlib.import_module(name)


def archive(folder: Path) -> Path:
    """Write 999 games of Lichess into a folder; return their path."""
    path = folder / "games.pgn"
    path.write_bytes(lichess_text())
    return path


def row_hash(rows: Any) -> str:
    """Return a hash of the rows of a pyarrow.Table, or of a folder of Parquet, sorted."""
    if isinstance(rows, Path):
        import pyarrow.parquet as pq

        rows = pq.read_table(rows)
    lines = sorted(repr(tuple(row.values())) for row in rows.to_pylist())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class KillsWorker:
    """A function that kills its process by SIGKILL the first *times* that it is called, and is *function* later."""

    def __init__(self, function: Any, folder: Path, times: int) -> None:
        self.function, self.folder, self.times, self.test = function, str(folder), times, os.getpid()

    def __call__(self, *arguments: Any) -> Any:
        for i in range(self.times):
            try:
                os.close(os.open(f"{self.folder}/killed-{i}", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                continue
            if os.getpid() != self.test:
                time.sleep(0.5)  # Dask does not restart a worker that ends before its nanny has noted that it started
                os.kill(os.getpid(), signal.SIGKILL)
        return self.function(*arguments)
