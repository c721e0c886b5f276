"""A progress bar for reading the input files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..._progress import Display
from ...data._source import size_of


class Bar:
    """Shows the total progress over all files, which are read one after the other. A context manager.

    Without files, nothing is shown.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._display = Display("B", "games")
        self._display.is_shown &= bool(files)
        self._bytes = self._games = self._total = 0
        if self._display.is_shown and "-" not in files:
            self._total = sum(map(size_of, files))

    @property
    def callback(self) -> bool | Callable[[int, int, int], None]:
        """The callback that scans receive as *progress*."""
        return self if self._display.is_shown else False

    def __call__(self, done: int, total: int, games: int) -> None:
        self._display(self._bytes + done, self._total, self._games + games)

    def finished(self, paths: Sequence[str], games: int) -> None:
        """Count files that have been read completely."""
        if self._display.is_shown:
            self._bytes += sum(size_of(path) for path in paths if path != "-")
            self._games += games

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self._display.close()
