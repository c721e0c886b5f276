"""Searches real games for positions, compared with pgn-extract, and with a replay that searches for nothing.

    python benchmarks/queries.py [--megabytes 50] [--rounds 5]

One thread each; the programs take turns, and figures are CPU seconds, the best of the rounds. The games are those of the
tests, repeated, as plain text. Both programs must find the same number of games, or the run fails. pgn-extract is the
Debian package; it writes the games that it finds to a file. Compare ratios.

The second table has conditions that are tested on every position. Its first row replays the games, checks every move and
tests nothing; *over the replay* is the additional time.
"""

from __future__ import annotations

import argparse
import lzma
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import bitrook.data as bd
import numpy as np
from bitrook.batch import Boards

GAMES = Path(__file__).parents[1] / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
PGN_EXTRACT = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
# The question, the condition, and the options of pgn-extract. Its files of material name the pieces of both sides
# without kings; either side may have either part, for at least three plies.
QUESTIONS = [
    ("a position", f'position("{SICILIAN}")', [f"-Tf{SICILIAN}"], None),
    ("material", 'material("KRPPPvKRPP") for 3 plies', ["-z"], "rp3 rp2\n"),
]
ISOLATED = "white & pawns & file(d) and not white & pawns & (file(c) | file(e))"
CONDITIONS = {
    "five operations, often true": ISOLATED,
    "five operations, never true": "count(white & pawns & file(d) & ~rank(2)) > 6",
    "material": 'material("KRPPPPvKRPPP")',
    "a position": f'position("{SICILIAN}")',
    "a move": 'move == "Bxh7+"',
    "a sequence": f"({ISOLATED}) for 10 plies",
}


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of *work* in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def extract(path: str, options: list[str], material: str | None, folder: str) -> tuple[int, float]:
    """Return the number of games that pgn-extract finds, and its CPU time."""
    if material is not None:
        endings = os.path.join(folder, "endings")
        Path(endings).write_text(material)
        options = [options[0] + endings]
    assert PGN_EXTRACT
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [PGN_EXTRACT, "-o" + os.path.join(folder, "found.pgn"), *options, path]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r"([\d]+) games? matched", printed)
    assert found, printed[-500:]
    return int(found[1]), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(path: str, rounds: int) -> None:
    """Print how long both programs take for the same question."""
    print("| question | games | pgn-extract, s | bitrook, s | times as fast |\n|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, condition, options, material in QUESTIONS:
            theirs, ours, count = float("inf"), float("inf"), -1
            for _ in range(rounds):
                count, time_taken = extract(path, options, material, folder)
                theirs = min(theirs, time_taken)
                scan = bd.scan_pgn(path, where=condition)
                ours = min(ours, seconds(lambda: counts.append(scan.count())))  # noqa: B023  # called at once
                assert counts[-1] == count, (name, counts[-1], count)
            print(f"| {name} | {count:,} | {theirs:.2f} | {ours:.3f} | {theirs / ours:.1f} |")


counts: list[int] = []


def replay(path: str, rounds: int) -> None:
    """Print the positions per second of conditions, and how much longer than a replay they take."""
    positions = sum(int(batch["ply_count"].sum()) + len(batch) for batch in bd.scan_pgn(path, columns=["ply_count"]))
    columns = ["offset", "error"]  # the latter takes a replay
    scans = {"the replay alone": bd.scan_pgn(path, columns=columns)}
    for name, condition in CONDITIONS.items():
        scans[name] = bd.scan_pgn(path, columns=[*columns, "match_plies"], where=condition)
    best = dict.fromkeys(scans, float("inf"))
    for _ in range(rounds):
        for name, scan in scans.items():
            best[name] = min(best[name], seconds(lambda: sum(map(len, scan))))  # noqa: B023
    alone = best["the replay alone"]
    print("\n| condition | million positions/s | over the replay |\n|---|--:|--:|")
    for name, time_taken in best.items():
        print(f"| {name} | {positions / time_taken / 1e6:.2f} | {time_taken / alone - 1:.0%} |")


def sets(path: str, rounds: int) -> None:
    """Print the boards per second of the functions of pawns."""
    column = bd.scan_pgn(path, limit=20_000).positions(["position"], every=10).read()["position"]
    boards = Boards(np.ma.getdata(column), history=0)
    print("\n| sets of all boards | million boards/s |\n|---|--:|")
    for name in ("passed_pawns", "isolated_pawns", "outposts", "threats", "attacked_by"):
        out = np.zeros((len(boards), 2), np.uint64)
        best = min(seconds(lambda: getattr(boards, name)(out=out)) for _ in range(max(rounds, 3)))  # noqa: B023
        print(f"| {name} | {len(boards) / best / 1e6:.1f} |")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--megabytes", type=int, default=50)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    one = lzma.decompress(GAMES.read_bytes())
    with tempfile.NamedTemporaryFile(suffix=".pgn") as file:
        file.write(one * max(1, given.megabytes * 1_000_000 // len(one)))
        file.flush()
        if PGN_EXTRACT:
            compare(file.name, given.rounds)
        else:
            print("pgn-extract is not installed")
        replay(file.name, given.rounds)
        sets(file.name, given.rounds)


if __name__ == "__main__":
    main()
