"""What the tests of several engines compare with."""

from __future__ import annotations

import engine_jobs
import pytest
from game_rows import lichess_text


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The hashes of the jobs in one process."""
    jobs, engines = engine_jobs.example("jobs"), engine_jobs.example("engines")
    folder = tmp_path_factory.mktemp("one")
    hashes = {}
    for name, job in jobs.JOBS.items():
        engines.one(job, lichess_text(), folder / name, 1, 0)
        hashes[name] = engine_jobs.row_hash(folder / name)
    return hashes
