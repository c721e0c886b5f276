"""Hypothesis settings, parallel runs of the whole suite, and fixtures, such as the one that runs the command line."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
from collections.abc import Iterator

import pytest

from bitrook.cli import main

with contextlib.suppress(ImportError):  # test_minimal.py runs without Hypothesis
    from hypothesis import HealthCheck, settings

    # How long an example takes depends on the machine.
    settings.register_profile("bitrook", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("bitrook")

SMOKE_TESTS = 2  # per file
# Files whose tests are short versions of stress tests.
NOT_SMOKE = (
    "tests/trust/",
    "tests/board/test_state_machine.py",
    "tests/nnue/test_default.py",
)


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


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the first quick tests of each file as ``smoke``, one item of each: `pytest -m smoke` touches every module.

    Files about several modules mark a test of each other module themselves.
    """
    chosen: dict[str, set[str]] = {}
    for item in items:
        tests, name = chosen.setdefault(item.nodeid.partition("::")[0], set()), item.nodeid.partition("[")[0]
        if len(tests) < SMOKE_TESTS and name not in tests and not item.get_closest_marker("slow"):
            tests.add(name)
            if not name.startswith(NOT_SMOKE):
                item.add_marker("smoke")


class Ran:
    """The exit code and the output of a command run in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(words)
        self.out, self.err = capsys.readouterr()


@pytest.fixture(scope="session", autouse=True)
def temporary_files() -> Iterator[None]:
    """Remove what tests create with ``tempfile`` and do not remove themselves."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="bitrook-", ignore_cleanup_errors=True) as tempfile.tempdir:
        yield
    tempfile.tempdir = before


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
