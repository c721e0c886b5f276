"""Functions that run programs in a separate interpreter with the same bitrook, so that a crash fails only one test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import bitrook
import pytest

SUPPORT = Path(__file__).parent
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
SANITIZED = bool({"ASAN_OPTIONS", "TSAN_OPTIONS"} & os.environ.keys())
LONG = bool(os.environ.get("BITROOK_LONG"))  # whether the tests of tests/trust take hours instead of seconds


def skip_if_editable() -> None:
    """Skip a test that imports a copy of the package, or imports it without site packages.

    The modules of an editable install are in different folders, which a finder in the site packages joins.
    """
    if Path(sys.modules["bitrook._cpu"].__file__ or "").parent != Path(bitrook.__file__).parent:
        pytest.skip("an editable install, which only site packages can import")


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a program that imports this bitrook and the test helpers."""
    paths = os.pathsep.join([str(Path(bitrook.__file__).parents[1]), str(SUPPORT.parent)])
    return {**os.environ, "PYTHONPATH": paths, **more}


def run(
    *command: str, timeout: float = 300, code: int | None = 0, cwd: Path | None = None, lines: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the interpreter with these arguments and the input *lines*, and check its exit code if *code* is not None.

    Python's debug allocator overwrites freed memory, so that using it crashes the process. PYTHONMALLOC, if it is set,
    overrides this, for example for sanitizers.
    """
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", *command],
        env=environment(**{"PYTHONMALLOC": os.environ.get("PYTHONMALLOC", "debug"), **more}),
        input=lines,
        capture_output=True,
        text=True,
        timeout=timeout,
        cwd=cwd,
        check=False,
    )
    if code is not None:
        last = done.stdout[-2000:].splitlines()[-3:]
        assert done.returncode == code, f"code {done.returncode} after {last}:\n{done.stderr[-4000:]}"
    return done


# The start of a program that runs as if python-chess were not installed.
WITHOUT_PYTHON_CHESS = """
import importlib.machinery
find_spec = importlib.machinery.PathFinder.find_spec
importlib.machinery.PathFinder.find_spec = lambda name, *rest: None if name == "chess" else find_spec(name, *rest)
"""


def python(*arguments: str, code: int = 0, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the interpreter with warnings as errors and its ordinary allocator."""
    return run("-W", "error", *arguments, code=code, PYTHONMALLOC="default", **options)


def installed(source: str) -> subprocess.CompletedProcess[str]:
    """Run *source* in a fresh interpreter after bitrook.compat.install()."""
    return python("-c", "import bitrook, bitrook.compat; bitrook.compat.install()\n" + textwrap.dedent(source))


def library(source: str, folder: Path) -> str:
    """Compile a C++ file of this folder into a library that a program can preload, and return its path."""
    if not COMPILER:
        pytest.skip("no C++ compiler")
    made = folder / Path(source).with_suffix(".so")
    flags = ["-std=c++20", "-O1", "-shared", "-fPIC"]
    subprocess.run([COMPILER, *flags, str(SUPPORT / source), "-o", str(made)], check=True)
    return str(made)
