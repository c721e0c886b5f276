"""Good and bad arguments by the names of parameters, and how to make an object of each type, for members.py."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from bitrook import BaseBoard, Bitboard, Board, Move, Piece, SquareSet

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def board() -> Board:
    made = Board()
    for uci in ("e2e4", "e7e5", "g1f3", "b8c6"):
        made.push_uci(uci)
    made.tag = []  # a dictionary, so that the collector tracks the board
    return made


def base_board() -> BaseBoard:
    made = BaseBoard()
    made.tag = []
    return made


# --- Good arguments by the name of the parameter, or by "member.parameter". Each is made anew for each call. The first
# combination that the callable accepts is used.

Maker = Callable[[], Any]
GOOD: dict[str, tuple[Maker, ...]] = {
    "a": (lambda: 0,),
    "b": (lambda: 9,),
    "bb": (lambda: 0x55AA,),
    "board": (board,),
    "board_fen": (lambda: "8/8/8/8/8/8/8/K1k5",),
    "borders": (lambda: True,),
    "castling_fen": (lambda: "KQ",),
    "chess960": (lambda: False,),
    "claim_draw": (lambda: True,),
    "color": (lambda: True,),
    "count": (lambda: 3,),
    "depth": (lambda: 2,),
    "drop": (lambda: None,),
    "empty_square": (lambda: ".",),
    "en_passant": (lambda: "fen",),
    "epd": (lambda: '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ O-O-O; id "two moves";',),
    "f": (lambda: lambda mask: mask, lambda: int),
    "fen": (lambda: KIWIPETE,),
    "file": (lambda: 3, io.StringIO),
    "file_index": (lambda: 3,),
    "from_mask": (lambda: 0xFFFFFFFF,),
    "from_square": (lambda: 8,),
    "handle": (lambda: io.StringIO("1. e4 e5 *\n"),),
    "hash_mb": (lambda: 0,),
    "invert_color": (lambda: True,),
    "memo": (dict,),
    "method": (lambda: None, lambda: "count"),
    "move": (lambda: Move.from_uci("f1c4"),),
    "moves": (lambda: [Move.from_uci("f1c4"), Move.from_uci("f8c5")],),
    "name": (lambda: "e4", lambda: "e", lambda: "4"),
    "nodes": (lambda: 100,),
    "occupied": (lambda: 0x55AA,),
    "orientation": (lambda: False,),
    "out": (lambda: bytearray(8192), lambda: None),
    "path": (lambda: "a_file_of_the_tests",),
    "piece": (lambda: Piece(3, True),),
    "piece_type": (lambda: 3,),
    "pieces": (lambda: {0: Piece(6, True), 63: Piece(6, False)},),
    "progress": (lambda: None,),
    "promoted": (lambda: True,),
    "promotion": (lambda: None,),
    "rank": (lambda: 3,),
    "rank_index": (lambda: 3,),
    "san": (lambda: "Bc4",),
    "scharnagl": (lambda: 518,),
    "square": (lambda: 28,),
    "squares": (lambda: 0x55AA, lambda: [1, 2]),
    "stack": (lambda: 2,),
    "symbol": (lambda: "N",),
    "text": (lambda: "e4",),
    "threads": (lambda: 1,),
    "to_mask": (lambda: 0xFFFFFFFFFF,),
    "to_square": (lambda: 16,),
    "uci": (lambda: "f1c4",),
    "variation": (lambda: [Move.from_uci("f1c4"), Move.from_uci("f8c5")],),
    "word": (lambda: 0x0C1C, lambda: 796),
    "xboard": (lambda: "f1c4",),
    # One member.
    "__deepcopy__.memo": (dict,),
    "__delattr__.name": (lambda: "tag",),
    "__getattribute__.name": (lambda: "tag", lambda: "__doc__"),
    "__setattr__.name": (lambda: "tag", lambda: "turn"),
    "__setattr__.value": (lambda: 1,),
    "__setstate__.state": (lambda: board().__reduce__()[2], lambda: BaseBoard().__reduce__()[2]),
    "layout.name": (lambda: "quad",),
    "set_board_fen.fen": (lambda: "8/8/8/8/8/8/8/K1k5",),
    "boards": (lambda: [("one", 1), ("two", 2)],),
    "operators": (lambda: ["|"],),
    "set_square": (lambda: "x",),
    "__getitem__.key": (lambda: 0, lambda: "e4"),
    "__getattr__.name": (lambda: "color", lambda: "tag"),
    "converted.name": (lambda: "dense",),
    "remove.square": (lambda: 7, lambda: 28),
}
# For parameters with other names.
ANY: tuple[Maker, ...] = (
    lambda: 1,
    board,
    lambda: "e4",
    lambda: Move.from_uci("f1c4"),
    lambda: 0x55AA,
    lambda: True,
    lambda: [1, 2],
    lambda: Piece(3, True),
    lambda: None,
    lambda: lambda *a: None,
    lambda: bytearray(8192),
    lambda: Board,
    dict,
)
# Values that some parameter refuses. No ints that could be an open file.
BAD: tuple[Maker, ...] = (
    lambda: None,
    lambda: -1,
    lambda: 64_000,
    lambda: 1 << 70,
    lambda: 1.5,
    lambda: "",
    lambda: "\ud800",
    lambda: b"x",
    list,
    dict,
    lambda: [None],
    lambda: (28, "x"),
    object,
    Board,
    lambda: SquareSet(3),
    lambda: Piece(1, False),
    lambda: Move.null(),
    lambda: Board,
    lambda: lambda *a, **k: 1 / 0,
)

# How to make an object of a type. Types that are not listed: by their constructor, or by the first call that returns one.
OBJECTS: dict[str, Maker] = {
    "Board": board,
    "BaseBoard": base_board,
    "Move": lambda: Move(12, 28),
    "Piece": lambda: Piece(3, True),
    "SquareSet": lambda: SquareSet(0x55AA),
    "Bitboard": lambda: Bitboard(0x55AA),
}
