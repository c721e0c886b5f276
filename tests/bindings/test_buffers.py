"""Buffers passed as `out=`: which ones are accepted, what the others raise, and that all of them are released."""

from __future__ import annotations

import array
import ctypes
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bitrook
import bitrook.batch

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MOVES = bitrook.Board(KIWIPETE).legal_moves  # 48 moves, 96 bytes

ACCEPTED: dict[str, Callable[[], Any]] = {
    "array of unsigned": lambda: array.array("H", bytes(96)),
    "array of signed": lambda: array.array("h", bytes(96)),
    "bytearray": lambda: bytearray(96),
    "longer bytearray": lambda: bytearray(1000),
    "memoryview of bytes": lambda: memoryview(bytearray(96)),
    "memoryview of words": lambda: memoryview(bytearray(96)).cast("H"),
    "aligned part": lambda: memoryview(bytearray(100))[2:],
    "ctypes": lambda: (ctypes.c_uint16 * 48)(),
    "numpy uint16": lambda: np.zeros(48, np.uint16),
    "numpy int16": lambda: np.zeros(60, np.int16),
    "numpy uint8": lambda: np.zeros(96, np.uint8),
    "part of a numpy array": lambda: np.zeros((3, 48), np.uint16)[1],
}


@pytest.mark.parametrize("kind", ACCEPTED)
def test_the_words_are_written_into_the_buffer(kind: str) -> None:
    buffer = ACCEPTED[kind]()
    assert MOVES.words(out=buffer) == 48
    assert bytes(memoryview(buffer).cast("B"))[:96] == MOVES.words()


def read_only_array() -> Any:
    buffer = np.zeros(48, np.uint16)
    buffer.flags.writeable = False
    return buffer


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "a list": (lambda: [0] * 48, TypeError, "out must be a writable buffer of 16-bit integers, not list"),
    "a number": (lambda: 3, TypeError, "out must be a writable buffer of 16-bit integers, not int"),
    "wider integers": (lambda: array.array("I", bytes(400)), TypeError, "not of 4-byte items with the format 'I'"),
    "floats of the same size": (lambda: np.zeros(48, np.float16), TypeError, "out must be a buffer of 16-bit integers"),
    "the other byte order": (lambda: np.zeros(48, ">u2"), TypeError, "out must be a buffer of 16-bit integers"),
    "structures": (lambda: np.zeros(48, "u1,u1"), TypeError, "out must be a buffer of 16-bit integers"),
    "bytes": (lambda: bytes(96), BufferError, "out must be writable, but it is read-only"),
    "a read-only array": (read_only_array, BufferError, "out must be writable"),
    "every other word": (lambda: np.zeros(96, np.uint16)[::2], BufferError, "out must be C-contiguous"),
    "Fortran order": (lambda: np.zeros((8, 8), np.uint16, order="F")[::2], BufferError, "out must be C-contiguous"),
    "too few words": (lambda: array.array("H", bytes(94)), ValueError, "out must hold at least 48 .*, but it holds 47"),
    "too few bytes": (lambda: bytearray(95), ValueError, "out must hold at least 48 16-bit integers, but it holds 47"),
    "two dimensions": (lambda: np.zeros((2, 48), np.uint16), ValueError, r"one dimension, not the shape \(2, 48\)"),
    "no dimension": (lambda: np.zeros((), np.uint16), ValueError, r"one dimension, not the shape \(\)"),
    "an address that is not aligned": (
        lambda: memoryview(bytearray(101))[1:],
        ValueError,
        "out must be aligned to 2 bytes",
    ),
}


def with_format(text: bytes) -> memoryview:
    """Return a view of 48 words with the format *text*, which may be one that no library exports."""

    class Buffer(ctypes.Structure):  # Py_buffer
        _fields_ = [
            ("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t),
            ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
            ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
            ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
        ]  # fmt: skip

    shape, strides = (ctypes.c_ssize_t * 1)(48), (ctypes.c_ssize_t * 1)(2)
    view = Buffer(
        ctypes.cast(WORDS, ctypes.c_void_p), None, 96, 2, 0, 1, text,
        ctypes.cast(shape, ctypes.c_void_p), ctypes.cast(strides, ctypes.c_void_p), None, None,
    )  # fmt: skip
    make = ctypes.pythonapi.PyMemoryView_FromBuffer
    make.restype, make.argtypes = ctypes.py_object, [ctypes.POINTER(Buffer)]
    return make(ctypes.byref(view))  # type: ignore[no-any-return]


WORDS = (ctypes.c_uint16 * 48)()
EMPTY_FORMAT = b"\0H"  # empty as a C string; the format of the items follows after its end


def test_an_empty_format_is_refused_and_not_read_beyond_its_end() -> None:
    assert MOVES.words(out=with_format(b"H")) == 48
    with pytest.raises(TypeError, match="2-byte items with the format ''"):
        MOVES.words(out=with_format(EMPTY_FORMAT))


class Exporter:
    """An array that is accessible only through DLPack, as exported by producers of several versions."""

    def __init__(self, array: np.ndarray[Any, Any], versions: str) -> None:
        self.array, self.versions = array, versions

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()

    def __dlpack__(self, **arguments: Any) -> Any:
        if self.versions == "before 1.0" and arguments:
            raise TypeError("unexpected keyword argument")
        if self.versions == "unversioned":
            arguments.clear()
        return self.array.__dlpack__(**arguments, **({"copy": True} if self.versions == "a copy" else {}))


def test_dlpack_is_written_only_if_the_producer_says_that_it_may_be() -> None:
    array = np.zeros(48, np.uint16)
    assert MOVES.words(out=Exporter(array, "1.0")) == 48
    assert array.tobytes() == MOVES.words()
    array[:] = 0
    for versions in ("before 1.0", "unversioned", "a copy"):
        with pytest.raises(BufferError, match="out must be writable: .*DLPack 1.0"):
            MOVES.words(out=Exporter(array, versions))
    array.flags.writeable = False
    with pytest.raises(BufferError, match="out must be writable: .*DLPack 1.0"):
        MOVES.words(out=Exporter(array, "1.0"))
    assert not array.any()


@pytest.mark.parametrize("versions", ["1.0", "before 1.0", "unversioned"])
def test_dlpack_of_every_version_is_read_and_released(versions: str) -> None:
    numbers = np.array([518, 0], np.int64)
    before = sys.getrefcount(numbers)
    for _ in range(3):
        boards = bitrook.batch.Boards(2)
        boards._native.set_chess960(Exporter(numbers, versions))
        assert boards[0] == bitrook.Board.from_chess960_pos(518)
    assert sys.getrefcount(numbers) == before


@pytest.mark.parametrize("kind", REFUSED)
def test_an_error_names_the_parameter_and_what_was_expected(kind: str) -> None:
    make, error, message = REFUSED[kind]
    with pytest.raises(error, match=message):
        MOVES.words(out=make())


def test_a_buffer_is_released_whether_or_not_it_was_written() -> None:
    good, small = bytearray(96), bytearray(10)
    MOVES.words(out=good)
    with pytest.raises(ValueError, match="at least"):
        MOVES.words(out=small)
    strided = bytearray(400)
    with pytest.raises(BufferError, match="contiguous"):
        MOVES.words(out=memoryview(strided)[::2])
    for buffer in (good, small, strided):
        buffer.append(0)  # raises BufferError if a view is left


def test_a_released_memoryview_is_refused() -> None:
    released = memoryview(bytearray(96))
    released.release()
    with pytest.raises(ValueError, match="released"):
        MOVES.words(out=released)
