"""Checks that bitrook.compat's replacement for `chess` has the same public names as python-chess and no others."""

from __future__ import annotations

import importlib
import sys
import textwrap
import types
import typing
from pathlib import Path

import chess
import pytest
from support.children import python

import bitrook
from bitrook.compat import _replacement, standing_in
from bitrook.compat._replacement import NAMES, NEXT_NAMES
from bitrook.compat._replacement import ALWAYS

SUBMODULES = {"engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant"}
PUBLIC = {
    name
    for name, value in vars(chess).items()
    if not name.startswith("_")
    and name != "annotations"
    and not isinstance(value, types.ModuleType)  # modules that python-chess imports for its own use
    and getattr(typing, name, None) is not value
}


def public(names: typing.Iterable[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")} - SUBMODULES


def test_the_replacement_has_the_names_of_python_chess_and_of_its_next_release() -> None:
    assert PUBLIC == NAMES and len(NEXT_NAMES) == 24 and not NEXT_NAMES & NAMES
    names: dict[str, object] = {}
    with standing_in() as replacement:
        assert public(dir(replacement)) == NAMES
        for name in NAMES:
            assert getattr(replacement, name) is getattr(bitrook, name), name
        assert public(vars(replacement)) == NAMES
        exec("from chess import *", names)
        for name in NEXT_NAMES:
            assert getattr(replacement, name) is getattr(bitrook, name), name
    assert names.keys() - {"__builtins__"} == NAMES


def test_the_next_release_beside_bitrook(tmp_path: Path) -> None:
    """With it installed, the replacement shows its version and its names."""
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "__init__.py").touch()
    (tmp_path / "chess" / "pgn.py").touch()
    metadata = tmp_path / "chess-1.12.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: chess\nVersion: 1.12.0\n")
    code = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        import bitrook.compat
        from bitrook.compat._replacement import NAMES, NEXT_NAMES
        chess = bitrook.compat.install()
        assert chess.__version__ == "1.12.0", chess.__version__
        assert set(chess.__all__) == NAMES | NEXT_NAMES
        assert chess.RANK_8 == 7 and chess.parse_rank("8") == 7
    """
    python("-c", textwrap.dedent(code))


@pytest.mark.parametrize("name", sorted(SUBMODULES - {"variant", *ALWAYS}))
def test_a_module_of_bitrook_does_not_replace_one_of_python_chess(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = types.ModuleType(f"bitrook.{name}")
    monkeypatch.setattr(bitrook, name, ours, raising=False)
    monkeypatch.setitem(sys.modules, f"bitrook.{name}", ours)
    monkeypatch.setattr(_replacement, "_replacement", None)  # forces a new replacement to be created
    monkeypatch.setattr(_replacement, "_ours", {})
    with standing_in() as replacement:
        assert public(dir(replacement)) == NAMES
        assert not hasattr(replacement, name)
        module = importlib.import_module(f"chess.{name}")
        assert module is not ours and getattr(replacement, name) is module
        assert vars(module)["chess"] is replacement and str(module.__file__).endswith(f"{name}.py")
