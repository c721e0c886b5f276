"""The sets and functions that expressions of ``bitrook bitboard`` can use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .. import (
    BB_ALL,
    BB_BACKRANKS,
    BB_CENTER,
    BB_CORNERS,
    BB_DARK_SQUARES,
    BB_FILE_A,
    BB_FILE_H,
    BB_FILES,
    BB_KING_ATTACKS,
    BB_KNIGHT_ATTACKS,
    BB_LIGHT_SQUARES,
    BB_PAWN_ATTACKS,
    BB_RANKS,
    BLACK,
    COLORS,
    PIECE_NAMES,
    PIECE_TYPES,
    SQUARE_NAMES,
    WHITE,
    Board,
    between,
    bishop_attacks,
    flip_anti_diagonal,
    flip_diagonal,
    flip_horizontal,
    flip_vertical,
    msb,
    queen_attacks,
    ray,
    rook_attacks,
    scan_forward,
    shift_down,
    shift_down_left,
    shift_down_right,
    shift_left,
    shift_right,
    shift_up,
    shift_up_left,
    shift_up_right,
)

_FIXED = {
    "all": BB_ALL,
    "none": 0,
    "light": BB_LIGHT_SQUARES,
    "light_squares": BB_LIGHT_SQUARES,
    "dark": BB_DARK_SQUARES,
    "dark_squares": BB_DARK_SQUARES,
    "corners": BB_CORNERS,
    "center": BB_CENTER,
    "backranks": BB_BACKRANKS,
    "edges": BB_BACKRANKS | BB_FILE_A | BB_FILE_H,
    **{f"file_{'abcdefgh'[i]}": BB_FILES[i] for i in range(8)},
    **{f"rank_{i + 1}": BB_RANKS[i] for i in range(8)},
    **{name: 1 << square for square, name in enumerate(SQUARE_NAMES)},
}
_TYPES = {name: t for t in PIECE_TYPES for name in (str(PIECE_NAMES[t]), f"{PIECE_NAMES[t]}s")}
_COLORS = {"white": WHITE, "black": BLACK}


def named_set(name: str, board: Board) -> int | None:
    """Return the set that *name* refers to, or None.

    >>> hex(named_set("white/pawns", Board())), named_set("file_a", Board()) == BB_FILE_A, named_set("z9", Board())
    ('0xff00', True, None)
    """
    name = re.sub("[/.]", "_", name.lower()).removeprefix("bb_")
    if name in _FIXED:
        return _FIXED[name]
    if name in _COLORS:
        return int(board.occupied_co[_COLORS[name]])
    if name in _TYPES:
        return _of_type(board, _TYPES[name])
    color, _, kind = name.partition("_")
    if color in _COLORS and kind in _TYPES:
        return int(board.pieces_mask(_TYPES[kind], _COLORS[color]))
    own: dict[str, Callable[[], int]] = {
        "occupied": lambda: board.occupied,
        "empty": lambda: BB_ALL & ~board.occupied,
        "us": lambda: board.occupied_co[board.turn],
        "them": lambda: board.occupied_co[not board.turn],
        "promoted": lambda: board.promoted,
        "castling_rights": lambda: board.castling_rights,
        "en_passant": lambda: 0 if board.ep_square is None else 1 << board.ep_square,
        "checkers": board.checkers_mask,
        "pinned": lambda: _union(board.occupied, lambda s: 1 << s if _is_pinned(board, s) else 0),
    }
    return int(own[name]()) if name in own else None


def _of_type(board: Board, kind: int) -> int:
    return int(board.pieces_mask(kind, WHITE) | board.pieces_mask(kind, BLACK))


def _is_pinned(board: Board, square: int) -> bool:
    return any(board.color_at(square) == color and board.is_pinned(color, square) for color in COLORS)


def _union(word: int, of: Callable[[int], int]) -> int:
    union = 0
    for square in scan_forward(word):
        union |= of(square)
    return union


class Function(NamedTuple):
    """A function of the board and of sets, and the numbers of arguments that it takes."""

    of: Callable[..., int]
    arities: tuple[int, ...] = (1,)


def _on(of: Callable[[Board, int], int]) -> Function:
    return Function(of)


def _each(attacks: Callable[[int], int]) -> Function:
    def of(_: Board, word: int) -> int:
        return _union(word, attacks)

    return Function(of)


def _slider(attacks: Callable[[int, int], int]) -> Function:
    def of(_: Board, word: int, occupied: int = 0) -> int:
        return _union(word, lambda square: attacks(square, occupied))

    return Function(of, (1, 2))


def _word(change: Callable[[int], int]) -> Function:
    def of(_: Board, word: int) -> int:
        return change(word)

    return Function(of)


def _pair(of_two: Callable[[int, int], int]) -> Function:
    def of(_: Board, a: int, b: int) -> int:
        return of_two(_one(a), _one(b))

    return Function(of, (2,))


def _one(word: int) -> int:
    if word.bit_count() != 1:
        raise ValueError(f"between and line take sets of a single square: 0x{word:x}")
    return msb(word)


def _targets(board: Board, origins: int) -> int:
    return sum({1 << move.to_square for move in board.generate_legal_moves(origins)})


FUNCTIONS: dict[str, Function] = {
    "knight": _each(lambda s: BB_KNIGHT_ATTACKS[s]),
    "king": _each(lambda s: BB_KING_ATTACKS[s]),
    "white_pawn": _each(lambda s: BB_PAWN_ATTACKS[WHITE][s]),
    "black_pawn": _each(lambda s: BB_PAWN_ATTACKS[BLACK][s]),
    "bishop": _slider(bishop_attacks),
    "rook": _slider(rook_attacks),
    "queen": _slider(queen_attacks),
    "attacks": _on(lambda board, of: _union(of, board.attacks_mask)),
    "white_attackers": _on(lambda board, of: _union(of, lambda s: board.attackers_mask(WHITE, s))),
    "black_attackers": _on(lambda board, of: _union(of, lambda s: board.attackers_mask(BLACK, s))),
    "moves": _on(_targets),
    "between": _pair(between),
    "line": _pair(ray),
    "north": _word(shift_up),
    "south": _word(shift_down),
    "east": _word(shift_right),
    "west": _word(shift_left),
    "north_east": _word(shift_up_right),
    "north_west": _word(shift_up_left),
    "south_east": _word(shift_down_right),
    "south_west": _word(shift_down_left),
    "flip_vertical": _word(flip_vertical),
    "flip_horizontal": _word(flip_horizontal),
    "flip_diagonal": _word(flip_diagonal),
    "flip_anti_diagonal": _word(flip_anti_diagonal),
    "first": _word(lambda word: word & -word),
    "last": _word(lambda word: 1 << msb(word) if word else 0),
}
