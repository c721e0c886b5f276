"""The columns of games, computed with python-chess as the oracle for bitrook.data, and PGN texts for its tests."""

from __future__ import annotations

import datetime
import functools
import io
import lzma
import re
from pathlib import Path
from typing import Any

import chess
import chess.pgn

ARCHIVE = Path(__file__).parents[1] / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"

TAG_TYPES = {
    "WhiteElo": int,
    "BlackElo": int,
    "WhiteRatingDiff": int,
    "BlackRatingDiff": int,
    "UTCDate": lambda text: datetime.datetime.strptime(text, "%Y.%m.%d").date(),
    "UTCTime": lambda text: datetime.datetime.strptime(text, "%H:%M:%S").time(),
}


@functools.cache
def lichess_text() -> bytes:
    """Return 999 games from Lichess's open database, with clocks and, in some games, evaluations."""
    return lzma.decompress(ARCHIVE.read_bytes())


def word(move: chess.Move) -> int:
    """Return a move as a 16-bit word: origin, target, promotion."""
    return move.from_square | move.to_square << 6 | (move.promotion or 0) << 12


class _Tags(chess.pgn.HeadersBuilder):
    """The tags that are present in the text, without python-chess's defaults."""

    def begin_headers(self) -> chess.pgn.Headers:
        self.headers = chess.pgn.Headers({})
        return self.headers


def tag(headers: chess.pgn.Headers, name: str) -> Any:
    """Return the value of a tag in the type of its column, or None if the tag is missing."""
    if name not in headers:
        return None
    try:
        return TAG_TYPES[name](headers[name]) if name in TAG_TYPES else headers[name]
    except ValueError:
        return None


def evaluation(node: chess.pgn.GameNode) -> int | None:
    """Return the evaluation as in the column *evals*."""
    score = node.eval()
    if score is None:
        return None
    white = score.white()
    mate = white.mate()
    if mate is None:
        return white.score()
    return 32767 - (mate - 1) if mate > 0 else -32768 + (-mate - 1)


def clock(node: chess.pgn.GameNode) -> int | None:
    """Return the clock as in the column *clocks*."""
    seconds = node.clock()
    return None if seconds is None else round(seconds * 1000)


def row(game: chess.pgn.Game, headers: chess.pgn.Headers) -> dict[str, Any]:
    """Return the columns of a game that are not tags."""
    nodes = list(game.mainline())
    clocks, evals = [clock(n) for n in nodes], [evaluation(n) for n in nodes]
    comments = [n.comment or None for n in nodes]
    nags = [sorted(n.nags) for n in nodes]
    board = game.end().board()
    return {
        "ply_count": len(nodes),
        "result": {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(game.headers.get("Result", "*")),
        "moves": [word(n.move) for n in nodes],
        "clocks": clocks if any(c is not None for c in clocks) else None,
        "evals": evals if any(e is not None for e in evals) else None,
        "comments": comments if any(comments) else None,
        "nags": nags if any(nags) else None,
        "fen": None if game.board().fen() == chess.STARTING_FEN else game.board().fen(),
        "final_fen": board.fen(),
        "has_error": bool(game.errors),
    }


def rows(text: str, tags: list[str]) -> list[dict[str, Any]]:
    """Return the rows of all games of *text*, computed with python-chess."""
    found = []
    games, written = io.StringIO(text), io.StringIO(text)
    while (game := chess.pgn.read_game(games)) is not None:
        headers = chess.pgn.read_game(written, Visitor=_Tags)
        assert headers is not None
        found.append({name: tag(headers, name) for name in tags} | row(game, headers))
    return found


def offsets(text: bytes) -> list[int]:
    """Return the offsets of the games in a text where each game begins with an Event tag."""
    return [m.start() for m in re.finditer(rb"^\[Event ", text, re.MULTILINE)]
