"""Tunes the weights of a custom evaluation on the results of games (Texel's method).

    python examples/texel_tuning.py games.pgn [--positions 100000] [--match 100]

Each quiet position becomes a row of an int16 matrix with one column per term, which holds White's count minus Black's.
The fit is a logistic regression: it finds the weights that predict the results best. To add a term, add a line to
TERMS. The last fifth of the games is held out: a term is only worth keeping if it lowers the loss on these games. With
--match, the tuned evaluation plays against material alone. Requires NumPy and SciPy. For games without draws,
sklearn.linear_model.LogisticRegression(fit_intercept=False) on the same matrix is equivalent.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import bitrook
import bitrook.pgn
from bitrook import BLACK, WHITE, Board
from bitrook.engine import Limit
from bitrook.match import Player, run
from bitrook.search import Search

Term = Callable[[Board, bool], int]  # counts how often a side has a feature


def pieces(piece_type: int) -> Term:
    return lambda board, color: board.pieces_mask(piece_type, color).bit_count()


TERMS: dict[str, Term] = {
    "pawn": pieces(bitrook.PAWN),
    "knight": pieces(bitrook.KNIGHT),
    "bishop": pieces(bitrook.BISHOP),
    "rook": pieces(bitrook.ROOK),
    "queen": pieces(bitrook.QUEEN),
    "bishop pair": lambda board, color: int(board.pieces_mask(bitrook.BISHOP, color).bit_count() >= 2),
    "passed pawn": lambda board, color: board.passed_pawns_mask(color).bit_count(),
    "isolated pawn": lambda board, color: board.isolated_pawns_mask(color).bit_count(),
    "doubled pawn": lambda board, color: board.doubled_pawns_mask(color).bit_count(),
    "backward pawn": lambda board, color: board.backward_pawns_mask(color).bit_count(),
    "rook on an open file": lambda board, color: (
        board.pieces_mask(bitrook.ROOK, color) & board.open_files_mask()
    ).bit_count(),
    "knight on an outpost": lambda board, color: (
        board.pieces_mask(bitrook.KNIGHT, color) & board.outposts_mask(color)
    ).bit_count(),
    "attacked square": lambda board, color: board.attacked_by_mask(color).bit_count(),
    "attacked square near the king": lambda board, color: (
        board.attacked_by_mask(color) & board.king_zone_mask(not color)
    ).bit_count(),
    "threatened piece": lambda board, color: board.threats_mask(color).bit_count(),
}
RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def is_quiet(board: Board) -> bool:
    """Return whether the side to move is not in check and no capture or promotion wins material."""
    return not board.is_check() and not any(board.see_ge(move, 1) for move in board.list_quiescence_moves())


def counted(path: Path, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the counts of quiet positions, int16 of shape (positions, terms), their games' results, and the games."""
    rows: list[list[int]] = []
    results: list[float] = []
    games: list[int] = []
    with path.open(encoding="utf-8") as file:
        while len(rows) < most and (game := bitrook.pgn.read_game(file)):
            result = RESULTS.get(game.headers.get("Result", "*"))
            board = game.board()
            number = games[-1] + 1 if games else 0
            for move in game.mainline_moves() if result is not None else ():
                board.push(move)
                if board.ply() >= 12 and is_quiet(board):
                    rows.append([term(board, WHITE) - term(board, BLACK) for term in TERMS.values()])
                    results.append(result)
                    games.append(number)
    return np.asarray(rows[:most], dtype=np.int16), np.asarray(results[:most]), np.asarray(games[:most])


UNIT = np.log(10) / 400


def loss(counts: np.ndarray, results: np.ndarray, values: np.ndarray) -> float:
    """Return the cross-entropy of the predicted results. Knowing nothing costs log(2), 0.693."""
    z = UNIT * (counts @ values)
    return float(np.mean(np.logaddexp(0, z) - results * z))


def fitted(counts: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Return the value of each term, in units of which 400 multiply the odds by ten."""
    # A small penalty keeps the values of rare terms finite. It grows with the square of a value, so a larger one would
    # make queens cheaper than rooks: they are worth most, and the side with one more is rare.
    penalty = 1e-9

    def objective(values: np.ndarray) -> tuple[float, np.ndarray]:
        slope = UNIT * (counts.T @ (1 / (1 + np.exp(-UNIT * (counts @ values))) - results)) / len(results)
        return loss(counts, results, values) + penalty * values @ values, slope + 2 * penalty * values

    return minimize(objective, np.zeros(counts.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x


def evaluation(values: np.ndarray) -> Callable[[Board], float]:
    """Return an evaluation for Search, in which a pawn is worth 100."""
    terms = [
        (term, 100 * value / values[0]) for term, value in zip(TERMS.values(), values.tolist(), strict=True) if value
    ]
    return lambda board: sum(value * (term(board, board.turn) - term(board, not board.turn)) for term, value in terms)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, metavar="games.pgn")
    parser.add_argument("--positions", type=int, default=100_000, help="use at most this many positions")
    parser.add_argument("--match", type=int, metavar="GAMES", help="play this many games against material alone")
    options = parser.parse_args()
    counts, results, games = counted(options.path, options.positions)
    if not len(results):
        parser.error("there are no quiet positions of games with results")
    print(f"{counts.shape[0]} positions, {counts.shape[1]} terms, {counts.dtype}")
    learned = games <= 0.8 * games[-1]
    values = fitted(counts[learned], results[learned])
    material = np.zeros_like(values)  # of the first five terms alone
    material[:5] = fitted(counts[learned, :5], results[learned])
    print(f"{'loss':30} learned  held out")
    for name, fit in ("material alone", material), ("all terms", values):
        losses = [loss(counts[part], results[part], fit) for part in (learned, ~learned) if part.any()]
        print(f"{name:30} {'   '.join(f'{each:.4f}' for each in losses)}")
    for name, value, total in zip(TERMS, values, np.abs(counts).sum(axis=0), strict=True):
        print(f"{name:30} {value:7.1f}   counted {total} times")
    if options.match:
        players = [Player(Search(evaluation(fit)), name) for name, fit in (("tuned", values), ("material", material))]
        print(run(players, Limit(nodes=1000), games=options.match))


if __name__ == "__main__":
    main()
