"""Tunes the weights of a custom evaluation on the results of games (Texel's method).

    python examples/texel_tuning.py games.pgn [--positions 20000]

Each quiet position becomes a row of an int16 matrix with one column per term, which holds White's count minus Black's.
The fit is a logistic regression: it finds the weights that predict the results best. To add a term, add a line to
TERMS. Requires NumPy and SciPy. For games without draws, sklearn.linear_model.LogisticRegression(fit_intercept=False)
on the same matrix is equivalent.
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


def counted(path: Path, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the counts of quiet positions, int16 of shape (positions, terms), and the results of their games."""
    rows: list[list[int]] = []
    results: list[float] = []
    with path.open(encoding="utf-8") as file:
        while len(rows) < most and (game := bitrook.pgn.read_game(file)):
            result = RESULTS.get(game.headers.get("Result", "*"))
            board = game.board()
            for move in game.mainline_moves() if result is not None else ():
                board.push(move)
                if board.ply() >= 12 and is_quiet(board):
                    rows.append([term(board, WHITE) - term(board, BLACK) for term in TERMS.values()])
                    results.append(result)
    return np.asarray(rows[:most], dtype=np.int16), np.asarray(results[:most])


def fitted(counts: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Return the value of each term, in units of which 400 multiply the odds by ten."""
    unit = np.log(10) / 400

    def loss(values: np.ndarray) -> tuple[float, np.ndarray]:
        z = unit * (counts @ values)
        slope = unit * (counts.T @ (1 / (1 + np.exp(-z)) - results)) / len(results)
        # A small penalty keeps the values of rare terms finite.
        return np.mean(np.logaddexp(0, z) - results * z) + 1e-7 * values @ values, slope + 2e-7 * values

    return minimize(loss, np.zeros(counts.shape[1]), jac=True, method="L-BFGS-B").x


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, metavar="games.pgn")
    parser.add_argument("--positions", type=int, default=20_000, help="use at most this many positions")
    options = parser.parse_args()
    counts, results = counted(options.path, options.positions)
    if not len(results):
        parser.error("there are no quiet positions of games with results")
    print(f"{counts.shape[0]} positions, {counts.shape[1]} terms, {counts.dtype}")
    values = fitted(counts, results)
    for name, value, total in zip(TERMS, values, np.abs(counts).sum(axis=0), strict=True):
        print(f"{name:30} {value:7.1f}   counted {total} times")


if __name__ == "__main__":
    main()
