"""Entries of opening books."""

from __future__ import annotations

import struct
from typing import NamedTuple

from .._core import Move

ENTRY_STRUCT = struct.Struct(">QHHI")
"""The layout of an entry in a file: key, move, weight, learn, in 16 bytes."""


class Entry(NamedTuple):
    """A move of a position in an opening book.

    >>> from bitrook.polyglot import Entry
    >>> Entry(Board().key, 0x31C, 40, 0, Move.from_uci("e2e4")).weight
    40
    """

    key: int
    """The Zobrist key of the position, as `Board.key`."""
    raw_move: int
    """The move as the file has it, in 16 bits. Castling is king takes rook."""
    weight: int
    """How good or popular the move is, from 0 to 65535. 0 marks an entry as deleted."""
    learn: int
    """Learning data that some engines keep here, as an int of 32 bits."""
    move: Move
    """The move. In entries that were not looked up with a `Board`, castling is king takes rook, and a promotion that does
    not exist is the null move."""
