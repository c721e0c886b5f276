"""Makes each call many times and looks for what stays: references, blocks of Python's allocator, memory of malloc.

    python leaks.py TIMES TYPE|functions|all

Makes good and bad calls, slow ones less often. Prints what grew, a line for each call; at the end, the number of calls.
"""

from __future__ import annotations

import ctypes
import gc
import os
import reprlib
import sys
import time
from collections.abc import Callable, Iterator

import members

# Seconds of processor time for a call. One that takes longer is made less often, at least FEWEST times.
LONGEST = 10e-6
FEWEST = 50

# How many times more calls each round of a measurement makes. What is kept in free lists, in malloc's caches and in
# tables that grow by steps rises and falls by some dozens; only a leak grows with the number of calls.
ROUNDS = (1, 1, 2, 4, 8)


def in_use() -> Callable[[], int]:
    """A function that returns the bytes that malloc has given out: glibc's counter, if there is one."""

    class Info(ctypes.Structure):
        names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
        _fields_ = [(name, ctypes.c_size_t) for name in names.split()]

    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return lambda: 0
    mallinfo.restype = Info

    def read() -> int:
        info = mallinfo()
        return int(info.uordblks + info.hblkhd)

    return read


MALLOCED = in_use()
REFERENCES = getattr(sys, "gettotalrefcount", lambda: 0)  # of a debug build of CPython


def counts() -> tuple[int, int, int]:
    gc.collect()
    return sys.getallocatedblocks(), MALLOCED() // 16, REFERENCES()


def repeat(call: members.Call, times: int) -> tuple[int, ...]:
    """Make the call, with new arguments now and then, and return what it left, per kind."""
    before = counts()
    done = 0
    while done < times:
        args, named = call.make()
        first = type(args[0]) if args and call.on_object else None
        for _ in range(min(50, times - done)):
            done += 1
            try:
                call.function(*args, **named)
            except Exception:
                pass
            if first is not None and type(args[0]) is not first:
                break
    del args, named
    after = counts()
    return tuple(b - a for a, b in zip(before, after, strict=True))


def leaks(call: members.Call, times: int) -> Iterator[str]:
    repeat(call, 60)  # what is made at the first use, and what grows in steps
    begin = time.process_time()
    repeat(call, FEWEST)
    taken = (time.process_time() - begin) / FEWEST
    times = max(FEWEST, min(times, int(times * LONGEST / taken)))
    left: list[tuple[int, ...]] = []
    grown = {0, 1, 2}  # the kinds that grew in every round by a unit for eight calls or more
    for factor in ROUNDS:
        left.append(repeat(call, factor * times))
        grown = {kind for kind in grown if left[-1][kind] >= factor * times / 8}
        if not grown:
            return
    args, named = call.make()
    shown = f"{call.name}{reprlib.repr(args[1:])}{reprlib.repr(named)}"
    yield f"{shown}: {times} calls times {ROUNDS} left blocks, 16 bytes of malloc, references: {left}"


if __name__ == "__main__":
    times, chosen = int(sys.argv[1]), sys.argv[2]
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # what show() prints
    every = members.calls()
    gc.collect()
    gc.freeze()
    gc.disable()
    number = 0
    for name in every if chosen == "all" else [chosen]:
        for call in every[name]:
            bad = members.bad_attributes(call) if call.name.endswith("(set)") else members.bad_calls(call)
            tried = [call, *bad]
            if times < 10_000:  # one of the bad ones
                tried = tried[:1] + tried[1:][hash(call.name) % max(len(tried) - 1, 1) :][:1]
            for one in tried:
                for line in leaks(one, times):
                    os.write(1, (line.replace("\n", " ") + "\n").encode(errors="replace"))
                number += 1
    os.write(1, f"done {number}\n".encode())
