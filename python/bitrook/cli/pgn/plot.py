"""The chart of ``bitrook pgn stats --svg``, drawn with Matplotlib."""

from __future__ import annotations

import io
import sys
from importlib import import_module
from typing import Any

from ..._files import write_file


def matplotlib_figure() -> Any:
    """Return Matplotlib's class Figure.

    :raises ValueError: if Matplotlib is not installed.
    """
    try:
        return import_module("matplotlib.figure").Figure
    except ModuleNotFoundError:
        raise ValueError('--svg requires Matplotlib: pip install "bitrook[plot]"') from None


def draw(facts: dict[str, Any], output: str) -> None:
    """Draw the statistics as SVG to a file, or to standard output if *output* is "-"."""
    figure = matplotlib_figure()(figsize=(11, 7), layout="constrained")
    figure.suptitle(f"{facts['games']:,} games")
    results, openings, lengths, ratings = figure.subplots(2, 2).flat
    results.bar(list(facts["results"]), list(facts["results"].values()))
    results.set(title="Results", ylabel="games")
    rows = facts["openings"][::-1]
    places = range(len(rows))
    openings.barh(places, [row["games"] for row in rows])
    openings.set_yticks(places, [_short(f"{row['eco']} {row['opening']}") for row in rows])
    openings.set(title="Openings", xlabel="games")
    for axes, counts, title, label in (
        (lengths, facts["moves"]["games"], "Lengths", "moves"),
        (ratings, facts["ratings"]["players"], "Ratings", "rating"),
    ):
        axes.bar(range(len(counts)), list(counts.values()), width=0.9)
        axes.set_xticks(range(len(counts)), list(counts), rotation=60, ha="right", fontsize="small")
        axes.set(title=title, xlabel=label, ylabel="games" if axes is lengths else "players")
    drawn = io.BytesIO()
    with import_module("matplotlib").rc_context({"svg.hashsalt": "bitrook"}):
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    if output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(drawn.getvalue())
    else:
        write_file(output, drawn.getvalue())


def _short(text: str) -> str:
    # Matplotlib reads text between two dollar signs as a formula.
    return (text if len(text) <= 40 else text[:39] + "…").replace("$", r"\$")
