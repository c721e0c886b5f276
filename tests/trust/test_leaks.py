"""No public callable leaks memory or references when it is called many times with good and bad arguments.

The tests compare CPython's allocated blocks, malloc's memory and reference counts. In a debug build of CPython, they
also compare the total number of references.
"""

from __future__ import annotations

import sys

import pytest
from support import children, members

pytestmark = [
    pytest.mark.skipif(children.SANITIZED, reason="a sanitizer keeps what is freed"),
    pytest.mark.skipif(not hasattr(sys, "getallocatedblocks"), reason="counts the blocks of CPython's allocator"),
]


def leaks(times: int, name: str) -> tuple[list[str], int]:
    """Return the calls that leak, and the number of kinds of calls."""
    done = children.run(
        "-m", "support.leaks", str(times), name, timeout=4 * 3600, PYTHONMALLOC="default", PYTHONHASHSEED="0"
    )
    *found, last = done.stdout.splitlines()
    return found, int(last.split()[1])


@pytest.mark.parametrize("name", ["functions", *sorted(members.classes())] if children.LONG else ["all"])
def test_calls_leave_nothing(name: str) -> None:
    found, calls = leaks(100_000 if children.LONG else 400, name)
    assert found == []
    assert calls > (1000 if name == "all" else 0)


def test_a_leak_is_found() -> None:
    code = """
from support import leaks, members
kept = []
def keep(size):
    kept.append(bytearray(size))
print(list(leaks.leaks(members.Call("keep", keep, lambda: ([300], {}), False), 400)))
"""
    assert "keep" in children.run("-c", code, PYTHONMALLOC="default").stdout
