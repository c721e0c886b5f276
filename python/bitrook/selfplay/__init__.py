"""Generate training positions by letting the native search play against itself.

`generate()` plays games in native threads and writes their quiet positions to a file, each with the score of the search
and the result of the game. `bitrook.batch.read_positions` and NNUE trainers can read the file. `play()` plays a single
game and returns its moves and scores. On the command line, use ``bitrook selfplay``.

>>> from bitrook import selfplay
>>> game = selfplay.play(0, selfplay.Settings(nodes=50, max_plies=40))
>>> len(game.opening), len(game.opening) + len(game.moves) <= 40
(8, True)
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from .. import Move
from .._arguments import integer
from .._core import _ENDINGS, _selfplay, _selfplay_game, _selfplay_settings
from .._files import write_file
from .._lock import ExclusiveFile
from .._progress import Display, progress_of
from ..search import DefaultEvaluation, PieceSquareTables

if TYPE_CHECKING:
    from .._core import _SelfplaySettings
    from ..nnue import Network

__all__ = ["ENDINGS", "PlayedGame", "Settings", "Totals", "generate", "play"]

NativeEvaluation: TypeAlias = Union[DefaultEvaluation, PieceSquareTables, "Network"]

ENDINGS: tuple[str, ...] = _ENDINGS
"""The possible values of `PlayedGame.ending`, which is the reason why a game ended."""

_MAX_SCORE = 32000
_HIGHEST = {"seed": (1 << 64) - 1, "nodes": 1 << 40}


@dataclass(frozen=True)
class Settings:
    """Settings for self-play: how games are played, when they end, and which positions are kept.

    Scores are in centipawns. A position is kept if the side to move is not in check, the best move is neither a capture
    nor a promotion, and the score is at most *max_score* in either direction.

    :raises TypeError: if a setting is not an int.
    :raises ValueError: if a setting is out of range.

    >>> from bitrook.selfplay import Settings
    >>> Settings(nodes=1000, seed=7).win_score
    1000
    """

    seed: int = 0
    """The seed for the random openings, from 0 to 2**64 - 1."""
    nodes: int = 5000
    """The number of nodes to search for each move. The search finishes the iteration in which it reaches this number,
    unless that takes more than 8 times as many nodes."""
    random_plies: int = 8
    """The number of random plies in the opening. Games with odd numbers have one more."""
    max_opening_score: int = 500
    """The largest score of an opening, in either direction. Openings with a larger score are replaced."""
    max_plies: int = 400
    """The number of plies after which a game is a draw."""
    win_score: int = 1000
    """The smallest score that counts as decisive. A side wins if it has such a score for *win_plies* plies in a row."""
    win_plies: int = 6
    """The number of consecutive decisive plies that win a game; 0 to play won games to the end."""
    draw_score: int = 10
    """The largest score that counts as equal, in either direction. A game is a draw after *draw_plies* such plies in
    a row."""
    draw_plies: int = 12
    """The number of consecutive equal plies that make a draw; 0 to play drawn games to the end."""
    draw_from: int = 80
    """The first ply that can count toward *draw_plies*."""
    max_score: int = 2000
    """The largest score of a position that is kept, in either direction."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            low = 1 if name in ("nodes", "win_score") else 0
            high = _HIGHEST.get(name, _MAX_SCORE if name.endswith("score") else 10000)
            integer(name, value, low, high)


@dataclass(frozen=True)
class PlayedGame:
    """A self-play game, played from the standard starting position."""

    number: int
    """The number of the game, which determines the opening."""
    opening: tuple[Move, ...]
    """The random moves at the start."""
    moves: tuple[Move, ...]
    """The moves that the search chose after the opening. If the game was adjudicated, the last move was not played."""
    scores: tuple[int, ...]
    """The score of each move in centipawns, from White's point of view. A mate in *n* plies is 32000 - *n*."""
    kept: tuple[bool, ...]
    """For each move, whether the position before it is kept."""
    result: int
    """1 if White won, 0 for a draw, -1 if Black won."""
    ending: str
    """The reason why the game ended: one of `ENDINGS`."""


def native(evaluation: NativeEvaluation | None) -> Any:
    """Convert an evaluation to the form that native functions accept."""
    return getattr(evaluation, "_native", evaluation)  # networks have this attribute


