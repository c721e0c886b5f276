"""The n-th allocation of a call fails, for n from 1 until the call succeeds.

The call must raise MemoryError, leave the object unchanged, and not end the process. This is promised for the types of
the hot path, which are used in loops, and not for classes and functions of pybind11. CPython's module _testcapi makes
Python's allocators fail. To make C++'s operator new fail, the tests compile and preload a library.
"""

from __future__ import annotations

import importlib.util
import sys

import pytest
from support import children, members


pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="preloads a library, and each operation is a forked process"),
    pytest.mark.skipif(children.SANITIZED, reason="a sanitizer has its own allocators"),
]
python_allocators = pytest.mark.skipif(
    importlib.util.find_spec("_testcapi") is None, reason="this Python has no module _testcapi"
)

# Errors of CPython itself, by the start of the line that reports them.
NOT_OURS = {
    "hash(Layout), allocation 1: TypeError: unhashable type": "CPython forgets the MemoryError of finding __hash__",
}
# CPython 3.11 forgets to raise MemoryError when it creates the frame of a Python function.
NO_FRAME = ("returned NULL without setting an exception", "error return without exception set")

# A program that copies an object without bitrook. CPython 3.12.1 and 3.13.0 crash with a segmentation fault, because a
# failed allocation leaves their free list of tuples invalid.
WITHOUT_BITROOK = """
import _testcapi, copy
class Thing:
    def __init__(self):
        self.tag = []
thing = Thing()
for n in range(1, 600):
    try:
        _testcapi.set_nomemory(n - 1, n)
        try:
            copy.deepcopy(thing)
        finally:
            _testcapi.remove_mem_hooks()
    except MemoryError:
        pass
"""


def failures(kind: str, many: str, name: str, **environment: str) -> tuple[list[str], int, int]:
    """Return the failures, the number of operations, and the number of allocations that failed."""
    done = children.run("-m", "support.no_memory", kind, many, name, timeout=3600, PYTHONHASHSEED="0", **environment)
    *lines, last = done.stdout.splitlines()
    word, operations, failed = last.split()
    assert word == "done"
    wrong = [line for line in lines if not line.startswith(tuple(NOT_OURS)) and not any(t in line for t in NO_FRAME)]
    return wrong, int(operations), int(failed)


@pytest.fixture(scope="session")
def failing_new(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment for a program whose operator new can fail."""
    library = children.library("failing_new.cpp", tmp_path_factory.mktemp("new"))
    environment = {"LD_PRELOAD": library, "FAILING_NEW": library}
    code = f"import ctypes, bitrook; assert ctypes.CDLL({library!r}).count_new() > 100"
    if children.run("-c", code, code=None, **environment).returncode:
        pytest.skip("the extension module does not use the C++ library's operator new")
    return environment


@pytest.fixture(scope="session")
def sound_interpreter() -> None:
    if children.run("-c", WITHOUT_BITROOK, code=None).returncode:
        pytest.skip("this CPython itself does not survive a failed allocation")


NAMES = pytest.mark.parametrize("name", ["functions", *sorted(members.classes())] if children.LONG else ["all"])
MANY = "every" if children.LONG else "some"  # bad calls


@NAMES
@python_allocators
@pytest.mark.usefixtures("sound_interpreter")
def test_no_memory_for_python_objects(name: str) -> None:
    wrong, operations, failed = failures("python", MANY, name)
    assert wrong == []
    assert name != "all" or operations > 1000 and failed > 5000


@NAMES
def test_no_memory_for_cxx_objects(name: str, failing_new: dict[str, str]) -> None:
    wrong, operations, failed = failures("new", MANY, name, **failing_new)
    assert wrong == []
    assert name != "all" or operations > 1000 and failed > 500


# The shared objects of moves are created on first use, so this needs a new process.
NEW_MOVES = """
import _testcapi
import bitrook
board = bitrook.Board("8/8/8/8/8/1k6/8/K7 w - - 0 1")
refused = 0
for n in range(1, 1000):
    try:
        _testcapi.set_nomemory(n - 1, n)
        try:
            moves = board.list_legal_moves()
        finally:
            _testcapi.remove_mem_hooks()
    except MemoryError:
        refused += 1
    else:
        print(refused > 1, *moves)
        break
"""


@python_allocators
def test_moves_that_do_not_exist_yet() -> None:
    assert children.run("-c", NEW_MOVES).stdout.split() == "True a1b1".split()
