"""Names of tablebase files, which consist of the material of both sides, such as "KRPvKR"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from .._core import BaseBoard

_LETTERS = "KQRBNP"


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """Return the name under which a table is stored, with the stronger side first.

    :param name: the material of both sides in any order, such as ``"KRvKQP"``.
    :param mirror: whether to put the weaker side first instead.

    >>> normalize_tablename("KNNvKBB")
    'KBBvKNN'
    """
    sides = ["".join(sorted(side, key=_LETTERS.index)) for side in name.split("v", 1)]
    sides.sort(key=lambda side: (-len(side), [_LETTERS.index(letter) for letter in side]), reverse=mirror)
    return "v".join(sides)


def calc_key(board: BaseBoard, *, mirror: bool = False) -> str:
    """Return the material of a board in the form of a table name, with White first.

    :param mirror: whether to put Black first instead.

    >>> calc_key(Board("8/8/8/5N2/5K2/2kB4/8/8 b - - 0 1"))
    'KBNvK'
    """
    sides = [
        "".join(letter * board.pieces_mask(6 - i, color).bit_count() for i, letter in enumerate(_LETTERS))
        for color in (not mirror, mirror)
    ]
    return "v".join(sides)


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """Yield the names of all tables with up to *piece_count* pieces, smallest first.

    :param one_king: whether to limit the names to standard chess, with one king per side. If False, tables of antichess
        are included.

    >>> list(tablenames(piece_count=3))
    ['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KPvK']
    """
    for count in range(3 if one_king else 2, piece_count + 1):
        for weaker in range(1, count // 2 + 1):
            for white in _sides(count - weaker, one_king):
                for black in _sides(weaker, one_king):
                    name = f"{white}v{black}"
                    if name == normalize_tablename(name):
                        yield name


def _sides(count: int, one_king: bool) -> Iterator[str]:
    """Yield the material that one side with *count* pieces can have."""
    king, letters = ("K", _LETTERS[1:]) if one_king else ("", _LETTERS)
    for pieces in combinations_with_replacement(letters, count - len(king)):
        yield king + "".join(pieces)


def is_tablename(name: str, *, one_king: bool = True, piece_count: int | None = 7, normalized: bool = True) -> bool:
    """Return whether *name* is the name of a table.

    :param one_king: whether to accept only tables of standard chess, with one king per side.
    :param piece_count: the maximum number of pieces; None for no limit.
    :param normalized: whether to accept only the name under which the table is stored.

    >>> is_tablename("KQvKR"), is_tablename("KRvKQ"), is_tablename("README")
    (True, False, False)
    """
    sides = name.split("v")
    if len(sides) != 2 or any(not side or set(side) - set(_LETTERS) for side in sides):
        return False
    if one_king and (name == "KvK" or any(side[0] != "K" or "K" in side[1:] for side in sides)):
        return False
    in_range = piece_count is None or len(name) - 1 <= piece_count
    return in_range and (not normalized or name == normalize_tablename(name))


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """Yield the names of the tables that a single capture or promotion can reach from the table *target*.

    :param one_king: whether to exclude captures of kings and promotions to kings.

    >>> sorted(dependencies("KBNvK"))
    ['KBvK', 'KNvK']
    """
    found: set[str] = set()
    white, black = target.split("v", 1)
    letters = _LETTERS[one_king:]
    for ours, theirs in ((white, black), (black, white)):
        if "P" in ours:
            found |= {f"{ours.replace('P', letter, 1)}v{theirs}" for letter in letters if letter != "P"}
        if len(ours) > 1:
            found |= {f"{ours.replace(letter, '', 1)}v{theirs}" for letter in letters if letter in ours}
    yield from sorted({normalize_tablename(name) for name in found} - {"KvK" if one_king else ""})


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """Yield *targets* and all tables that they depend on, directly or indirectly.

    :param one_king: see `dependencies`.

    >>> sorted(all_dependencies(["KPvK"]))
    ['KBvK', 'KNvK', 'KPvK', 'KQvK', 'KRvK']
    """
    closed: set[str] = {"KvK"} if one_king else set()
    waiting = [normalize_tablename(name) for name in targets]
    while waiting:
        name = waiting.pop()
        if name not in closed:
            closed.add(name)
            yield name
            waiting.extend(dependencies(name, one_king=one_king))


def dtz_before_zeroing(wdl: int) -> int:
    """Return the DTZ of a position whose best move is a capture or a pawn move, from its WDL value.

    >>> [dtz_before_zeroing(wdl) for wdl in (-2, -1, 0, 1, 2)]
    [-1, -101, 0, 101, 1]
    """
    return {2: 1, 1: 101, 0: 0, -1: -101, -2: -1}[wdl]
