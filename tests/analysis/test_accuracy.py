"""Win percentages, accuracy and reports, compared with values computed by hand."""

from __future__ import annotations

import io
import random
import statistics
from math import exp

import pytest

from bitrook import analysis, pgn
from bitrook.analysis import Judgment
from bitrook.engine import Cp, Mate, MateGiven, Score


def hand_percent(centipawns: float) -> float:
    return 50 + 50 * (2 / (1 + exp(-0.00368208 * max(-1000, min(1000, centipawns)))) - 1)


def hand_accuracy(loss: float) -> float:
    value = 103.1668100711649 * exp(-0.04354415386953751 * loss) - 3.166924740191411 + 1
    return 100 if loss <= 0 else max(0, min(100, value))


# Values computed with bc from the published formulas.
@pytest.mark.parametrize(
    ("score", "percent"),
    [(Cp(0), 50.0), (Cp(15), 51.3804), (Cp(100), 59.1026), (Cp(-100), 40.8974), (Cp(300), 75.1126), (Cp(5000), 97.5447),
     (Mate(4), 97.5447), (Mate(-1), 2.4553), (Mate(-0), 2.4553), (-Mate(-0), 97.5447)],
)  # fmt: skip
def test_win_percentages(score: Score, percent: float) -> None:
    assert analysis.win_percent(score) == pytest.approx(percent, abs=1e-4)


@pytest.mark.parametrize(
    ("loss", "accuracy"), [(0, 100), (1, 96.604), (5, 80.8153), (10, 64.5798), (30, 25.772), (99, 0)]
)
def test_accuracy_of_moves(loss: float, accuracy: float) -> None:
    assert analysis.move_accuracy(99.5, 99.5 - loss) == pytest.approx(accuracy, abs=1e-3)
    assert analysis.move_accuracy(10, 10 + loss) == 100


def test_judgments_are_by_points_of_win_percentage() -> None:
    for cp, expected in ((-40, None), (-55, Judgment.INACCURACY), (-109, Judgment.INACCURACY), (-111, Judgment.MISTAKE),
                         (-167, Judgment.MISTAKE), (-170, Judgment.BLUNDER)):  # fmt: skip
        assert analysis.judge(Cp(0), Cp(cp)) == expected, cp
    assert hand_percent(0) - hand_percent(-109) < 10 < hand_percent(0) - hand_percent(-111)


# Lichess's rules for mates, from the mover's point of view: a mate that is lost or allowed is a blunder unless the other
# score is decisive anyway.
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (Cp(300), Mate(-4), Judgment.BLUNDER),
        (Cp(-700), Mate(-4), Judgment.BLUNDER),
        (Cp(-701), Mate(-4), Judgment.MISTAKE),
        (Cp(-800), Mate(-5), Judgment.MISTAKE),
        (Cp(-999), Mate(-5), Judgment.MISTAKE),
        (Cp(-1000), Mate(-5), Judgment.INACCURACY),
        (Mate(2), Cp(500), Judgment.BLUNDER),
        (Mate(2), Cp(700), Judgment.BLUNDER),
        (Mate(3), Cp(850), Judgment.MISTAKE),
        (Mate(3), Cp(999), Judgment.MISTAKE),
        (Mate(3), Cp(1000), Judgment.INACCURACY),
        (Mate(3), Cp(-20), Judgment.BLUNDER),
        (Mate(3), Mate(-3), Judgment.BLUNDER),
        (Mate(3), Mate(9), None),
        (Mate(1), MateGiven, None),
        (Cp(900), Mate(1), None),
        (Mate(-5), Mate(-1), None),
        (Mate(-5), Cp(-300), None),
        (Mate(-5), Mate(5), None),
    ],
)
def test_judgments_of_mates(before: Score, after: Score, expected: Judgment | None) -> None:
    assert analysis.judge(before, after) == expected


