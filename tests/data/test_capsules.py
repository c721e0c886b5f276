"""Edge cases of Arrow's C structures: consumed capsules, invalid data, failing allocations in callbacks."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import children
from support.arrow_abi import Made, array, schema

import bitrook.data as bd


def returns(method: str, value: object) -> Any:
    """Return an object whose method returns the same object each time."""
    return type("Returns", (), {method: lambda self, requested_schema=None: value})()


def stream_twice(pa: Any, values: Any) -> Any:
    return returns("__arrow_c_stream__", pa.chunked_array([values]).__arrow_c_stream__())


def array_twice(pa: Any, values: Any) -> Any:
    return returns("__arrow_c_array__", values.__arrow_c_array__())


@pytest.mark.parametrize("twice", [stream_twice, array_twice])
def test_capsules_that_have_been_consumed(twice: Callable[[Any, Any], Any]) -> None:
    pa = pytest.importorskip("pyarrow")
    texts = pa.array(["1. e4 e5 *", None])
    moves = pa.array([[1804]], pa.list_(pa.int16()))
    for values, read in ((texts, bd.parse_movetext), (moves, bd.moves_to_uci)):
        source = twice(pa, values)
        assert len(read(source)) == len(values)
        with pytest.raises(ValueError, match=r"(strings|moves) has Arrow data that has already been consumed"):
            read(source)
        source = twice(pa, values)  # another library may have consumed it first
        (pa.chunked_array if twice is stream_twice else pa.array)(source)
        with pytest.raises(ValueError, match="has already been consumed"):
            read(source)


def offsets(*values: int, kind: str = "i") -> bytes:
    return struct.pack(f"{len(values)}{kind}", *values)


def view(length: int, buffer: int, place: int) -> bytes:
    return struct.pack("i4sii", length, b"1. e", buffer, place)


TEXT = b"1. e4 e5 2. Nf3 *"
SIZES = struct.pack("q", len(TEXT))
INVALID_TEXTS = {
    "too few buffers": ("u", array(1, None, offsets(0, 3))),
    "a length out of range": ("u", array(-1, None, offsets(0, 3), TEXT)),
    "an offset out of range": ("u", array(1, None, offsets(0, 3), TEXT, offset=-1)),
    "an offset out of range ": ("u", array(1, None, offsets(0, 3), TEXT, offset=(1 << 63) - 1)),
    "nulls without a validity bitmap": ("u", array(1, None, offsets(0, 3), TEXT, null_count=1)),
    "no offsets": ("u", array(1, None, None, TEXT)),
    "a negative offset": ("u", array(1, None, offsets(-5, 3), TEXT)),
    "decreasing offsets": ("u", array(2, None, offsets(0, 5, 3), TEXT)),
    "decreasing offsets ": ("U", array(2, None, offsets(0, 5, 3, kind="q"), TEXT)),
    "no bytes": ("z", array(1, None, offsets(0, 3), None)),
    "no views": ("vu", array(1, None, None, SIZES)),
    "a view that points outside of its buffer": ("vu", array(1, None, view(-1, 0, 0), TEXT, SIZES)),
    "a view that points outside of its buffer ": ("vu", array(1, None, view(17, 1, 0), TEXT, SIZES)),
    "a view that points outside of its buffer  ": ("vu", array(1, None, view(17, -1, 0), TEXT, SIZES)),
    "a view that points outside of its buffer   ": ("vu", array(1, None, view(17, 0, 1), TEXT, SIZES)),
    "a view that points outside of its buffer    ": ("vu", array(1, None, view(17, 0, -1), TEXT, SIZES)),
    "a view that points outside of its buffer     ": ("vu", array(1, None, view(17, 0, 0), None, SIZES)),
}


@pytest.mark.parametrize("why", INVALID_TEXTS)
def test_invalid_texts(why: str) -> None:
    kind, data = INVALID_TEXTS[why]
    with pytest.raises(ValueError, match=f"strings has invalid Arrow data: {why.strip()}$"):
        bd.parse_movetext(Made(schema(kind.encode()), data))


def test_texts_that_are_just_valid() -> None:
    def moves(kind: bytes, data: Any) -> list[Any]:
        return list(bd.parse_movetext(Made(schema(kind), data), ["ply_count"]).column("ply_count"))

    assert moves(b"u", array(0, None, None, None)) == []
    assert moves(b"u", array(2, None, offsets(7, 7, 7), None)) == [None, None]
    assert moves(b"u", array(1, b"\0", offsets(0, 17), TEXT, null_count=1)) == [None]
    assert moves(b"vu", array(1, None, view(17, 0, 0), TEXT, SIZES)) == [3]
    assert moves(b"u", array(1, None, offsets(0, 0, 17), TEXT, offset=1)) == [3]


WORDS = struct.pack("hh", 1804, 2356)
INVALID_MOVES: dict[str, Callable[[], Any]] = {
    "no items": lambda: array(1, None, offsets(0, 2)),
    "no items ": lambda: array(1, None, offsets(0, 2), child=array(2, None, None)),
    "too few buffers": lambda: array(1, None, offsets(0, 2), child=array(2, None)),
    "an offset past the last item": lambda: array(1, None, offsets(0, 3), child=array(2, None, WORDS)),
    "a length out of range": lambda: array(1, None, offsets(0, 2), child=array(-2, None, WORDS)),
    "a null among the items": lambda: array(1, None, offsets(0, 2), child=array(2, b"\1", WORDS, null_count=1)),
    "an array that has been released": lambda: array(
        1, None, offsets(0, 2), child=array(2, None, WORDS, release=type(array(0).release)())
    ),
}


@pytest.mark.parametrize("why", INVALID_MOVES)
def test_invalid_moves(why: str) -> None:
    with pytest.raises(ValueError, match=f"moves has invalid Arrow data: {why.strip()}$"):
        bd.moves_to_uci(Made(schema(b"+l", schema(b"s")), INVALID_MOVES[why]()))


def test_types_without_a_format_or_children() -> None:
    with pytest.raises(TypeError, match="strings has the Arrow type ''"):
        bd.parse_movetext(Made(schema(None), array(1, None, offsets(0, 3), TEXT)))
    with pytest.raises(TypeError, match=r"moves has the Arrow type '\+l'"):
        bd.moves_to_uci(Made(schema(b"+l"), array(1, None, offsets(0, 2))))
    with pytest.raises(TypeError, match=r"moves has the Arrow type '\+l'"):
        bd.moves_to_uci(Made(schema(b"+l", schema(None)), array(1, None, offsets(0, 2))))


def test_objects_whose_methods_return_something_else() -> None:
    for method, value in (("__arrow_c_array__", None), ("__arrow_c_array__", (1,)), ("__arrow_c_array__", (1, 2))):
        with pytest.raises((TypeError, ValueError)):
            bd.parse_movetext(returns(method, value))
    with pytest.raises(ValueError, match="PyCapsule"):
        bd.parse_movetext(returns("__arrow_c_stream__", 1))


def test_a_slice_for_spark_holds_only_its_rows() -> None:
    pa = pytest.importorskip("pyarrow")
    text = b"".join(
        b'[UTCDate "2020.01.%02d"]\n[UTCTime "10:00:%02d"]\n\n1. e4 e5 *\n\n' % (i % 28 + 1, i)
        if i % 3
        else b"1. d4 *\n\n"
        for i in range(60)
    )
    columns = ["UTCDate", "UTCTime", "final", "moves"]
    games = bd.read_pgn(text, columns=columns)
    positions = bd.scan_pgn(text).positions(["position", "dense", "classical", "key"]).read()
    for table, fields in ((games, games._native.fields), (positions, positions._native.fields)):
        whole = rows_for_spark(pa, table, fields, 0, len(table))
        for start, count in ((0, 1), (7, 9), (8, 8), (41, 0), (len(table) - 3, 3)):
            part = rows_for_spark(pa, table, fields, start, count)
            part.validate(full=True)
            assert part.to_pylist() == whole.to_pylist()[start : start + count]
            for name in part.schema.names:
                if name not in ("moves", "key"):  # not converted, so not copied
                    assert part.column(name).offset < 8


def rows_for_spark(pa: Any, table: Any, fields: Any, start: int, count: int) -> Any:
    from bitrook._core import _arrow_schema

    capsules = _arrow_schema(fields, "spark"), table._native.array(start, count, "spark")
    return pa.record_batch(returns("__arrow_c_array__", capsules))


FAILING = """
import ctypes, gc, os, sys
import bitrook.data as bd
from support.arrow_abi import Array, Schema, stream_of

