"""A program that reads many megabytes of an endless game with little memory; its arguments are STREAM HOW."""

from __future__ import annotations

import io
import itertools
import logging
import resource
import sys
from collections.abc import Iterator
from typing import Any

import bitrook.data
import bitrook.pgn

MEGABYTE = 1 << 20
SIZE = 32 * MEGABYTE  # several times the size limit of a game
KNIGHTS = ["Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "]

STREAMS: dict[str, tuple[str, Any]] = {  # the beginning, and the part that repeats
    "moves": ("", lambda i: "".join(KNIGHTS) * 5 + "\n"),
    "one line": ("", lambda i: "".join(KNIGHTS) * 5),
    "nags": ("1. e4 ", lambda i: "$1 " * 25 + "\n"),
    "numbers": ("", lambda i: f"{KNIGHTS[i % 4]}" + " ".join(f"${n}" for n in range(i % 4096, i % 4096 + 100)) + "\n"),
    "comments": ("1. e4 ", lambda i: "{x} " * 20 + "\n"),
    "comment": ("1. e4 {", lambda i: "x" * 79 + "\n"),
    "tags": ("", lambda i: f'[T{i} "x"]\n'),
    "tag": ('[White "', lambda i: "x" * 79),
    "nested": ("1. e4 ", lambda i: "(d4 (e4 " * 10 + "\n"),
    "zigzag": ("", lambda i: "".join(f"-- ({move}" for move in KNIGHTS) + "\n"),
    "illegal": ("1. e4 ", lambda i: "(Ke8) " * 10 + "\n"),
    "garbage": ("", lambda i: "x" * 80),
    "blank": ("", lambda i: " " * 79 + "\n"),
    "escaped": ("%", lambda i: "x" * 80),
    "joined": ("1. e4 ", lambda i: "{a} (1. d4 {x}) " * 5 + "\n"),
    "games": ("", lambda i: '[White "A"]\n\n1. e4 {x} $1 (1. d4) e5 1-0\n\n'),
}


class Stream(io.RawIOBase):
    """The bytes of a stream, generated as they are read."""

    def __init__(self, name: str) -> None:
        first, again = STREAMS[name]
        self.parts: Iterator[bytes] = itertools.chain([first.encode()], (again(i).encode() for i in itertools.count()))
        self.left = SIZE if name != "games" else SIZE // 8
        self.kept = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        parts, size = [self.kept], len(self.kept)
        while size < len(buffer):
            parts.append(next(self.parts))
            size += len(parts[-1])
        data = b"".join(parts)
        count = min(len(buffer), self.left)
        buffer[:count] = data[:count]
        self.kept = data[count:]
        self.left -= count
        return count


class Count(bitrook.pgn.BaseVisitor[int]):
    """Counts moves and continues after errors."""

    def begin_game(self) -> None:
        self.moves = 0

    def visit_move(self, board: Any, move: Any) -> None:
        self.moves += 1

    def handle_error(self, error: Exception) -> None:
        pass

    def result(self) -> int:
        return self.moves


def ignoring_errors(read: Any) -> Any:
    try:
        return read()
    except ValueError:
        return True


def main(name: str, how: str) -> None:
    raw = Stream(name)
    logging.disable()
    limits = bitrook.pgn.Limits()
    limit = limits.game + 64 * MEGABYTE
    if how == "visitor":
        limit += limits.moves * 232  # the board's history, see docs/architecture.md
    with open("/proc/self/statm", encoding="ascii") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + limit, size + limit))
    if how == "columns":
        columns = ["moves", "nags", "comments", "movetext", "clocks", "evals", "White", "error"]
        rows = sum(len(batch) for batch in bitrook.data.scan_pgn(io.BufferedReader(raw), columns=columns))
        print("read", rows)
        return
    text = io.TextIOWrapper(io.BufferedReader(raw), encoding="ascii")
    readers = {
        "objects": lambda: bitrook.pgn.read_game(text),
        "visitor": lambda: bitrook.pgn.read_game(text, Visitor=Count),
        "headers": lambda: bitrook.pgn.read_headers(text),
        "skip": lambda: bitrook.pgn.skip_game(text) or None,
    }
    games = 0
    while ignoring_errors(readers[how]) is not None:
        games += 1
    assert raw.left == 0
    print("read", games)


if __name__ == "__main__":
    main(*sys.argv[1:])
