"""Scores of bitrook and python-chess in one program: they compare like the scores of a single library."""

from __future__ import annotations

import operator
from typing import Any

import chess.engine
import pytest

import bitrook.pgn
from bitrook import Board
from bitrook._scores import _BY_MATERIAL, _material, _wins_by_material

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


# What Stockfish 17.1, 18 and 19 (the npm packages of 17.1.0, 18.0.8 and 19.0.0) print with UCI_ShowWDL: the model, the
# position, and the score, wins, draws and losses from the side to move.
PRINTED = [
    ("sf17.1", "1n4n1/8/4P1k1/8/8/5K2/8/8 w - - 7 57", 68, 131, 869, 0),
    ("sf17.1", "7b/3k4/8/6P1/5P2/3P2K1/8/8 w - - 3 43", 62, 97, 903, 0),
    ("sf17.1", "rn6/2k5/p7/P6p/1PP5/K2R1b2/8/6R1 b - - 1 51", -80, 0, 765, 235),
    ("sf17.1", "1n6/2p1kp2/5n2/1r1P4/2N1p3/4P1BR/1P6/4K3 b - - 5 34", 98, 477, 523, 0),
    ("sf17.1", "rnbqkbnr/1ppppppp/p7/8/8/7P/PPPPPPPR/RNBQKBN1 b Qkq - 1 2", 106, 557, 442, 1),
    ("sf17.1", "rnbqkbnr/pp1ppppp/8/2p5/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", 6, 34, 943, 23),
    ("sf17.1", "r1bq1bnr/p2pk1pp/1R2p3/2n2p2/8/N7/P1PPPPPP/2BQKBNR w K - 0 8", 181, 958, 42, 0),
    ("sf17.1", "1nbqkb1r/1ppppppp/7n/5rB1/3P4/P5P1/2P1P2P/RN1QKBNR w KQk - 3 7", -110, 0, 408, 592),
    ("sf17.1", "1R6/Rp5p/5k2/8/8/1P6/5K2/1n3N2 w - - 5 40", 655, 1000, 0, 0),
    ("sf17.1", "4rb2/N2k4/3p3p/2p5/6n1/7B/1B6/5K1R w - - 2 29", 407, 1000, 0, 0),
    ("sf18", "1n4n1/8/4P1k1/8/8/5K2/8/8 w - - 7 57", 49, 33, 967, 0),
    ("sf18", "7b/3k4/8/6P1/5P2/3P2K1/8/8 w - - 3 43", 57, 54, 946, 0),
    ("sf18", "6k1/5N2/6p1/1r3b2/8/5PP1/p2K4/6R1 w - - 5 46", -131, 0, 114, 886),
    ("sf18", "rnb1kbnr/pp3ppp/8/2p1P3/8/2P4P/R2BPPP1/1N2KBNR b K - 0 8", 48, 42, 958, 0),
    ("sf18", "2r2b1r/2pk1ppp/4p3/Rb5P/3P1Pn1/2P1P1P1/3N4/2BK2NR w - - 2 22", 121, 795, 205, 0),
    ("sf18", "2rqkbr1/p1p1ppp1/1p3n2/8/PP3P1P/8/2PPP2P/R1BQKB1R b KQ - 0 14", 45, 50, 950, 0),
    ("sf18", "r1bqkbnr/pppppp1p/8/4n3/2P2p2/NP6/P2PP1PP/R1BQKBNR w KQkq - 0 5", -80, 1, 688, 311),
    ("sf18", "rnbqkbnr/p2ppp1p/1p6/2p3B1/P7/3P2P1/1PP1PP1P/RN1QKBNR b KQkq - 0 4", -145, 0, 143, 857),
    ("sf18", "1R6/Rp5p/5k2/8/8/1P6/5K2/1n3N2 w - - 5 40", 580, 1000, 0, 0),
    ("sf18", "4rb2/N2k4/3p3p/2p5/6n1/7B/1B6/5K1R w - - 2 29", 281, 1000, 0, 0),
    ("sf19", "4k3/8/8/6p1/4p3/3R4/5K2/8 b - - 1 49", 102, 525, 475, 0),
    ("sf19", "8/8/2p5/5pP1/5Pk1/1pK5/8/8 w - - 3 47", 140, 899, 101, 0),
    ("sf19", "1r5N/p1k1p2R/6b1/6b1/8/5P2/8/3K4 w - - 2 49", -108, 0, 394, 606),
    ("sf19", "2b5/6RN/rp2k2b/1p2p3/4p3/6R1/8/4N2K b - - 2 39", 132, 851, 149, 0),
    ("sf19", "rnbqkbnr/1ppppppp/p7/8/8/7P/PPPPPPPR/RNBQKBN1 b Qkq - 1 2", 103, 534, 466, 0),
    ("sf19", "rnbqkbnr/pp1ppppp/8/2p5/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", -20, 8, 952, 40),
    ("sf19", "r1bq1bnr/p2pk1pp/1R2p3/2n2p2/8/N7/P1PPPPPP/2BQKBNR w K - 0 8", 177, 962, 38, 0),
    ("sf19", "1nbqkb1r/1ppppppp/7n/5rB1/3P4/P5P1/2P1P2P/RN1QKBNR w KQk - 3 7", -109, 0, 409, 591),
    ("sf19", "1R6/Rp5p/5k2/8/8/1P6/5K2/1n3N2 w - - 5 40", 657, 1000, 0, 0),
    ("sf19", "4rb2/N2k4/3p3p/2p5/6n1/7B/1B6/5K1R w - - 2 29", 449, 1000, 0, 0),
]  # fmt: skip


