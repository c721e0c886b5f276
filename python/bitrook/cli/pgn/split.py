"""``bitrook pgn split``: write games to several files, by number, by size or by the value of a tag."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from contextlib import ExitStack

from ..._files import NAME_BYTES, replacing, shortened
from ...data import ArchiveError, scan_pgn
from ..terminal import Terminal
from .games import Bar, Faults, column_of, refuse_outputs, selected, separated


def split(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Write the files and print their names."""
    ways = [name for name in ("games", "bytes", "by") if getattr(arguments, name) is not None]
    if len(ways) != 1:
        raise ValueError("bitrook pgn split requires one of --games, --bytes and --by")
    if arguments.games == 0 or arguments.bytes == 0:
        raise ValueError(f"--{ways[0]} must be at least 1")
    if arguments.by is not None:
        try:
            scan_pgn(b"", filters=[(arguments.by, "is null")])
        except ValueError:
            raise ValueError(f"--by expects a tag, result or ply_count, got {arguments.by!r}") from None
    pattern = arguments.output or _default(arguments.files[0])
    if "{}" not in pattern:
        raise ValueError(f"-o must contain {{}} for the number or value, as in part-{{}}.pgn: {pattern!r}")
    with Bar(arguments.files) as bar, _Files(arguments.files, pattern) as files:
        (_by_value if arguments.by else _by_size)(arguments, bar, files)
    for path in files.paths:
        print(path)


def _default(path: str) -> str:
    stem = "games" if path == "-" else os.path.basename(path).partition(".pgn")[0].partition("*")[0] or "games"
    return (stem.replace("{}", "").lstrip("-") or "games") + "-{}.pgn"


# Windows reserves these names with any extension.
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)", re.IGNORECASE)
_MOST = 100  # bytes of a value in a file name
_NUMBER = 8  # bytes for the number that makes a name unique


class _Files(ExitStack):
    """The output files, one for each key. They replace existing files together, when all games have been written."""

    def __init__(self, inputs: Sequence[str], pattern: str) -> None:
        super().__init__()
        self._inputs, self._pattern = inputs, pattern
        name = os.path.basename(pattern)
        rest = len(os.fsencode(name.replace("{}", ""))) + _NUMBER
        self._most = min(_MOST, (NAME_BYTES - rest) // max(1, name.count("{}")))
        if self._most < 1:
            raise ValueError(f"the file name in -o is too long for values; shorten it: {name!r}")
        self._used: set[str] = set()
        self._parts: dict[object, str] = {}  # the temporary files by key
        self.paths: list[str] = []
        """The paths of the files."""

    def write(self, key: object, text: str, games: list[bytes]) -> None:
        """Add games to the file for a key. Its name contains *text*, and differs from the names for other keys."""
        if key not in self._parts:
            text = shortened(text, self._most)
            if _RESERVED.match(os.path.basename(self._pattern.replace("{}", text))):
                text = f"_{text}"
            part, number = text, 1
            while part.lower() in self._used:  # compare in lower case, because some file systems ignore case
                number += 1
                part = f"{text}-{number}"
            self._used.add(part.lower())
            path = self._pattern.replace("{}", part)
            refuse_outputs(self._inputs, path)
            self._parts[key] = self.enter_context(replacing(path, keep=(ArchiveError,)))
            self.paths.append(path)
        with open(self._parts[key], "ab") as file:
            file.writelines(games)


def _by_size(arguments: argparse.Namespace, bar: Bar, files: _Files) -> None:
    file, games, size = 1, 0, 0
    for chunk, numbers in Faults(arguments).without(selected(arguments, bar)):
        texts: list[bytes] = []
        for number in numbers:
            text = separated(chunk.game(number))
            # Each file contains at least one game.
            full = games == arguments.games if arguments.games else games > 0 and size + len(text) > arguments.bytes
            if full:
                if texts:
                    files.write(file, f"{file:03d}", texts)
                texts, file, games, size = [], file + 1, 0, 0
            texts.append(text)
            games, size = games + 1, size + len(text)
        if texts:
            files.write(file, f"{file:03d}", texts)


def _by_value(arguments: argparse.Namespace, bar: Bar, files: _Files) -> None:
    for chunk, numbers in Faults(arguments).without(selected(arguments, bar)):
        values = column_of(chunk, arguments.by, arguments)
        texts: dict[object, list[bytes]] = {}
        for number in numbers:
            texts.setdefault(values[number], []).append(separated(chunk.game(number)))
        for value, games in texts.items():
            word = "none" if value is None else re.sub(r"[^\w.+-]+", "_", str(value)).strip("._").lstrip("-") or "empty"
            files.write((value,), word, games)
