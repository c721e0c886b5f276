"""A program that makes all calls of members.py twice: before the interpreter ends, and in a finalizer while it ends.

    python -m support.finalizer_calls

It prints a line for each call whose outcomes differ. Calls whose outcomes differ even before the end, such as those that
measure the time, are compared by the type of the outcome.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import shutil
import sys
from array import array
from collections.abc import Callable
from typing import Any

import bitrook
from support import members, native_arguments


def described(thing: Any) -> Any:
    """Return a comparable description of a result or an argument."""
    if isinstance(thing, (bytes, bytearray, memoryview, array)):
        return bytes(memoryview(thing).cast("B") if memoryview(thing).nbytes else b"")
    if isinstance(thing, (list, tuple)):
        return type(thing).__name__, [described(item) for item in thing]
    if isinstance(thing, dict):
        return [(described(key), described(value)) for key, value in thing.items()]
    if isinstance(thing, bitrook.Board):
        return thing.fen(en_passant="fen"), [move.uci() for move in thing.move_stack]
    if isinstance(thing, BaseException):
        return type(thing).__name__, str(thing)
    if isinstance(thing, int):
        return type(thing).__name__, hex(int(thing))
    if isinstance(thing, (str, float, type(None), bitrook.Move, bitrook.Piece, bitrook.SquareSet)):
        return repr(thing)
    return type(thing).__name__


def outcome(call: members.Call, kept: list[Any]) -> tuple[Any, ...]:
    """Return what a call does: the type of its result or exception, these themselves, and its arguments afterwards.

    The objects are added to *kept*, so that the next call has others at other addresses.
    """
    args, named = call.make()
    try:
        result = call.function(*args, **named)
    except Exception as error:
        result = error
    kept += result, args, named
    return type(result).__name__, described(result), described(args), described(named)


class Finalizer:
    """Calls a function when it is freed."""

    def __init__(self, function: Callable[[], None]) -> None:
        self.function = function

    def __del__(self) -> None:
        self.function()


def at_the_end(function: Callable[[], None]) -> None:
    """Call a function when the interpreter clears its modules. It clears this attribute before all others."""
    builtins._ = Finalizer(function)  # type: ignore[attr-defined]


def compare_all() -> None:
    folders = [native_arguments.folder(), native_arguments.network_folder()]
    for folder in folders:
        folder._finalizer.detach()  # otherwise they are removed before the finalizer runs
    calls = [call for calls in members.calls().values() for call in calls]
    kept: list[Any] = []
    hidden = io.StringIO()
    with contextlib.redirect_stdout(hidden):
        expected = [(outcome(call, kept), outcome(call, kept)) for call in calls]

    def compare() -> None:
        compared = 0
        for call, (first, second) in zip(calls, expected):
            with contextlib.redirect_stdout(hidden):
                now = outcome(call, kept)
            if first != second:
                first, now = first[:1], now[:1]
            compared += 1
            if now != first:
                print(f"{call.name}: {str(now)[:300]} instead of {str(first)[:300]}")
        for folder in folders:
            shutil.rmtree(folder.name)
        print(f"compared {compared}, finalizing: {sys.is_finalizing()}")
        sys.stdout.flush()

    at_the_end(compare)


if __name__ == "__main__":
    compare_all()
