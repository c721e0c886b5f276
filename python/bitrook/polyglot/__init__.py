"""Read, create and merge opening books in the Polyglot format.

The reading interface is the same as in python-chess's ``chess.polyglot``. Books are mapped into memory and lookups are
native, so a book of several gigabytes opens instantly, and processes that read the same book share its memory.

>>> import os
>>> from bitrook.polyglot import open_reader
>>> with open_reader(os.devnull) as reader:  # an empty book
...     [(entry.move, entry.weight) for entry in reader.find_all(Board())]
[]
"""

from ._hash import POLYGLOT_RANDOM_ARRAY, ZobristHasher, zobrist_hash
from ._make import make_book, merge_books
from ._reader import ENTRY_STRUCT, Entry, MemoryMappedReader, StrOrBytesPath, open_reader

__all__ = [
    "ENTRY_STRUCT",
    "Entry",
    "MemoryMappedReader",
    "POLYGLOT_RANDOM_ARRAY",
    "StrOrBytesPath",
    "ZobristHasher",
    "make_book",
    "merge_books",
    "open_reader",
    "zobrist_hash",
]
