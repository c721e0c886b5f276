"""Read opening books."""

from __future__ import annotations

import os
import random as _random
import struct
from collections.abc import Container, Iterator
from typing import Any, NamedTuple, TypeAlias, Union

from .._core import Board, Move, _book
from .._files import require_mappable

StrOrBytesPath: TypeAlias = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

_CHUNK = 4096  # the number of entries that iteration reads at a time


ENTRY_STRUCT = struct.Struct(">QHHI")
"""The layout of an entry in a file: key, move, weight, learn, in 16 bytes."""


class Entry(NamedTuple):
    """A position and one of its moves in an opening book.

    >>> from bitrook.polyglot import Entry
    >>> Entry(Board().key, 0x31C, 40, 0, Move.from_uci("e2e4")).weight
    40
    """

    key: int
    """The Zobrist key of the position, like `Board.key`."""
    raw_move: int
    """The 16-bit move as stored in the file, where castling is encoded as king takes rook."""
    weight: int
    """How good or popular the move is, from 0 to 65535. A weight of 0 marks the entry as deleted."""
    learn: int
    """A 32-bit int in which some engines store learning data."""
    move: Move
    """The move. If the entry was not looked up with a `Board`, castling is encoded as king takes rook, and a move with an
    invalid promotion piece becomes the null move."""


class MemoryMappedReader:
    """An opening book mapped into memory: a sequence of `Entry` objects, sorted by key. See `open_reader`.

    Methods with a parameter *board* accept a `Board` or the key of a position. With a `Board`, entries whose move is not
    legal are skipped, and castling moves follow the board: the king moves two squares, or takes the rook in Chess960. A
    reader can be used by several threads.

    :param filename: the path of the file. An empty file is an empty book.
    :raises OSError: if the file cannot be read or mapped, as a pipe, or its size is not a multiple of 16 bytes.
    """

    def __init__(self, filename: StrOrBytesPath) -> None:
        require_mappable(filename)
        self._native: Any = _book(filename)
        self.filename = filename
        """The path that was passed to the reader."""
        if not self._native.is_whole():
            raise OSError(
                f"{os.fspath(filename)!r} is not a complete Polyglot book: its size is not a multiple of 16 bytes"
            )

    def _open(self) -> Any:
        if self._native is None:
            raise ValueError("the book is closed")
        return self._native

    def __enter__(self) -> MemoryMappedReader:
        return self

    def __exit__(self, exc_type: object, exc_value: object, traceback: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._open())

    def __getitem__(self, index: int) -> Entry:
        size = len(self)
        first = index + size if index < 0 else index
        if not 0 <= first < size:
            raise IndexError(f"index {index} is out of range for a book of {size} entries")
        return Entry._make(self._native.entries(first, first + 1)[0])

    def __iter__(self) -> Iterator[Entry]:
        for first in range(0, len(self), _CHUNK):
            yield from map(Entry._make, self._open().entries(first, first + _CHUNK))

    def position_count(self) -> int:
        """Return the number of different positions."""
        return int(self._open().position_count())

    def is_sorted(self) -> bool:
        """Return whether the entries are sorted by key. Lookups in other books fail."""
        return bool(self._open().is_sorted())

    def bisect_key_left(self, key: int) -> int:
        """Return the index of the first entry whose key is at least *key*."""
        if key < 0:
            return 0
        return len(self) if key >= 1 << 64 else self._open().lower_bound(key)

    def __contains__(self, entry: Entry) -> bool:
        return entry in self.find_all(entry.key, minimum_weight=entry.weight)

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """Return an iterator over the entries of a position, in the order of the file.

        :param board: a `Board` or a key.
        :param minimum_weight: skip entries with a smaller weight. The default skips only entries marked as deleted.
        :param exclude_moves: skip these moves.
        :raises ValueError: if the book is closed.
        """
        native = self._open()
        found: list[Any]
        if isinstance(board, Board):
            found = native.find(board, 0, minimum_weight)
        else:
            key = int(board)
            found = native.find(None, key, minimum_weight) if 0 <= key < 1 << 64 else []
        entries = map(Entry._make, found)
        return (entry for entry in entries if entry.move not in exclude_moves) if exclude_moves else entries

    def _some(self, board: Board | int, minimum_weight: int, exclude_moves: Container[Move]) -> list[Entry]:
        """Return the entries of a position as find_all() does, but at least one."""
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError(f"the book has no entry for {board.fen() if isinstance(board, Board) else hex(board)}")
        return entries

    def find(self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()) -> Entry:
        """Return the entry with the highest weight. If several have it, return the first.

        The parameters are the same as for `find_all`.

        :raises IndexError: if the position has no matching entry.
        """
        entries = self._some(board, minimum_weight, exclude_moves)
        return max(entries, key=lambda entry: entry.weight)

    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None:
        """Return the entry with the highest weight, or *default* if no entry matches. See `find`."""
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: _random.Random | None = None,
    ) -> Entry:
        """Return a random entry of a position. All entries are equally likely.

        The other parameters are the same as for `find_all`.

        :param random: a seeded `random.Random` for reproducible choices, which are the same as in python-chess.
        :raises IndexError: if the position has no matching entry.
        """
        randint = (random or _random).randint
        chosen, *others = self._some(board, minimum_weight, exclude_moves)
        for i, entry in enumerate(others, 1):
            if randint(0, i) == i:
                chosen = entry
        return chosen

    def weighted_choice(
        self, board: Board | int, *, exclude_moves: Container[Move] = (), random: _random.Random | None = None
    ) -> Entry:
        """Return a random entry of a position, with probabilities proportional to the weights.

        The other parameters are the same as for `find_all`.

        :param random: a seeded `random.Random` for reproducible choices, which are the same as in python-chess.
        :raises IndexError: if no matching entry has a positive weight.
        """
        entries = self._some(board, 1, exclude_moves)
        rest = (random or _random).randint(0, sum(entry.weight for entry in entries) - 1)
        at = 0
        while rest >= entries[at].weight:
            rest -= entries[at].weight
            at += 1
        return entries[at]

    def close(self) -> None:
        """Close the book. Using it afterwards raises ValueError."""
        self._native = None


def open_reader(path: StrOrBytesPath) -> MemoryMappedReader:
    """Open an opening book.

    :param path: the file.
    :returns: a `MemoryMappedReader`, which is a context manager.
    :raises OSError: if the file cannot be read, or its size is not a multiple of 16 bytes.

    >>> import os
    >>> from bitrook.polyglot import open_reader
    >>> with open_reader(os.devnull) as reader:
    ...     len(reader), reader.get(Board())
    (0, None)
    """
    return MemoryMappedReader(path)
