"""The public names of python-chess's module `chess`."""

from __future__ import annotations

_SQUARES = [file + rank for rank in "12345678" for file in "ABCDEFGH"]

#: Those of 1.11.2, which the replacement lists.
NAMES = frozenset([
    *_SQUARES,
    *(f"BB_{square}" for square in _SQUARES),
    *"""
    AmbiguousMoveError BaseBoard BaseBoardT Bitboard Board BoardT Color ColorName EnPassantSpec IllegalMoveError
    IntoSquareSet InvalidMoveError LegalMoveGenerator Move Outcome Piece PieceType PseudoLegalMoveGenerator Square
    SquareSet Status Termination

    BISHOP BLACK COLORS COLOR_NAMES FEN_CASTLING_REGEX FILE_NAMES KING KNIGHT PAWN PIECE_NAMES PIECE_SYMBOLS PIECE_TYPES
    QUEEN RANK_NAMES ROOK SAN_REGEX SQUARES SQUARES_180 SQUARE_NAMES STARTING_BOARD_FEN STARTING_FEN
    UNICODE_PIECE_SYMBOLS WHITE

    BB_ALL BB_BACKRANKS BB_CENTER BB_CORNERS BB_DARK_SQUARES BB_DIAG_ATTACKS BB_DIAG_MASKS BB_EMPTY BB_FILES
    BB_FILE_A BB_FILE_ATTACKS BB_FILE_B BB_FILE_C BB_FILE_D BB_FILE_E BB_FILE_F BB_FILE_G BB_FILE_H BB_FILE_MASKS
    BB_KING_ATTACKS BB_KNIGHT_ATTACKS BB_LIGHT_SQUARES BB_PAWN_ATTACKS BB_RANKS BB_RANK_1 BB_RANK_2 BB_RANK_3
    BB_RANK_4 BB_RANK_5 BB_RANK_6 BB_RANK_7 BB_RANK_8 BB_RANK_ATTACKS BB_RANK_MASKS BB_RAYS BB_SQUARES

    STATUS_BAD_CASTLING_RIGHTS STATUS_EMPTY STATUS_IMPOSSIBLE_CHECK STATUS_INVALID_EP_SQUARE STATUS_NO_BLACK_KING
    STATUS_NO_WHITE_KING STATUS_OPPOSITE_CHECK STATUS_PAWNS_ON_BACKRANK STATUS_RACE_CHECK STATUS_RACE_MATERIAL
    STATUS_RACE_OVER STATUS_TOO_MANY_BLACK_PAWNS STATUS_TOO_MANY_BLACK_PIECES STATUS_TOO_MANY_CHECKERS
    STATUS_TOO_MANY_KINGS STATUS_TOO_MANY_WHITE_PAWNS STATUS_TOO_MANY_WHITE_PIECES STATUS_VALID

    between flip_anti_diagonal flip_diagonal flip_horizontal flip_vertical lsb msb parse_square piece_name piece_symbol
    popcount ray scan_forward scan_reversed shift_2_down shift_2_left shift_2_right shift_2_up shift_down
    shift_down_left shift_down_right shift_left shift_right shift_up shift_up_left shift_up_right square
    square_distance square_file square_knight_distance square_manhattan_distance square_mirror square_name square_rank
    """.split(),
])  # fmt: skip

#: Those that its next release adds. The replacement always has them, and lists them if that release is installed.
NEXT_NAMES = frozenset(
    """
    FILES FILE_A FILE_B FILE_C FILE_D FILE_E FILE_F FILE_G FILE_H File
    RANKS RANK_1 RANK_2 RANK_3 RANK_4 RANK_5 RANK_6 RANK_7 RANK_8 Rank
    file_name parse_file parse_rank rank_name
    """.split()
)
