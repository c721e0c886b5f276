"""Runs a Python fuzz target with atheris if it is installed; otherwise, only replays the committed inputs."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

try:
    import atheris  # type: ignore[import-not-found, unused-ignore]
except ImportError:  # replaying works without it
    atheris = None


def instrumented() -> Any:
    """Return a context manager in which bitrook must be imported."""
    return atheris.instrument_imports(include=["bitrook"]) if atheris else contextlib.nullcontext()


def run(one: Callable[[bytes], None]) -> None:
    """Fuzz *one* with the arguments of the command line, which are those of libFuzzer."""
    if atheris:
        atheris.Setup(sys.argv, one)
        atheris.Fuzz()
    else:
        _replay(one, [place for place in sys.argv[1:] if not place.startswith("-")])


def _replay(one: Callable[[bytes], None], directories: list[str]) -> None:
    """Run each file of the directories once, as libFuzzer does with -runs=0."""
    files = [os.path.join(place, name) for place in directories for name in sorted(os.listdir(place))]
    for file in files:
        with open(file, "rb") as stream:
            data = stream.read()
        try:
            one(data)
        except BaseException:
            print(f"a finding: {file}")
            raise
    print(f"stat::number_of_executed_units: {len(files)}")
