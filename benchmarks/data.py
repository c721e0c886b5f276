"""Compares the rate, per CPU second, of reading PGN into columns with that of python-chess and a Rust reader.

    python benchmarks/data.py [--mb 200] [--rounds 3]

The text consists of the 999 Lichess games in tests/files/pgn, repeated, and the same games in four forms. Programs take
turns. Other readers are skipped if they are not installed: chess (python-chess), rust_pgn_reader_python_binding, and
the Debian program pgn-extract, which checks all moves and writes nothing (-r).
"""

from __future__ import annotations

import argparse
import io
import lzma
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import bitrook.data as bd
from pgn_texts import forms

ARCHIVE = Path(__file__).parents[1] / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
PGN_EXTRACT = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games") or "pgn-extract"
CHECKED = ["moves", "clocks", "evals"]


def cpu() -> float:
    """Return the CPU time of all threads of this process and of the programs that it has run."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def count(scan: bd.Scan) -> int:
    """Read all batches of a scan; return the number of rows."""
    return sum(len(batch) for batch in scan)


def python_chess(text: bytes) -> int:
    """Read games with python-chess."""
    import chess.pgn

    file, games = io.StringIO(text.decode()), 0
    while chess.pgn.read_game(file) is not None:
        games += 1
    return games


def rust(text: bytes) -> int:
    """Read games with the Rust reader."""
    import rust_pgn_reader_python_binding as reader

    texts = ["[Event " + each for each in text.decode().removeprefix("[Event ").split("\n\n[Event ")]
    return len(reader.parse_games_from_strings(texts, num_threads=1))


def pgn_extract(text: bytes) -> int:
    """Check games with pgn-extract, which reports to standard error."""
    with tempfile.NamedTemporaryFile(suffix=".pgn") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([PGN_EXTRACT, "-r", file.name], check=True, capture_output=True, text=True)
    return int(done.stderr.strip().splitlines()[-1].split()[-1].strip("."))  # "999 games matched out of 999."


def main() -> None:
    """Run the benchmark and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    one = lzma.decompress(ARCHIVE.read_bytes())
    text = one * max(options.mb * 1_000_000 // len(one), 1)

    def scan(source: bytes = text, threads: int = 1, **parameters: object) -> Callable[[], int]:
        return lambda: count(bd.scan_pgn(source, threads=threads, **parameters))  # type: ignore[arg-type]  # scan_pgn() checks the types

    few = [("White", "in", ["chessassistance"])]
    rows: list[tuple[str, Callable[[], int], int]] = [
        ("all tags, moves, clocks, evaluations", scan(), len(text)),
        ("the same, two threads", scan(threads=2), len(text)),
        ("moves, clocks, evaluations", scan(columns=CHECKED), len(text)),
        ("all tags", scan(columns=bd.TAGS), len(text)),
        ("two tags", scan(columns=["WhiteElo", "ECO"]), len(text)),
        ("everything of few games", scan(filters=few), len(text)),
        ("count", lambda: bd.scan_pgn(text).count(), len(text)),
        (
            "reading the bytes",
            lambda: sum(len(text[i : i + (1 << 20)]) for i in range(0, len(text), 1 << 20)),
            len(text),
        ),
    ]
    try:
        from backports import zstd
    except ImportError as error:
        print(f"(without .zst: {error})")
    else:
        archive = zstd.compress(one) * (len(text) // len(one))  # one frame per copy
        rows.append(("everything from .zst", scan(archive), len(text)))
        rows.append(("the same, two threads ", scan(archive, threads=2), len(text)))
    texts = forms(one)
    for name, form in texts.items():
        rows.append((name, scan(form * 10), 10 * len(form)))
    others: list[tuple[str, Callable[[bytes], int], bytes]] = [
        ("python-chess", python_chess, one),
        ("pgn-extract, moves checked", pgn_extract, one),
        *((f"Rust binding, {name}", rust, form) for name, form in texts.items()),
    ]
    for name, other, games in others:
        try:
            other(b"1. e4 *\n")
        except Exception as error:  # not installed, or an incompatible version
            print(f"(without {name}: {error})")
            continue
        rows.append((name, partial(other, games), len(games)))
    seconds: dict[str, list[tuple[float, float]]] = {name: [] for name, _, _ in rows}
    for _ in range(options.rounds):
        for name, run, _ in rows:
            wall, used = time.perf_counter(), cpu()
            run()
            seconds[name].append((time.perf_counter() - wall, cpu() - used))
    base = None
    print(f"{'what':40} {'MB/s':>8} {'MB/CPU-s':>9} {'times':>6}")
    for name, _, size in rows:
        wall = statistics.median(w for w, _ in seconds[name])
        used = statistics.median(c for _, c in seconds[name])
        base = base or used / size
        print(f"{name:40} {size / wall / 1e6:8.1f} {size / max(used, 1e-9) / 1e6:9.1f} {base / (used / size):6.3f}")


if __name__ == "__main__":
    main()
