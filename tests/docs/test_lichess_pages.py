"""Runs the parts of the how-tos on Lichess's evaluations and puzzles that need PyTorch, Stockfish or the whole files."""

from __future__ import annotations

import doctest
import os
import random
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from support import children
from support import lichess_files as lf


PAGES = Path(__file__).parents[2] / "docs" / "how-to"
NOT_RUN = re.compile(r"<!-- not run -->\n```(\w+)\n(.*?)```", re.DOTALL)


def files(folder: Path) -> None:
    """Write files with the names of Lichess's, without compression, which readers detect from the content."""
    rng = random.Random(1)
    boards = [board for board in lf.random_boards(rng, 300) if any(board.legal_moves) and not lf.is_chess960(board)]
    for name, line_of in (
        ("lichess_db_eval.jsonl.zst", lf.evaluation_line),
        ("lichess_db_puzzle.csv.zst", lf.puzzle_line),
    ):
        (folder / name).write_bytes(b"".join(line_of(rng, board, True) + b"\n" for board in boards))


def examples(page: str) -> dict[str, Any]:
    """Run the examples of a page, and return their variables."""
    namespace: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples((PAGES / page).read_text(encoding="utf-8")):
        exec(compile(example.source, page, "single"), namespace)
    return namespace


def programs(page: str, kind: str) -> list[str]:
    found = [text for each, text in NOT_RUN.findall((PAGES / page).read_text(encoding="utf-8")) if each == kind]
    assert found
    return found


@pytest.mark.slow
def test_training_with_pytorch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    files(tmp_path)
    namespace = examples("lichess-evaluations.md")
    (program,) = programs("lichess-evaluations.md", "python")
    torch.manual_seed(1)
    exec(program, namespace)
    first = namespace["loss"].item()
    for _ in range(5):
        exec(program[program.index("for planes") :], namespace)
    assert 0 < namespace["loss"].item() < first < 1


@pytest.mark.slow
@pytest.mark.parametrize("page", ["lichess-evaluations.md", "lichess-puzzles.md"])
def test_commands(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("matplotlib")
    files(tmp_path)
    examples(page)  # writes the other files
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
    commands = [line for text in programs(page, "console") for line in text.splitlines()]
    assert all(line.startswith(("$ curl -O https://database.lichess.org/", "$ bitrook ")) for line in commands)
    for command in (shlex.split(line)[2:] for line in commands if line.startswith("$ bitrook ")):
        if "stockfish" in command and shutil.which("stockfish", path=path) is None:
            continue
        done = children.run("-m", "bitrook", *command, PATH=path, PYTHONMALLOC="default")
        if command[0] == "data":
            assert re.search(r"\b\d{3}\b", done.stdout) and "error" not in done.stderr, done.stdout
        else:
            assert "4 of 4 solved" in done.stdout, done.stdout
