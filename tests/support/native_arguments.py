"""Good arguments for the native functions behind batch, search, polyglot and selfplay, for arguments.py."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from bitrook import Board, Move, _core, search
from bitrook.batch import codec, encoding
from bitrook.data import read_pgn
from bitrook.polyglot import Entry
from bitrook.polyglot._make import _COLUMNS
from bitrook.selfplay import Settings
from bitrook.selfplay import native_settings

Maker = Callable[[], Any]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def batch() -> Any:
    """Return two boards after 1. e4."""
    made = _core._boards_new(2, history=8, autoreset="same", adjudication="claim", max_plies=0, seed=0)
    made.step(bytes([12, 7, 12, 7]), 0, bytearray(8), bytearray(2), bytearray(2), bytearray(2))
    return made


def plain_shape() -> Any:
    return _core._plain_shape(1, False, 1, bytes(64), False, 255, 64, 400)


@cache
def network_folder() -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory()
    Path(folder.name, "network").write_bytes(bytes(2 * 772))
    return folder


def source() -> Any:
    return _core._encoding_source([Board(), Board()], 8, 1, False)


def columns() -> list[Any]:
    """Return the columns of a position."""
    numbers = array("h", [1804]), array("h", [30]), array("b", [1]), array("H", [0]), array("H", [1])
    return [bytearray(Board().packed()), *numbers]


def written() -> bytes:
    """Return a binpack file with one position."""
    writer = _core._record_writer("binpack")
    writer.write(columns(), 1)
    return writer.finish()


def take_one_game(positions: bytes, games: int, *counts: int) -> None:
    if games > 1:
        raise ValueError("a bad call requested more games")


def reader() -> Any:
    made = _core._record_reader("binpack")
    made.feed(written())
    return made


@cache
def folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def path(name: str) -> bytes:
    return str(Path(folder().name, name)).encode()


@cache
def book_file() -> bytes:
    """Return a book with one move for the starting position."""
    entry = Entry(Board().zobrist_hash(), 0x031C, 1, 0, None)
    place = path("book.bin")
    Path(place.decode()).write_bytes(b"".join(n.to_bytes(size, "big") for n, size in zip(entry[:4], (8, 2, 2, 4))))
    return place


def book() -> Any:
    return _core._book(book_file())


def book_maker() -> Any:
    return _core._book_maker(
        max_ply=24,
        min_games=1,
        weighting="score",
        white=True,
        black=True,
        memory=1 << 20,
        directory=folder().name.encode(),
    )


def games() -> Any:
    return read_pgn(b"1. e4 e5 1-0\n", columns=_COLUMNS)._native


def history() -> Any:
    made = search.History()
    made.bonus(Move.from_uci("f1c4"), 5, True)
    return made


def table_of_entries() -> Any:
    made = search.TranspositionTable(1)
    made.store(796, Move.from_uci("f1c4"), 35, 8, search.EXACT)
    return made


GOOD: dict[str, tuple[Maker, ...]] = {
    # bitrook.batch: two boards.
    "colors": (lambda: True,),
    "i": (lambda: 1,),
    "illegal": (lambda: 2,),
    "indices": (lambda: memoryview(bytearray(16)).cast("q"),),
    "mask": (lambda: None,),
    "max_plies": (lambda: 0,),
    "n": (lambda: 2,),
    "numbers": (lambda: memoryview(bytearray(16)).cast("q"),),
    "offsets": (lambda: bytearray(12),),
    "plies": (lambda: bytearray(8),),
    "reason": (lambda: bytearray(2),),
    "reasons": (lambda: bytearray(2),),
    "results": (lambda: bytearray(2),),
    "rewards": (lambda: bytearray(8),),
    "seed": (lambda: 1,),
    "terminated": (lambda: bytearray(2),),
    "truncated": (lambda: bytearray(2),),
    "_boards_new.adjudication": (lambda: "claim",),
    "_boards_new.autoreset": (lambda: "same",),
    "_boards_new.history": (lambda: 8,),
    "append.source": (batch,),
    "assign.source": (batch,),
    "count_legal_moves.out": (lambda: bytearray(8), lambda: None),
    "equals.other": (batch,),
    "dtz_of_boards.boards": (batch,),
    "dtz_of_boards.out": (lambda: bytearray(4),),
    "wdl_of_boards.boards": (batch,),
    "wdl_of_boards.out": (lambda: bytearray(2),),
    "add.name": (lambda: "KQvK",),
    "wdl": (lambda: 2,),
    "evaluate_boards.boards": (batch,),
    "evaluate_boards.out": (lambda: bytearray(8),),
    "_network_from_bytes.version": (lambda: "",),
    "_load_network.version": (lambda: "",),
    "_network_from_bytes.data": (lambda: bytes(2 * 772),),
    "_load_network.path": (lambda: f"{network_folder().name}/network",),
    "plain": (plain_shape,),
    "written.plain": (lambda: False,),
    "crelu": (lambda: True,),
    "hidden": (lambda: 1,),
    "king_buckets": (lambda: bytes(64),),
    "output_buckets": (lambda: 1,),
    "qa": (lambda: 255,),
    "qb": (lambda: 64,),
    "scale": (lambda: 400,),
    "evaluate.out": (lambda: bytearray(8),),
    "evaluate.evaluation": (_core.PieceSquareTables,),
    "is_capture.moves": (lambda: bytearray(4),),
    "is_capture.out": (lambda: bytearray(2),),
    "is_legal.moves": (lambda: bytearray(4),),
    "is_legal.out": (lambda: bytearray(2),),
    "moves_to_text.moves": (lambda: bytearray(4),),
    "moves_to_text.san": (lambda: True,),
    "packed.out": (lambda: memoryview(bytearray(48)).cast("B", (2, 24)),),
    "perft.out": (lambda: bytearray(16),),
    "query.name": (lambda: "keys",),
    "where.condition": (lambda: _core._condition("check"),),
    "where.out": (lambda: bytearray(2),),
    "query.out": (lambda: bytearray(16),),
    "random_moves.out": (lambda: bytearray(4),),
    "set_fens.fens": (lambda: [KIWIPETE, KIWIPETE],),
    "set_fens.kingless": (lambda: True,),
    "set_fens.valid": (lambda: bytearray(b"\1\1"),),
    "set_packed.packed": (lambda: memoryview(Board().packed() * 2).cast("B", (2, 24)),),
    "set_packed.valid": (lambda: bytearray(b"\1\1"),),
    "set_state.chess960": (lambda: bytes(2),),
    "set_state.ends": (lambda: bytes(2),),
    "set_state.moves": (lambda: [bytes([12, 7]), b""],),
    "set_state.plies": (lambda: [0, 0],),
    "set_state.starts": (lambda: [Board().fen()] * 4,),
    "step.moves": (lambda: bytearray(4),),
    "text_to_moves.out": (lambda: bytearray(4),),
    "text_to_moves.san": (lambda: True,),
    "text_to_moves.texts": (lambda: ["e5", None],),
    # Encodings.
    "_codec.name": (lambda: "lc0",),
    "_decode_san.out": (lambda: bytearray(4),),
    "_encode_features.name": (lambda: "chess768",),
    "_encode_features.out": (lambda: memoryview(bytearray(2 * 2 * 32 * 4)).cast("i", (2, 2, 32)),),
    "_encode_san.moves": (lambda: array("h", [1804, 1804]),),
    "_encode_san.out": (lambda: bytearray(8),),
    "_encode_tokens.out": (lambda: memoryview(bytearray(128)).cast("B", (2, 64)),),
    "_encoding_source.boards": (lambda: [Board(), Board()],),
    "_feature_info.name": (lambda: "halfkp",),
    "feed.data": (lambda: written(),),
    "read.columns": (columns,),
    "write.columns": (columns,),
    "_plane_stack.name": (lambda: "maia2",),
    "batch": (source,),
    "by_turn": (lambda: True,),
    "channels_last": (lambda: False,),
    "decode.out": (lambda: bytearray(4), lambda: None),
    "_CodecBase.name": (lambda: "lc0",),
    "_EncodingBase.layout": (lambda: "tokens",),
    "_EncodingBase.stack": (lambda: _core._plane_stack("maia2"),),
    "encode.boards": (Board,),
    "encode.dtype": (lambda: "float16",),
    "encode.layout": (lambda: "tokens",),
    "encode.moves": (lambda: array("h", [1804, 1804]), lambda: Move.from_uci("e2e4")),
    "encode.out": (lambda: bytearray(8), lambda: bytearray(2 * 18 * 64 * 4), lambda: None),
    "encode.packed": (lambda: False,),
    "decode.boards": (Board,),
    "legal_mask.boards": (Board,),
    "encode_packed.out": (lambda: bytearray(2 * 18 * 8),),
    "format": (lambda: "binpack",),
    "fill": (lambda: "no",),
    "decode.indices": (lambda: array("i", [322, 322]), lambda: 322),
    "input_format": (lambda: 1,),
    "item_size": (lambda: 4,),
    "legal_mask.out": (lambda: memoryview(bytearray(2 * 1858)).cast("B", (2, 1858)), lambda: None),
    "legal_mask.packed": (lambda: False,),
    "kind": (lambda: 1,),
    "mirrored": (lambda: True,),
    "names": (lambda: ["own_pawns"],),
    "decode.offsets": (lambda: None,),
    "encode.offsets": (lambda: None,),
    "packed_depth": (lambda: 1,),
    "rank_1_first": (lambda: True,),
    "strict": (lambda: False,),
    "tokens": (lambda: array("i", [0, 1]),),
    "_book.path": (book_file,),
    "_merge_books.path": (lambda: path("merged.bin"),),
    "add.max_rating": (lambda: 4000,),
    "add.min_rating": (lambda: 0,),
    "add.table": (games,),
    "black": (lambda: True,),
    "books": (lambda: [book(), book()],),
    "directory": (lambda: folder().name.encode(),),
    "entries.first": (lambda: 0,),
    "entries.last": (lambda: 1,),
    "find.key": (lambda: 796,),
    "finish.path": (lambda: path("made.bin"),),
    "lower_bound.key": (lambda: 796,),
    "max_ply": (lambda: 24,),
    "memory": (lambda: 1 << 20,),
    "min_games": (lambda: 1,),
    "minimum_weight": (lambda: 1,),
    "weighting": (lambda: "uniform",),
    "white": (lambda: True,),
    # Self-play.
    "_selfplay.first": (lambda: 0,),
    "_selfplay.last": (lambda: 1,),
    "_selfplay.take": (lambda: take_one_game,),
    "_selfplay.evaluation": (lambda: None,),
    "_selfplay_game.evaluation": (lambda: None,),
    "_selfplay_game.number": (lambda: 0,),
    "settings": (lambda: native_settings(Settings(nodes=1, max_plies=10)),),
    **{f"_selfplay_settings.{name}": (lambda value=value: value,) for name, value in asdict(Settings()).items()},
    "_parse_info.classes": (lambda: (int, int, int, int, int),),
    "_parse_info.fields": (lambda: 31,),
    "_parse_info.line": (lambda: "depth 5 nodes 20 pv f1c4",),
    "_quiescence.evaluation": (lambda: None, lambda: lambda board: 1),
    "_search.evaluation": (lambda: None, lambda: lambda board: 1),
    "_search_limits.moves": (lambda: None,),
    "_search_limits.time": (lambda: 0.1,),
    "_search_limits.soft_time": (lambda: 0.1,),
    "_search_options.fifty_move_rule": (lambda: False,),
    "_search_options.probe_depth": (lambda: 2,),
    "_search_options.tablebase": (lambda: _core._tablebase("chess"),),
    "DefaultEvaluation.tables": (search.PieceSquareTables,),
    "_search.limits": (lambda: _core._search_limits(Board(), nodes=100),),
    "_search.options": (lambda: _core._search_options(off=()),),
    "_search.table": (lambda: _core.TranspositionTable(1),),
    "alpha": (lambda: -100,),
    "batched": (lambda: False, lambda: True),
    "beta": (lambda: 100,),
    "bound": (lambda: search.EXACT,),
    "captures_only": (lambda: False,),
    "checks": (lambda: True,),
    "counter_move": (lambda: Move.from_uci("a2a3"),),
    "endgame": (lambda: array("d", range(384)),),
    "enemy": (lambda: 0xFF000000000000,),
    "hash_move": (lambda: Move.from_uci("f1c4"),),
    "history": (history, lambda: None),
    "prefetch.key": (lambda: 796,),
    "probe.key": (lambda: 796,),
    "store.key": (lambda: 796,),
    "killers": (lambda: [Move.from_uci("a2a3"), None],),
    "mb": (lambda: 1,),
    "midgame": (lambda: [[1.5] * 64] * 6,),
    "multipv": (lambda: 1,),
    "off": (lambda: ("null_move",),),
    "on_info": (lambda: None,),
    "own": (lambda: 0xFF00,),
    "phase": (lambda: (0, 1, 1, 2, 4, 0),),
    "ply": (lambda: 3,),
    "score": (lambda: 35,),
    "see": (lambda: True,),
    "stop": (lambda: _core._stop_flag(),),
    "threshold": (lambda: 100,),
    "values": (lambda: [100, 320, 330, 500, 900, 0],),
}
OBJECTS: dict[str, Maker] = {
    "_Boards": batch,
    "_Codec": lambda: _core._codec("lc0"),
    "_CodecBase": lambda: codec("lc0"),
    "_EncodingBase": lambda: encoding("maia2"),
    "_EncodingSource": source,
    "_PlaneStack": lambda: _core._plane_stack("maia2"),
    "_RecordReader": lambda: reader(),
    "_RecordWriter": lambda: _core._record_writer("binpack"),
    "_Network": lambda: _core._network_from_bytes(bytes(2 * 772), plain_shape(), ""),
    "_PlainShape": lambda: plain_shape(),
    "_Tablebase": lambda: _core._tablebase("chess"),
    "DefaultEvaluation": search.DefaultEvaluation,
    "EvaluationTerms": lambda: search.PieceSquareTables().terms(Board()),
    "History": history,
    "MovePicker": lambda: search.MovePicker(Board()),
    "PieceSquareTables": search.PieceSquareTables,
    "TableEntry": lambda: table_of_entries().probe(796),
    "TranspositionTable": table_of_entries,
    "_Book": book,
    "_BookMaker": book_maker,
}
