"""What can be printed: colours or none, so many columns, progress on a line of its own."""

from __future__ import annotations

import os
import shutil
import sys
import time
from dataclasses import dataclass
from typing import TextIO

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36", "white": "1;97"}


@dataclass(frozen=True)
class Terminal:
    """Where output goes, and what may be done there."""

    colours: bool
    columns: int

    @classmethod
    def of(cls, stream: TextIO) -> Terminal:
        """Colours only on a terminal that can show them, and not against the user's NO_COLOR."""
        tty = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(tty and not os.environ.get("NO_COLOR"), shutil.get_terminal_size((80, 24)).columns)

    def paint(self, text: str, style: str) -> str:
        """The text in a style, if there are colours."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colours and text.strip() else text


class Progress:
    """One line on the error stream that is written over, on a terminal only and from the second second on."""

    def __init__(self) -> None:
        self._shown = 0
        self._next = time.monotonic() + 1.0
        self._tty = sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        if self._tty and time.monotonic() >= self._next:
            line = text[: shutil.get_terminal_size((80, 24)).columns - 1]
            print(f"\r{line:{self._shown}}", end="", file=sys.stderr, flush=True)
            self._shown = len(line)
            self._next = time.monotonic() + 0.2

    def clear(self) -> None:
        if self._shown:
            print(f"\r{'':{self._shown}}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0


def speed(nodes: int, seconds: float) -> str:
    """``119,060,324 nodes, 0.09 s, 1,322 million nodes a second``"""
    rate = nodes / max(seconds, 1e-9) / 1e6
    return f"{nodes:,} nodes, {seconds:.2f} s, {rate:,.{0 if rate >= 10 else 1}f} million nodes a second"