@pytest.mark.parametrize(("model", "fen", "cp", "wins", "draws", "losses"), PRINTED)
def test_models_by_material_give_what_the_engines_print(
    model: Any, fen: str, cp: int, wins: int, draws: int, losses: int
) -> None:
    board = Board(fen)
    # The engine computes with its own unit and rounds the printed score, so the results lie between those half a
    # centipawn away.
    parameters, material = _BY_MATERIAL[model], _material(board)
    low, high = (_wins_by_material(parameters, cp + half, material) for half in (-0.5, 0.5))
    assert low <= wins <= high
    low, high = (_wins_by_material(parameters, half - cp, material) for half in (-0.5, 0.5))
    assert low <= losses <= high and wins + draws + losses == 1000
    found = bitrook.pgn.Cp(cp).wdl(model=model, board=board)
    assert abs(found.wins - wins) <= 7 and abs(found.losses - losses) <= 7
    assert bitrook.pgn.PovScore(bitrook.pgn.Cp(cp), True).wdl(model=model, board=board).relative == found


def test_the_material_of_models_has_limits() -> None:
    """They are 17 and 78 pawns, as in Stockfish's win_rate_params()."""
    (lowest, *low), (*high, highest) = [
        [[_wins_by_material(_BY_MATERIAL["sf19"], cp, n) for cp in range(-300, 300, 7)] for n in numbers]
        for numbers in ((16, 17, 18), (77, 78, 79))
    ]
    assert lowest == low[0] != low[1] and high[0] != high[1] == highest


def test_models_that_are_unknown_or_do_not_use_the_board() -> None:
    for score in (bitrook.pgn.Cp(78), bitrook.pgn.Mate(3), bitrook.pgn.Mate(-0), bitrook.pgn.MateGiven):
        with pytest.raises(ValueError, match=r"one of sf, sf19, sf18, .*, lichess, not 'abc'"):
            score.wdl(model="abc")  # type: ignore[arg-type]
        for model in ("sf", "sf16.1", "sf12", "lichess"):
            score.wdl(model=model)  # type: ignore[arg-type]
            with pytest.raises(ValueError, match="does not depend on the board; sf19, sf18, sf17.1, sf17 do"):
                score.wdl(model=model, board=Board())  # type: ignore[arg-type]
        for model in ("sf17", "sf17.1", "sf18", "sf19"):
            assert score.wdl(model=model).total() == 1000  # type: ignore[arg-type]
    assert bitrook.pgn.Cp(78).wdl() == bitrook.pgn.Cp(78).wdl(model="sf16.1")
    assert bitrook.pgn.Cp(100).wdl(model="sf19").wins == 500  # a pawn is an even chance in a middlegame
    assert bitrook.pgn.Cp(10**9).wdl(model="sf19").wins == 1000
    old, new = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    cp = bitrook.pgn.Cp(78)
    assert cp.wdl(model="sf19", board=old) == cp.wdl(model="sf19", board=new)  # type: ignore[arg-type]
