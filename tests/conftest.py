"""What several test files share as fixtures."""

from __future__ import annotations

import pytest

from bitrook.cli import main


class Ran:
    """A command that was run in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(words)
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):  # noqa: ANN201
    """Runs ``bitrook`` with these words."""
    return lambda *words: Ran(capsys, *words)
