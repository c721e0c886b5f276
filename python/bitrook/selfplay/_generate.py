"""Files of self-play: writing games in order, and continuing where an earlier run was stopped."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import time
from collections.abc import Callable
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from typing import IO, Any

from .._arguments import integer
from .._core import _selfplay
from .._progress import Display
from ._settings import NativeEvaluation, Settings, native

_SECONDS_BETWEEN_NOTES = 2.0


@dataclass(frozen=True)
class Totals:
    """What a file of self-play contains."""

    games: int = 0
    """The games that were played."""
    plies: int = 0
    """Their half-moves after the openings."""
    positions: int = 0
    """The positions of them that were kept, which are those in the file."""
    white_wins: int = 0
    """The games that White won."""
    draws: int = 0
    """The drawn games."""
    black_wins: int = 0
    """The games that Black won."""
    bytes: int = 0
    """The size of the file."""
    seconds: float = 0.0
    """How long it took to play the games, in all runs together."""


def generate(
    path: str | os.PathLike[str],
    games: int,
    settings: Settings | None = None,
    *,
    evaluation: NativeEvaluation | None = None,
    threads: int = 1,
    format: str | None = None,
    progress: bool | Callable[[int, int, int], object] = False,
) -> Totals:
    """Play games of the search against itself, write their quiet positions to a file, and return the totals.

    The GIL is released, and each thread plays a game of its own. The file depends on the settings and the evaluation
    alone, not on *threads*. It contains game 0, game 1 and so on, each with its positions in order.

    Next to the file, ``PATH.json`` records the settings and the totals. If the run is interrupted, by Ctrl-C or because
    the process or the machine ends, the same call goes on after the last game that was recorded, and the file becomes
    what it would have been. With a larger number of *games*, a finished file is extended.

    :param path: the file to write.
    :param games: the games that it shall contain.
    :param settings: by default ``Settings()``.
    :param evaluation: as for `bitrook.search.Search`, but not a Python callable.
    :param threads: 1 to 1024, this one included; at most four for each processor are used.
    :param format: as in `bitrook.batch.write_positions`, by default that of the file's extension, for example
        ``.viri``. It must be one that keeps scores and results.
    :param progress: True shows a bar on a terminal. A callable is called several times a second with three ints: games
        played, games in all, positions.
    :raises TypeError: if an argument is of the wrong type.
    :raises ValueError: if an argument is out of its range, or ``PATH.json`` records other settings.
    :raises FileExistsError: if there is a file at *path* without ``PATH.json``.

    >>> import tempfile, pathlib
    >>> from bitrook import batch, selfplay
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "games.viri"
    >>> totals = selfplay.generate(path, 4, selfplay.Settings(nodes=50), threads=2)
    >>> sum(len(part.positions) for part in batch.read_positions(path)) == totals.positions
    True
    """
    from ..batch.encodings._records import format_of

    games = integer("games", games, 0, 1 << 40)
    threads = integer("threads", threads, 1, 1024)
    settings = settings or Settings()
    format = format_of(path, format)
    if format in ("pgn", "binary_fen"):
        raise ValueError(f"format must keep scores and results, which {format} does not")
    _selfplay(astuple(settings), native(evaluation), format, 0, 0, 1, None)  # checks them before anything is written
    recipe = _recipe(settings, evaluation, format)
    with _File(Path(path), recipe, games, _progress_of(progress)) as file:
        if file.totals.games < games:
            _selfplay(astuple(settings), native(evaluation), format, file.totals.games, games, threads, file.take)
    return file.totals


def _recipe(settings: Settings, evaluation: Any, format: str) -> dict[str, Any]:
    """Return what decides the contents of a file."""
    from .. import __version__

    digest = None if evaluation is None else hashlib.sha256(pickle.dumps(evaluation, 4)).hexdigest()[:16]
    return {"bitrook": __version__, "format": format, "evaluation": digest, **asdict(settings)}


def _progress_of(progress: bool | Callable[[int, int, int], object]) -> Callable[[int, int, int], object] | None:
    if isinstance(progress, bool):
        return Display("games", "positions") if progress else None
    if not callable(progress):
        raise TypeError(f"progress must be a bool or a callable, not {type(progress).__name__}")
    return progress


class _File:
    """A file of self-play and the note next to it, which is never ahead of the file."""

    def __init__(
        self, path: Path, recipe: dict[str, Any], games: int, progress: Callable[[int, int, int], object] | None
    ) -> None:
        self._path, self._note = path, path.with_name(path.name + ".json")
        self._recipe, self._games, self._progress = recipe, games, progress
        self.totals = self._noted()
        self._before = self.totals.seconds
        self._began = self._due = time.monotonic()

    def _noted(self) -> Totals:
        """Return the totals of an earlier run."""
        try:
            note = json.loads(self._note.read_text("utf-8"))
        except FileNotFoundError:
            if self._path.exists():
                raise FileExistsError(
                    f"{str(self._path)!r} exists without {self._note.name!r}, which would tell how to continue it"
                ) from None
            return Totals()
        for name, value in self._recipe.items():
            if note["recipe"].get(name) != value:
                raise ValueError(
                    f"{str(self._path)!r} was made with {name}={note['recipe'].get(name)!r}, not {value!r}: "
                    "choose another file"
                )
        totals = Totals(**note["totals"])
        if self._path.stat().st_size < totals.bytes:
            raise ValueError(f"{str(self._path)!r} is shorter than {self._note.name!r} says")
        return totals

    def __enter__(self) -> _File:
        self._file: IO[bytes] = open(self._path, "ab")
        self._file.truncate(self.totals.bytes)
        self._write_note()
        return self

    def take(self, data: bytes, *counts: int) -> None:
        """Append the positions of some games."""
        self._file.write(data)
        names = ("games", "plies", "positions", "white_wins", "draws", "black_wins")
        added = {name: getattr(self.totals, name) + count for name, count in zip(names, counts, strict=True)}
        seconds = self._before + time.monotonic() - self._began
        self.totals = replace(self.totals, **added, bytes=self.totals.bytes + len(data), seconds=seconds)
        if self._progress is not None:
            self._progress(self.totals.games, self._games, self.totals.positions)
        if time.monotonic() >= self._due:
            self._write_note()

    def _write_note(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        text = json.dumps({"recipe": self._recipe, "totals": asdict(self.totals)}, indent=2)
        beside = self._note.with_name(self._note.name + ".new")
        beside.write_text(text + "\n", "utf-8")
        os.replace(beside, self._note)
        self._due = time.monotonic() + _SECONDS_BETWEEN_NOTES

    def __exit__(self, *error: object) -> None:
        try:
            if isinstance(self._progress, Display):
                self._progress.close()
            self._file.truncate(self.totals.bytes)  # an interrupt may have come between the bytes and their count
            self._write_note()
        finally:
            self._file.close()
