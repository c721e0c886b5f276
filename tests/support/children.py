"""Functions that run programs in a separate interpreter, so that a crash fails only one test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bitrook
import pytest

SUPPORT = Path(__file__).parent
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
SANITIZED = bool({"ASAN_OPTIONS", "TSAN_OPTIONS"} & os.environ.keys())


def long(test: Callable[..., Any]) -> Any:
    """Mark a test that takes minutes or hours, so that it runs only if BITROOK_LONG is set."""
    reason = "BITROOK_LONG=1 runs it"
    return pytest.mark.slow(pytest.mark.skipif("BITROOK_LONG" not in os.environ, reason=reason)(test))


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a program that imports this bitrook and the test helpers.

    Python's debug allocator overwrites freed memory, so that using it crashes the process. PYTHONMALLOC, if it is set,
    overrides this, for example for sanitizers.
    """
    paths = os.pathsep.join([str(Path(bitrook.__file__).parents[1]), str(SUPPORT)])
    malloc = os.environ.get("PYTHONMALLOC", "debug")
    return {**os.environ, "PYTHONPATH": paths, "PYTHONMALLOC": malloc, **more}


def run(*command: str, timeout: float = 300, check: bool = True, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the interpreter with these arguments and empty input, and check that it exits with code 0."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", *command],
        env=environment(**more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    if check:
        last = done.stdout[-2000:].splitlines()[-3:]
        assert done.returncode == 0, f"code {done.returncode} after {last}:\n{done.stderr[-4000:]}"
    return done


def library(source: str, folder: Path) -> str:
    """Compile a C++ file of this folder into a library that a program can preload, and return its path."""
    if not COMPILER:
        pytest.skip("no C++ compiler")
    made = folder / Path(source).with_suffix(".so")
    flags = ["-std=c++20", "-O1", "-shared", "-fPIC"]
    subprocess.run([COMPILER, *flags, str(SUPPORT / source), "-o", str(made)], check=True)
    return str(made)
