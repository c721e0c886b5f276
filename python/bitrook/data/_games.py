"""Games from rows of columns."""

from __future__ import annotations

import datetime
import io
from typing import Any

from .._core import Board, Move

# Columns that are not tags.
OURS = frozenset("movetext offset ply_count result moves clocks evals nags comments fen final error".split())


def tag_text(name: str, value: Any) -> str:
    """Return the value of a column as its tag is written."""
    if isinstance(value, datetime.date):
        return f"{value:%Y.%m.%d}"
    if isinstance(value, datetime.time):
        return f"{value:%H:%M:%S}"
    return f"{value:+d}" if name.endswith("RatingDiff") else str(value)


def evaluation(pgn: Any, value: int) -> Any:
    """Return a value of the column *evals* as a score for White."""
    if value > 32_000:
        score = pgn.Mate(32_768 - value)
    elif value < -32_000:
        score = pgn.Mate(-32_769 - value)
    else:
        score = pgn.Cp(value)
    return pgn.PovScore(score, True)


def start(row: dict[str, Any]) -> Board | None:
    """Return the start position of a game, if it is not that of chess."""
    fen = row.get("fen") or row.get("FEN")
    is_960 = (row.get("Variant") or "").lower() in ("chess960", "chess 960", "fischerandom", "fischerrandom")
    return Board(fen, chess960=is_960) if fen else None


def game_of(row: dict[str, Any], schema: dict[str, str]) -> Any:
    """Return a row of games as a bitrook.pgn.Game."""
    from importlib import import_module

    pgn: Any = import_module("bitrook.pgn")
    if row.get("movetext") is not None:
        game = pgn.read_game(io.StringIO(row["movetext"])) or pgn.Game()
    elif "moves" not in schema:
        raise KeyError("a game needs one of the columns 'moves' and 'movetext'")
    else:
        game = pgn.Game()
    for name, value in row.items():
        if name not in OURS and value is not None:
            game.headers[name] = tag_text(name, value)
    board = start(row)
    if board is not None and row.get("movetext") is None:
        game.setup(board)
    if row.get("movetext") is not None:
        return game
    node = game
    plies: list[int] = row["moves"] or []
    lists: dict[str, list[Any]] = {
        name: row.get(name) or [None] * len(plies) for name in ("comments", "nags", "clocks", "evals")
    }
    for ply, word in enumerate(plies):
        node = node.add_main_variation(Move.from_word(word))
        node.nags.update(lists["nags"][ply] or ())
        if lists["comments"][ply] is not None:
            node.comment = lists["comments"][ply]
            continue  # the clock and the evaluation are in it
        if lists["evals"][ply] is not None:
            node.set_eval(evaluation(pgn, lists["evals"][ply]))
        if lists["clocks"][ply] is not None:
            node.set_clock(lists["clocks"][ply] / 1000)
    return game
