"""``bitrook pgn stats``: print or draw the results, openings, lengths and ratings of games."""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from ..._optional import load
from ..boards import write_picture
from ..terminal import Terminal, print_json
from .games import Bar, Faults, refuse_outputs, scan_of


COLUMNS = ["result", "ECO", "Opening", "ply_count", "WhiteElo", "BlackElo"]
RESULTS: dict[int | None, str] = {1: "1-0", 0: "1/2-1/2", -1: "0-1", None: "*"}
MOVES_A_BAR, RATING_A_BAR = 10, 100


@dataclass
class Statistics:
    """Counts of games."""

    games: int = 0
    results: Counter[str] = field(default_factory=Counter[str])
    openings: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Games by ECO code and name."""
    decided: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Games with a result, by ECO code and name."""
    points: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """White's score in half-points, by ECO code and name."""
    lengths: Counter[int] = field(default_factory=Counter[int])
    """Games by the number of White's moves."""
    ratings: Counter[int] = field(default_factory=Counter[int])
    """Ratings of both players."""

    def add(self, columns: dict[str, Iterable[Any]]) -> None:
        """Add the games whose columns are given by name."""
        for result, eco, name, plies, white, black in zip(*(columns[each] for each in COLUMNS), strict=True):
            self.games += 1
            self.results[RESULTS[result]] += 1
            opening = (eco or "?", name or "?")
            self.openings[opening] += 1
            if result is not None:
                self.decided[opening] += 1
                self.points[opening] += 1 + result
            self.lengths[(plies + 1) // 2] += 1
            for rating in (white, black):
                if rating is not None:
                    self.ratings[rating] += 1

    def facts(self, rows: int) -> dict[str, Any]:
        """Return all statistics as JSON values, with the most frequent openings."""
        openings = [
            {"eco": key[0], "opening": key[1], "games": count, "white_score": self._score(key)}
            for key, count in self.openings.most_common(rows)
        ]
        return {
            "games": self.games,
            "results": {name: self.results[name] for name in RESULTS.values()},
            "openings": openings,
            "moves": _summary(self.lengths) | {"games": bars(self.lengths, MOVES_A_BAR)},
            "ratings": _summary(self.ratings) | {"players": bars(self.ratings, RATING_A_BAR)},
        }

    def _score(self, opening: tuple[str, str]) -> float | None:
        """Return White's score in the finished games of an opening, or None without finished games."""
        count = self.decided[opening]
        return round(self.points[opening] / 2 / count, 4) if count else None


def bars(counts: Counter[int], width: int) -> dict[str, int]:
    """Group the counts into ranges of *width* values, by the name of the range.

    >>> bars(Counter({0: 1, 12: 2, 21: 3}), 10)
    {'0-9': 1, '10-19': 2, '20-29': 3}
    """
    if not counts:
        return {}
    groups = Counter[int]()
    for value, count in counts.items():
        groups[value // width] += count
    low, high = min(groups), max(groups)
    return {f"{i * width}-{(i + 1) * width - 1}": groups[i] for i in range(low, high + 1)}


def _summary(counts: Counter[int]) -> dict[str, Any]:
    total = sum(counts.values())
    if not total:
        return {"mean": None, "median": None, "min": None, "max": None}
    values = sorted(counts)
    median = values[bisect_left(list(accumulate(counts[value] for value in values)), total / 2)]
    mean = round(sum(value * count for value, count in counts.items()) / total, 1)
    return {"mean": mean, "median": median, "min": values[0], "max": values[-1]}


def stats(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the statistics as tables or JSON, or draw them."""
    if arguments.svg:
        load("matplotlib.figure", "plot")  # fail before a long run, not after it
        refuse_outputs(arguments.files, arguments.svg)
    statistics, faults = Statistics(), Faults(arguments)
    with Bar(arguments.files) as bar:
        for batch in faults.batches(scan_of(arguments, [*COLUMNS, "error"], bar)):
            statistics.add({name: batch.column(name) for name in COLUMNS})
    facts = statistics.facts(10 if arguments.n is None else arguments.n)
    facts["games_with_errors"] = faults.games
    if arguments.svg:
        draw(facts, arguments.svg)
    if arguments.json:
        print_json(facts, ensure_ascii=False)
    elif arguments.svg != "-":
        _print(facts, terminal)


def _print(facts: dict[str, Any], terminal: Terminal) -> None:
    games = facts["games"]
    wrong = facts["games_with_errors"]
    print(f"{games:,} games" + (f", {wrong:,} with errors" if wrong else ""))
    if not games:
        return
    print(terminal.paint("\nresults", "bold"))
    for name, count in facts["results"].items():
        print(f"{name:<9}{count:>12,}  {count / games:>6.1%}")
    print(terminal.paint("\nopenings                             White scores", "bold"))
    for row in facts["openings"]:
        share, score = row["games"] / games, row["white_score"]
        scored = "-" if score is None else f"{score:.1%}"
        print(f"{row['eco']:<9}{row['games']:>12,}  {share:>6.1%}  {scored:>6}  {row['opening']}")
    for title, part in (("moves", "games"), ("ratings", "players")):
        values = facts[title]
        if values["mean"] is None:
            continue
        summary = "  mean {mean}, median {median}, from {min} to {max}".format(**values)
        print(terminal.paint(f"\n{title}", "bold") + summary)
        most = max(values[part].values())
        total = sum(values[part].values())
        room = max(10, terminal.columns - 32)
        for name, count in values[part].items():
            line = f"{name:<9}{count:>12,}  {count / total:>6.1%}  {'#' * round(count / most * room)}"
            print(line.rstrip())


def draw(facts: dict[str, Any], output: str) -> None:
    """Draw the statistics as SVG to a file, or to standard output if *output* is "-"."""
    from ...analysis._chart import plain, rendered

    figure = load("matplotlib.figure", "plot").Figure(figsize=(11, 7), layout="constrained")
    figure.suptitle(f"{facts['games']:,} games")
    results, openings, lengths, ratings = figure.subplots(2, 2).flat
    results.bar(list(facts["results"]), list(facts["results"].values()))
    results.set(title="Results", ylabel="games")
    rows = facts["openings"][::-1]
    places = range(len(rows))
    openings.barh(places, [row["games"] for row in rows])
    openings.set_yticks(places, [plain(f"{row['eco']} {row['opening']}") for row in rows])
    openings.set(title="Openings", xlabel="games")
    for axes, counts, title, label in (
        (lengths, facts["moves"]["games"], "Lengths", "moves"),
        (ratings, facts["ratings"]["players"], "Ratings", "rating"),
    ):
        axes.bar(range(len(counts)), list(counts.values()), width=0.9)
        axes.set_xticks(range(len(counts)), list(counts), rotation=60, ha="right", fontsize="small")
        axes.set(title=title, xlabel=label, ylabel="games" if axes is lengths else "players")
    write_picture(rendered(figure, "svg").decode().rstrip("\n"), output)
