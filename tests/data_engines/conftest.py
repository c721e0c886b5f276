"""Fixtures for the tests of all engines: expected hashes of the jobs, on complete and truncated files."""

from __future__ import annotations

import pytest
from support import data_jobs
from support.column_oracle import lichess_text


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the hashes of the jobs run in one process."""
    jobs, engines = data_jobs.example("jobs"), data_jobs.example("engines")
    folder = tmp_path_factory.mktemp("one")
    hashes = {}
    for name, job in jobs.JOBS.items():
        engines.one(job, lichess_text(), folder / name, 1, 0)
        hashes[name] = data_jobs.row_hash(folder / name)
    return hashes


@pytest.fixture(scope="module")
def expected_of_cut_off(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the hashes of the jobs run in one process on the complete games in the files of cut_off()."""
    jobs, engines = data_jobs.example("jobs"), data_jobs.example("engines")
    folder = tmp_path_factory.mktemp("cut_off")
    paths = [folder / "0.pgn", folder / "1.pgn"]
    for path, text in zip(paths, data_jobs.cut_off(folder)[1]):
        path.write_bytes(text)
    hashes = {}
    for name, job in jobs.JOBS.items():
        engines.one(data_jobs.dropping(job), list(map(str, paths)), folder / name, 1, 0)
        hashes[name] = data_jobs.row_hash(folder / name)
    return hashes
