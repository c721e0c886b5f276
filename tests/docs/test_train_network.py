"""Tests for examples/train_network.py, with PyTorch: it learns, resumes, and writes the network that it trained."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.children import environment

import bitrook
from bitrook import nnue
from bitrook.batch import Boards, read_positions
from bitrook.selfplay import Settings, generate

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = ("--hidden", "16", "--batch-size", "256", "--rate", "0.01")


@pytest.fixture(scope="module", autouse=True)
def torch() -> Any:
    return pytest.importorskip("torch")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "data.viri"
    generate(path, 100, Settings(nodes=100), threads=2)
    return path


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import train_network

    return train_network


def start(data: Path, output: Path, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(EXAMPLES / "train_network.py"), str(data), "-o", str(output), *SMALL, *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())


def train(data: Path, output: Path, *options: str) -> list[str]:
    with start(data, output, *options) as process:
        printed, errors = process.communicate()
    assert process.returncode == 0, printed + errors
    return printed.splitlines()


def curve(output: Path) -> Any:
    return np.loadtxt(output.with_suffix(".csv"), delimiter=",", skiprows=1, ndmin=2)


@pytest.mark.slow
def test_a_network_is_trained_and_written(data: Path, tmp_path: Path) -> None:
    output = tmp_path / "net.nnue"
    lines = train(data, output, "--epochs", "15")
    positions = list(read_positions(data))
    assert lines[0].startswith(f"{sum(len(part.scores) for part in positions):,} positions read, ")
    epochs = [line.split() for line in lines[2:-1]]
    assert [int(words[0]) for words in epochs] == list(range(1, 16))
    assert all(float(word.replace(",", "")) > 0 for words in epochs for word in words[3:5])  # positions per second
    losses = curve(output)
    assert losses[-1, 1] < 0.6 * losses[0, 1] and losses[-1, 2] < losses[0, 2]
    found = re.fullmatch(
        r".*net\.nnue: ([\d,]+) bytes; rounding changes scores by ([\d.]+) centipawns on average", lines[-1]
    )
    assert found and int(found[1].replace(",", "")) == output.stat().st_size and float(found[2]) < 2
    network = nnue.load(output)
    assert network.info["hidden"] == 16
    part = positions[0]
    scores = np.where(part.turns, part.scores, -part.scores)
    evaluations = network.evaluate(Boards(part.positions, history=0))
    assert np.corrcoef(scores, evaluations)[0, 1] > 0.7
    boards = [bitrook.Board.from_packed(packed.tobytes()) for packed in part.positions[:1000]]
    with_queen = [board for board in boards if board.pieces(bitrook.QUEEN, not board.turn)]
    without_queen = [board.copy() for board in with_queen]
    for board in without_queen:
        board.remove_piece_at(board.pieces(bitrook.QUEEN, not board.turn).pop())
    gains = network.evaluate(Boards(without_queen)) - network.evaluate(Boards(with_queen))
    assert len(gains) > 100 and gains.mean() > 50


@pytest.mark.slow
def test_training_resumes(data: Path, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.nnue", tmp_path / "parts.nnue"
    train(data, whole, "--epochs", "4")
    with start(data, parts, "--epochs", "4") as process:
        assert process.stdout
        while not process.stdout.readline().startswith("    1 "):
            assert process.poll() is None
        while not parts.with_suffix(".pt").exists():
            time.sleep(0.01)
        process.kill()
    assert not parts.exists()
    epochs = [line.split()[0] for line in train(data, parts, "--epochs", "4")[2:-1]]
    assert epochs in (["2", "3", "4"], ["3", "4"], ["4"])
    assert parts.read_bytes() == whole.read_bytes()
    assert (curve(parts) == curve(whole)).all()
    assert len(train(data, parts, "--epochs", "4")) == 3  # nothing is left to train


def test_gradients_are_those_of_an_embedding_bag(program: Any, torch: Any, data: Path) -> None:
    sides, _ = program.encoded(some_data(program, data), 0.5)
    rows = torch.randn(768, 4, dtype=torch.float64, requires_grad=True)
    weights = torch.randn(64, 4, dtype=torch.float64)
    for side in sides:
        gradients = []
        for bag in (
            lambda side=side: program.SumOfRows.apply(rows, side),
            lambda side=side: torch.nn.functional.embedding_bag(
                side.indices, rows, side.offsets, mode="sum", include_last_offset=True
            ),
        ):
            rows.grad = None
            (bag() * weights).sum().backward()
            gradients.append(rows.grad.clone())
        assert torch.allclose(*gradients)


def test_targets_mix_results_and_scores(program: Any, data: Path) -> None:
    some = some_data(program, data)
    results = program.encoded(some, 1)[1].numpy()
    scores = program.encoded(some, 0)[1].numpy()
    assert np.allclose(results, [{1: 1.0, 0: 0.5, -1: 0.0}[result] for result in some.results.tolist()])
    assert np.allclose(scores, 1 / (1 + np.exp(-some.scores / 400)))
    assert np.allclose(program.encoded(some, 0.25)[1].numpy(), 0.25 * results + 0.75 * scores)


def test_positions_are_mirrored_from_left_to_right(program: Any, data: Path) -> None:
    some = some_data(program, data)
    flipped = program.encoded(some, 0, 7)[0]
    for row, packed in enumerate(some.positions):
        mirrored = bitrook.Board.from_packed(packed.tobytes()).transform(bitrook.flip_horizontal)
        expected = program.FEATURES.encode(mirrored)
        for side, features in zip(flipped, expected, strict=True):
            found = side.indices[side.offsets[row] : side.offsets[row + 1]].tolist()
            assert sorted(found) == sorted(feature for feature in features.tolist() if feature >= 0)


def test_scores_and_results_are_those_of_the_side_to_move(program: Any, data: Path) -> None:
    read = program.read([data])
    part = next(read_positions(data))
    black = ~part.turns
    assert black.any() and part.turns.any()
    assert (read.scores[black] == -part.scores[black]).all() and (read.scores[~black] == part.scores[~black]).all()
    assert (read.results[black] == -part.results[black]).all()


def some_data(program: Any, data: Path) -> Any:
    return program.read([data]).rows(slice(64))
