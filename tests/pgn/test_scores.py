"""Scores of bitrook and python-chess in one program: they compare like the scores of a single library."""

from __future__ import annotations

import operator
from typing import Any

import chess.engine
import pytest

import bitrook.pgn

OPERATORS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


def scores(module: Any) -> list[Any]:
    values = [module.Cp(value) for value in (-300, 0, 1, 20)]
    return [*values, *(module.Mate(moves) for moves in (-3, -1, 0, 1, 3)), module.MateGiven]


@pytest.mark.parametrize("compare", OPERATORS, ids=lambda compare: compare.__name__)
def test_scores_of_both_libraries_compare(compare: Any) -> None:
    theirs, ours = scores(chess.engine), scores(bitrook.pgn)
    expected = [[compare(a, b) for b in theirs] for a in theirs]
    for left, right in ((ours, ours), (ours, theirs), (theirs, ours)):
        assert [[compare(a, b) for b in right] for a in left] == expected


def test_points_of_view_of_both_libraries_compare() -> None:
    for turn in (chess.WHITE, chess.BLACK):
        theirs = chess.engine.PovScore(chess.engine.Cp(20), turn)
        for module in (bitrook.pgn, chess.engine):
            ours = bitrook.pgn.PovScore(module.Cp(20), turn)
            assert ours == theirs and theirs == ours
            assert ours != chess.engine.PovScore(chess.engine.Cp(20), not turn)


@pytest.mark.parametrize("other", [None, 20, "20", (0, 20), bitrook.pgn.Wdl(1, 2, 3), object()])
def test_other_objects_are_not_scores(other: Any) -> None:
    score, pov = bitrook.pgn.Cp(20), bitrook.pgn.PovScore(bitrook.pgn.Cp(20), True)
    assert score != other and other != score and pov != other and pov != score
    with pytest.raises(TypeError):
        score < other  # noqa: B015
