"""Hypothesis settings, parallel runs of the whole suite, and fixtures, such as the one that runs the command line."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

import pytest

from bitrook.cli import main

with contextlib.suppress(ImportError):  # test_minimal.py runs without Hypothesis
    from hypothesis import HealthCheck, settings

    # How long an example takes depends on the machine.
    settings.register_profile("bitrook", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("bitrook")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist's hook
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite (``pytest``, ``pytest -m "not slow"``) on all processors if pytest-xdist is installed.

    Selected files or tests run in this process, since starting the workers would take longer. The options -n and --pdb
    take precedence.
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
    """Make SIGINT raise KeyboardInterrupt, since a background job of a shell starts with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):  # noqa: ANN201
    """Return a function that runs ``bitrook`` with the arguments that it is given."""
    return lambda *words: Ran(capsys, *words)
