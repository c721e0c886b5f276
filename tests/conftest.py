"""What several test files share as fixtures."""

from __future__ import annotations

import contextlib

import pytest

from bitrook.cli import main

with contextlib.suppress(ImportError):  # the shortest tests of a wheel do without it
    from hypothesis import HealthCheck, settings

    # How long an example takes says something of the machine, and nothing of bitrook.
    settings.register_profile("bitrook", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("bitrook")


class Ran:
    """A command that was run in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(words)
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):  # noqa: ANN201
    """Runs ``bitrook`` with these words."""
    return lambda *words: Ran(capsys, *words)
