"""The stub of the native core has the docstrings of the built core, so that editors show them."""

from __future__ import annotations

import importlib.util
import types
from pathlib import Path

import pytest

import bitrook
from bitrook import _core

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "python" / "bitrook" / "_core.pyi"
SCRIPT = ROOT / "csrc" / "cmake" / "stub_docstrings.py"
STUB = Path(bitrook.__file__).with_name("_core.pyi")


@pytest.fixture
def script() -> types.ModuleType:
    if not SCRIPT.exists():
        pytest.skip("an installed package is tested, without the scripts")
    spec = importlib.util.spec_from_file_location("stub_docstrings", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


installed = pytest.mark.skipif(
    SOURCE.exists() and SOURCE.samefile(STUB), reason="bitrook runs from its source tree, not from an installation"
)


@installed
def test_the_installed_stub_has_the_docstrings_of_the_built_core(script: types.ModuleType) -> None:
    assert STUB.read_text(encoding="utf-8") == script.documented(_core, SOURCE.read_text(encoding="utf-8"))


TOY = """
class Toy:
    # A comment.
    size: int
    @property
    def turn(self) -> bool: ...
    def move(
        self, a: int
    ) -> int: ...
    def __len__(self) -> int: ...

class Wrong(ValueError): ...

def perft(depth: int) -> int: ...
def _hidden() -> int: ...
"""

DOCUMENTED = '''
class Toy:
    """A class.

    With two paragraphs.
    """
    # A comment.
    size: int
    @property
    def turn(self) -> bool:
        """Whose turn."""
    def move(
        self, a: int
    ) -> int:
        r"""Moves \\ rests."""
    def __len__(self) -> int: ...

class Wrong(ValueError):
    """An error."""

def perft(depth: int) -> int:
    \'\'\'Says "x"\'\'\'
def _hidden() -> int: ...
'''


class Toy:
    """A class.

    With two paragraphs.
    """

    @property
    def turn(self) -> bool:
        """Whose turn."""
        return True

    def move(self, a: int) -> int:
        r"""Moves \ rests."""
        return a

    def __len__(self) -> int:
        """Has none."""
        return 0


def test_docstrings_are_added(script: types.ModuleType) -> None:
    module = types.ModuleType("toy")

    def perft(depth: int) -> int:
        """Says "x\""""
        return depth

    wrong = type("Wrong", (ValueError,), {"__doc__": "An error."})
    module.__dict__.update(Toy=Toy, perft=perft, Wrong=wrong, _hidden=perft)
    assert script.documented(module, TOY) == DOCUMENTED
