"""Analyses with engines that ignore the node limit or stop answering."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import scripted_engines

from bitrook import analysis, pgn
from bitrook.engine import EngineError, Limit

FOOL = "1. f3 e5 2. g4 Qh4# 0-1"


def game(text: str) -> pgn.Game:
    found = pgn.read_game(io.StringIO(text))
    assert found
    return found


def test_an_engine_that_ignores_the_node_limit_is_stopped() -> None:
    body = """
    say(f"info depth 1 score cp 5 nodes 100 pv {move}")
    say(f"info depth 2 score cp 7 nodes 900 pv {move}")
    assert next(sys.stdin) == "stop\\n"
    """
    [found] = analysis.evaluate([game(FOOL)], scripted_engines.engine(body), Limit(nodes=300))
    assert all(each and each.depth == 3 for each in found.evaluations[:-1])


def test_a_silent_engine_counts_as_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitrook._players._SILENCE", 1.0)
    engine = scripted_engines.engine("if board.fullmove_number == 2: time.sleep(100)")
    with pytest.warns(RuntimeWarning, match="failed twice: the engine sent nothing for 1 seconds"):
        [found] = analysis.evaluate([game("1. f3 e5 *")], engine, Limit(nodes=300))
    assert [each is None for each in found.evaluations] == [False, False, True]


def test_an_analysis_ends_if_the_engine_hangs_on_several_positions_in_a_row(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bitrook._players._ANSWER", 0.3)
    journal = tmp_path / "journal"
    engine = scripted_engines.engine("if board.fullmove_number > 2: time.sleep(100)")
    games = [game(FOOL), game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *")]
    found = analysis.evaluate(games, engine, Limit(time=0.01), journal=journal)
    assert all(next(found).evaluations)
    text = (
        "the engine hung on 3 positions in a row, so the analysis ends: the engine did not end its analysis within 0.31"
    )
    with pytest.warns(RuntimeWarning, match="failed twice"), pytest.raises(EngineError, match=text):
        list(found)
    assert len(journal.read_text().splitlines()) == 1 + 4 + 3  # the evaluations before that are kept


def test_an_engine_that_hangs_now_and_then_does_not_end_the_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitrook._players._ANSWER", 0.3)
    engine = scripted_engines.engine("if board.fullmove_number % 2 == 0: time.sleep(100)")
    line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"
    with pytest.warns(RuntimeWarning, match="failed twice"):
        [found] = analysis.evaluate([game(line)], engine, Limit(time=0.01))
    assert [each is None for each in found.evaluations] == [False, False, True, True, False, False, True, True, False]


def test_an_analysis_ends_if_the_engine_always_fails() -> None:
    crash = scripted_engines.engine('say("info string ERROR: no network"); os._exit(1)')
    long = game(" ".join(["1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Ke2 Ke7 5. Ke3 Ke6 6. Kf3 Kf6 7. Kg3 Kg6 *"]))
    with pytest.warns(RuntimeWarning), pytest.raises(EngineError, match="failed on 10 positions in a row.*no network"):
        list(analysis.evaluate([long], crash, Limit(nodes=300)))
    puzzles = analysis.read_suite(["6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;"] * 12)
    solutions = analysis.solve(puzzles, crash, Limit(nodes=300))
    with pytest.raises(EngineError, match="failed on 10 positions in a row"):
        for number, solution in enumerate(solutions):
            assert number < 10 and "no network" in solution.error


def test_settings_of_matches_are_refused() -> None:
    for player, name in (
        (analysis.Player(limit=Limit(nodes=5)), "limit"),
        (analysis.Player(scripted_engines.engine(), ponder=True), "ponder"),
    ):
        with pytest.raises(ValueError, match=f"a Player's {name} applies only to matches"):
            list(analysis.evaluate([game(FOOL)], player))
