"""Checks that memory is bounded and that the first batch arrives quickly, regardless of the size of the source."""

from __future__ import annotations

import lzma
import random
import sys
from pathlib import Path

import pytest
from support import children
from support import lichess_files as lf
from support.column_oracle import ARCHIVE


READ = """
import lzma, sys, time
import bitrook.data as bd

class Repeated:
    # The archive's text, again and again.
    def __init__(self, text, times):
        self.text, self.times, self.at = text, times, 0
    def read(self, n):
        if self.at == len(self.text):
            self.at, self.times = 0, self.times - 1
        part = self.text[self.at : self.at + n] if self.times else b""
        self.at += len(part)
        return part

text = lzma.open(sys.argv[1]).read()
times = int(sys.argv[2])
began = time.perf_counter()
scan = getattr(bd, sys.argv[4])
batches = iter(scan(Repeated(text, times), threads=int(sys.argv[3])))
rows = len(next(batches))
first = time.perf_counter() - began
rows += sum(len(batch) for batch in batches)
assert rows == int(sys.argv[5]) * times, rows
status = open("/proc/self/status").read()  # ru_maxrss counts the parent's memory, too
print(first, int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.parametrize("threads", [1, 2])
def test_memory_does_not_grow_with_the_source(threads: int) -> None:
    """A scan of 2 GB of text takes less than 200 MB, and hardly more than a scan of 100 MB."""
    peaks = peaks_of(ARCHIVE, [45, 900], threads, "scan_pgn", 999)
    assert peaks[1] < 200 and peaks[1] - peaks[0] < 30


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.parametrize("function", ["scan_evals", "scan_puzzles"])
def test_memory_of_lines_does_not_grow_with_the_source(function: str, tmp_path: Path) -> None:
    """The same for evaluations and puzzles, some of which are rewritten by Python: 15 and 300 MB."""
    rng = random.Random(1)
    line_of = lf.evaluation_line if function == "scan_evals" else lf.puzzle_line
    boards = [board for board in lf.random_boards(rng, 1100) if any(board.legal_moves)][:1000]
    lines = [line_of(rng, board, plain=k % 100 != 0) for k, board in enumerate(boards)]
    lines += rng.choices(lines, k=10_000 - len(lines))
    text = b"".join(line + b"\n" for line in lines)
    path = tmp_path / "lines.xz"
    path.write_bytes(lzma.compress(text, preset=0))
    short = 15_000_000 // len(text) + 1
    peaks = peaks_of(path, [short, 20 * short], 2, function, len(lines))
    assert peaks[1] < 200 and peaks[1] - peaks[0] < 30


def peaks_of(path: Path, repetitions: list[int], threads: int, function: str, rows: int) -> list[int]:
    """Return the peaks of memory in MB for scans of a file's text that is repeated this often."""
    peaks = []
    for times in repetitions:
        numbers = str(times), str(threads), function, str(rows)
        first, peak = children.python("-c", READ, str(path), *numbers, timeout=900).stdout.split()
        print(f"{times} times: first batch after {float(first):.3f} s, peak {peak} MB")
        peaks.append(int(peak))
    return peaks


COPIES = """
import ctypes, sys
import bitrook.data as bd

copied = ctypes.CDLL(None).copied_bytes
copied.restype = ctypes.c_size_t
text = b'[White "Ann"]\\n\\n1. e4 e5 *\\n\\n' * 20_000
for size in map(int, sys.argv[1:]):
    before = copied()
    assert sum(len(batch) for batch in bd.scan_pgn(text, batch_size=size)) == 20_000
    print(copied() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="replaces memcpy by preloading a library")
@pytest.mark.skipif(children.SANITIZED, reason="the sanitizer has a memcpy of its own")
def test_the_copied_bytes_do_not_depend_on_the_size_of_batches(tmp_path: Path) -> None:
    library = children.library("counted_copies.cpp", tmp_path)
    sizes = ("100000", "8192", "1000", "128", "16")
    done = children.run("-c", COPIES, *sizes, LD_PRELOAD=library)
    least, *others = map(int, done.stdout.split())
    assert least > 20_000 and max(others) < 5 * least, done.stdout
