"""``bitrook pgn split``: write games to several files, by number, by size or by the value of a tag."""

from __future__ import annotations

import argparse
import os
import re

from ..._files import refuse_inputs
from ...data._names import NOT_FILTERED
from ..terminal import Terminal
from .games import column_of, selected, separated
from .progress import Bar


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Write the files and print their names."""
    ways = [name for name in ("games", "bytes", "by") if getattr(arguments, name) is not None]
    if len(ways) != 1:
        raise ValueError("bitrook pgn split requires one of --games, --bytes and --by")
    if arguments.games == 0 or arguments.bytes == 0:
        raise ValueError(f"--{ways[0]} must be at least 1")
    if arguments.by in NOT_FILTERED:
        raise ValueError(f"--by expects a tag, result or ply_count, got {arguments.by!r}")
    pattern = arguments.output or _default(arguments.files[0])
    if "{}" not in pattern:
        raise ValueError(f"-o must contain {{}} for the number or value, as in part-{{}}.pgn: {pattern!r}")
    files = _Files(arguments, pattern)
    with Bar(arguments.files) as bar:
        (_by_value if arguments.by else _by_size)(arguments, bar, files)
    for path in files.paths.values():
        print(path)


def _default(path: str) -> str:
    stem = "games" if path == "-" else os.path.basename(path).partition(".pgn")[0].partition("*")[0] or "games"
    return stem.replace("{}", "") + "-{}.pgn"


class _Files:
    """The output files, one for each key."""

    def __init__(self, arguments: argparse.Namespace, pattern: str) -> None:
        self._arguments, self._pattern = arguments, pattern
        self._used: set[str] = set()
        self.paths: dict[object, str] = {}
        """The files that were written, by key."""

    def write(self, key: object, text: str, games: list[bytes]) -> None:
        """Add games to the file for a key. Its name contains *text*, and differs from the names for other keys."""
        is_new = key not in self.paths
        if is_new:
            part, number = text, 1
            while part.lower() in self._used:  # compare in lower case, because some file systems ignore case
                number += 1
                part = f"{text}-{number}"
            self._used.add(part.lower())
            path = self._pattern.replace("{}", part)
            refuse_inputs(self._arguments.files, path)
            self.paths[key] = path
        with open(self.paths[key], "wb" if is_new else "ab") as file:
            file.writelines(games)


def _by_size(arguments: argparse.Namespace, bar: Bar, files: _Files) -> None:
    file, games, size = 1, 0, 0
    for chunk, numbers in selected(arguments, bar):
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
    for chunk, numbers in selected(arguments, bar):
        values = column_of(chunk, arguments.by, arguments.threads)
        texts: dict[object, list[bytes]] = {}
        for number in numbers:
            texts.setdefault(values[number], []).append(separated(chunk.game(number)))
        for value, games in texts.items():
            word = "none" if value is None else re.sub(r"[^\w.+-]+", "_", str(value)).strip("._")[:100] or "empty"
            files.write((value,), word, games)
