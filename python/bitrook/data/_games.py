"""Creates games from rows of columns."""

from __future__ import annotations

import io
from typing import Any

from .._core import Move
from ._names import OF_GAMES

RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}


def tag_text(name: str, value: Any) -> str:
    """Return the value of a column in the format of its tag."""
    import datetime

    if isinstance(value, datetime.date):
        return f"{value:%Y.%m.%d}"
    if isinstance(value, datetime.time):
        return f"{value:%H:%M:%S}"
    return f"{value:+d}" if name.endswith("RatingDiff") else str(value)


def evaluation(pgn: Any, value: int) -> Any:
    """Convert a value of the column *evals* to a score for White."""
    if value > 32_000:
        score = pgn.Mate(32_768 - value)
    elif value < -32_000:
        score = pgn.Mate(-32_769 - value)
    else:
        score = pgn.Cp(value)
    return pgn.PovScore(score, True)


def tags_of(row: dict[str, Any]) -> dict[str, str]:
    """Return the tags of a row. FEN and Result may also come from the columns *fen* and *result*."""
    tags = {name: tag_text(name, value) for name, value in row.items() if name not in OF_GAMES and value is not None}
    if row.get("fen") is not None:
        tags["FEN"] = row["fen"]
    if tags.get("Result", "*") == "*":
        tags.pop("Result", None)  # the movetext may contain the result
        if row.get("result") in RESULTS:
            tags["Result"] = RESULTS[row["result"]]
    return tags


def game_of(row: dict[str, Any]) -> Any:
    """Convert a row of games to a bitrook.pgn.Game.

    :raises KeyError: if a column that is required for the moves or the start position is missing.
    """
    from importlib import import_module

    pgn: Any = import_module("bitrook.pgn")
    missing = [name for name in ("fen", "Variant") if name not in row and not (name == "fen" and "FEN" in row)]
    if "moves" not in row and "movetext" not in row:
        missing.insert(0, "moves")
    if missing:
        raise KeyError(f"a game needs the columns moves (or movetext), fen and Variant; not read: {', '.join(missing)}")
    tags = tags_of(row)
    if row.get("movetext") is not None:
        start = "".join(f'[{name} "{tags[name]}"]\n' for name in ("FEN", "Variant") if name in tags)
        game = pgn.read_game(io.StringIO(f"{start}\n{row['movetext']}")) or pgn.Game()
        game.headers.update(tags)
        return game
    game = pgn.Game()
    game.headers.update(tags)
    if row.get("error") is not None:
        game.errors.append(ValueError(row["error"]))
    if row["moves"]:
        add_moves(pgn, game, row)
    return game


def add_moves(pgn: Any, game: Any, row: dict[str, Any]) -> None:
    """Add the moves of a row, with their comments, NAGs, clocks and evaluations."""
    game.setup(game.headers.board())
    node, plies = game, row["moves"]
    lists: dict[str, list[Any]] = {
        name: row.get(name) or [None] * len(plies)
        for name in ("comments", "nags", "clocks", "evals", "depths", "times")
    }
    for ply, word in enumerate(plies):
        node = node.add_main_variation(Move.from_word(word))
        node.nags.update(lists["nags"][ply] or ())
        if lists["comments"][ply] is not None:
            node.comment = lists["comments"][ply]
            continue  # it contains the clock and the evaluation
        if lists["evals"][ply] is not None:
            node.set_eval(evaluation(pgn, lists["evals"][ply]), lists["depths"][ply])
        if lists["clocks"][ply] is not None:
            node.set_clock(lists["clocks"][ply] / 1000)
        if lists["times"][ply] is not None:
            node.set_emt(lists["times"][ply] / 1000)
