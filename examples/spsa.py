"""Tunes weights of an evaluation by playing games (SPSA, simultaneous perturbation stochastic approximation).

    python examples/spsa.py [--iterations 300] [--nodes 500]

Each number scales the built-in weights of one term of DefaultEvaluation: 0 switches it off, 1 is the built-in value. The
program starts at 0. In each iteration, two players differ by a random change of all numbers, in opposite directions, and
play a pair of games. The numbers then move toward the better player. At the end, the tuned evaluation plays a match
against the one that the program started with.
"""

from __future__ import annotations

import argparse

import numpy as np

from bitrook import match
from bitrook.engine import Limit
from bitrook.search import DefaultEvaluation, Search

TERMS = ("mobility", "passed_pawns", "king_attack", "threats")
WEIGHTS = DefaultEvaluation().weights


def player(name: str, scales: np.ndarray) -> match.Player:
    """Return a player that evaluates with scaled terms."""
    terms = {
        term: [tuple(round(scale * weight) for weight in pair) for pair in WEIGHTS[term]]
        for term, scale in zip(TERMS, scales.tolist(), strict=True)
    }
    return match.Player(Search(DefaultEvaluation(**terms)), name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=300, help="pairs of games to tune with")
    parser.add_argument("--games", type=int, default=200, help="games of the match at the end")
    parser.add_argument("--nodes", type=int, default=500, help="per move")
    parser.add_argument("--change", type=float, default=0.4, help="the size of the first changes")
    parser.add_argument("--rate", type=float, default=0.1, help="the size of the first steps")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    limit = Limit(nodes=options.nodes)
    scales = np.zeros(len(TERMS))
    for i in range(1, options.iterations + 1):
        change = options.change / i**0.101 * rng.choice([-1, 1], len(TERMS))
        step = options.rate * ((1 + options.iterations / 10) / (i + options.iterations / 10)) ** 0.602
        pair = player("plus", scales + change), player("minus", scales - change)
        score = match.run(pair, limit, games=2, seed=options.seed + i).score("plus")
        scales += step * (score.wins - score.losses) / 2 * np.sign(change)
        if i % max(options.iterations // 10, 1) == 0:
            print(f"{i:6}  {'  '.join(f'{term} {scale:+.2f}' for term, scale in zip(TERMS, scales))}", flush=True)
    print(match.run([player("tuned", scales), player("start", 0 * scales)], limit, games=options.games))


if __name__ == "__main__":
    main()
