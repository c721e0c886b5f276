"""Functions that run Python programs in separate processes, with the same bitrook and python-chess as this process."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import bitrook
import chess

# The start of a program that runs as if python-chess were not installed.
WITHOUT_PYTHON_CHESS = textwrap.dedent("""
    import importlib.machinery
    find_spec = importlib.machinery.PathFinder.find_spec
    importlib.machinery.PathFinder.find_spec = lambda name, *rest: None if name == "chess" else find_spec(name, *rest)
""")


# The environment in which a program finds the same bitrook and python-chess as this process.
_PLACES = [str(Path(bitrook.__file__).parents[1]), str(Path(chess.__file__).parents[1])]
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([*_PLACES, *filter(None, [os.environ.get("PYTHONPATH")])])}


def python(*arguments: str, code: int = 0, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env=ENVIRONMENT,
        cwd=cwd,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def installed(source: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run *source* in a fresh interpreter after install()."""
    before = "import bitrook, bitrook.compat; bitrook.compat.install()\n"
    return python("-c", before + textwrap.dedent(source), code=code)
