"""``bitrook selfplay``: generate training positions by letting the search play against itself."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ..selfplay import Settings, Totals, generate
from .arguments import add_network, add_number, add_threads, natural, network_of
from .terminal import Terminal

USAGE = """bitrook selfplay -o FILE --games N [--nodes N] [--seed N] [--threads N] [--network FILE]
                        [--format NAME] [--random-plies N] [--max-opening-score CP] [--max-plies N]
                        [--win-score CP] [--win-plies N] [--draw-score CP] [--draw-plies N]
                        [--draw-from N] [--max-score CP]"""
EPILOG = """\
The extension of FILE selects the format: .viri, .binpack, .bin, .marlin or .bullet. The settings and
totals are recorded in FILE.json. To continue an interrupted run, run the same command again. To extend the
file, run it with a larger number of games.

examples:
  bitrook selfplay -o data.viri --games 1000 --nodes 1000 --threads 2
  bitrook selfplay -o data.binpack --games 100000 --nodes 5000 --threads 0 --seed 1"""

_HELP = {
    "seed": "seed for the random openings",
    "nodes": "search N nodes for each move",
    "random_plies": "random plies at the start of a game; every other game has one more",
    "max_opening_score": "discard openings with a larger score, in centipawns",
    "max_plies": "a game is a draw after N plies",
    "win_score": "a game is won if the score is at least CP for --win-plies plies",
    "win_plies": "see --win-score; 0 plays won games to the end",
    "draw_score": "a game is a draw if the score is at most CP for --draw-plies plies",
    "draw_plies": "see --draw-score; 0 plays drawn games to the end",
    "draw_from": "the first ply that counts toward --draw-plies",
    "max_score": "discard positions with a larger score",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the file to write or extend")
    parser.add_argument("--games", type=natural, required=True, metavar="N", help="total number of games")
    add_threads(parser)
    add_network(parser)
    parser.add_argument("--format", metavar="NAME", help="output format (default: by extension)")
    for name, default in asdict(Settings()).items():
        unit = "CP" if name.endswith("score") else "N"
        add_number(parser, f"--{name.replace('_', '-')}", _HELP[name], default, unit)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Play the games and print the totals."""
    settings = Settings(**{name: getattr(arguments, name) for name in asdict(Settings())})
    totals = generate(
        arguments.output,
        arguments.games,
        settings,
        evaluation=network_of(arguments.network),
        threads=arguments.threads,
        format=arguments.format,
        progress=True,
    )
    print(summary(totals))


def summary(totals: Totals) -> str:
    """Return the totals as text.

    >>> print(summary(Totals(10, 900, 500, 4, 3, 3, 2000, 2.0)))
    10 games: White won 4, Black won 3, 3 drawn
    500 of 900 positions kept, 2,000 bytes
    2 s, 250 positions a second
    """
    rate = totals.positions / max(totals.seconds, 1e-3)
    return (
        f"{totals.games:,} games: White won {totals.white_wins:,}, Black won {totals.black_wins:,}, {totals.draws:,} drawn\n"
        f"{totals.positions:,} of {totals.plies:,} positions kept, {totals.bytes:,} bytes\n"
        f"{totals.seconds:,.0f} s, {rate:,.0f} positions a second"
    )
