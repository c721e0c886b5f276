"""Checks that bitrook.compat's replacement for `chess` has the same public names as python-chess and no others."""

from __future__ import annotations

import importlib
import sys
import types
import typing

import chess
import pytest

import bitrook
from bitrook.compat import _replacement, standing_in
from bitrook.compat._names import NAMES
from bitrook.compat._own import ALWAYS

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


def test_the_list_is_python_chess_s() -> None:
    assert PUBLIC == NAMES
    assert len(NAMES) == 261


def test_the_replacement_has_the_names_of_the_list() -> None:
    with standing_in() as replacement:
        assert public(dir(replacement)) == NAMES
        for name in NAMES:
            assert getattr(replacement, name) is getattr(bitrook, name), name
        assert public(vars(replacement)) == NAMES


def test_star_imports_give_the_names_of_the_list() -> None:
    names: dict[str, object] = {}
    with standing_in():
        exec("from chess import *", names)
    assert names.keys() - {"__builtins__"} == NAMES


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