def native_settings(settings: Settings) -> _SelfplaySettings:
    """Convert settings to the form that native functions accept."""
    return _selfplay_settings(**asdict(settings))


def play(number: int, settings: Settings | None = None, evaluation: NativeEvaluation | None = None) -> PlayedGame:
    """Play a single self-play game: the game that `generate()` plays under this number with the same settings.

    :param number: the number of the game, from 0.
    :param settings: the settings; ``Settings()`` by default.
    :param evaluation: as for `bitrook.search.Search`, except that Python callables are not supported.
    :raises TypeError: if an argument has the wrong type.
    :raises ValueError: if *number* is out of range.

    >>> from bitrook import Board, selfplay
    >>> settings = selfplay.Settings(nodes=50)
    >>> game = selfplay.play(3, settings)
    >>> board = Board()
    >>> for move in game.opening + game.moves[:-1]:
    ...     board.push(move)
    >>> len(game.moves) == len(game.scores) == len(game.kept), game == selfplay.play(3, settings)
    (True, True)
    """
    number = integer("number", number, 0, 1 << 62)
    return PlayedGame(number, *_selfplay_game(native_settings(settings or Settings()), native(evaluation), number))


_SECONDS_BETWEEN_NOTES = 2.0


@dataclass(frozen=True)
class Totals:
    """Statistics about the contents of a self-play file."""

    games: int = 0
    """The number of games played."""
    plies: int = 0
    """The number of plies played after the openings."""
    positions: int = 0
    """The number of positions written to the file."""
    white_wins: int = 0
    """The number of games that White won."""
    draws: int = 0
    """The number of drawn games."""
    black_wins: int = 0
    """The number of games that Black won."""
    bytes: int = 0
    """The size of the file in bytes."""
    seconds: float = 0.0
    """The time spent on the games in seconds, summed over all runs."""


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
    """Let the search play games against itself, write their quiet positions to a file, and return the totals.

    Each thread plays its own games, without holding the GIL. The contents of the file depend only on the settings and
    the evaluation, not on *threads*: game 0, then game 1 and so on, each with its positions in order.

    ``PATH.json``, next to the file, records the settings and the totals. If the run is interrupted by Ctrl-C, a crash
    or a power failure, call the function again with the same arguments: it continues after the last recorded game and
    produces the same file as an uninterrupted run. To extend a finished file, pass a larger number of *games*.

    :param path: the file to write.
    :param games: the total number of games in the finished file.
    :param settings: the settings; ``Settings()`` by default.
    :param evaluation: as for `bitrook.search.Search`, except that Python callables are not supported.
    :param threads: the number of threads, from 1 to 1024, including the calling thread. At most four threads per
        processor are used.
    :param format: as for `bitrook.batch.write_positions`. The default follows from the extension of the path, for
        example ``.viri``. The format must store scores and results.
    :param progress: True shows a progress bar on a terminal. A callable is called several times a second with three
        ints: the games played so far, the total number of games, and the positions written.
    :raises TypeError: if an argument has the wrong type.
    :raises ValueError: if an argument is out of range, or ``PATH.json`` records other settings or is damaged.
    :raises FileExistsError: if *path* exists but ``PATH.json`` does not.
    :raises BlockingIOError: if another run is writing the file.

    >>> import tempfile, pathlib
    >>> from bitrook import batch, selfplay
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "games.viri"
    >>> totals = selfplay.generate(path, 4, selfplay.Settings(nodes=50), threads=2)
    >>> sum(len(part.positions) for part in batch.read_positions(path)) == totals.positions
    True
    """
    from ..batch import format_of

    games = integer("games", games, 0, 1 << 40)
    threads = integer("threads", threads, 1, 1024)
    settings = settings or Settings()
    format = format_of(path, format)
    if format in ("pgn", "binary_fen"):
        raise ValueError(f"format must store scores and results, which {format} does not")
    _selfplay(
        native_settings(settings), native(evaluation), format, 0, 0, 1, None
    )  # validates the arguments before writing anything
    recipe = _recipe(settings, evaluation, format)
    with _File(Path(path), recipe, games, progress_of(progress, "games", "positions")) as file:
        if file.totals.games < games:
            _selfplay(
                native_settings(settings), native(evaluation), format, file.totals.games, games, threads, file.take
            )
    return file.totals


