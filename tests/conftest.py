"""Hypothesis settings, parallel runs of the whole suite, and the fixture that runs the command line."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

import pytest

from bitrook.cli import main

with contextlib.suppress(ImportError):  # test_minimal.py runs without it
    from hypothesis import HealthCheck, settings

    # The time of an example depends on the machine.
    settings.register_profile("bitrook", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("bitrook")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist's own
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite on all processors where pytest-xdist is installed: ``pytest``, ``pytest -m "not slow"``.

    Not for files or tests by name, since starting the workers would take longer, nor where -n or --pdb is given.
    """
    options = config.option
    whole = config.args_source == pytest.Config.ArgsSource.TESTPATHS
    chosen = options.keyword or options.collectonly or options.usepdb or getattr(options, "lf", False)
    if whole and not chosen and getattr(options, "numprocesses", 0) is None and not hasattr(config, "workerinput"):
        if (os.cpu_count() or 1) > 1:
            options.numprocesses, options.dist = "auto", "worksteal"


class Ran:
    """The exit code and the output of a command run in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(words)
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Let SIGINT raise KeyboardInterrupt. A background job of a shell starts with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):  # noqa: ANN201
    """Return a function that runs ``bitrook`` with its arguments."""
    return lambda *words: Ran(capsys, *words)
