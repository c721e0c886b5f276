"""A leak detector: repeats each call, and looks for references, Python memory blocks and malloc memory that remain.

    python -m support.leaks TIMES TYPE|functions|all

It makes good and bad calls, and repeats slow ones less often. For each call that leaks, it prints a line with the
counts that grew; at the end, it prints the number of calls.
"""

from __future__ import annotations

import ctypes
import gc
import os
import reprlib
import sys
import time
from collections.abc import Callable, Iterator

from support import members

# Seconds of CPU time per call. Calls that take longer are repeated less often, but at least FEWEST times.
LONGEST = 10e-6
FEWEST = 50

# The factors by which the rounds of a measurement multiply the number of calls. The memory in free lists, malloc's
# caches and tables that grow in steps fluctuates by a few dozen units; only a leak grows with the number of calls.
ROUNDS = (1, 1, 2, 4, 8)


def in_use() -> Callable[[], int]:
    """Return a function that returns the number of bytes that malloc has allocated (0 without glibc's mallinfo2)."""

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
REFERENCES = getattr(sys, "gettotalrefcount", lambda: 0)  # exists in debug builds of CPython


def counts() -> tuple[int, int, int]:
    gc.collect()
    return sys.getallocatedblocks(), MALLOCED() // 16, REFERENCES()


def repeat(call: members.Call, times: int) -> tuple[int, ...]:
    """Repeat the call, with new arguments every now and then, and return by how much each count has grown."""
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
    repeat(call, 60)  # warm up: objects created on first use, and tables that grow in steps
    begin = time.process_time()
    repeat(call, FEWEST)
    taken = (time.process_time() - begin) / FEWEST
    times = max(FEWEST, min(times, int(times * LONGEST / taken)))
    left: list[tuple[int, ...]] = []
    grown = {0, 1, 2}  # the counts that grew by at least one per eight calls in every round
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
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # discards what show() prints
    every = members.calls()
    gc.collect()
    gc.freeze()
    gc.disable()
    number = 0
    for name in every if chosen == "all" else [chosen]:
        for call in every[name]:
            bad = members.bad_attributes(call) if call.name.endswith("(set)") else members.bad_calls(call)
            tried = [call, *bad]
            if times < 10_000:  # make only one of the bad calls
                tried = tried[:1] + tried[1:][hash(call.name) % max(len(tried) - 1, 1) :][:1]
            for one in tried:
                for line in leaks(one, times):
                    os.write(1, (line.replace("\n", " ") + "\n").encode(errors="replace"))
                number += 1
    os.write(1, f"done {number}\n".encode())
