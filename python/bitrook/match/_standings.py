"""The standings of a match, and the table that displays them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ._game import ABANDONED, RULES, TIME
from ._statistics import Score, Sprt


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

    def score(self, player: str, opponent: str | None = None) -> Score:
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
        return Score(counts[2], counts[1], counts[0], (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))

    def faults(self, player: str) -> tuple[int, int, int]:
        """Return how many games a player lost on time, by crashing, and by playing illegal moves."""
        lost = [
            record.termination
            for record in self.records
            if (record.white, record.result) == (player, "0-1") or (record.black, record.result) == (player, "1-0")
        ]
        return lost.count(TIME), lost.count(ABANDONED), lost.count(RULES)

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
        lines.append(f"{len(self.records)} of {self.total} games")
        return "\n".join(lines)


def _elo(score: Score) -> str:
    if not score.games or math.isinf(score.elo):
        return "-" if not score.games else f"{score.elo:+}"
    error = score.elo_error
    return f"{score.elo:+.1f} ± " + ("∞" if math.isinf(error) else f"{error:.1f}")
