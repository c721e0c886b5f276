"""Shared helpers for the tests of data engines: example jobs, workers that are killed, shards, hashes of rows."""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import bitrook.data as bd
import pytest
from support.archives import frames, pzstd, zstd
from support.column_oracle import lichess_text

EXAMPLE = Path(__file__).parents[2] / "examples" / "archive_jobs"
WORDS = {1: 1 << 40, 2: 1_200_000, 7: 340_000, 500: 4_650}  # the size of a shard for each number of shards


NAMES = ["openings", "training", "clocks"]
LONG = pytest.mark.skipif("BITROOK_LONG" not in os.environ, reason="BITROOK_LONG=1 runs it")


def cases(*values: Any, short: Callable[..., bool]) -> list[Any]:
    """Return the product of lists as parameters. Those for which *short* is false run only if BITROOK_LONG is set."""
    return [pytest.param(*each, marks=() if short(*each) else LONG) for each in itertools.product(*values)]


def engine(name: str) -> Any:
    """Import an engine; skip the test if it is not installed, unless BITROOK_ENGINE requires it."""
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
    """Write 999 games from Lichess into a folder and return the path of the file."""
    path = folder / "games.pgn"
    path.write_bytes(lichess_text())
    return path


def cut_off(folder: Path) -> tuple[list[str], list[bytes]]:
    """Write a truncated archive and a complete file; return their paths and the text of the complete games in each."""
    text, size = lichess_text(), 50_000
    middle = text.index(b"\n\n[Event ", len(text) // 2) + 2
    pieces = frames(text[:middle], size)
    whole, left = len(pieces) // 2, len(pieces[len(pieces) // 2]) // 2
    archive = pzstd(text[:middle], size)
    paths = [folder / "a.pgn.zst", folder / "b.pgn"]
    paths[0].write_bytes(archive[: sum(12 + len(piece) for piece in pieces[:whole]) + 12 + left])
    paths[1].write_bytes(text[middle:])
    readable = text[: whole * size] + zstd().ZstdDecompressor().decompress(pieces[whole][:left])
    return list(map(str, paths)), [readable[: readable.rindex(b"\n\n[Event ") + 2], text[middle:]]


def dropping(job: Any) -> Any:
    """Return a job that continues with the next file after a truncated one."""
    return job._replace(read={**job.read, "errors": "drop"})


def program(engine: str, job: str, folder: Path, *more: str, **variables: str) -> tuple[str, str]:
    """Run examples/archive_jobs over the archive; return its output, and the printed prefix of the hash of the rows."""
    out, picture = folder / f"{engine}-{job}", folder / f"{engine}-{job}.svg"
    command = [sys.executable, str(EXAMPLE), job, str(archive(folder)), "--engine", engine, "--out", str(out), "--hash"]
    if importlib.util.find_spec("matplotlib"):
        command += ["--draw", str(picture)]
    environment = {**os.environ, **variables}
    done = subprocess.run([*command, *more], capture_output=True, text=True, timeout=400, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "MB/s" in done.stdout
    assert "--draw" not in command or picture.read_text().count("<path") > 20
    (found,) = re.findall(r"hash of the sorted rows: (\w+)", done.stdout)
    return done.stdout, found


def row_hash(rows: Any) -> str:
    """Return a hash of the sorted rows of a pyarrow.Table or of a folder of Parquet files."""
    if isinstance(rows, Path):
        import pyarrow.parquet as pq

        rows = pq.read_table(rows)
    return digest(tuple(row.values()) for row in rows.to_pylist())


class KillsWorker:
    """A function whose first *times* calls kill the process with SIGKILL; later calls are forwarded to *function*."""

    def __init__(self, function: Any, folder: Path, times: int) -> None:
        self.function, self.folder, self.times, self.test = function, str(folder), times, os.getpid()

    def __call__(self, *arguments: Any) -> Any:
        for i in range(self.times):
            try:
                os.close(os.open(f"{self.folder}/killed-{i}", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                continue
            if os.getpid() != self.test:
                time.sleep(0.5)  # Dask does not restart a worker that dies before its nanny has noticed that it started
                os.kill(os.getpid(), signal.SIGKILL)
        return self.function(*arguments)


def cut(path: Path | str, count: int) -> list[bd.Shard]:
    """Return about *count* shards of a file, or exactly *count* if it is plain text."""
    whole = bd.list_shards(path, target_bytes=1 << 40)[-1].end
    return bd.list_shards(path, target_bytes=-(-whole // count))


def digest(rows: Iterable[Any]) -> str:
    """Return a hash of the sorted rows."""
    return hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()
