"""The n-th allocation of a call fails, for n from 1 until the call succeeds.

The call must raise MemoryError, leave the object unchanged, and not end the process. CPython's module _testcapi makes
Python's allocators fail. To make C++'s operator new fail, the tests compile and preload a library.
"""

from __future__ import annotations

import importlib.util
import sys

import children
import members
import pytest

NO_MEMORY = str(children.SUPPORT / "no_memory.py")

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
    done = children.run(NO_MEMORY, kind, many, name, timeout=3600, PYTHONHASHSEED="0", **environment)
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
    if children.run("-c", code, check=False, **environment).returncode:
        pytest.skip("the extension module does not use the C++ library's operator new")
    return environment


@pytest.fixture(scope="session")
def sound_interpreter() -> None:
    if children.run("-c", WITHOUT_BITROOK, check=False).returncode:
        pytest.skip("this CPython itself does not survive a failed allocation")


@python_allocators
@pytest.mark.usefixtures("sound_interpreter")
def test_no_memory_for_python_objects() -> None:
    wrong, operations, failed = failures("python", "some", "all")
    assert wrong == []
    assert operations > 1000
    assert failed > 5000


def test_no_memory_for_cxx_objects(failing_new: dict[str, str]) -> None:
    wrong, operations, failed = failures("new", "some", "all", **failing_new)
    assert wrong == []
    assert operations > 1000
    assert failed > 500


NAMES = ["functions", *sorted(members.classes())]


@children.long
@python_allocators
@pytest.mark.usefixtures("sound_interpreter")
@pytest.mark.parametrize("name", NAMES)
def test_no_memory_for_python_objects_in_bad_calls(name: str) -> None:
    assert failures("python", "every", name)[0] == []


@children.long
@pytest.mark.parametrize("name", NAMES)
def test_no_memory_for_cxx_objects_in_bad_calls(name: str, failing_new: dict[str, str]) -> None:
    assert failures("new", "every", name, **failing_new)[0] == []


# The shared objects of moves are created on first use, so this needs a new process.
NEW_MOVES = """
import _testcapi, io
from bitrook import _core
text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\\n"
tree = _core.read_game_tree(io.StringIO(text).readline, False, None, None, False)[0]
refused = 0
for n in range(1, 1000):
    try:
        _testcapi.set_nomemory(n - 1, n)
        try:
            moves = tree.moves(0)
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
    assert children.run("-c", NEW_MOVES).stdout.split() == "True e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".split()
