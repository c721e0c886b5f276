"""Entries of opening books."""

from __future__ import annotations

import struct
from typing import NamedTuple

from .._core import Move

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
