"""Out of memory: std::bad_alloc becomes MemoryError in every kind of call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bitrook

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="uses Linux's limit of the address space"),
    pytest.mark.skipif(
        bool({"ASAN_OPTIONS", "TSAN_OPTIONS"} & os.environ.keys()), reason="sanitizers reserve address space"
    ),
]

# The error message quotes the name of the unknown keyword in a std::string that does not fit into memory.
SCRIPT = """
import resource
from bitrook import *
import bitrook

class Sub(Board): pass
class Set(SquareSet): pass
board, moves = Board(), Board().legal_moves
name = "x" * (64 << 20)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (96 << 20),) * 2)
try:
    {call}
except Exception as error:
    print(type(error).__name__)
board.push_uci("e2e4")
assert board.pop() == Move(12, 28)
"""

CALLS = {
    "a method": "board.piece_at(**{name: 1})",
    "a method without parameters": "moves.words(**{name: 1})",
    "a class method": "Board.empty(**{name: 1})",
    "a bound class method": "Move.from_uci(**{name: 1})",
    "a function": "bitrook.lsb(**{name: 1})",
    "a constructor": "Move(**{name: 1})",
    "a constructor of a board": "Board(**{name: 1})",
    "a constructor of a subclass": "Sub(**{name: 1})",
    "a constructor of a set": "Set(**{name: 1})",
    "init of a move": "Move(1, 2).__init__(**{name: 1})",
    "init": "board.__init__(**{name: 1})",
}
# Errors whose message contains the text. The message may or may not fit into the remaining memory.
TEXTS = {
    "a text that is not a set": "Bitboard(name)",
    "a text that is not a FEN": "Board(name)",
    "a text that is not a move": "board.push_san(name)",
}


def error_of(call: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(Path(bitrook.__file__).parents[1])}
    command = [sys.executable, "-c", SCRIPT.replace("{call}", call)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("kind", CALLS)
def test_no_memory_for_the_message_of_a_call(kind: str) -> None:
    assert error_of(CALLS[kind]) == "MemoryError"


@pytest.mark.parametrize("kind", TEXTS)
def test_little_memory_for_a_long_text(kind: str) -> None:
    assert error_of(TEXTS[kind]) in {"MemoryError", "ValueError", "InvalidMoveError"}
