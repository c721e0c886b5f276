"""Hypothesis settings and the fixture that runs the command line."""

from __future__ import annotations

import contextlib

import pytest

from bitrook.cli import main

with contextlib.suppress(ImportError):  # test_minimal.py runs without it
    from hypothesis import HealthCheck, settings

    # The time of an example depends on the machine.
    settings.register_profile("bitrook", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("bitrook")


class Ran:
    """The exit code and the output of a command run in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(words)
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):  # noqa: ANN201
    """Return a function that runs ``bitrook`` with its arguments."""
    return lambda *words: Ran(capsys, *words)
