"""Arguments for the native functions of bitrook.batch.Boards, by the names of their parameters, for arguments.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bitrook import Board, _core

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def batch() -> Any:
    """Two boards after 1. e4."""
    made = _core._boards_new(2, 8, 2, 0, 0, 0)
    made.step(bytes([12, 7, 12, 7]), 0, bytearray(8), bytearray(2), bytearray(2), bytearray(2))
    return made


GOOD: dict[str, tuple[Callable[[], Any], ...]] = {
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
    "_boards_new.adjudication": (lambda: 0,),
    "_boards_new.autoreset": (lambda: 2,),
    "_boards_new.history": (lambda: 8,),
    "append.source": (batch,),
    "assign.source": (batch,),
    "count_legal_moves.out": (lambda: bytearray(8), lambda: None),
    "equals.other": (batch,),
    "is_legal.moves": (lambda: bytearray(4),),
    "is_legal.out": (lambda: bytearray(2),),
    "moves_to_text.moves": (lambda: bytearray(4),),
    "moves_to_text.san": (lambda: True,),
    "packed.out": (lambda: memoryview(bytearray(48)).cast("B", (2, 24)),),
    "perft.out": (lambda: bytearray(16),),
    "query.name": (lambda: "keys",),
    "query.out": (lambda: bytearray(16),),
    "random_moves.out": (lambda: bytearray(4),),
    "set_fens.fens": (lambda: [KIWIPETE, KIWIPETE],),
    "set_packed.packed": (lambda: memoryview(Board().packed() * 2).cast("B", (2, 24)),),
    "set_state.chess960": (lambda: bytes(2),),
    "set_state.ends": (lambda: bytes(2),),
    "set_state.moves": (lambda: [bytes([12, 7]), b""],),
    "set_state.plies": (lambda: [0, 0],),
    "set_state.starts": (lambda: [Board().fen()] * 4,),
    "step.moves": (lambda: bytearray(4),),
    "text_to_moves.out": (lambda: bytearray(4),),
    "text_to_moves.san": (lambda: True,),
    "text_to_moves.texts": (lambda: ["e5", None],),
}
OBJECTS: dict[str, Callable[[], Any]] = {"_Boards": batch}
