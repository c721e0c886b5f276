"""A file of finished evaluations, from which an interrupted analysis is resumed."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from typing import Any, cast

from .._core import Board, Move
from .._lock import ExclusiveFile
from .._scores import Cp, Mate, PovScore, Score
from ..engine._values import Limit


class Journal:
    """Evaluations by position. The file has one line of JSON with the settings, then one for each evaluation.

    Evaluations are written immediately, from any thread. Until the journal is closed, no other run can use its file.

    :param settings: everything that the evaluations depend on, as a JSON object.
    :raises ValueError: if the file is not a journal, is damaged, or was written with other settings.
    :raises BlockingIOError: if another run is using the file.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Mapping[str, object], limit: Limit) -> None:
        self._lock = threading.Lock()
        self.error: OSError | None = None
        """The first error of a write; nothing is written after it."""
        self._file = ExclusiveFile(path)
        header: dict[str, Any] = json.loads(json.dumps({"journal": 2, **settings, "limit": repr(limit)}))
        try:
            self._rows = self._read(header)
            if not len(self._file):
                self._write(header)
        except BaseException:
            self._file.close()
            raise

    def _write(self, row: dict[str, Any]) -> None:
        self._file.append(f"{json.dumps(row)}\n".encode())

    def _read(self, settings: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the rows by position. Remove an incomplete last line."""
        path = self._file.path
        with open(path, "rb") as file:
            text = file.read()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        if text and not lines and not b'{"journal": '.startswith(text[:12]):
            raise ValueError(f"{path} is not a journal of an analysis: choose another file")
        rows: dict[str, dict[str, Any]] = {}
        found: dict[str, Any] = settings
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                if number == 1:
                    found = dict(row)
                    found["journal"]
                else:
                    rows[str(row.pop("position"))] = row
                    _evaluation(row)
            except (ValueError, TypeError, KeyError, AttributeError):
                if number == 1:
                    raise ValueError(f"{path} is not a journal of an analysis: choose another file") from None
                raise ValueError(
                    f"{path}:{number}: this line of the journal is damaged; delete the line, or the file to start over"
                ) from None
        if found != settings and rows:
            names = [name for name in {**found, **settings} if found.get(name) != settings.get(name)]
            changes = ", ".join(f"{name}: {found.get(name)!r}, now {settings.get(name)!r}" for name in names)
            raise ValueError(
                f"{path} is the journal of an analysis with other settings ({changes}); delete it to start over"
            )
        self._file.truncate(whole if found == settings else 0)  # without evaluations, the settings do not matter
        return rows

    def get(self, key: str, board: Board) -> tuple[PovScore, int | None, tuple[Move, ...]] | None:
        """Return the score, the depth and the best line of a position, or None if the journal does not have it."""
        row = self._rows.pop(key, None)
        if row is None:
            return None
        score, depth, line = _evaluation(row)
        if line and line[0] not in board.legal_moves:
            raise ValueError(f"{self._file.path}: {line[0]} is illegal in {key}; delete the journal to start over")
        return PovScore(score, board.turn), depth, line

    def add(self, key: str, score: PovScore, depth: int | None, line: tuple[Move, ...]) -> None:
        """Append an evaluation to the file. After an error, which is kept in `error`, nothing is written."""
        relative = score.relative
        value: dict[str, Any] = {"cp": relative.score()} if relative.mate() is None else {"mate": relative.mate()}
        with self._lock:
            if self.error is None and not self._file.closed:
                try:
                    self._write({"position": key, **value, "depth": depth, "line": [move.uci() for move in line]})
                except OSError as error:
                    self.error = error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()


def _evaluation(row: dict[str, Any]) -> tuple[Score, int | None, tuple[Move, ...]]:
    """Convert a row of the file.

    :raises ValueError, TypeError, KeyError: if the row is damaged.
    """
    number, depth, line = row["cp"] if "cp" in row else row["mate"], row["depth"], cast("list[str]", row["line"])
    if type(number) is not int or not (depth is None or type(depth) is int) or type(line) is not list:
        raise TypeError
    return Cp(number) if "cp" in row else Mate(number), depth, tuple(map(Move.from_uci, line))
