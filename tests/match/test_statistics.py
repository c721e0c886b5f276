"""Elo, its error, LOS and the SPRT, compared with independent computations, published values and simulated matches."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import accumulate

import numpy as np
import pytest
from scipy import optimize, stats

from bitrook.match import MatchScore, Sprt


def slow(pairs: tuple[int, ...]) -> dict[str, float]:
    """Compute all statistics from the list of pairs with NumPy and SciPy."""
    points = np.repeat([0, 0.25, 0.5, 0.75, 1], pairs)
    mean, error = points.mean(), stats.sem(points, ddof=0)
    elo = lambda s: -400 * np.log10(1 / s - 1) if 0 < s < 1 else math.copysign(math.inf, s - 0.5)  # noqa: E731
    low, high = stats.norm.interval(0.95, mean, error)
    return {
        "elo": elo(mean),
        "low": elo(low),
        "high": elo(high),
        "los": stats.norm.cdf((points - 0.5).sum() / np.sqrt(((points - 0.5) ** 2).sum())),
        "normalized": (mean - 0.5) / (points.std() * math.sqrt(2)) * 800 / math.log(10),
    }


@pytest.mark.parametrize("pairs", [(3, 17, 40, 37, 3), (0, 1, 1, 0, 0), (100, 300, 1000, 299, 100), (1, 0, 0, 0, 2)])
def test_the_statistics_of_pairs(pairs: tuple[int, int, int, int, int]) -> None:
    score = MatchScore(pairs=pairs)
    expected = slow(pairs)
    assert score.elo == pytest.approx(expected["elo"])
    low, high = score.elo_interval
    assert (low, high) == pytest.approx((expected["low"], expected["high"]))
    assert score.los == pytest.approx(expected["los"])
    assert score.normalized_elo == pytest.approx(expected["normalized"])


def test_values_by_hand() -> None:
    score = MatchScore(wins=60, draws=30, losses=10)  # without pairs: 75 of 100 points
    assert score.points == 75 and score.mean == 0.75 and score.games == 100
    assert score.elo == pytest.approx(400 * math.log10(3))
    error = 1.96 * math.sqrt((60 * 0.0625 + 30 * 0.0625 + 10 * 0.5625) / 100 / 100)
    assert score.elo_interval[0] == pytest.approx(-400 * math.log10(1 / (0.75 - error) - 1), abs=0.01)
    assert score.elo_error == pytest.approx((score.elo_interval[1] - score.elo_interval[0]) / 2)
    assert MatchScore(1, 0, 1).elo == 0 and MatchScore(1, 0, 1).los == 0.5


def test_scores_without_games_or_without_spread() -> None:
    empty = MatchScore()
    assert (empty.elo, empty.los, empty.elo_interval, empty.normalized_elo) == (0, 0.5, (-math.inf, math.inf), 0)
    won = MatchScore(4, 0, 0, (0, 0, 0, 0, 2))
    assert won.elo == math.inf and won.normalized_elo == math.inf and won.elo_error == math.inf
    drawn = MatchScore(0, 4, 0, (0, 0, 2, 0, 0))
    assert drawn.elo == 0 and drawn.los == 0.5 and drawn.elo_error == math.inf


def test_pairs_have_a_smaller_error_than_games_if_openings_are_one_sided() -> None:
    # White wins both games of almost every opening, so almost every pair ends 1-1.
    assert MatchScore(50, 0, 50, (1, 0, 48, 0, 1)).elo_error < MatchScore(50, 0, 50).elo_error / 3


@pytest.mark.parametrize(
    ("score", "los"),
    [
        (MatchScore(wins=1), 0.8413),
        (MatchScore(losses=1), 0.1587),
        (MatchScore(wins=2, pairs=(0, 0, 0, 0, 1)), 0.8413),  # a single pair proves little
        (MatchScore(losses=2, pairs=(1, 0, 0, 0, 0)), 0.1587),
        (MatchScore(wins=1, draws=1, pairs=(0, 0, 0, 1, 0)), 0.8413),
        (MatchScore(wins=4, pairs=(0, 0, 0, 0, 2)), 0.9214),
        (MatchScore(wins=1, losses=1, pairs=(0, 0, 1, 0, 0)), 0.5),
        (MatchScore(wins=20, draws=7, losses=10), stats.norm.cdf(10 / math.sqrt(30))),
    ],
)
def test_the_los_of_few_games_is_not_certain(score: MatchScore, los: float) -> None:
    assert score.los == pytest.approx(los, abs=1e-4)


# --- The likelihood ratio.


def normalized(p: np.ndarray) -> float:
    places = np.linspace(0, 1, len(p))
    return (p @ places - 0.5) / np.sqrt(p @ places**2 - (p @ places) ** 2) * 800 / math.log(10) / math.sqrt(2)


def logistic(p: np.ndarray) -> float:
    mean = p @ np.linspace(0, 1, len(p))
    return -400 * np.log10(1 / mean - 1)


def exact_llr(counts: tuple[int, ...], bounds: tuple[float, float], elo_of: Callable[[np.ndarray], float]) -> float:
    """Return the log-likelihood ratio of two Elo differences, maximizing each likelihood with a general optimizer."""
    weights = np.maximum(counts, 1e-3)

    def best(elo: float) -> float:
        found = optimize.minimize(
            lambda p: -(weights * np.log(p)).sum() / weights.sum(),
            weights / weights.sum(),
            bounds=[(1e-9, 1)] * len(counts),
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: elo_of(p) - elo},
            ],
            options={"ftol": 1e-14, "maxiter": 1000},
        )
        return -found.fun * weights.sum()

    return best(bounds[1]) - best(bounds[0])


@pytest.mark.parametrize(
    "pairs", [(30, 170, 400, 370, 30), (10, 20, 30, 25, 15), (3, 12, 50, 9, 1), (0, 100, 800, 110, 0)]
)
@pytest.mark.parametrize("bounds", [(0, 5), (-10, 10), (20, 60)])
@pytest.mark.parametrize("elo_of", [logistic, normalized])
def test_the_llr_is_that_of_the_most_likely_distributions(
    pairs: tuple[int, int, int, int, int], bounds: tuple[float, float], elo_of: Callable[[np.ndarray], float]
) -> None:
    test = Sprt(*bounds, normalized=elo_of is normalized)
    assert test.llr(MatchScore(pairs=pairs)) == pytest.approx(exact_llr(pairs, bounds, elo_of), abs=2e-3)


def test_normalized_elo_of_an_sprt_is_that_of_the_score() -> None:
    score = MatchScore(pairs=(30, 170, 400, 370, 30))
    for width in (1, 5):  # the ratio of hypotheses around the measured value is that of equally likely ones
        elo = score.normalized_elo
        assert Sprt(elo - width, elo + width, normalized=True).llr(score) == pytest.approx(0, abs=0.03)
    assert Sprt(0, 5, normalized=True).llr(score) != pytest.approx(Sprt(0, 5).llr(score), rel=0.1)
    with_games = MatchScore(wins=60, draws=30, losses=45)
    elo = with_games.normalized_elo
    assert Sprt(elo - 5, elo + 5, normalized=True).llr(with_games) == pytest.approx(0, abs=0.01)


def test_bounds_and_decisions() -> None:
    test = Sprt(0, 5)
    assert test.bounds == (pytest.approx(-2.9444, abs=1e-4), pytest.approx(2.9444, abs=1e-4))
    assert Sprt(0, 5, 0.01, 0.1).bounds == (pytest.approx(math.log(0.1 / 0.99)), pytest.approx(math.log(90)))
    assert test.llr(MatchScore()) == 0 and test.decide(MatchScore()) is None
    assert test.decide(MatchScore(8, 0, 0, (0, 0, 0, 0, 4))) is None  # too early
    assert test.decide(MatchScore(pairs=(100, 3000, 6000, 3000, 100))) == "H0"
    with pytest.raises(ValueError, match="elo0 must be less than elo1"):
        Sprt(5, 0)
    with pytest.raises(ValueError, match="alpha and beta"):
        Sprt(0, 5, alpha=0)


# --- Simulated matches.


class Simulation:
    """Simulated pairs of games between players with a known Elo difference, with draws and one-sided openings."""

    def __init__(self, elo: float, draws: float, bias: float, seed: int) -> None:
        self.random = random.Random(seed)
        mean = 1 / (1 + 10 ** (-elo / 400))
        self.weights = []  # for 0, 1/2 and 1 points, in the game with White and in the game with Black
        for white in (1, -1):
            each = mean + white * bias
            self.weights.append(list(accumulate([1 - each - draws / 2, draws, each - draws / 2])))
        self.mean = mean

    def game(self, color: int) -> int:
        return self.random.choices((0, 1, 2), cum_weights=self.weights[color])[0]

    def pair(self) -> int:
        return self.game(0) + self.game(1)


@pytest.mark.parametrize(("elo", "draws", "bias"), [(0, 0.5, 0.0), (30, 0.4, 0.1), (-80, 0.2, 0.2)])
def test_the_interval_contains_the_true_value_in_95_of_100_matches(elo: float, draws: float, bias: float) -> None:
    simulation = Simulation(elo, draws, bias, seed=7)
    hits = 0
    for _ in range(1500):
        pairs = [0] * 5
        for _ in range(150):
            pairs[simulation.pair()] += 1
        low, high = MatchScore(pairs=tuple(pairs)).elo_interval  # type: ignore[arg-type]
        hits += low <= elo <= high
    assert 0.935 <= hits / 1500 <= 0.965  # within 2.7 standard deviations


def decisions(elo: float, test: Sprt, matches: int) -> dict[str, int]:
    simulation = Simulation(elo, draws=0.4, bias=0.05, seed=11)
    counts = {"H0": 0, "H1": 0}
    for _ in range(matches):
        pairs = [0] * 5
        decision = None
        while decision is None:
            pairs[simulation.pair()] += 1
            decision = test.decide(MatchScore(pairs=tuple(pairs)))  # type: ignore[arg-type]
        counts[decision] += 1
    return counts


@pytest.mark.slow
def test_the_error_rates_of_the_sprt() -> None:
    test = Sprt(0, 60, alpha=0.1, beta=0.1)
    at_h0, at_h1 = decisions(0, test, 400), decisions(60, test, 400)
    # The error rate is slightly below 0.1, because matches overshoot the bound. 0.145 is three sigmas higher.
    assert at_h0["H1"] / 400 < 0.145 and at_h1["H0"] / 400 < 0.145
    assert at_h0["H1"] / 400 > 0.02 and at_h1["H0"] / 400 > 0.02
    middle = decisions(30, test, 200)
    assert 0.35 < middle["H1"] / 200 < 0.65
