"""Tests for the examples of bitrook.batch: batched tree search and imitation learning with PyTorch."""

from __future__ import annotations

import importlib.util
import lzma
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from support.children import python

import bitrook
import bitrook.data
from bitrook.batch import Boards

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = ROOT / "docs" / "how-to" / "supervised-training.md"
ARCHIVE = ROOT / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
FOOL = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(script: Path, *arguments: str) -> str:
    # PyTorch's threads are slow while other tests run.
    return python(str(script), *arguments, cwd=script.parent, OMP_NUM_THREADS="1").stdout


@pytest.fixture(scope="module")
def mcts() -> ModuleType:
    return load("batched_mcts")


# --- The reference implementation: one tree at a time, with a Python object for each node.


class Node:
    def __init__(self, mcts: ModuleType, board: bitrook.Board) -> None:
        self.board, self.visits, self.total = board, 0, np.float32(0)
        self.children: dict[int, Node] = {}
        boards = Boards([board])
        logits, values = mcts.material(boards.observe(mcts.PLANES))
        self.moves = [] if boards.is_over()[0] else list(board.legal_moves)
        weights = np.exp(logits[0, [mcts.CODEC.encode(board, move) for move in self.moves]] - logits[0].max())
        self.priors = (weights / weights.astype(float).sum()).astype(np.float32)
        self.value = values[0] if self.moves else np.float32(-1 if board.is_checkmate() else 0)

    def best(self, exploration: float) -> int:
        scores = []
        for edge, prior in enumerate(self.priors):
            child = self.children.get(edge)
            value = -child.total / child.visits if child else self.total / self.visits
            scores.append(value + exploration * prior * np.sqrt(self.visits) / (1 + (child.visits if child else 0)))
        return int(np.argmax(scores))


def visits_one_by_one(mcts: ModuleType, board: bitrook.Board, simulations: int) -> dict[bitrook.Move, int]:
    root = Node(mcts, board)
    for simulation in range(simulations + 1):
        path = [root]
        while simulation and path[-1].moves:
            edge = path[-1].best(mcts.EXPLORATION)
            child = path[-1].children.get(edge)
            if child is None:
                after = path[-1].board.copy()
                after.push(path[-1].moves[edge])
                path[-1].children[edge] = child = Node(mcts, after)
                path.append(child)
                break
            path.append(child)
        value = path[-1].value
        for node in reversed(path):
            node.visits += 1
            node.total = np.float32(node.total + value)
            value = -value
    return {root.moves[edge]: child.visits for edge, child in root.children.items()}


def test_all_trees_are_those_of_one_tree_at_a_time(mcts: ModuleType) -> None:
    lines = [line for line in (EXAMPLES / "mates.epd").read_text().splitlines() if not line.startswith("#")]
    sources = [bitrook.Board.from_epd(line)[0] for line in lines[7:0:-3]]
    sources += [bitrook.Board(FOOL), bitrook.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), bitrook.Board()]
    for san in ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"):  # Ng8 repeats the position
        sources[-1].push_san(san)
    boards = Boards(sources)
    trees = mcts.Trees(boards, mcts.material, 40)
    trees.search()
    for i, board in enumerate(sources):
        expected = np.zeros(mcts.CODEC.size)
        for move, count in visits_one_by_one(mcts, board, 40).items():
            expected[mcts.CODEC.encode(board, move)] = count
        np.testing.assert_allclose(trees.policy()[i] * 40, expected, atol=1e-4, err_msg=board.fen())


@pytest.mark.parametrize(
    ("simulations", "most"), [(100, 1), pytest.param(800, 2, marks=pytest.mark.slow)], ids=["mate-in-1", "mate-in-2"]
)
def test_the_trees_find_the_mates(
    mcts: ModuleType, capsys: pytest.CaptureFixture[str], simulations: int, most: int
) -> None:
    mcts.solve(EXAMPLES / "mates.epd", simulations)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 18 and re.fullmatch(r"\d+ of 17 found; \d+ nodes, [\d,]+ nodes a second", lines[-1])
    easy = [line for line in lines if re.search(rf"mate in [1-{most}] ", line)]
    assert len(easy) == [4, 12][most - 1] and not [line for line in easy if "NOT FOUND" in line], easy


