"""Good and bad arguments by parameter name, and a way to create an object of each type, for members.py."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable
from functools import partial
from typing import Any

from bitrook import BaseBoard, Bitboard, Board, Move, Piece, SquareSet, _core, pgn
from bitrook.data import read_pgn
from bitrook.data._source import Blocks, expand
from bitrook.pgn._reader import _Start
from bitrook.variant import VARIANTS
from support import native_arguments
from support.native_arguments import KIWIPETE


def board() -> Board:
    made = Board()
    for uci in ("e2e4", "e7e5", "g1f3", "b8c6"):
        made.push_uci(uci)
    made.tag = []  # creates a dictionary, so that the garbage collector tracks the board
    return made


# Positions in which f1c4 and f8c5 are legal after two moves.
STARTS = {
    "HordeBoard": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/PPPPPBPP w kq - 0 1",
    "RacingKingsBoard": "5b2/8/8/8/8/8/R7/K4Bk1 w - - 0 1",
}


def variant_board(cls: type[Board]) -> Board:
    made = cls(STARTS.get(cls.__name__, cls.starting_fen))
    for uci in ("a1b1", "g1h1") if cls.__name__ == "RacingKingsBoard" else ("e2e4", "e7e5"):
        made.push_uci(uci)
    made.tag = []
    return made


def base_board() -> BaseBoard:
    made = BaseBoard()
    made.tag = []
    return made


def move() -> Move:
    made = Move(12, 28)
    made.tag = []  # type: ignore[attr-defined]
    return made


def piece() -> Piece:
    made = Piece(3, True)
    made.tag = []  # type: ignore[attr-defined]
    return made


def square_set() -> SquareSet:
    made = SquareSet(0x55AA)
    made.tag = []  # type: ignore[attr-defined]
    return made


PGN = b'[White "Ann"]\n\n1. e4 {[%clk 0:01:00]} (1. d4 $1) e5 1-0\n'


def game_tree() -> Any:
    return _core.read_game_tree(io.StringIO(PGN.decode()).readline, False, False, None, None, False)[0]


def pgn_limits() -> Any:
    return _core._pgn_limits(**dataclasses.asdict(pgn.Limits()))


def plan() -> Any:
    columns = ["White", "moves", "result", "fen", "Variant"]
    return _core._pgn_plan(columns)


def batches() -> Any:
    return _core._pgn_batches(plan(), source(), 1, 10, None)


def source() -> Any:
    return Blocks(expand(PGN), None, None)


def table() -> Any:
    return batches().rest()


# --- Good arguments by parameter name, or by "member.parameter". They are created for each call. The first combination
# that the callable accepts is used.

Maker = Callable[[], Any]
GOOD: dict[str, tuple[Maker, ...]] = {
    **native_arguments.GOOD,
    "a": (lambda: 0,),
    "b": (lambda: 9,),
    "batches": (batches,),
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
    "dtz": (lambda: False,),
    "empty_square": (lambda: ".",),
    "en_passant": (lambda: "fen",),
    "epd": (
        lambda: '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ O-O-O; id "two moves";',
        lambda: '8/8/8/8/8/8/R7/1K3B1k w - - bm Ra3 Bc4; id "two moves";',
    ),
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
    "variant": (lambda: "atomic",),
    "variation": (lambda: [Move.from_uci("f1c4"), Move.from_uci("f8c5")],),
    "word": (lambda: 0x0C1C, lambda: 796),
    "xboard": (lambda: "f1c4",),
    # bitrook.data.
    "batch_size": (lambda: 10,),
    "dialect": (lambda: "arrow",),
    "every": (lambda: 1,),
    "fens": (lambda: None,),
    "fields": (lambda: table().fields,),
    "filters": (list,),
    "limit": (lambda: None,),
    "on_error": (lambda: "drop",),
    "packed": (lambda: Board().packed(),),
    "plan": (plan,),
    "positions": (lambda: False,),
    "skip_first": (lambda: 0,),
    "source": (source,),
    "start": (lambda: 0,),
    "table": (table,),
    # Parameters of a single member.
    "_moves_to_text.moves": (lambda: read_pgn(PGN).column("moves"),),
    "_moves_to_text.san": (lambda: True,),
    "_pack_boards.boards": (lambda: [board(), Board()],),
    "_rows_of_games.games": (lambda: [({"White": "Ann"}, [(move(), "{}", [1])])],),
    "_parse_texts.strings": (lambda: ["1. e4 e5 *", None],),
    "_line_plan.format": (lambda: "puzzles",),
    "_line_plan.columns": (lambda: ["PuzzleId", "Rating"],),
    "of_games": (lambda: None,),
    "of_rows": (lambda: None,),
    **{f"_pgn_limits.{name}": (lambda: 100,) for name in vars(pgn.Limits())},
    "_pgn_plan.columns": (lambda: ["White", "moves", "result"],),
    "_table_of.columns": (lambda: [table().buffers(i) for i in range(len(table().fields))],),
    "_table_stream.count": (lambda: 1,),
    "_text_to_moves.games": (lambda: ["e4 e5", None],),
    "_text_to_moves.san": (lambda: True,),
    "array.count": (lambda: 1,),
    "buffers.column": (lambda: 1,),
    "_set_pocket.counts": (lambda: bytes(5),),
    "column_array.column": (lambda: 1,),
    "column_array.count": (lambda: 1,),
    "throw.type": (lambda: ValueError,),
    "value.column": (lambda: 1,),
    "value.row": (lambda: 0,),
    "values.column": (lambda: 1,),
    "values.count": (lambda: 1,),
    "of_items": (lambda: False,),
    "row.row": (lambda: 0,),
    "game.row": (lambda: 0,),
    # bitrook.pgn.
    "fill_tags.others": (dict,),
    "fill_tags.roster": (dict,),
    "from_bytes.block": (lambda: game_tree().to_bytes(),),
    "index.args": (lambda: Move.from_uci("e2e4"),),
    "movetext.board": (Board,),
    "movetext.columns": (lambda: 80,),
    "movetext.comments": (lambda: True,),
    "movetext.result": (lambda: "1-0",),
    "movetext.variations": (lambda: True,),
    "node": (lambda: 1,),
    "pgn_events.text": (lambda: PGN,),
    "pgn_rewrite.columns": (lambda: 80,),
    "pgn_rewrite.text": (lambda: PGN,),
    "read_game_events.limits": (lambda: None,),
    "read_game_events.skip": (lambda: pgn.SKIP,),
    "read_game_events.start": (lambda: _Start(pgn.SkipVisitor()),),
    "read_game_events.visitor": (lambda: pgn.SkipVisitor(),),
    "readline": (lambda: io.StringIO(PGN.decode()).readline,),
    "sized": (lambda: False,),
    "tags_only": (lambda: False,),
    "__deepcopy__.memo": (dict,),
    "__delattr__.name": (lambda: "tag",),
    "__getattribute__.name": (lambda: "tag", lambda: "__doc__"),
    "__setattr__.name": (lambda: "tag", lambda: "turn"),
    "__setattr__.value": (lambda: 1,),
    "__setstate__.state": (
        lambda: board().__reduce__()[2],
        lambda: BaseBoard().__reduce__()[2],
        lambda: move().__reduce_ex__(2)[2],
        lambda: variant_board(VARIANTS[-1]).__reduce__()[2],
    ),
    "lenient": (lambda: False,),
    "layout.name": (lambda: "quad",),
    "set_board_fen.fen": (lambda: "8/8/8/8/8/8/8/K1k5",),
    "boards": (lambda: [("one", 1), ("two", 2)],),
    "operators": (lambda: ["|"],),
    "set_square": (lambda: "x",),
    "__getitem__.key": (lambda: 0, lambda: "e4"),
    "__getattr__.name": (lambda: "color", lambda: "tag"),
    "converted.name": (lambda: "dense",),
    "remove.square": (lambda: 7, lambda: 28),
    # Optional parameters.
    "chunk": (lambda: 7,),
    "comments": (lambda: False,),
    "coordinates": (lambda: True,),
    "fill.through": (lambda: 0xFFFFFF,),
    "headers": (lambda: False,),
    "ignore_castling": (lambda: True,),
    "ignore_counters": (lambda: False,),
    "ignore_turn": (lambda: True,),
    "letters": (lambda: ("KSM", "QDD", "RTV", "BLF", "NSH", "PPP"), lambda: None),
    "ray_attacks.empty": (lambda: 0xFFFFFF,),
    "replay": (lambda: False,),
    "shredder": (lambda: True,),
    "size": (lambda: 90,),
    "steps": (lambda: 2,),
    "variations": (lambda: False,),
}
# Arguments for parameters with other names.
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
# Values that at least one parameter rejects. None of the ints is a possible file descriptor.
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

# How to create an object of each type. Other types use their constructor, or the first call that returns an instance.
OBJECTS: dict[str, Maker] = {
    **native_arguments.OBJECTS,
    "Board": board,
    "BaseBoard": base_board,
    "Move": move,
    "Piece": piece,
    "SquareSet": square_set,
    "Bitboard": lambda: Bitboard(0x55AA),
    "GameTree": game_tree,
    "_ColumnBase": lambda: _core._ColumnBase(table(), 1, 0, 1),
    "_ColumnBuffer": lambda: table().buffers(1)[4],
    "_ColumnIterator": lambda: iter(_core._ColumnBase(table(), 1, 0, 1)),
    "_MoveIterator": lambda: iter(board().legal_moves),
    "_MoveStack": lambda: board().move_stack,
    "_PgnBatches": batches,
    "_PgnLimits": pgn_limits,
    "_PgnPlan": plan,
    "_Table": table,
    "_TableView": lambda: _core._TableView(memoryview(bytes(8))),
    "_VariantBoard": lambda: variant_board(VARIANTS[-1]),
    **{cls.__name__: partial(variant_board, cls) for cls in VARIANTS[1:]},
}
