"""No public callable leaks memory or references when it is called many times with good and bad arguments.

The tests compare CPython's allocated blocks, malloc's memory and reference counts. In a debug build of CPython, they
also compare the total number of references.
"""

from __future__ import annotations

import sys

import children
import members
import pytest

pytestmark = [
    pytest.mark.skipif(children.SANITIZED, reason="a sanitizer keeps what is freed"),
    pytest.mark.skipif(not hasattr(sys, "getallocatedblocks"), reason="counts the blocks of CPython's allocator"),
]
LEAKS = str(children.SUPPORT / "leaks.py")


def leaks(times: int, name: str) -> tuple[list[str], int]:
    """Return the calls that leak, and the number of kinds of calls."""
    done = children.run(LEAKS, str(times), name, timeout=4 * 3600, PYTHONMALLOC="default", PYTHONHASHSEED="0")
    *found, last = done.stdout.splitlines()
    return found, int(last.split()[1])


def test_calls_leave_nothing() -> None:
    found, calls = leaks(400, "all")
    assert found == []
    assert calls > 1000


@children.long
@pytest.mark.parametrize("name", ["functions", *sorted(members.classes())])
def test_a_hundred_thousand_calls_leave_nothing(name: str) -> None:
    found, _ = leaks(100_000, name)
    assert found == []


def test_a_leak_is_found() -> None:
    code = """
import leaks, members
kept = []
def keep(size):
    kept.append(bytearray(size))
print(list(leaks.leaks(members.Call("keep", keep, lambda: ([300], {}), False), 400)))
"""
    assert "keep" in children.run("-c", code, PYTHONMALLOC="default").stdout