def slow_game_accuracy(centipawns: list[int]) -> list[float]:
    """Return the accuracy of both players, computed step by step as it is defined."""
    percents = [hand_percent(cp) for cp in centipawns]
    plies = len(percents) - 1
    size = min(8, max(2, plies // 10))
    windows = [percents[:size] for _ in range(min(size, len(percents)) - 2)]
    for start in range(len(percents)):
        if start + size <= len(percents):
            windows.append(percents[start : start + size])
    assert len(windows) == plies
    results = []
    for color in (0, 1):
        weights, accuracies = [], []
        for ply in range(color, plies, 2):
            sign = 1 - 2 * color
            accuracies.append(hand_accuracy(sign * (percents[ply] - percents[ply + 1])))
            weights.append(min(12, max(0.5, statistics.pstdev(windows[ply]))))
        weighted = sum(a * w for a, w in zip(accuracies, weights)) / sum(weights)
        results.append((weighted + statistics.harmonic_mean([max(1, a) for a in accuracies])) / 2)
    return results


@pytest.mark.parametrize("plies", [2, 3, 5, 19, 20, 21, 47, 80, 81, 160])
def test_accuracy_of_games_is_that_of_the_definition(plies: int) -> None:
    random.seed(plies)
    for _ in range(5):
        scores = [15, *(random.randint(-700, 700) for _ in range(plies))]
        assert analysis.game_accuracy([Cp(cp) for cp in scores]) == pytest.approx(slow_game_accuracy(scores))


def test_games_without_moves_or_evaluations_have_no_accuracy() -> None:
    assert analysis.game_accuracy([Cp(15)]) == (None, None)
    assert analysis.game_accuracy([Cp(15), None, Cp(10)]) == (None, None)
    assert analysis.game_accuracy([Cp(15), Cp(20)], white_moves_first=False) == (None, pytest.approx(98.6, abs=1.5))


GAME = """[Event "Club"]
[Round "3"]
[White "Ann"]
[Black "Bob"]

1. e4 { [%eval 0.15] } 1... f6 { [%eval 1.15] } 2. d4 { [%eval 1.05] } 2... g5 { [%eval 3.0] }
3. Nc3 { [%eval 0.0] } 3... a6 { [%eval #4] } 4. Qh5# 1-0
"""


def test_a_report_by_hand() -> None:
    game = pgn.read_game(io.StringIO(GAME))
    assert game
    report = analysis.report(game)
    assert (report.event, report.result, report.white.name, report.black.name) == ("Club 3", "1-0", "Ann", "Bob")
    # White loses 0, 10, 300 and 0 centipawns; Black loses 100, 195 and 1000.
    assert report.white.average_centipawn_loss == pytest.approx(310 / 4)
    assert report.black.average_centipawn_loss == pytest.approx(1295 / 3)
    # In percentage points, White loses 0, 0.9, 25.1 and 0; Black loses 9.0, 15.5 and 47.5.
    assert report.judgments == [
        None,
        Judgment.INACCURACY,
        None,
        Judgment.BLUNDER,
        Judgment.BLUNDER,
        Judgment.BLUNDER,
        None,
    ]
    counts = [(player.inaccuracies, player.mistakes, player.blunders) for player in (report.white, report.black)]
    assert counts == [(0, 0, 1), (1, 0, 2)] and (report.white.moves, report.black.moves) == (4, 3)
    expected = slow_game_accuracy([15, 15, 115, 105, 300, 0, 1000, 1000])
    assert [report.white.accuracy, report.black.accuracy] == pytest.approx(expected)


def test_a_game_that_black_begins() -> None:
    start = (
        '[FEN "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n{ [%eval 0.0] } 1... e5 { [%eval 3.0] } 2. e4 { [%eval 3.0] } *'
    )
    game = pgn.read_game(io.StringIO(start))
    assert game
    report = analysis.report(game)
    assert (report.white.average_centipawn_loss, report.black.average_centipawn_loss) == (0, 300)
    assert (report.white.blunders, report.black.blunders) == (0, 1)


def test_a_game_without_evaluations() -> None:
    game = pgn.read_game(io.StringIO("1. e4 e5 *"))
    assert game
    white = analysis.report(game).white
    assert (white.moves, white.average_centipawn_loss, white.accuracy) == (0, None, None)
    [only] = analysis.summarize([analysis.report(game)])
    assert (only.games, only.moves, only.average_centipawn_loss) == (2, 0, None)  # both players are named "?"


def test_stalemate_is_a_draw() -> None:
    stale = pgn.read_game(io.StringIO('[FEN "k7/8/2Q5/8/8/8/8/1K6 w - - 0 1"]\n\n{ [%eval #2] } 1. Qc7 1/2-1/2'))
    assert stale and analysis.report(stale).white.blunders == 1 and analysis.report(stale).scores[-1] == Cp(0)


def test_charts_are_pictures(tmp_path) -> None:  # noqa: ANN001
    pytest.importorskip("matplotlib")
    game = pgn.read_game(io.StringIO(GAME.replace("Ann", "$5 Ann$")))
    assert game
    report = analysis.report(game)
    one = io.BytesIO()
    analysis.chart([report], one, "svg")
    again = io.BytesIO()
    analysis.chart([report], again, "svg")
    assert one.getvalue() == again.getvalue() and b"<svg" in one.getvalue()
    analysis.chart([report, report], tmp_path / "two.png")
    assert (tmp_path / "two.png").read_bytes()[:4] == b"\x89PNG"
    with pytest.raises(ValueError, match="no games"):
        analysis.chart([], one)


def test_charts_cut_long_names_but_not_the_number_of_games() -> None:
    matplotlib = pytest.importorskip("matplotlib.figure")
    from bitrook.analysis import _chart

    game = pgn.read_game(io.StringIO(GAME.replace("Ann", "Ann " * 20)))
    assert game
    figure = matplotlib.Figure()
    _chart._draw_players(figure, [analysis.report(game)] * 3)
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert any(label.startswith("Ann Ann") and label.endswith("… (3)") and len(label) < 50 for label in labels)