library = ctypes.CDLL(os.environ["FAILING_NEW"])
text = b'[White "A"]\\n\\n1. e4! { c } e5 { [%clk 0:01:00] } *\\n\\n' * 3
columns = ["White", "moves", "nags", "comments", "clocks", "final"]
games = bd.read_pgn(text, columns=columns)

def attempt(make, call, structure, n):
    capsule = make()
    stream, out = stream_of(capsule), structure()
    library.fail_new(n)
    code = getattr(stream, call)(ctypes.byref(stream), ctypes.byref(out))
    library.fail_new(-1)
    if code == 0:
        out.release(ctypes.byref(out))
        return True
    assert code in (5, 12), code  # EIO: the source failed
    assert b"emory" in stream.get_last_error(ctypes.byref(stream))
    assert not out.release
    return False

for make in (bd.scan_pgn(text, columns=columns).__arrow_c_stream__, games.__arrow_c_stream__):
    for call, structure in (("get_schema", Schema), ("get_next", Array)):
        attempt(make, call, structure, -1)
        live, failed = library.live_new(), 0
        while not attempt(make, call, structure, failed):
            failed += 1
            assert library.live_new() == live, (call, failed, library.live_new() - live)
        print(call, failed)
"""


@pytest.mark.skipif(children.SANITIZED, reason="a sanitizer has its own allocators")
def test_no_memory_in_a_callback(tmp_path: Path) -> None:
    library = children.library("failing_new.cpp", tmp_path)
    code = f"import ctypes, bitrook; assert ctypes.CDLL({library!r}).count_new() > 100"
    if children.run("-c", code, code=None, LD_PRELOAD=library).returncode:
        pytest.skip("the extension module does not use the C++ library's operator new")
    done = children.run("-c", FAILING, LD_PRELOAD=library, FAILING_NEW=library)
    counts = [int(line.split()[1]) for line in done.stdout.splitlines()]
    assert len(counts) == 4 and min(counts) > 5, counts
