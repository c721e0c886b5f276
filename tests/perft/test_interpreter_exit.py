"""The interpreter exits, or the process forks, while perft runs without the GIL: nothing may crash or hang."""

from __future__ import annotations

import os

import pytest
from support import children

PRELUDE = """
import os, sys, threading, time
import bitrook

def busy(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
"""


def run(program: str) -> str:
    """Run a Python program, and return its output."""
    # Python warns about forking with threads.
    done = children.run("-W", "ignore", "-c", PRELUDE + program, timeout=60, PYTHONMALLOC="default")
    return done.stdout + done.stderr


# --- Exit of the interpreter. Up to Python 3.13, pthread_exit then ends every thread that requests the GIL.

EXIT = """
count = lambda: bitrook.perft(bitrook.Board(), {depth}, threads={threads}, progress={progress}, method={method!r})
threading.Thread(target=count, daemon={daemon}).start()
time.sleep(0.01)
busy({busy})
"""
PROGRESS = {"none": "None", "short": "lambda *_: None", "long": "lambda *_: busy(0.02)"}

exits = pytest.mark.parametrize(
    "daemon, threads, progress",
    [(daemon, threads, progress) for daemon in (True, False) for threads in (1, 2) for progress in PROGRESS],
)


def exit_program(daemon: bool, threads: int, progress: str, method: str, busy: float) -> str:
    # The interpreter waits for threads that are not daemons, so their counts must finish.
    depth = 10 if daemon else 5 if method == "walk" else 6
    return EXIT.format(
        depth=depth, threads=threads, progress=PROGRESS[progress], method=method, daemon=daemon, busy=busy
    )


@exits
def test_exit_while_counting(daemon: bool, threads: int, progress: str) -> None:
    for i in range(5):
        program = exit_program(daemon, threads, progress, "walk" if i == 0 else "count", 0.1 if i % 2 else 0)
        assert run(program) == ""


@pytest.mark.slow
@pytest.mark.parametrize("busy", [0, 0.1])
@pytest.mark.parametrize("method", ["count", "walk"])
@exits
def test_exit_while_counting_many_times(daemon: bool, threads: int, progress: str, method: str, busy: float) -> None:
    for _ in range(15):
        assert run(exit_program(daemon, threads, progress, method, busy)) == ""


# --- A fork in the progress callback. The child process has only the calling thread.

FORK = """
parent = os.getpid()
child = None

def report(*_):
    global child
    if os.getpid() == parent and child is None:
        child = os.fork()
        if child == 0 and {child_raises}:
            raise ZeroDivisionError
        if child:
            _, status = os.waitpid(child, 0)
            print("child", os.waitstatus_to_exitcode(status), flush=True)
            raise KeyboardInterrupt

try:
    bitrook.perft(bitrook.Board(), {depth}, threads={threads}, progress=report, method="walk")
    code = 10
except ZeroDivisionError:
    code = 11
except RuntimeError as error:
    code = 12 if "forked" in str(error) else 13
except KeyboardInterrupt:
    code = 14
if os.getpid() != parent:
    os._exit(code)
print("parent", code)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize(
    ("threads", "child_raises", "child"),
    [
        (1, True, 11),  # the exception of the callback is propagated
        (2, True, 11),
        (1, False, 10),  # the child finishes the count
        (2, False, 12),  # without its helper thread, the child raises RuntimeError
    ],
)
def test_fork_in_the_progress_callback(threads: int, child_raises: bool, child: int) -> None:
    depth = 6 if child == 10 else 12
    program = FORK.format(threads=threads, child_raises=child_raises, depth=depth)
    assert run(program) == f"child {child}\nparent 14\n"
