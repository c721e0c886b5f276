"""The reference documents every public name, and names nothing that does not exist."""

from __future__ import annotations

import inspect
import re
import types
from pathlib import Path

import pytest

import bitrook
import bitrook.analysis
import bitrook.engine

PAGES = Path(__file__).parents[2] / "docs" / "reference"
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in sorted(PAGES.glob("*.md")))
GROUP = re.compile(r"^```\{members\} (?P<owner>[\w.]+)\n(?P<names>.*?)^```$", re.MULTILINE | re.DOTALL)
WHOLE = re.compile(r"^\.\. auto\w+:: (bitrook[\w.]*)", re.MULTILINE)  # a directive for a class or module
QUOTED = re.compile(r"`(\w+)`")
RANGE = re.compile(r"`(\w*?)([A-H1-8]+)` to `\1([A-H1-8]+)`")


def ranges() -> set[str]:
    """Return the names that the pages write as "`A1` to `H8`"."""
    names: set[str] = set()
    for prefix, first, last in RANGE.findall(TEXT):
        files = "ABCDEFGH" if first[0] == "A" else ""
        ranks = "12345678" if last[-1] == "8" else ""
        names |= {prefix + file + rank for file in files or [""] for rank in ranks or [""]}
    return names


DOCUMENTED = (
    {f"{match['owner']}.{name}" for match in GROUP.finditer(TEXT) for name in match["names"].split()}
    | set(WHOLE.findall(TEXT))
    | {f"bitrook.{name}" for name in {*QUOTED.findall(TEXT), *ranges()}}
)


def test_each_public_name_is_in_the_reference() -> None:
    assert not [name for name in bitrook.__all__ if f"bitrook.{name}" not in DOCUMENTED]


@pytest.mark.parametrize("module", [bitrook.pawns, bitrook.search])
def test_each_name_of_a_module_is_in_the_reference(module: types.ModuleType) -> None:
    names = [name for name in vars(module) if not name.startswith("_")]
    assert not [name for name in names if {f"{module.__name__}.{name}", f"bitrook.{name}"}.isdisjoint(DOCUMENTED)]


@pytest.mark.parametrize("module", [bitrook.analysis, bitrook.engine])
def test_each_name_that_a_module_exports_is_in_the_reference(module: types.ModuleType) -> None:
    names = module.__all__
    assert not [name for name in names if {f"{module.__name__}.{name}", f"bitrook.{name}"}.isdisjoint(DOCUMENTED)]


@pytest.mark.parametrize("owner", [bitrook.Board, bitrook.Move, bitrook.Piece, bitrook.SquareSet, bitrook.Bitboard])
def test_each_member_is_in_the_reference(owner: type) -> None:
    inherited = set(dir(int)) if issubclass(owner, int) else set()
    members = [name for name in dir(owner) if not name.startswith("_") and name not in inherited]
    named = [f"bitrook.{owner.__name__}.{name}" in DOCUMENTED for name in members]
    quoted = [f"bitrook.{name}" in DOCUMENTED and not inspect.isroutine(getattr(owner, name)) for name in members]
    assert not [name for name, *known in zip(members, named, quoted) if not any(known)]


def test_the_groups_name_only_what_exists() -> None:
    for match in GROUP.finditer(TEXT):
        owner: object = bitrook
        for part in match["owner"].split(".")[1:]:
            owner = getattr(owner, part)
        assert not [name for name in match["names"].split() if not hasattr(owner, name)]


def test_each_name_is_documented_once() -> None:
    names = [f"{match['owner']}.{name}" for match in GROUP.finditer(TEXT) for name in match["names"].split()]
    assert len(names) == len(set(names))


def test_ranges_of_constants() -> None:
    assert {"A1", "E4", "H8", "BB_C7", "BB_FILE_D", "RANK_3", "FILE_H"} <= ranges()
