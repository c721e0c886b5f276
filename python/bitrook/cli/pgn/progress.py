"""A bar of the bytes read, with rate and time left, by tqdm if it is installed; on a terminal only."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from ..terminal import Progress


class Bar:
    """Shows how much of the files has been read, after the first second. A context manager.

    tqdm is used, not rich: it has no dependencies of its own on POSIX.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self.base = 0
        """The bytes of the files that have been read to their end."""
        self._total = 0 if "-" in files else sum(os.path.getsize(path) for path in files if os.path.exists(path))
        self._start = time.monotonic()
        self._bar: Any = None
        self._line: Progress | None = None
        if not sys.stderr.isatty():
            return
        try:
            tqdm = import_module("tqdm").tqdm
        except ModuleNotFoundError:
            self._line = Progress()
            return
        self._bar = tqdm(
            total=self._total or None,
            unit="B",
            unit_scale=True,
            delay=1,
            leave=False,
            dynamic_ncols=True,
            file=sys.stderr,
        )

    @property
    def callback(self) -> bool | Callable[[int, int, int], None]:
        """What a scan is given as its parameter *progress*."""
        return self if self._bar is not None or self._line is not None else False

    def __call__(self, done: int, total: int, games: int) -> None:
        done += self.base
        if self._bar is not None:
            self._bar.set_postfix_str(f"{games:,} games", refresh=False)
            self._bar.update(done - self._bar.n)
        elif self._line is not None:
            seconds = max(time.monotonic() - self._start, 1e-3)
            left = f"{(self._total - done) / max(done, 1) * seconds:.0f} s left, " if self._total else ""
            share = f"{done / self._total:.0%}, " if self._total else ""
            self._line(f"{share}{left}{games:,} games, {done / seconds / 1e6:.0f} MB/s")

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()
        if self._line is not None:
            self._line.clear()
