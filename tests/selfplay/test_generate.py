"""Self-play files: their contents, any number of threads, and runs that are interrupted and continued."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bitrook import Board, _core, selfplay
from bitrook.batch import read_positions
from bitrook.batch.encodings import Positions
from bitrook.search import PieceSquareTables
from bitrook.selfplay import Settings, generate
from bitrook.selfplay import native_settings

SETTINGS = Settings(seed=3, nodes=60)


def contents(path: Path) -> Positions:
    return Positions.concatenate(list(read_positions(path)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 40 games, made by one thread."""
    path = tmp_path_factory.mktemp("selfplay") / "whole.viri"
    generate(path, 40, SETTINGS)
    return path


@pytest.mark.parametrize("extension", ["viri", "binpack", "bin"])
def test_a_file_has_the_kept_positions_of_its_games(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"games.{extension}"
    totals = generate(path, 12, SETTINGS)
    found = contents(path)
    rows = iter(range(len(found.positions)))
    for number in range(12):
        game, board = selfplay.play(number, SETTINGS), Board()
        for move in game.opening:
            board.push(move)
        for move, score, kept in zip(game.moves, game.scores, game.kept, strict=True):
            if kept:
                row = next(rows)
                assert found.positions[row].tobytes() == board.packed()
                assert (found.scores[row], found.results[row]) == (score, game.result)
                assert found.halfmove_clocks[row] == board.halfmove_clock
            board.push(move)
    assert next(rows, None) is None
    assert totals.positions == len(found.positions) and totals.bytes == path.stat().st_size


def test_totals_add_up(whole: Path) -> None:
    totals = generate(whole, 40, SETTINGS)  # plays no games, because the file is complete
    games = [selfplay.play(number, SETTINGS) for number in range(40)]
    assert totals.games == 40 and totals.plies == sum(len(game.moves) for game in games)
    wins = [sum(game.result == result for game in games) for result in (1, 0, -1)]
    assert [totals.white_wins, totals.draws, totals.black_wins] == wins


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_do_not_change_the_file(whole: Path, tmp_path: Path, threads: int) -> None:
    path = tmp_path / "games.viri"
    generate(path, 40, SETTINGS, threads=threads)
    assert path.read_bytes() == whole.read_bytes()


def test_more_games_extend_a_file(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.viri"
    assert generate(path, 15, SETTINGS).games == 15
    assert whole.read_bytes().startswith(path.read_bytes())
    assert generate(path, 40, SETTINGS, threads=2).games == 40
    assert path.read_bytes() == whole.read_bytes()
    assert generate(path, 10, SETTINGS).games == 40  # the file already has enough games


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_run_continues(whole: Path, tmp_path: Path, threads: int) -> None:
    path = tmp_path / "games.viri"
    runs = 0

    def interrupt(done: int, total: int, positions: int) -> None:
        if done < total and done > 8 * runs:
            raise KeyboardInterrupt

    while True:
        try:
            generate(path, 40, SETTINGS, threads=threads, progress=interrupt)
            break
        except KeyboardInterrupt:
            runs += 1
        noted = json.loads(path.with_name("games.viri.json").read_text())["totals"]
        assert noted["games"] >= 1 and noted["bytes"] == path.stat().st_size
        assert len(contents(path).positions) == noted["positions"]
    assert runs >= 1 and path.read_bytes() == whole.read_bytes()


def test_bytes_that_were_not_recorded_are_dropped(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.viri"
    generate(path, 15, SETTINGS)
    with path.open("ab") as file:
        file.write(b"half a game")
    generate(path, 40, SETTINGS)
    assert path.read_bytes() == whole.read_bytes()


def test_other_settings_do_not_continue_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.viri"
    generate(path, 2, SETTINGS)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"games\.viri.* was made with nodes=60, not 61: choose another file"):
        generate(path, 4, replace(SETTINGS, nodes=61))
    with pytest.raises(ValueError, match="was made with evaluation=None"):
        generate(path, 4, SETTINGS, evaluation=PieceSquareTables())
    with pytest.raises(ValueError, match="was made with format='viriformat', not 'binpack'"):
        generate(path, 4, SETTINGS, format="binpack")
    assert path.read_bytes() == before


def test_files_that_cannot_be_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.viri"
    path.write_bytes(b"something else")
    with pytest.raises(FileExistsError, match=r"games\.viri' exists, but 'games\.viri\.json'"):
        generate(path, 4, SETTINGS)
    assert path.read_bytes() == b"something else"
    path.unlink()
    generate(path, 4, SETTINGS)
    os.truncate(path, 10)
    with pytest.raises(ValueError, match="is shorter than"):
        generate(path, 5, SETTINGS)


def test_progress_is_called_with_games_and_positions(tmp_path: Path) -> None:
    calls: list[tuple[int, int, int]] = []
    totals = generate(tmp_path / "games.viri", 6, SETTINGS, progress=lambda *numbers: calls.append(numbers))
    assert calls == sorted(calls) and calls[-1] == (6, 6, totals.positions)


def test_wrong_arguments(tmp_path: Path) -> None:
    path = tmp_path / "games.viri"
    with pytest.raises(ValueError, match="format must store scores and results, which binary_fen does not"):
        generate(tmp_path / "games.bfen", 4, SETTINGS)
    with pytest.raises(ValueError, match="format must be given: the extension '.txt'"):
        generate(tmp_path / "games.txt", 4, SETTINGS)
    with pytest.raises(ValueError, match="games must be in"):
        generate(path, -1, SETTINGS)
    with pytest.raises(ValueError, match="threads must be in"):
        generate(path, 4, SETTINGS, threads=0)
    with pytest.raises(TypeError, match="progress must be a bool or a callable"):
        generate(path, 4, SETTINGS, progress=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="evaluation must be native"):
        generate(path, 4, SETTINGS, evaluation=lambda board: 0)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        generate(tmp_path / "none" / "games.viri", 4, SETTINGS)


def test_a_range_that_ends_before_it_begins_is_refused() -> None:
    def take(*counts: object) -> None:
        raise AssertionError("a game was played")

    with pytest.raises(ValueError, match="first must not be greater than last"):
        _core._selfplay(native_settings(Settings(nodes=1)), None, "binpack", 2, 1, 1, take)


def test_the_positions_differ(whole: Path) -> None:
    packed = contents(whole).positions
    assert len(np.unique(packed, axis=0)) > 0.95 * len(packed)


# --- State files.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{", ""), ('"recipe"', '"receipt"'), ('"totals"', '"total"'), ('"games": 2', '"games": "2"'), ('"games": 2', '"games": 3'),
        ('"bytes": ', '"bytes": -'), ('"plies"', '"plys"'), ('"seconds"', '"secs"'),
    ],
)  # fmt: skip
def test_a_damaged_note_is_named(tmp_path: Path, old: str, new: str) -> None:
    path, settings = tmp_path / "data.viri", Settings(nodes=50, max_plies=20)
    generate(path, 2, settings)
    note, data = tmp_path / "data.viri.json", path.read_bytes()
    assert old in note.read_text()
    note.write_text(note.read_text().replace(old, new, 1))
    with pytest.raises(
        ValueError, match=r"data.viri.json' is damaged \(.*\): restore it, or delete it and 'data.viri'"
    ):
        generate(path, 4, settings)
    note.write_bytes(b"\xff")
    with pytest.raises(ValueError, match="is damaged"):
        generate(path, 4, settings)
    assert path.read_bytes() == data


def test_two_runs_cannot_write_one_file(tmp_path: Path) -> None:
    path, settings = tmp_path / "data.viri", Settings(nodes=50, max_plies=20)
    caught: list[str] = []

    def again(*numbers: int) -> None:
        if not caught:
            with pytest.raises(BlockingIOError, match="another run is writing this file") as error:
                generate(path, 9, settings)
            caught.append(str(error.value))

    generate(path, 3, settings, progress=again)
    assert caught and str(path) in caught[0]
    generate(tmp_path / "same.viri", 3, settings)
    assert path.read_bytes() == (tmp_path / "same.viri").read_bytes()


def test_a_refused_run_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "data.viri"
    (tmp_path / "data.viri.json").write_text("x")
    with pytest.raises(ValueError, match="is damaged"):
        generate(path, 1, Settings(nodes=50))
    assert not path.exists()
