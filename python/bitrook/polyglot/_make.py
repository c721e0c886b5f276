"""Create opening books from games, and merge books."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TypeAlias

from .._arguments import integer
from .._constants import BLACK, WHITE
from .._core import _book_maker, _merge_books
from .._files import AnyPath, refuse_inputs, replacing
from ._reader import MemoryMappedReader

if TYPE_CHECKING:
    from ..data._filters import Filters
    from ..data._source import Progress, Source

Weighting: TypeAlias = Literal["score", "frequency", "uniform"]

_WEIGHTINGS = ("score", "frequency", "uniform")
_COLUMNS = ["moves", "result", "fen", "Variant", "WhiteElo", "BlackElo"]
_LEAST_MEMORY = 1 << 20


def make_book(
    source: Source,
    path: AnyPath,
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
    """Create an opening book from the games in PGN files, and return the number of entries.

    The result does not depend on *memory*: counts that do not fit are sorted and written to temporary files next to the
    book, and merged at the end. Games with errors are skipped. With the same options, the book is identical to that of
    ``polyglot make-book``, byte for byte, with two exceptions: Polyglot ignores the tag FEN, and it halves the counts of
    all moves of a position each time one of them reaches 16,384 games.

    :param source: the games, as for `bitrook.data.scan_pgn`, such as a path, a list of paths or a pattern with ``*``.
        The files may be compressed.
    :param path: the book to write. An existing file is replaced only once the new book is complete.
    :param max_ply: the number of plies to use from each game, 1 or more.
    :param min_games: the minimum number of games in which a move must occur.
    :param weights: how moves are weighted. ``"score"`` adds 2 for each win of the side that moved and 1 for each draw or
        unknown result; moves that only lost are dropped. ``"frequency"`` counts games. ``"uniform"`` gives 1 to every
        move that ``"score"`` keeps. If a weight exceeds 65,535, all weights of the position are scaled down, but not
        below 1.
    :param color: WHITE or BLACK to include only the moves of that side.
    :param min_rating: count only moves of players with at least this rating. Players without a rating do not qualify.
    :param max_rating: count only moves of players with at most this rating.
    :param filters: conditions on games, as for `bitrook.data.scan_pgn`.
    :param limit: the maximum number of games to read.
    :param threads: the number of threads that read games.
    :param memory: the maximum number of bytes for the counts, at least 1 MiB. Each thread needs some additional memory.
    :param progress: True or a callable, as for `bitrook.data.scan_pgn`.
    :raises OSError: if a file cannot be read or written.
    :raises ValueError: if an argument is out of range, or *path* is one of the files in *source*.

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
    max_ply, min_games = integer("max_ply", max_ply, 1), integer("min_games", min_games, 1)
    memory = integer("memory", memory, _LEAST_MEMORY, (1 << 63) - 1)
    scan = scan_pgn(
        source, columns=_COLUMNS, filters=filters, errors="drop", limit=limit, threads=threads, progress=progress
    )

    refuse_inputs(scan._items, path)
    with replacing(path) as new, _errors_about(path):
        is_device = os.path.exists(path) and not os.path.isfile(path)
        beside = None if is_device else os.path.dirname(os.path.abspath(new))
        with tempfile.TemporaryDirectory(prefix=".book-", dir=beside) as folder:
            maker = _book_maker(
                max_ply=max_ply,
                min_games=min_games,
                weighting=weights,
                white=color in (None, WHITE),
                black=color in (None, BLACK),
                memory=memory,
                directory=os.fsencode(folder),
            )
            for games in scan:
                maker.add(games._native, low, high)
            entries: int = maker.finish(os.fsencode(new))
    return entries


def merge_books(sources: Iterable[AnyPath], path: AnyPath) -> int:
    """Merge opening books, and return the number of entries in the result.

    If several books contain a move, its weights are added. If a sum exceeds 65,535, all weights of the position are
    scaled down, but not below 1. Learning data comes from the first book. The moves of a position are sorted by weight,
    and entries with weight 0 are dropped.

    :param sources: the books, each sorted by key.
    :param path: the book to write; may be one of *sources*.
    :raises OSError: if a file cannot be read or written, or its size is not a multiple of 16 bytes.
    :raises ValueError: if a book is not sorted.
    """
    readers = [MemoryMappedReader(source) for source in sources]
    for reader in readers:
        if not reader._native.is_sorted():
            raise ValueError(f"{reader.filename!r} is not sorted by key")
    with replacing(path) as new, _errors_about(path):
        entries: int = _merge_books([reader._native for reader in readers], os.fsencode(new))
    return entries


@contextmanager
def _errors_about(path: AnyPath) -> Iterator[None]:
    """Add the path of the book to errors of the native code."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise OSError(error.errno, error.strerror, path) from None
        raise
