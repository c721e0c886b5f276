"""Tunes the weights of the default evaluation on the results of games (Texel's method) and prints them.

    python benchmarks/tune_weights.py GAMES.pgn[.xz] [...] [--strength 0.001]

The fit is a logistic regression: the evaluation of each quiet position should predict the result of the game. The score
is a sum of weights times counts, so the counts are determined by changing one weight at a time. A penalty of `strength`
times the square of each change in centipawns keeps weights about which the games provide no information. The tables and
the scale are not changed. Five-fold cross-validation shows which strength is best. Requires NumPy and SciPy.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tune_tables import fitted_scale, loss, quiet_positions, regression

from bitrook import search

Weights = dict[str, tuple[tuple[int, int], ...]]
STEP = 100


def start() -> Weights:
    """Return the weights to tune: all but the factors for drawish endings, which are not part of the sum."""
    weights = search.DefaultEvaluation().weights
    del weights["drawish_endings"]
    return weights


def changed() -> Iterator[search.DefaultEvaluation]:
    """Yield an evaluation for each weight, with the weight increased by STEP in the middlegame and the endgame."""
    for name, pairs in start().items():
        for i, (midgame, endgame) in enumerate(pairs):
            rows = [*pairs[:i], (midgame + STEP, endgame + STEP), *pairs[i + 1 :]]
            yield search.DefaultEvaluation(**{name: rows})


def positions(paths: list[Path]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return counts by position and weight (middlegame, endgame), scores, results and game numbers."""
    plain, others = search.DefaultEvaluation(), list(changed())
    counts, scores, results, numbers = [], [], [], []
    for file, path in enumerate(paths):
        for number, result, board in quiet_positions(path):
            midgame, endgame, phase = plain.terms(board)
            share = phase / 24
            terms = np.asarray([other.terms(board)[:2] for other in others], dtype=np.float32)
            delta = (terms - (midgame, endgame)) / STEP
            counts.append((delta * (share, 1 - share)).ravel().astype(np.float32))
            scores.append(midgame * share + endgame * (1 - share))
            results.append(result)
            numbers.append(number * len(paths) + file)
    return np.asarray(counts), np.asarray(scores), np.asarray(results), np.asarray(numbers)


def fit(counts: np.ndarray, scores: np.ndarray, results: np.ndarray, strength: float) -> np.ndarray:
    """Return the changes to the weights that minimize the sum of loss and penalty."""
    unit = fitted_scale(scores, results) * math.log(10) / 400
    return regression(unit * scores, unit * counts, results, strength)


def left_out(counts: np.ndarray, scores: np.ndarray, results: np.ndarray, games: np.ndarray, strength: float) -> float:
    """Return the mean loss of the tuned weights on held-out games."""
    found = []
    for fold in range(5):
        out = games % 5 == fold
        change = fit(counts[~out], scores[~out], results[~out], strength)
        scale = fitted_scale(scores[~out], results[~out])
        found.append(loss(scale * (scores[out] + counts[out] @ change), results[out]))
    return float(np.mean(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+", metavar="GAMES")
    parser.add_argument("--strength", type=float, nargs="+", default=[0.001], help="of the penalty for changes")
    options = parser.parse_args()
    counts, scores, results, games = positions(options.paths)
    print(f"{len(results)} quiet positions of {len(set(games.tolist()))} games")
    print(f"loss {loss(fitted_scale(scores, results) * scores, results):.5f}")
    for strength in options.strength:
        change = fit(counts, scores, results, strength)
        print(
            f"strength {strength}: on games that were left out {left_out(counts, scores, results, games, strength):.5f}"
        )
        pairs = iter(np.rint(change).astype(int).reshape(-1, 2).tolist())
        for name, weights in start().items():
            print(f"    {name}=[{', '.join(f'({a + c}, {b + d})' for (a, b), (c, d) in zip(weights, pairs))}],")


if __name__ == "__main__":
    main()
