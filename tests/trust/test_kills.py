"""Runs that can be continued: killed at random moments and continued, they end with the same results as uninterrupted ones.

The quick version kills each run four times. BITROOK_LONG=1 kills it twenty times.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import children

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks, so that each run starts quickly")

KILLS = 20 if children.LONG else 4

# Runs a job in forked processes. Each trial starts in a new folder, kills the job, and then continues it.
SCRIPT = """
import io, os, random, signal, sys, time
import bitrook.cli
from bitrook import pgn

def child(words, folder):
    pid = os.fork()
    if pid == 0:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = bitrook.cli.main(words)
        sys.stdout.flush()
        os._exit(code)
    return pid

def finished(pid):
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert code == 0, f"exit code {code}"

def games(folder):
    with open(f"{folder}/out.pgn", encoding="utf-8") as file:
        found = list(iter(lambda: pgn.read_game(file), None))
    assert not any(game.errors for game in found)
    rows = [(g.headers["White"], g.headers["Round"], g.headers["Result"], *g.mainline_moves()) for g in found]
    assert len(rows) == len(set(rows)), "a game was played twice"
    return sorted(rows, key=str)

def content(folder):
    names = sorted(name for name in os.listdir(folder) if not name.endswith((".json", ".part")))
    return [(name, open(f"{folder}/{name}", "rb").read()) for name in names]

def main(top, kills, result, words):
    rng = random.Random(seed := time.time_ns())
    os.mkdir(f"{top}/whole")
    began = time.monotonic()
    finished(child(words, f"{top}/whole"))
    seconds = time.monotonic() - began
    expected = result(f"{top}/whole")
    killed = 0
    for trial in range(kills):
        folder = f"{top}/{trial}"
        os.mkdir(folder)
        for _ in range(3):  # kills that follow each other
            pid = child(words, folder)
            time.sleep(rng.uniform(0, seconds * 0.7))
            os.kill(pid, signal.SIGKILL)
            killed += os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
            if rng.random() < 0.6:
                break
        finished(child(words, folder))
        assert result(folder) == expected, f"trial {trial}, seed {seed}"
    print("killed", killed)

top, kills, result, *words = sys.argv[1:]
main(top, int(kills), globals()[result], words)
"""

GAMES = "\n\n".join(
    f'[White "{number}"]\n\n{moves} *'
    for number, moves in enumerate(
        ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6", "1. d4 d5 2. c4 e6 3. Nc3 Nf6", "1. f3 e5 2. g4 Qh4#"] * 3
    )
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("content", ["selfplay", "-o", "out.viri", "--games", "60", "--nodes", "100"]),
        ("content", ["selfplay", "-o", "out.binpack", "--games", "60", "--nodes", "100", "--threads", "2"]),
        (
            "games",
            ["match", "bitrook", "bitrook name=weak option.quiescence=off", "--nodes", "150", "--games", "8", "-o"]
            + ["out.pgn", "--concurrency", "2"],
        ),
        ("content", ["analyze", "GAMES", "-o", "out.pgn", "--nodes", "1500", "--variations", "--workers", "2"]),
        ("content", ["analyze", "GAMES", "-o", "out.pgn", "--nodes", "1500", "--variations"]),
    ],
    ids=["selfplay", "selfplay-binpack", "match", "analyze-2", "analyze"],
)
def test_killed_and_continued(tmp_path: Path, result: str, words: list[str]) -> None:
    (tmp_path / "games.pgn").write_text(GAMES + "\n")
    words = [str(tmp_path / "games.pgn") if word == "GAMES" else word for word in words]
    top = tmp_path / "runs"
    top.mkdir()
    ran = children.run("-c", SCRIPT, str(top), str(KILLS), result, *words, timeout=1200, PYTHONMALLOC="default")
    assert ran.stdout.startswith("killed ")
    assert int(ran.stdout.split()[1]) >= KILLS // 2  # most runs were still going on
