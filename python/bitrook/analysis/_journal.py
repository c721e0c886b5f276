"""A file of finished evaluations, from which an interrupted analysis is resumed."""

from __future__ import annotations

import json
import os
import threading
from typing import Any

from .._core import Board, Move
from .._players import Player
from .._scores import Cp, Mate, PovScore
from ..engine._values import Limit


class Journal:
    """Evaluations by position. The file has one line of JSON with the settings, then one for each evaluation.

    Evaluations are written immediately, from any thread.

    :raises ValueError: if the file is not a journal, or was written for another engine or limit.
    """

    def __init__(self, path: str | os.PathLike[str], player: Player, limit: Limit) -> None:
        self._lock = threading.Lock()
        engine = player.command or player.name
        options = {name: str(value) for name, value in player.options.items()}
        settings = {"journal": 1, "engine": engine, "options": options, "limit": repr(limit)}
        self._rows = _read(os.fspath(path), settings)
        self._file = open(path, "a", encoding="utf-8", newline="\n")
        if not self._file.tell():
            self._write(settings)

    def _write(self, row: dict[str, Any]) -> None:
        self._file.write(json.dumps(row) + "\n")
        self._file.flush()

    def get(self, key: str, board: Board) -> tuple[PovScore, int | None, tuple[Move, ...]] | None:
        """Return the score, the depth and the best line of a position, or None if the journal does not have it."""
        row = self._rows.pop(key, None)
        if row is None:
            return None
        score = Cp(row["cp"]) if "cp" in row else Mate(row["mate"])
        return PovScore(score, board.turn), row["depth"], tuple(map(Move.from_uci, row["line"]))

    def add(self, key: str, score: PovScore, depth: int | None, line: tuple[Move, ...]) -> None:
        """Append an evaluation to the file."""
        relative = score.relative
        value: dict[str, Any] = {"cp": relative.score()} if relative.mate() is None else {"mate": relative.mate()}
        with self._lock:
            if not self._file.closed:
                self._write({"position": key, **value, "depth": depth, "line": [move.uci() for move in line]})

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()


def _read(path: str, settings: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the rows of a journal by position. Remove an incomplete last line. A missing file counts as empty."""
    if not os.path.exists(path) or not os.path.getsize(path):
        return {}
    with open(path, "rb") as file:
        text = file.read()
    whole = text.rfind(b"\n") + 1
    try:
        found, *rest = [json.loads(line) for line in text[:whole].splitlines()]
        if "journal" not in found:
            raise ValueError
    except (ValueError, TypeError):
        raise ValueError(f"{path} is not a journal of an analysis") from None
    if found != settings and rest:
        raise ValueError(
            f"{path} is the journal of an analysis with other settings ({found['engine']}, {found['limit']}, "
            f"{found['options']}); delete it to start over"
        )
    os.truncate(path, whole if found == settings else 0)  # without evaluations, the settings do not matter
    return {row.pop("position"): row for row in rest}
