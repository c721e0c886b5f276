"""Making opening books of games, and merging them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from .._arguments import integer
from .._constants import BLACK, WHITE
from .._core import _book_maker, _merge_books
from ._reader import MemoryMappedReader, StrOrBytesPath

if TYPE_CHECKING:
    from ..data._filters import Filters
    from ..data._source import Progress, Source

Weighting: TypeAlias = Literal["score", "frequency", "uniform"]

_WEIGHTINGS = ("score", "frequency", "uniform")
_COLUMNS = ["moves", "result", "fen", "Variant", "WhiteElo", "BlackElo"]
_LEAST_MEMORY = 1 << 20


def make_book(
    source: Source,
    path: StrOrBytesPath,
    *,
    max_ply: int = 24,
    min_games: int = 3,
    weights: Weighting = "score",
    color: bool | None = None,
    min_rating: int | None = None,
    max_rating: int | None = None,
    filters: Filters | None = None,
    limit: int | None = None,
    threads: int = 1,
    memory: int = 256 << 20,
    progress: bool | Progress = False,
) -> int:
    """Make an opening book of the games of PGN files, and return how many entries it has.

    The result is exact whatever *memory* is: counts that do not fit are sorted and written to temporary files next to
    the book, which are merged at the end. Games with errors are left out. With the same options, the book is that of
    ``polyglot make-book``, byte for byte, with two exceptions: Polyglot ignores the tag FEN, and halves the counts of a
    move again and again once 16,384 games have it.

    :param source: the games, as for `bitrook.data.scan_pgn`: a path, a list of paths, a pattern with ``*`` ...,
        compressed or not.
    :param path: the book. An existing file is replaced when everything has succeeded.
    :param max_ply: plies of each game that count, 1 or more.
    :param min_games: moves that fewer games had are left out.
    :param weights: ``"score"``: 2 for a win of the side that moved, and 1 for a draw or an unknown result, so that moves
        that only lost are left out. ``"frequency"``: the number of games. ``"uniform"``: 1 for all moves that ``"score"``
        would keep. Where a weight is more than 65,535, those of the position are scaled, to at least 1.
    :param color: WHITE or BLACK for a book with the moves of one side.
    :param min_rating: count only moves of players with at least this rating; those without a rating do not count then.
    :param max_rating: count only moves of players with at most this rating.
    :param filters: conditions on games, as for `bitrook.data.scan_pgn`.
    :param limit: the most games to read.
    :param threads: the number of threads that read games.
    :param memory: the most bytes that counts take in memory, at least 1 MiB. Reading takes some more for each thread.
    :param progress: True, or a callable, as for `bitrook.data.scan_pgn`.
    :raises OSError: if a file cannot be read or written.
    :raises ValueError: if an argument is out of its range.

    >>> import os, tempfile
    >>> from bitrook.polyglot import make_book, open_reader
    >>> pgn = b"1. e4 e5 1-0\\n\\n1. e4 c5 1/2-1/2\\n\\n1. d4 d5 0-1\\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "book.bin")
    ...     print(make_book(pgn, path, min_games=1))
    ...     with open_reader(path) as reader:
    ...         print([(entry.move.uci(), entry.weight) for entry in reader.find_all(Board())])
    3
    [('e2e4', 3)]
    """
    from ..data import scan_pgn

    if weights not in _WEIGHTINGS:
        raise ValueError(f"weights must be {', '.join(map(repr, _WEIGHTINGS))}, not {weights!r}")
    low = -1 if min_rating is None else integer("min_rating", min_rating, 1, 32767)
    high = 32767 if max_rating is None else integer("max_rating", max_rating, 1, 32767)
    if max_rating is not None and min_rating is None:
        low = 1  # players without a rating count as 0
    numbers = integer("max_ply", max_ply, 1), integer("min_games", min_games, 1)
    bytes_ = integer("memory", memory, _LEAST_MEMORY, (1 << 63) - 1)
    scan = scan_pgn(
        source, columns=_COLUMNS, filters=filters, errors="drop", limit=limit, threads=threads, progress=progress
    )

    def write(new: bytes, folder: bytes) -> int:
        white, black = color in (None, WHITE), color in (None, BLACK)
        maker = _book_maker(*numbers, _WEIGHTINGS.index(weights), white, black, bytes_, folder)
        for games in scan:
            maker.add(games._native, low, high)
        return maker.finish(new)

    return _written(path, write)


def merge_books(sources: Iterable[StrOrBytesPath], path: StrOrBytesPath) -> int:
    """Merge opening books, and return how many entries the result has.

    The weights of moves that several books have are added; where a sum is more than 65,535, those of the position are
    scaled, to at least 1. Learning data is that of the first book. The moves of a position are in the order of their
    weights, and entries with weight 0 are left out.

    :param sources: the books, each sorted by key.
    :param path: the new book, which may be one of *sources*.
    :raises OSError: if a file cannot be read or written, or is not a whole book.
    :raises ValueError: if a book is not sorted.
    """
    readers = [MemoryMappedReader(source) for source in sources]
    for reader in readers:
        if not reader._native.is_sorted():
            raise ValueError(f"{reader.filename!r} is not sorted by key")
    return _written(path, lambda new, _: _merge_books([reader._native for reader in readers], new))


def _written(path: StrOrBytesPath, write: Callable[[bytes, bytes], int]) -> int:
    """Call *write* with the path of a new file and a temporary folder next to *path*, and move the file there."""
    place = os.path.abspath(os.fsencode(path))
    prefix = b"." + os.path.basename(place) + b"."
    with tempfile.TemporaryDirectory(prefix=prefix, dir=os.path.dirname(place)) as folder:
        new = os.path.join(folder, b"book")
        entries = write(new, folder)
        os.replace(new, place)
    return entries
