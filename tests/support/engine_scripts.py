"""Engines for tests, written as short Python scripts that speak UCI or XBoard, and checks of calls, processes and threads."""

from __future__ import annotations

import contextlib
import os
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bitrook import Board
from bitrook.engine import Limit, Protocol, SimpleEngine, UciProtocol

START = """
import os, sys, time, subprocess
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def lines():
    for line in iter(sys.stdin.readline, ""):
        line = line.strip()
        if line == "uci":
            say("uciok")
        elif line == "isready":
            say("readyok")
        elif line == "quit":
            sys.exit(0)
        elif line.startswith("protover"):
            say("feature ping=1 setboard=1 done=1")
        elif line.startswith("ping "):
            say(line.replace("ping", "pong"))
        else:
            yield line
"""
PLENTY = 60.0  # seconds for an answer on a busy machine; an engine that hangs does so for longer
SHORT = 0.5  # the timeout in seconds for engines that do not answer
BOARD = Board()
ONE = Limit(time=0.1)


def engine(script: str) -> list[str]:
    return [sys.executable, "-S", "-c", START + textwrap.dedent(script)]


_PLAYER = """
from bitrook import Board
board = Board()
for line in lines():
    words = line.split()
    if words[:1] == ["position"]:
        at = words.index("moves") if "moves" in words else len(words)
        board = Board() if words[1] == "startpos" else Board(" ".join(words[2:at]))
        for move in words[at + 1:]:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        move = next(iter(board.legal_moves))
{body}
        say(f"info depth 3 score cp 21 nodes 10 pv {{move}}")
        say(f"bestmove {{move}}")
"""


def player(body: str = "") -> list[str]:
    """Return an engine that runs *body*, which can use *board*, *move* and *words*, and plays its first legal move."""
    code = _PLAYER.format(body=textwrap.indent(textwrap.dedent(body), "        "))
    return [sys.executable, "-c", START + code]


def replies(*words: str) -> list[str]:
    """Return an engine that answers each `go` with the same lines."""
    return engine(f"for line in lines():\n    if line.startswith('go'):\n        for each in {words!r}: say(each)")


def opened(command: list[str], protocol: type[Protocol] = UciProtocol, timeout: float = PLENTY) -> SimpleEngine:
    made = SimpleEngine.popen(protocol, command, timeout=PLENTY)
    made.timeout = timeout
    return made


def in_time(call: Callable[[], object], error: type[BaseException], seconds: float = PLENTY) -> str:
    """Require that *call* raises *error* within *seconds*, and return the message."""
    begin = time.monotonic()
    with pytest.raises(error) as caught:
        call()
    assert time.monotonic() - begin < seconds
    assert caught.type is error
    return str(caught.value)


def children() -> set[int]:
    """Return the child processes of this process, including zombies."""
    found: set[int] = set()
    for task in Path(f"/proc/{os.getpid()}/task").iterdir():
        with contextlib.suppress(FileNotFoundError):  # a thread that has just ended
            found.update(int(pid) for pid in (task / "children").read_text().split())
    return found


def threads_end(before: set[threading.Thread]) -> bool:
    """Return whether all threads except those in *before* end within ten seconds.

    asyncio waits for each process in a thread, which briefly outlives the process.
    """
    started = set(threading.enumerate()) - before
    for thread in started:
        thread.join(10)
    return not any(thread.is_alive() for thread in started)
