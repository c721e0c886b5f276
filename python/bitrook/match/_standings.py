"""The standings of a match, the table that displays them, and their statistics: Elo with its error, likelihood of superiority, SPRT."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from ._game import ABANDONED, RULES, TIME


_QUANTILE = 1.959963984540054  # of the normal distribution, for a 95% interval
_RARE = 1e-3  # the count used for a result that has not occurred


@dataclass(frozen=True)
class MatchScore:
    """A player's results against one opponent or several.

    The two games of a pair start from the same opening with colors reversed, so their results are not independent. If
    there are pairs, errors are therefore computed from the results of pairs rather than of single games.

    >>> score = MatchScore(wins=50, draws=120, losses=30, pairs=(3, 17, 40, 37, 3))
    >>> round(score.elo, 1), round(score.elo_error, 1), round(score.los, 3)
    (34.9, 29.7, 0.988)
    """

    wins: int = 0
    """The number of games won."""
    draws: int = 0
    """The number of games drawn."""
    losses: int = 0
    """The number of games lost."""
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """The number of pairs in which the player scored 0, 1/2, 1, 3/2 and 2 points."""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The number of points."""
        return self.wins + self.draws / 2

    @property
    def mean(self) -> float:
        """The average points per game, from 0 to 1; 1/2 if there are no games."""
        return self.points / self.games if self.games else 0.5

    @property
    def _counts(self) -> Sequence[int]:
        """The counts of independent results (pairs, or games without pairs), worst result first."""
        return self.pairs if any(self.pairs) else (self.losses, self.draws, self.wins)

    @property
    def _moments(self) -> tuple[int, float, float]:
        """The number of independent results, the mean of all games, and the variance of the results."""
        counts = self._counts
        total, best = sum(counts), len(counts) - 1
        if not total:
            return 0, 0.5, 0.0
        mean = sum(count * i / best for i, count in enumerate(counts)) / total
        overall = self.mean if self.games else mean  # includes games of incomplete pairs
        return total, overall, sum(count * (i / best - mean) ** 2 for i, count in enumerate(counts)) / total

    @property
    def elo(self) -> float:
        """The Elo difference: positive if the player is stronger, infinite if it has won or lost every game."""
        return elo_of(self._moments[1])

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the Elo difference."""
        total, mean, variance = self._moments
        if not total:
            return -math.inf, math.inf
        error = _QUANTILE * math.sqrt(variance / total)
        return elo_of(mean - error), elo_of(mean + error)

    @property
    def elo_error(self) -> float:
        """Half the width of `elo_interval`."""
        low, high = self.elo_interval
        return (high - low) / 2 if high > low else math.inf

    @property
    def los(self) -> float:
        """The likelihood of superiority, 0 to 1: the probability that the player is the stronger of the two.

        This is the normal distribution's value for the deviation of the score from 1/2. The spread of the results is
        also measured from 1/2, so that a single win is not a certainty. Without pairs, the deviation is
        (wins - losses) / sqrt(wins + losses).

        >>> round(MatchScore(wins=1).los, 3), round(MatchScore(wins=2, pairs=(0, 0, 0, 0, 1)).los, 3)
        (0.841, 0.841)
        """
        total, mean, _ = self._moments
        best = len(self._counts) - 1
        squares = sum(count * (i / best - 0.5) ** 2 for i, count in enumerate(self._counts))
        return 0.5 * (1 + math.erf((mean - 0.5) * total / math.sqrt(2 * squares))) if squares else 0.5

    @property
    def normalized_elo(self) -> float:
        """The difference in normalized Elo, which determines how many games it takes to measure the difference."""
        _, mean, variance = self._moments
        if variance == 0:
            return 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)
        games = 2 if any(self.pairs) else 1  # per result
        return (mean - 0.5) / math.sqrt(games * variance) * 800 / math.log(10)


def elo_of(mean: float) -> float:
    """Return the Elo difference for a mean score. It is infinite for scores of 0 or less and of 1 or more.

    >>> elo_of(0.5), round(elo_of(0.75), 1), elo_of(1)
    (0.0, 190.8, inf)
    """
    if mean <= 0:
        return -math.inf
    return math.inf if mean >= 1 else 0.0 - 400 * math.log10(1 / mean - 1)


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test, which ends a match as soon as the result is clear.

    It decides between two hypotheses: that the first player is stronger by *elo0* (H0), or by *elo1* (H1). These are
    differences in logistic Elo, the usual unit, unless *normalized* is True. Differences in normalized Elo are measured
    in standard deviations of the results, so how many games a test takes does not depend on the rate of draws.

    >>> test = Sprt(0, 5)
    >>> test.bounds[1], test.decide(MatchScore(5200, 9900, 4900, (500, 2000, 4800, 2100, 600)))
    (2.9444389791664403, 'H1')
    """

    elo0: float
    """The Elo difference under hypothesis H0."""
    elo1: float
    """The Elo difference under hypothesis H1; must be greater than *elo0*."""
    alpha: float = 0.05
    """The probability of accepting H1 when H0 is true."""
    beta: float = 0.05
    """The probability of accepting H0 when H1 is true."""
    normalized: bool = False
    """Whether *elo0* and *elo1* are in normalized Elo."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1, not {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta must be between 0 and 0.5, not {self.alpha} and {self.beta}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, score: MatchScore) -> float:
        """Return the log-likelihood ratio of H1 to H0.

        Each hypothesis fixes only the mean score or, if it is normalized, how many standard deviations the mean is above
        1/2. It is represented by the most likely distribution that fulfills this.
        """
        counts = score._counts
        if not sum(counts):
            return 0.0
        places = [i / (len(counts) - 1) for i in range(len(counts))]
        weights = [max(count, _RARE) for count in counts]
        if self.normalized:
            games = 2 if len(counts) == 5 else 1  # per result
            goals = [math.sqrt(games) * elo * math.log(10) / 800 for elo in (self.elo0, self.elo1)]
            low, high = (_with_deviation(places, weights, goal) for goal in goals)
        else:
            goals = [1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1)]
            low, high = (_with_mean(places, weights, goal) for goal in goals)
        return sum(weight * math.log(p1 / p0) for weight, p0, p1 in zip(weights, low, high))

    def decide(self, score: MatchScore) -> str | None:
        """Return the accepted hypothesis, "H0" or "H1", or None if more games are needed."""
        low, high = self.bounds
        llr = self.llr(score)
        return "H1" if llr >= high else "H0" if llr <= low else None


def _with_mean(places: Sequence[float], weights: Sequence[float], mean: float) -> list[float]:
    """Return the most likely probabilities of the results at *places*, seen *weights* times, with the given mean."""
    return _likeliest([place - mean for place in places], weights)


def _with_deviation(places: Sequence[float], weights: Sequence[float], deviation: float) -> list[float]:
    """Return the most likely probabilities for a mean that is *deviation* standard deviations above 1/2.

    Lagrange's condition depends on the mean and the standard deviation of the result, so it is solved repeatedly.
    """
    found = [1 / len(places)] * len(places)
    for _ in range(100):
        mean = sum(p * x for p, x in zip(found, places))
        sigma = math.sqrt(sum(p * (x - mean) ** 2 for p, x in zip(found, places)))
        slopes = [x - 0.5 - deviation * sigma * (1 + ((x - mean) / sigma) ** 2) / 2 for x in places]
        before, found = found, _likeliest(slopes, weights)
        if max(abs(a - b) for a, b in zip(before, found)) < 1e-10:
            break
    return found


def _likeliest(slopes: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the most likely probabilities p, given how often each result was seen, for which sum(p * slopes) is 0.

    They are weight / (1 + t slope), normalized. The sum below decreases with t, so bisection finds the t that makes it 0.
    """
    low, high = -1 / max(slopes), -1 / min(slopes)
    for _ in range(60):
        tilt = (low + high) / 2
        if sum(w * g / (1 + tilt * g) for g, w in zip(slopes, weights)) > 0:
            low = tilt
        else:
            high = tilt
    total = sum(weights)
    return [w / total / (1 + (low + high) / 2 * g) for g, w in zip(slopes, weights)]


