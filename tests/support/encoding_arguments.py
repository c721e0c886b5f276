"""Good arguments of the native functions behind the encodings of bitrook.batch, for arguments.py."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from bitrook import Board, _core

Maker = Callable[[], Any]


def source() -> Any:
    return _core._encoding_source([Board(), Board()], 8, 1, False)


GOOD: dict[str, tuple[Maker, ...]] = {
    "_codec.name": (lambda: "lc0",),
    "_decode_san.out": (lambda: bytearray(4),),
    "_encode_features.name": (lambda: "chess768",),
    "_encode_features.out": (lambda: memoryview(bytearray(2 * 2 * 32 * 4)).cast("i", (2, 2, 32)),),
    "_encode_san.moves": (lambda: array("h", [1804, 1804]),),
    "_encode_san.out": (lambda: bytearray(8),),
    "_encode_tokens.out": (lambda: memoryview(bytearray(128)).cast("B", (2, 64)),),
    "_encoding_source.boards": (lambda: [Board(), Board()],),
    "_feature_info.name": (lambda: "halfkp",),
    "_plane_stack.name": (lambda: "maia2",),
    "batch": (source,),
    "by_turn": (lambda: True,),
    "channels_last": (lambda: False,),
    "decode.out": (lambda: bytearray(4),),
    "encode.moves": (lambda: array("h", [1804, 1804]),),
    "encode.out": (lambda: bytearray(8), lambda: bytearray(2 * 18 * 64 * 4)),
    "encode_packed.out": (lambda: bytearray(2 * 18 * 8),),
    "fill": (lambda: "no",),
    "decode.indices": (lambda: array("i", [322, 322]),),
    "input_format": (lambda: 1,),
    "item_size": (lambda: 4,),
    "legal_mask.out": (lambda: memoryview(bytearray(2 * 1858)).cast("B", (2, 1858)),),
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
}
OBJECTS: dict[str, Maker] = {
    "_Codec": lambda: _core._codec("lc0"),
    "_EncodingSource": source,
    "_PlaneStack": lambda: _core._plane_stack("maia2"),
}