def test_self_play_makes_targets(mcts: ModuleType) -> None:
    boards = Boards(8, max_plies=3)  # the games end before the fourth move
    targets = mcts.self_play(boards, mcts.material, moves=4, simulations=20)
    assert boards.is_over().all()
    assert targets.positions.shape == (24, 24) and targets.policy.shape == (24, 1858) and targets.values.shape == (24,)
    np.testing.assert_allclose(targets.policy.sum(axis=1), 1, rtol=1e-5)
    legal = mcts.CODEC.legal_mask(targets.positions).astype(bool)
    assert not targets.policy[~legal].any() and (abs(targets.values) <= 1).all()
    assert len({tuple(board.move_stack) for board in boards}) > 1
    again = mcts.self_play(Boards(8, max_plies=3), mcts.material, moves=4, simulations=20)
    assert (again.policy == targets.policy).all()


@pytest.mark.slow
def test_the_program_of_the_trees_runs() -> None:
    assert "of 17 found" in run(EXAMPLES / "batched_mcts.py", "mates", "--simulations", "10")
    text = run(EXAMPLES / "batched_mcts.py", "play", "--games", "4", "--moves", "2", "--simulations", "10")
    assert "policy     float32 (8, 1858)" in text and "88 nodes, " in text


@pytest.mark.slow
def test_alphazero_plays_learns_and_compares(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    text = run(EXAMPLES / "alphazero.py", "--toy", "--save", str(tmp_path / "rook.pt"))
    rows = [line.split() for line in text.splitlines()[1:]]
    assert len(rows) == 3 and int(rows[-1][1]) > 500, text  # positions of finished games
    assert re.fullmatch(r"\+\d+ =\d+ -\d+", " ".join(rows[-1][-3:])) and (tmp_path / "rook.pt").exists()


# --- Imitation learning.


@pytest.mark.slow
def test_the_replay_is_that_of_single_boards() -> None:
    pytest.importorskip("torch")
    imitation = load("imitation")
    games = bitrook.data.read_pgn(lzma.open(ARCHIVE), columns=["moves"], filters=[("ply_count", ">", 0)], limit=12)
    moves, offsets = games["moves"]
    positions = imitation.replay(moves, offsets, np.arange(len(games)))
    found = sorted(zip(positions.planes.tolist(), positions.legal.tolist(), positions.played.tolist(), strict=True))
    expected: list[Any] = []
    for i in range(len(games)):
        board = bitrook.Board()
        for word in games.moves(i).tolist():
            move = bitrook.Move.from_word(word)
            planes = imitation.PLANES.encode(board, packed=True)
            legal = imitation.CODEC.legal_mask(board, packed=True)
            expected.append((planes.tolist(), legal.tolist(), imitation.CODEC.encode(board, move)))
            board.push(move)
    assert found == sorted(expected)


@pytest.mark.slow
def test_imitation_learns_more_than_chance(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    curve = tmp_path / "curve.svg"
    plot = ["--plot", str(curve)] if importlib.util.find_spec("matplotlib") else []
    text = run(EXAMPLES / "imitation.py", "--toy", *plot, "--save", str(tmp_path / "policy.pt"))
    chance = re.search(r"random legal move: loss ([\d.]+), accuracy ([\d.]+)%", text)
    rows = re.findall(r"^ *\d+ +([\d.]+) +([\d.]+) +([\d.]+)% +[\d,]+$", text, re.MULTILINE)
    assert chance and len(rows) == 16, text
    assert float(rows[-1][1]) < float(chance[1]) - 0.3 and float(rows[-1][2]) > float(chance[2]) + 2, text
    assert float(rows[-1][0]) < float(rows[0][0])
    assert text.count("\nafter ") == 6 and (tmp_path / "policy.pt").stat().st_size > 10_000
    assert not plot or "<svg" in curve.read_text()


@pytest.mark.slow
def test_the_programs_of_the_page_run_with_pytorch(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    programs = re.findall(r"<!-- not run -->\n```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(programs) == 4
    script = tmp_path / "page.py"
    script.write_text("\n".join([*programs, "print('all done')\n"]))
    with lzma.open(ARCHIVE) as archive:
        (tmp_path / "games.pgn").write_bytes(archive.read()[:300_000])
    lines = run(script).splitlines()
    assert lines[-1] == "all done" and len(lines) > 3, lines
    assert re.fullmatch(r"torch.Size\(\[(\d+), 12, 8, 8\]\) torch.Size\(\[\1, 1858\]\) torch.Size\(\[\1\]\)", lines[0])
