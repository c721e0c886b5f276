"""Arrow's C structures for ctypes, in capsules, to call streams by hand and to build arrays with any contents."""

from __future__ import annotations

import ctypes
from typing import Any


class Schema(ctypes.Structure):
    """The structure ArrowSchema."""


class Array(ctypes.Structure):
    """The structure ArrowArray."""


class Stream(ctypes.Structure):
    """The structure ArrowArrayStream."""


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), ("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", RELEASE_ARRAY), ("private_data", ctypes.c_void_p),
]  # fmt: skip
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))), ("private_data", ctypes.c_void_p),
]  # fmt: skip

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def stream_of(capsule: object) -> Any:
    """Return the Stream in a capsule. The capsule still owns it."""
    return Stream.from_address(_pointer(capsule, b"arrow_array_stream"))


class Made:
    """An object that exports an Arrow array with any contents."""

    def __init__(self, schema: Schema, array: Array) -> None:
        self.schema, self.array = schema, array

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return tuple(
            _new(ctypes.addressof(each), name, None)
            for each, name in ((self.schema, b"arrow_schema"), (self.array, b"arrow_array"))
        )  # type: ignore[return-value]


def schema(kind: bytes | None, child: Schema | None = None) -> Schema:
    """Return the schema of a type, or of lists if it has a child."""
    made = Schema(format=kind, n_children=child is not None)
    made.release = RELEASE_SCHEMA(lambda s: setattr(s[0], "release", RELEASE_SCHEMA()))
    if child is not None:
        made.children = (ctypes.POINTER(Schema) * 1)(ctypes.pointer(child))
        made.kept = child  # type: ignore[attr-defined]
    return made


def array(length: int, *buffers: bytes | None, child: Array | None = None, **fields: Any) -> Array:
    """Return an array of *length* rows with these buffers and any other fields."""
    kept = [None if data is None else ctypes.create_string_buffer(data, max(len(data), 1)) for data in buffers]
    pointers = [None if data is None else ctypes.addressof(data) for data in kept]
    made = Array(length=length, n_buffers=len(buffers), n_children=child is not None)
    made.buffers = (ctypes.c_void_p * len(buffers))(*pointers)
    if child is not None:
        made.children = (ctypes.POINTER(Array) * 1)(ctypes.pointer(child))
    made.kept = kept, child  # type: ignore[attr-defined]
    made.release = RELEASE_ARRAY(lambda a: setattr(a[0], "release", RELEASE_ARRAY()))
    for name, value in fields.items():
        setattr(made, name, value)
    return made
