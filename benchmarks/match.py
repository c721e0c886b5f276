"""Plays matches of bitrook's search against other engines, or against itself without a technique or evaluation term.

    python benchmarks/match.py fairymax [phalanx ...] [--games 100] [--ms 100]   bitrook against other engines
    python benchmarks/match.py fairymax --network FILE                           ... with a network
    python benchmarks/match.py --techniques [--games 200] [--nodes 5000]         against itself without a technique
    python benchmarks/match.py --terms [NAME ...] [--nodes 5000]                 ... without a term of the evaluation

The term `all` removes every term but the tables. With --ms, --techniques and --terms play at a fixed time per move
instead of fixed nodes. The other engines are the Debian packages of those names. For any other match, use
`bitrook match`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from bitrook import nnue
from bitrook.engine import Limit
from bitrook.match import Player, run
from bitrook.search import TECHNIQUES, DefaultEvaluation, PieceSquareTables, Search

ENGINES = {
    "fairymax": "fairymax protocol=xboard",
    "phalanx": "phalanx -b- -l- protocol=xboard",
    "sjeng": "sjeng protocol=xboard",
    "gnuchess": "gnuchess --uci",
    "stockfish": "stockfish",
    "ethereal-chess": "ethereal-chess",
    "toga2": "toga2",
}


def opponents(arguments: argparse.Namespace) -> Iterator[Player]:
    """Yield the players that bitrook plays against."""
    for name in arguments.engines:
        yield Player.of(f"{ENGINES[name]} name={name}")
    techniques = arguments.techniques
    for name in TECHNIQUES if techniques == [] else techniques or ():
        yield Player(Search(**{name: False}), f"without {name}")
    terms = arguments.terms
    for name in ["all", *DefaultEvaluation().weights] if terms == [] else terms or ():
        evaluation = PieceSquareTables() if name == "all" else DefaultEvaluation(**{name: False})
        yield Player(Search(evaluation), f"without {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help=", ".join(ENGINES))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--ms", type=float, help="for each move (default against other engines: 100)")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--techniques", nargs="*", metavar="NAME", help="which of them (default: all)")
    parser.add_argument("--terms", nargs="*", metavar="NAME", help="which of them (default: all and each)")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--network", metavar="FILE", help="bitrook evaluates with this network")
    arguments = parser.parse_args()
    if not set(arguments.engines) <= set(ENGINES):
        parser.error(f"the engines are {', '.join(ENGINES)}")
    os.environ["PATH"] += f"{os.pathsep}/usr/games"
    fixed = Limit(time=(arguments.ms or 100) / 1000) if arguments.ms or arguments.engines else None
    evaluation = nnue.load(arguments.network) if arguments.network else None
    bitrook = Player(Search(evaluation), "bitrook with a network" if evaluation else "bitrook")
    for player in opponents(arguments):
        limit = fixed or Limit(nodes=arguments.nodes)
        standings = run([bitrook, player], limit, games=arguments.games, concurrency=arguments.concurrency)
        print(standings, file=sys.stdout, flush=True)


if __name__ == "__main__":
    main()
