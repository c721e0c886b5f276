"""The constants of python-chess: colors, pieces, squares, sets of squares and attacks on an empty board."""

from ._core import _tables

# fmt: off
Color = bool
COLORS = [WHITE, BLACK] = [True, False]
COLOR_NAMES = ["black", "white"]  # indexed by color

PieceType = int
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = {
    "R": "\u2656", "r": "\u265c", "N": "\u2658", "n": "\u265e", "B": "\u2657", "b": "\u265d",
    "Q": "\u2655", "q": "\u265b", "K": "\u2654", "k": "\u265a", "P": "\u2659", "p": "\u265f",
}

File = int
FILES = [FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H] = list(range(8))
FILE_NAMES = list("abcdefgh")
Rank = int
RANKS = [RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8] = list(range(8))
RANK_NAMES = list("12345678")

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = f"{STARTING_BOARD_FEN} w KQkq - 0 1"

# ---- Squares.
Square = int
SQUARES = [
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
] = list(range(64))
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARES_180 = [square ^ 56 for square in SQUARES]  # a8 first; a vertical mirror, despite python-chess's name

# ---- Sets of squares, as ints.
BB_EMPTY = 0
BB_ALL = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES = [
    BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1,
    BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2,
    BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3,
    BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4,
    BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5,
    BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6,
    BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7,
    BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8,
] = [1 << square for square in SQUARES]
BB_FILES = [
    BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H,
] = [0x0101_0101_0101_0101 << file for file in FILES]
BB_RANKS = [
    BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8,
] = [0xFF << 8 * rank for rank in RANKS]
# fmt: on
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8
BB_CORNERS = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES = 0xAA55_AA55_AA55_AA55

# ---- Attacks on an empty board.
BB_KNIGHT_ATTACKS: list[int] = _tables["knight_attacks"].tolist()
BB_KING_ATTACKS: list[int] = _tables["king_attacks"].tolist()
# Indexed by color and square. The type annotations of `tolist` do not cover two dimensions.
BB_PAWN_ATTACKS: list[list[int]] = _tables["pawn_attacks"].tolist()  # type: ignore[assignment]


def piece_symbol(piece_type: PieceType) -> str:
    """Return the lowercase letter of a piece type, 1..6.

    :raises IndexError: if *piece_type* is greater than 6.

    >>> piece_symbol(KNIGHT)
    'n'
    """
    return PIECE_SYMBOLS[piece_type]  # type: ignore[return-value]  # only index 0 is None


def piece_name(piece_type: PieceType) -> str:
    """Return the English name of a piece type, 1..6.

    :raises IndexError: if *piece_type* is greater than 6.

    >>> piece_name(KNIGHT)
    'knight'
    """
    return PIECE_NAMES[piece_type]  # type: ignore[return-value]  # only index 0 is None