@dataclass(frozen=True)
class GameRecord:
    """The result of a game."""

    white: str
    """The name of the player with the white pieces."""
    black: str
    """The name of the player with the black pieces."""
    pair: int
    """The number of the pair of games between these players, from 1. Each pair uses its own opening."""
    number: int
    """1 for the first game of the pair, 2 for the second."""
    result: str
    """The result: "1-0", "0-1" or "1/2-1/2"."""
    termination: str
    """How the game ended: "normal", "adjudication", "time forfeit", "abandoned" (a crash) or "rules infraction"."""
    reason: str = field(default="", compare=False)
    """The reason in words, such as "checkmate" or "White crashed: ..."; empty for games from a file."""

    @property
    def white_points(self) -> float:
        """White's points: 0, 1/2 or 1."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)


@dataclass(eq=False)
class Running:
    """A game in progress."""

    white: str
    """The name of the player with the white pieces."""
    black: str
    """The name of the player with the black pieces."""
    plies: int = 0
    """The number of plies played so far."""
    score: str = ""
    """The last score, from White's point of view."""


@dataclass
class Standings:
    """The results of a match so far. `str` formats them as a table."""

    players: Sequence[str]
    """The names of the players."""
    total: int
    """The number of games in the whole match."""
    sprt: Sprt | None = None
    """The test that ends the match, if there is one."""
    records: list[GameRecord] = field(default_factory=list[GameRecord])
    """The finished games."""
    running: list[Running] = field(default_factory=list[Running])
    """The games in progress."""

    def score(self, player: str, opponent: str | None = None) -> MatchScore:
        """Return a player's score against one opponent, or against all of them.

        :raises KeyError: if there is no such player.
        """
        for name in (player, opponent):
            if name is not None and name not in self.players:
                raise KeyError(f"no player {name!r}; the players are {', '.join(self.players)}")
        counts = [0, 0, 0]  # losses, draws, wins
        halves: dict[tuple[str, int], list[int]] = {}  # by opponent and pair
        for record in self.records:
            if player not in (record.white, record.black):
                continue
            other = record.black if player == record.white else record.white
            if opponent in (None, other):
                points = record.white_points if player == record.white else 1 - record.white_points
                counts[round(2 * points)] += 1
                halves.setdefault((other, record.pair), []).append(round(2 * points))
        pairs = [0] * 5
        for points_of_pair in halves.values():
            if len(points_of_pair) == 2:
                pairs[sum(points_of_pair)] += 1
        return MatchScore(counts[2], counts[1], counts[0], (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))

    def faults(self, player: str) -> tuple[int, int, int]:
        """Return how many games a player lost on time, by crashing, and by playing illegal moves."""
        lost = [record.termination for record in self._losses(player)]
        return lost.count(TIME), lost.count(ABANDONED), lost.count(RULES)

    def last_fault(self, player: str) -> str:
        """Return why a player last lost a game by crashing or by an illegal move, or an empty string."""
        reasons = [record.reason for record in self._losses(player) if record.termination in (ABANDONED, RULES)]
        return next(filter(None, reversed(reasons)), "")

    def _losses(self, player: str) -> list[GameRecord]:
        return [
            record
            for record in self.records
            if (record.white, record.result) == (player, "0-1") or (record.black, record.result) == (player, "1-0")
        ]

    def __str__(self) -> str:
        width = max(8, *(min(len(name), 24) for name in self.players))
        head = f"{'player':<{width}} games    +    =    -  score             Elo    LOS"
        lines = [f"{head}  time crash illegal"]
        names = list(self.players)
        if len(names) > 2:
            names.sort(key=lambda name: -self.score(name).mean)
        for name in names:
            score = self.score(name)
            faults = "{:>6}{:>6}{:>8}".format(*self.faults(name))
            counts = f"{score.games:>6}{score.wins:>5}{score.draws:>5}{score.losses:>5}"
            text = name if len(name) <= width else name[: width - 1] + "…"
            lines.append(f"{text:<{width}}{counts} {score.mean:>6.1%} {_elo(score):>15} {score.los:>6.1%}{faults}")
        if len(self.players) == 2:
            first = self.score(self.players[0])
            lines.append(f"pairs with 0, 1/2, 1, 3/2, 2 points: {', '.join(map(str, first.pairs))}")
            if self.sprt:
                low, high = self.sprt.bounds
                verdict = self.sprt.decide(first)
                unit = "normalized Elo" if self.sprt.normalized else "Elo"
                text = f"SPRT of {self.sprt.elo0:g} and {self.sprt.elo1:g} {unit}: LLR {self.sprt.llr(first):+.2f}"
                lines.append(f"{text} ({low:.2f}, {high:.2f})" + (f", {verdict} accepted" if verdict else ""))
        for name in names:
            if fault := self.last_fault(name):
                lines.append(textwrap.shorten(f"last fault of {name}: {fault}", 200, placeholder=" ..."))
        lines.append(f"{len(self.records)} of {self.total} games")
        return "\n".join(lines)


def _elo(score: MatchScore) -> str:
    if not score.games or math.isinf(score.elo):
        return "-" if not score.games else f"{score.elo:+}"
    error = score.elo_error
    return f"{score.elo:+.1f} ± " + ("∞" if math.isinf(error) else f"{error:.1f}")
