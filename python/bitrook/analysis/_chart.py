"""Draw reports as charts with Matplotlib."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Sequence
from importlib import import_module
from typing import IO, Any

from .._files import write_file
from .._optional import load
from ._report import GameReport, Judgment, summarize, win_percent

_FORMATS = ("svg", "png", "pdf")
_COLORS = {Judgment.INACCURACY: "#e0a030", Judgment.MISTAKE: "#e06c1f", Judgment.BLUNDER: "#c0302b"}


def chart(reports: Sequence[GameReport], output: str | os.PathLike[str] | IO[bytes], format: str | None = None) -> None:
    """Draw a chart of one or more reports and write it to a file.

    For a single game, the chart shows White's winning chances over the moves, with bad moves as dots. For several
    games, it shows the accuracy and the bad moves of each player.

    :param reports: the reports, at least one.
    :param output: a path or a binary file.
    :param format: "svg", "png" or "pdf". By default, it is inferred from the extension of the path.
    :raises ValueError: if *reports* is empty, or the format is unknown.
    :raises ImportError: if Matplotlib is not installed.
    """
    if not reports:
        raise ValueError("there are no games to draw")
    if isinstance(output, (str, os.PathLike)):
        format = check_chart(output, format)
    figure = load("matplotlib.figure", "plot").Figure(figsize=(9, 4), layout="constrained")
    if len(reports) == 1:
        _draw_game(figure, reports[0])
    else:
        _draw_players(figure, reports)
    drawn = rendered(figure, format, dpi=110)
    if isinstance(output, (str, os.PathLike)):
        write_file(output, drawn)
    else:
        output.write(drawn)


def rendered(figure: Any, format: str | None, **options: Any) -> bytes:
    """Return the contents of a picture, which are the same for equal figures."""
    drawn = io.BytesIO()
    with import_module("matplotlib").rc_context({"svg.hashsalt": "bitrook"}):
        figure.savefig(drawn, format=format, metadata={"Date": None} if format == "svg" else None, **options)
    return drawn.getvalue()


def check_chart(path: str | os.PathLike[str], format: str | None = None) -> str:
    """Check that a chart can be written, and return its format. Call this before a long job whose result is drawn.

    :raises ValueError: if the format is unknown.
    :raises ImportError: if Matplotlib is not installed.
    :raises OSError: if the folder does not exist.
    """
    load("matplotlib.figure", "plot")
    found = format or os.path.splitext(path)[1][1:].lower()
    if found not in _FORMATS:
        raise ValueError(f"a chart must be one of {', '.join(_FORMATS)}, not {found!r}: {os.fspath(path)!r}")
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
    return found


def _draw_game(figure: Any, report: GameReport) -> None:
    axes = figure.subplots()
    chances = [None if score is None else win_percent(score) for score in report.scores]
    plies = [ply for ply, chance in enumerate(chances) if chance is not None]
    values = [chances[ply] for ply in plies]
    axes.fill_between(plies, values, 0, color="#f4f4f0", zorder=0)
    axes.fill_between(plies, values, 100, color="#54534f", zorder=0)
    axes.plot(plies, values, color="#3d7fd6", linewidth=1.2)
    axes.axhline(50, color="#999999", linewidth=0.6)
    for kind, color in _COLORS.items():
        found = [ply for ply, judgment in enumerate(report.judgments, 1) if judgment == kind]
        axes.scatter(found, [chances[ply] for ply in found], color=color, s=28, zorder=3, label=str(kind))
    ticks = range(0, len(chances), max(20, len(chances) // 200 * 20))
    axes.set_xticks(ticks, [str(ply // 2) for ply in ticks])
    axes.set(xlim=(0, max(len(chances) - 1, 1)), ylim=(0, 100), xlabel="move", ylabel="White's winning chances, %")
    names = [plain(f"{player.name} {_number(player.accuracy)}%") for player in (report.white, report.black)]
    axes.set_title(f"{names[0]}  -  {names[1]}  ({report.result})")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=3, frameon=False)


def _draw_players(figure: Any, reports: Sequence[GameReport]) -> None:
    accuracies, counts = figure.subplots(1, 2, sharey=True)
    players = [player for player in summarize(reports) if player.moves]
    players = sorted(players, key=lambda player: (player.games, player.accuracy or 0))[-20:]  # the most active
    figure.set_size_inches(9, 1.9 + 0.32 * max(len(players), 4))
    places = range(len(players))
    accuracies.barh(places, [player.accuracy or 0 for player in players], color="#3d7fd6")
    accuracies.set_yticks(places, [f"{plain(player.name)} ({player.games})" for player in players])
    accuracies.set(title="Accuracy", xlabel="%", xlim=(0, 100))
    left = [0.0] * len(players)
    for kind, name in zip(Judgment, ("inaccuracies", "mistakes", "blunders")):
        shares = [100 * getattr(player, name) / player.moves for player in players]
        counts.barh(places, shares, left=left, color=_COLORS[kind], label=name)
        left = [before + share for before, share in zip(left, shares)]
    counts.set(title="Bad moves", xlabel="of 100 moves")
    figure.legend(*counts.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def plain(text: str) -> str:
    """Return the beginning of a text, without what Matplotlib renders as a formula: text between two dollar signs."""
    return (text if len(text) <= 40 else text[:39] + "…").replace("$", r"\$")
