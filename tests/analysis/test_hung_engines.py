"""Analyses with engines that ignore the node limit or stop answering."""

from __future__ import annotations

import io

import pytest
import scripted_engines

from bitrook import analysis, pgn
from bitrook.engine import Limit

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
