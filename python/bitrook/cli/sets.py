"""The sets and functions that expressions of ``bitrook bitboard`` can use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import bitrook
from bitrook import BLACK, WHITE, Board

_FIXED = {
    "all": bitrook.BB_ALL,
    "none": 0,
    "light": bitrook.BB_LIGHT_SQUARES,
    "light_squares": bitrook.BB_LIGHT_SQUARES,
    "dark": bitrook.BB_DARK_SQUARES,
    "dark_squares": bitrook.BB_DARK_SQUARES,
    "corners": bitrook.BB_CORNERS,
    "center": bitrook.BB_CENTER,
    "backranks": bitrook.BB_BACKRANKS,
    "edges": bitrook.BB_BACKRANKS | bitrook.BB_FILE_A | bitrook.BB_FILE_H,
    **{f"file_{'abcdefgh'[i]}": bitrook.BB_FILES[i] for i in range(8)},
    **{f"rank_{i + 1}": bitrook.BB_RANKS[i] for i in range(8)},
    **{name: 1 << square for square, name in enumerate(bitrook.SQUARE_NAMES)},
}
_TYPES = {name: f"{piece}s" for piece in bitrook.PIECE_NAMES[1:] for name in (f"{piece}", f"{piece}s")}


def named_set(name: str, board: Board) -> int | None:
    """Return the set that *name* refers to, or None.

    >>> hex(named_set("white/pawns", Board())), named_set("file_a", Board()) == BB_FILE_A, named_set("z9", Board())
    ('0xff00', True, None)
    """
    name = re.sub("[/.]", "_", name.lower()).removeprefix("bb_")
    if name in _FIXED:
        return _FIXED[name]
    own = {
        "occupied": board.occupied,
        "empty": bitrook.BB_ALL & ~board.occupied,
        "white": board.occupied_co[WHITE],
        "black": board.occupied_co[BLACK],
        "us": board.occupied_co[board.turn],
        "them": board.occupied_co[not board.turn],
        "promoted": board.promoted,
        "castling_rights": board.castling_rights,
        "en_passant": 0 if board.ep_square is None else 1 << board.ep_square,
        "checkers": board.checkers_mask(),
        "pinned": sum(
            1 << s for s in bitrook.scan_forward(board.occupied) if board.is_pinned(bool(board.color_at(s)), s)
        ),
    }
    if name in own:
        return int(own[name])
    color, _, kind = name.rpartition("_")
    if kind not in _TYPES or color not in ("", "white", "black"):
        return None
    return int(getattr(board, _TYPES[kind]) & own[color or "occupied"])


def _union(word: int, of: Callable[[int], int]) -> int:
    union = 0
    for square in bitrook.scan_forward(word):
        union |= of(square)
    return union


class Function(NamedTuple):
    """A function of the board and of sets, and the numbers of arguments that it takes."""

    of: Callable[..., int]
    arities: tuple[int, ...] = (1,)


def _on(of: Callable[[Board, int], int]) -> Function:
    return Function(of)


def _each(attacks: Callable[[int], int]) -> Function:
    return _on(lambda _, word: _union(word, attacks))


def _slider(attacks: Callable[[int, int], int]) -> Function:
    def of(_: Board, word: int, occupied: int = 0) -> int:
        return _union(word, lambda square: attacks(square, occupied))

    return Function(of, (1, 2))


def _word(change: Callable[[int], int]) -> Function:
    return _on(lambda _, word: change(word))


def _pair(of_two: Callable[[int, int], int]) -> Function:
    def of(_: Board, a: int, b: int) -> int:
        return of_two(_one(a), _one(b))

    return Function(of, (2,))


def _one(word: int) -> int:
    if word.bit_count() != 1:
        raise ValueError(f"between and line take sets of a single square: 0x{word:x}")
    return bitrook.msb(word)


def _index(name: str, scan: Callable[[int], int], word: int) -> int:
    if not word:
        raise ValueError(f"{name} takes a set that is not empty")
    return scan(word)


NUMBERS = ("lsb", "msb", "count")
"""The functions whose results are numbers rather than sets."""

FUNCTIONS: dict[str, Function] = {
    "knight": _each(bitrook.BB_KNIGHT_ATTACKS.__getitem__),
    "king": _each(bitrook.BB_KING_ATTACKS.__getitem__),
    "white_pawn": _each(bitrook.BB_PAWN_ATTACKS[WHITE].__getitem__),
    "black_pawn": _each(bitrook.BB_PAWN_ATTACKS[BLACK].__getitem__),
    "bishop": _slider(bitrook.bishop_attacks),
    "rook": _slider(bitrook.rook_attacks),
    "queen": _slider(bitrook.queen_attacks),
    "attacks": _on(lambda board, of: _union(of, board.attacks_mask)),
    "white_attackers": _on(lambda board, of: _union(of, lambda s: board.attackers_mask(WHITE, s))),
    "black_attackers": _on(lambda board, of: _union(of, lambda s: board.attackers_mask(BLACK, s))),
    "moves": _on(lambda board, of: sum({1 << move.to_square for move in board.generate_legal_moves(of)})),
    "between": _pair(bitrook.between),
    "line": _pair(bitrook.ray),
    "north": _word(bitrook.shift_up),
    "south": _word(bitrook.shift_down),
    "east": _word(bitrook.shift_right),
    "west": _word(bitrook.shift_left),
    "north_east": _word(bitrook.shift_up_right),
    "north_west": _word(bitrook.shift_up_left),
    "south_east": _word(bitrook.shift_down_right),
    "south_west": _word(bitrook.shift_down_left),
    "flip_vertical": _word(bitrook.flip_vertical),
    "flip_horizontal": _word(bitrook.flip_horizontal),
    "flip_diagonal": _word(bitrook.flip_diagonal),
    "flip_anti_diagonal": _word(bitrook.flip_anti_diagonal),
    "first": _word(lambda word: word & -word),
    "last": _word(lambda word: 1 << bitrook.msb(word) if word else 0),
    "lsb": _word(lambda word: _index("lsb", bitrook.lsb, word)),
    "msb": _word(lambda word: _index("msb", bitrook.msb, word)),
    "count": _word(int.bit_count),
}
