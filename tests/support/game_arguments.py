"""Good arguments of the native functions behind bitrook.polyglot and bitrook.selfplay, for arguments.py."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Any

from bitrook import Board, _core
from bitrook.data import read_pgn
from bitrook.polyglot import Entry
from bitrook.polyglot._make import _COLUMNS
from bitrook.selfplay import Settings

Maker = Callable[[], Any]


@cache
def folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def path(name: str) -> bytes:
    return str(Path(folder().name, name)).encode()


@cache
def book_file() -> bytes:
    """A book with one move of the starting position."""
    entry = Entry(Board().zobrist_hash(), 0x031C, 1, 0, None)
    place = path("book.bin")
    Path(place.decode()).write_bytes(b"".join(n.to_bytes(size, "big") for n, size in zip(entry[:4], (8, 2, 2, 4))))
    return place


def book() -> Any:
    return _core._book(book_file(), "book.bin")


def book_maker() -> Any:
    return _core._book_maker(24, 1, 0, True, True, 1 << 20, folder().name.encode())


def games() -> Any:
    return read_pgn(b"1. e4 e5 1-0\n", columns=_COLUMNS)._native


GOOD: dict[str, tuple[Maker, ...]] = {
    "_book.path": (book_file,),
    "_merge_books.path": (lambda: path("merged.bin"),),
    "add.max_rating": (lambda: 4000,),
    "add.min_rating": (lambda: 0,),
    "add.table": (games,),
    "black": (lambda: True,),
    "books": (lambda: [book(), book()],),
    "directory": (lambda: folder().name.encode(),),
    "entries.first": (lambda: 0,),
    "entries.last": (lambda: 1,),
    "find.key": (lambda: 796,),
    "finish.path": (lambda: path("made.bin"),),
    "lower_bound.key": (lambda: 796,),
    "max_ply": (lambda: 24,),
    "memory": (lambda: 1 << 20,),
    "min_games": (lambda: 1,),
    "minimum_weight": (lambda: 1,),
    "weighting": (lambda: 0,),
    "white": (lambda: True,),
    # Self-play.
    "_selfplay.first": (lambda: 0,),
    "_selfplay.last": (lambda: 1,),
    "_selfplay.take": (lambda: lambda *counts: None,),
    "_selfplay.evaluation": (lambda: None,),
    "_selfplay_game.evaluation": (lambda: None,),
    "_selfplay_game.number": (lambda: 0,),
    "settings": (lambda: astuple(Settings(nodes=1, max_plies=10)),),
}
OBJECTS: dict[str, Maker] = {"_Book": book, "_BookMaker": book_maker}
