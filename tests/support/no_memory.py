"""A program that calls every member while an allocation fails: the first, then the second, until the call succeeds.

    python -m support.no_memory python|new some|every TYPE|functions|all
    python: Python's allocators fail; uses CPython's module _testcapi
    new: C++'s operator new fails; preload the library built from failing_new.cpp, and set FAILING_NEW to its path

Functions and classes of pybind11 are skipped, because pybind11 itself does not survive some failed allocations. For the
others, if an allocation fails, the call must raise MemoryError and leave the object unchanged, or end as if it had not failed.
The program makes all good calls, and some or all of the bad ones. The operations run in forked children: one in each
child with "every", otherwise GROUP. It prints a line for each operation that went wrong; at the end, it prints the
numbers of operations and of failed allocations.
"""

from __future__ import annotations

import ctypes
import gc
import io
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import bitrook
from support import members

Calls = tuple[Callable[[int], None], Callable[[], None]]
ENOUGH = 12  # after this many successes in a row, all allocations of the call have been tried
EACH = 2000  # every allocation up to this one fails once; later ones are sampled at growing distances
MOST = 10**8  # no call makes this many allocations
GROUP = 25
BEGIN = "begin"  # the line that a child writes before each operation
# Skipped: members that run thousands of lines of Python, by the ends of their names, and objects that own one of pybind11.
SKIPPED = ("svg", "_repr_svg_")
OWNERS = ("_CodecBase", "_EncodingBase")


def is_of_pybind11(call: members.Call) -> bool:
    if any(name in call.name for name in OWNERS):
        return True
    protocol = re.fullmatch(r"\w+\((\w+)\)", call.name)  # "hash(Layout)", but "Layout.name (get)"
    owner = vars(bitrook._core).get(protocol[1] if protocol else call.name.partition(".")[0])
    names = type(owner).__name__, type(getattr(owner, "__self__", None)).__name__
    return any(name.startswith("pybind11_") for name in names)


def allocators(kind: str) -> Calls:
    """Return a function that makes the n-th allocation from now on fail, and a function that cancels this."""
    if kind == "python":
        import _testcapi

        return lambda n: _testcapi.set_nomemory(n - 1, n), _testcapi.remove_mem_hooks
    library = ctypes.CDLL(os.environ["FAILING_NEW"])
    fail = library.fail_new
    return lambda n: fail(n - 1), lambda: fail(-1)


def state(thing: Any) -> Any:
    """Return the visible state of an object, without calling methods that a program may override."""
    seen: list[Any] = [type(thing), repr(thing)]
    if isinstance(thing, bitrook.Board):
        seen += [thing.fen(en_passant="fen"), list(thing.move_stack), thing.castling_rights, thing.chess960]
    if isinstance(thing, bitrook.BaseBoard):
        seen.append({name: repr(value) for name, value in vars(thing).items()})
    return seen


def numbers() -> Iterator[int]:
    """Yield the numbers of the allocations that fail."""
    n = 1
    while n < MOST:
        yield n
        n += 1 if n < EACH else n // 4


def attempts(call: members.Call, fail: Callable[[int], None], end: Callable[[], None]) -> Iterator[str]:
    """Yield a line for each problem, and a dot for each failed allocation."""
    succeeded = 0
    expected = outcome(call)
    for n in numbers():
        args, named = call.make()
        before = state(args[0]) if call.on_object else None
        function, error = call.function, None
        fail(n)
        try:
            function(*args, **named)
        except MemoryError:
            error = "MemoryError"
        except BaseException as other:
            end()
            error = type(other).__name__
            if isinstance(other, pickle.PicklingError) and "import of module" in str(other):
                error = "MemoryError"  # pickle replaces the error of an import with its own
            elif error != expected:
                error += f": {other}"
        end()
        if error == expected:
            succeeded += 1
            if succeeded == ENOUGH:
                return
            continue
        succeeded = 0
        if error != "MemoryError":
            yield f"{call.name}, allocation {n}: {error}"
        if call.on_object and before != state(args[0]):
            yield f"{call.name}, allocation {n}: {before} became {state(args[0])}"
        yield "."
    yield f"{call.name}: no end after {MOST} allocations"


def in_child(work: Callable[[], Iterator[str]]) -> tuple[list[str], int]:
    """Return the lines that the work yields in a forked process, and the exit code of that process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        for line in work():
            os.write(write, (line.replace("\n", " ") + "\n").encode(errors="replace"))
        os._exit(0)
    os.close(write)
    with open(read, encoding="utf-8", errors="replace") as pipe:
        lines = pipe.read().splitlines()
    return lines, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def outcome(call: members.Call) -> str | None:
    """Return the name of the exception that the call raises, or None if it succeeds."""
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return None


if __name__ == "__main__":
    kind, many, chosen = sys.argv[1:]
    fail, end = allocators(kind)
    sys.stdout = io.StringIO()  # discards what show() prints
    every = members.calls()
    calls = []
    for call in [call for name in (every if chosen == "all" else [chosen]) for call in every[name]]:
        bad = list(members.bad_attributes(call) if call.name.endswith("(set)") else members.bad_calls(call))
        calls += [call, *(bad if many == "every" else bad[hash(call.name) % len(bad) :][:1])]
    gc.disable()

    def chain(group: list[members.Call]) -> Iterator[str]:
        for call in group:
            yield BEGIN
            yield from attempts(call, fail, end)

    calls = [call for call in calls if not call.name.endswith(SKIPPED) and not is_of_pybind11(call)]
    failed = operations = 0
    size = 1 if many == "every" else GROUP
    for start in range(0, len(calls), size):
        group = calls[start : start + size]
        lines, code = in_child(lambda group=group: chain(group))
        made: list[list[str]] = []  # the lines from each operation
        for line in lines:
            if line == BEGIN:
                made.append([])
            else:
                made[-1].append(line)
        for i, (call, said) in enumerate(zip(group, made, strict=False)):
            wrong = [line for line in said if line != "."]
            if code != 0 and i == len(made) - 1:
                wrong.append(f"{call.name}: ended with code {code} after {len(said)} failed allocations")
            if wrong:
                args, named = call.make()
                os.write(1, f"{wrong[-1]} [{args[1:]}{named}]\n".encode(errors="replace"))
            operations += 1
            failed += said.count(".")
    os.write(1, f"done {operations} {failed}\n".encode())
