"""Progress displays on a terminal: a tqdm or rich bar if one of them is installed, a single line otherwise."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

FIRST, EVERY = 1.0, 0.2  # seconds before the first update, and between updates


class Display:
    """A progress display on standard error. Calling it updates the display, and close() clears it.

    :param unit: "B" for bytes, which are shown with their rate; otherwise the name of the things being counted.
    :param things: what an integer note counts, such as "positions".
    """

    def __init__(self, unit: str = "", things: str = "") -> None:
        self._unit, self._things = unit, things
        self._began = time.monotonic()
        self._next = self._began + FIRST
        self._shown: Any = None
        self.is_shown: bool = sys.stderr.isatty()
        """Whether standard error is a terminal; otherwise nothing is displayed."""

    def __call__(self, done: int, total: int, note: int | str = "") -> None:
        """Display the progress toward *total*, which is 0 if unknown, and a note."""
        now = time.monotonic()
        if not self.is_shown or now < self._next:
            return
        self._next = now + EVERY
        if self._shown is None:
            self._shown = _first(self._unit, now - self._began)
        self._shown.show(done, total, f"{note:,} {self._things}" if isinstance(note, int) else note)

    def close(self) -> None:
        """Clear the display."""
        if self._shown is not None:
            self._shown.close()
            self._shown = None

    def __del__(self) -> None:
        self.close()


def progress_of(
    progress: bool | Callable[..., object], unit: str = "", things: str = ""
) -> Callable[..., object] | None:
    """Convert the argument *progress* to a function to call, or to None if there is nothing to show.

    True selects a Display if standard error is a terminal.

    :raises TypeError: if *progress* is neither a bool nor a callable.
    """
    if progress is False:
        return None
    if progress is not True:
        if not callable(progress):
            raise TypeError(f"progress must be a bool or a callable, not {type(progress).__name__}")
        return progress
    display = Display(unit, things)
    return display if display.is_shown else None


def _first(unit: str, seconds: float) -> Any:
    """Return the best display available, for a job that began *seconds* ago."""
    for kind in (_Tqdm, _Rich):
        try:
            return kind(unit, seconds)
        except ImportError:
            continue
    return _PlainLine(unit, seconds)


class _Tqdm:
    def __init__(self, unit: str, seconds: float) -> None:
        tqdm = import_module("tqdm").tqdm
        scaled = {"unit": "B", "unit_scale": True} if unit == "B" else {"unit": f" {unit}"}
        self._bar: Any = tqdm(leave=False, dynamic_ncols=True, file=sys.stderr, mininterval=0, **scaled)
        self._bar.start_t -= seconds

    def show(self, done: int, total: int, note: str) -> None:
        self._bar.total = total or None
        self._bar.set_postfix_str(note, refresh=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


class _Rich:
    def __init__(self, unit: str, seconds: float) -> None:
        progress = import_module("rich.progress")
        console = import_module("rich.console").Console(stderr=True)
        rate = [progress.TransferSpeedColumn()] if unit == "B" else [progress.MofNCompleteColumn()]
        columns = [*progress.Progress.get_default_columns(), *rate, progress.TextColumn("{task.fields[note]}")]
        self._bar: Any = progress.Progress(*columns, console=console, transient=True, auto_refresh=False)
        self._bar.start()
        self._task: Any = self._bar.add_task("", total=None, note="")

    def show(self, done: int, total: int, note: str) -> None:
        self._bar.update(self._task, completed=done, total=total or None, note=note, refresh=True)

    def close(self) -> None:
        self._bar.stop()


class _PlainLine:
    def __init__(self, unit: str, seconds: float) -> None:
        self._unit, self._began = unit, time.monotonic() - seconds
        self._width = 0

    def show(self, done: int, total: int, note: str) -> None:
        from shutil import get_terminal_size  # importing shutil also imports the compression modules

        seconds = max(time.monotonic() - self._began, 1e-3)
        left = f"{(total - done) / max(done, 1) * seconds:.0f} s left" if total else ""
        if self._unit == "B":
            parts = [f"{done / total:.0%}" if total else "", left, note, f"{done / seconds / 1e6:.1f} MB/s"]
        else:
            parts = [f"{done} of {total} {self._unit}" if total else f"{done} {self._unit}", left, note]
        line = ", ".join(filter(None, parts))[: get_terminal_size((80, 24)).columns - 1]
        print(f"\r{line:{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)

    def close(self) -> None:
        print(f"\r{'':{self._width}}\r", end="", file=sys.stderr, flush=True)