def _recipe(settings: Settings, evaluation: Any, format: str) -> dict[str, Any]:
    """Return everything that the contents of a file depend on, except the number of games."""
    from .. import __version__

    digest = None if evaluation is None else hashlib.sha256(pickle.dumps(evaluation, 4)).hexdigest()[:16]
    return {"bitrook": __version__, "format": format, "evaluation": digest, **asdict(settings)}


class _File:
    """A self-play file and its ``PATH.json``, which never records games that are not yet in the file."""

    def __init__(
        self, path: Path, recipe: dict[str, Any], games: int, progress: Callable[[int, int, int], object] | None
    ) -> None:
        self._path, self._note = path, path.with_name(path.name + ".json")
        self._recipe, self._games, self._progress = recipe, games, progress
        is_new = not path.exists()
        self._file = ExclusiveFile(path)
        try:
            self.totals = self._noted()
        except BaseException:
            self._file.close()
            if is_new:
                path.unlink()
            raise
        self._before = self.totals.seconds
        self._began = self._due = time.monotonic()

    def _noted(self) -> Totals:
        """Return the totals that an earlier run recorded."""
        try:
            note = json.loads(self._note.read_text("utf-8"))
        except FileNotFoundError:
            if len(self._file):
                raise FileExistsError(
                    f"{str(self._path)!r} exists, but {self._note.name!r}, which is needed to continue it, does not; "
                    "choose another file"
                ) from None
            return Totals()
        except ValueError as error:  # not UTF-8, or not JSON
            raise self._damaged(str(error)) from None
        try:
            recipe, totals = dict(note["recipe"]), Totals(**note["totals"])
            for field in fields(Totals):
                number = getattr(totals, field.name)
                if type(number) is not int and (field.name != "seconds" or type(number) is not float) or number < 0:
                    raise ValueError(f"{field.name} is {number!r}")
            if totals.games != totals.white_wins + totals.draws + totals.black_wins:
                raise ValueError("the results do not add up to the number of games")
        except (TypeError, ValueError, KeyError) as error:
            raise self._damaged(str(error)) from None
        for name, value in self._recipe.items():
            if recipe.get(name) != value:
                raise ValueError(
                    f"{str(self._path)!r} was made with {name}={recipe.get(name)!r}, not {value!r}: choose another file"
                )
        if len(self._file) < totals.bytes:
            raise ValueError(
                f"{str(self._path)!r} is shorter than {self._note.name!r} records: delete both files to start over"
            )
        return totals

    def _damaged(self, reason: str) -> ValueError:
        return ValueError(
            f"{str(self._note)!r} is damaged ({reason}): restore it, or delete it and {self._path.name!r} to start over"
        )

    def __enter__(self) -> _File:
        try:
            self._file.truncate(self.totals.bytes)
            self._write_note()
        except BaseException:
            self._file.close()
            raise
        return self

    def take(self, data: bytes, *counts: int) -> None:
        """Append the positions of some games."""
        self._file.append(data)
        names = ("games", "plies", "positions", "white_wins", "draws", "black_wins")
        added = {name: getattr(self.totals, name) + count for name, count in zip(names, counts, strict=True)}
        seconds = self._before + time.monotonic() - self._began
        self.totals = replace(self.totals, **added, bytes=self.totals.bytes + len(data), seconds=seconds)
        if self._progress is not None:
            self._progress(self.totals.games, self._games, self.totals.positions)
        if time.monotonic() >= self._due:
            self._write_note()

    def _write_note(self) -> None:
        self._file.sync()
        text = json.dumps({"recipe": self._recipe, "totals": asdict(self.totals)}, indent=2)
        write_file(self._note, text + "\n")
        self._due = time.monotonic() + _SECONDS_BETWEEN_NOTES

    def __exit__(self, *error: object) -> None:
        try:
            if isinstance(self._progress, Display):
                self._progress.close()
            self._file.truncate(self.totals.bytes)  # an interrupt may have prevented the last write from being counted
            self._write_note()
        finally:
            self._file.close()
