"""Printing to a terminal: its width, colors, JSON and warnings."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36", "white": "1;97"}


# Control characters other than tabs and line ends. They could move the cursor, hide text or change the terminal.
_CONTROLS = re.compile("\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def printable(text: str) -> str:
    r"""Replace control characters by escapes.

    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return _CONTROLS.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


class Guard:
    """A text stream that replaces control characters before they reach a terminal.

    Texts of other people, such as tags and comments, may contain them. The escape sequences of paint() begin with
    *escape*, which those texts cannot know.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.escape: str = f"<{secrets.token_hex(8)}>"
        self.buffer: Any = self

    def write(self, text: str | bytes) -> int:
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        self._stream.write(printable(text).replace(self.escape, "\x1b"))
        return len(text)

    def writelines(self, lines: Iterable[str | bytes]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@dataclass(frozen=True)
class Terminal:
    """Whether to print colors, and the width in columns."""

    colors: bool
    columns: int
    escape: str = "\x1b"
    """The text that begins escape sequences, which a Guard replaces."""

    @classmethod
    def of(cls, stream: TextIO) -> Terminal:
        """Return what *stream* can show. Colors require a terminal other than TERM=dumb, and NO_COLOR must not be set."""
        tty = stream.isatty() and os.environ.get("TERM") != "dumb"
        colors = tty and not os.environ.get("NO_COLOR")
        return cls(colors, shutil.get_terminal_size((80, 24)).columns, getattr(stream, "escape", "\x1b"))

    def paint(self, text: str, style: str) -> str:
        """Return the text in a style of `_STYLES`, or unchanged if there are no colors."""
        if not self.colors or not text.strip():
            return text
        return f"{self.escape}[{_STYLES[style]}m{text}{self.escape}[0m"


def speed(nodes: int, seconds: float) -> str:
    """Return the nodes, the seconds and the rate as text.

    >>> speed(119_060_324, 0.09)
    '119,060,324 nodes, 0.09 s, 1,323 million nodes a second'
    """
    rate = nodes / max(seconds, 1e-9) / 1e6
    return f"{nodes:,} nodes, {seconds:.2f} s, {rate:,.{0 if rate >= 10 else 1}f} million nodes a second"


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table as lines with aligned columns.

    >>> aligned([["a", "b"], ["100", "2"]])
    ['a    b', '100  2']
    """
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]


def print_json(value: object, **options: Any) -> None:
    print(json.dumps(value, indent=2, **options))


def print_warning(message: Warning | str, *others: object, **named: object) -> None:
    """Print a warning as one line. Replaces warnings.showwarning()."""
    print(f"bitrook: warning: {printable(str(message))}", file=sys.stderr)
