"""Printing to a terminal: its width, colors, JSON and warnings."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass
from typing import Any, TextIO

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36", "white": "1;97"}


@dataclass(frozen=True)
class Terminal:
    """Whether to print colors, and the width in columns."""

    colors: bool
    columns: int

    @classmethod
    def of(cls, stream: TextIO) -> Terminal:
        """Return what *stream* can show. Colors require a terminal other than TERM=dumb, and NO_COLOR must not be set."""
        tty = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(tty and not os.environ.get("NO_COLOR"), shutil.get_terminal_size((80, 24)).columns)

    def paint(self, text: str, style: str) -> str:
        """Return the text in a style of `_STYLES`, or unchanged if there are no colors."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colors and text.strip() else text


def speed(nodes: int, seconds: float) -> str:
    """Return the nodes, the seconds and the rate as text.

    >>> speed(119_060_324, 0.09)
    '119,060,324 nodes, 0.09 s, 1,323 million nodes a second'
    """
    rate = nodes / max(seconds, 1e-9) / 1e6
    return f"{nodes:,} nodes, {seconds:.2f} s, {rate:,.{0 if rate >= 10 else 1}f} million nodes a second"


def print_json(value: object, **options: Any) -> None:
    print(json.dumps(value, indent=2, **options))


def print_warning(message: Warning | str, *others: object, **named: object) -> None:
    """Print a warning as one line. Replaces warnings.showwarning()."""
    print(f"bitrook: warning: {message}", file=sys.stderr)
