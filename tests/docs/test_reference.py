"""Checks that the reference documents every public name, and no name that does not exist."""

from __future__ import annotations

import inspect
import pkgutil
import re
import runpy
import types
from importlib import import_module
from pathlib import Path

import pytest

import bitrook
import bitrook.data
import bitrook.pgn
from bitrook import cli

NOT_PUBLIC = ("bitrook.cli", "bitrook.compat.__main__", "bitrook.__main__", "bitrook.batch.encodings")
PAGES = Path(__file__).parents[2] / "docs" / "reference"
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in sorted(PAGES.glob("*.md")))
GROUP = re.compile(r"^<!-- \{members\} (?P<owner>[\w.]+)\n(?P<names>.*?)^-->$", re.MULTILINE | re.DOTALL)
WHOLE = re.compile(r"^\.\. auto\w+:: (bitrook[\w.]*)", re.MULTILINE)  # a directive for a class or module
WITH_MEMBERS = set(re.findall(r"^\.\. automodule:: (\S+)\n(?:   :\w.*\n)*?   :members:$", TEXT, re.MULTILINE))
QUOTED = re.compile(r"`(\w+)`")
RANGE = re.compile(r"`(\w*?)([A-H1-8]+)` to `\1([A-H1-8]+)`")


def ranges() -> set[str]:
    """Return the names in ranges that the pages write as "`A1` to `H8`"."""
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


def public_modules() -> list[str]:
    """Return the modules of the package whose names do not begin with an underscore."""
    found = pkgutil.walk_packages(bitrook.__path__, "bitrook.")
    return [each.name for each in found if "._" not in each.name and not each.name.startswith(NOT_PUBLIC)]


def names_of(module: types.ModuleType) -> list[str]:
    """Return the names that a module exports: __all__, or the names that it or its private submodules define."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    private = f"{module.__name__}._"

    def is_own(value: object) -> bool:
        home = getattr(value, "__module__", None)
        return not inspect.ismodule(value) and (home == module.__name__ or str(home).startswith(private))

    return [name for name, value in vars(module).items() if not name.startswith("_") and is_own(value)]


@pytest.mark.parametrize("path", public_modules())
def test_each_name_of_a_module_is_in_the_reference(path: str) -> None:
    module = import_module(path)
    names = [name for name in names_of(module) if {f"{path}.{name}", f"bitrook.{name}"}.isdisjoint(DOCUMENTED)]
    if path in WITH_MEMBERS:  # autodoc documents every member with a docstring
        names = [name for name in names if not getattr(getattr(module, name), "__doc__", None)]
    assert not names


def test_modules_are_found() -> None:
    assert {"bitrook.pgn", "bitrook.data.spark", "bitrook.envs", "bitrook.svg"} <= set(public_modules())
    assert "read_game" in names_of(bitrook.pgn) and {"Search", "quiescence"} <= set(names_of(bitrook.search))
    assert names_of(bitrook.openings) == ["Opening", "Openings"]


def test_each_column_is_in_the_reference() -> None:
    page = (PAGES / "data.md").read_text(encoding="utf-8")
    described = str(bitrook.data.scan_pgn.__doc__) + str(bitrook.data.Scan.positions.__doc__)
    for name in (*bitrook.data.COLUMNS, *bitrook.data.POSITION_COLUMNS):
        assert f"`{name}`" in page, name
        assert name in bitrook.data.TAGS or re.search(rf"\b{name}\b", described), name


def test_each_annotation_glyph_has_its_number_in_the_reference() -> None:
    numbers = {}
    for names, values in re.findall(r"^\| (`NAG_.*?`) \| ([\d, ]+) \|", (PAGES / "pgn.md").read_text("utf-8"), re.M):
        numbers |= dict(zip(QUOTED.findall(names), map(int, values.split(",")), strict=True))
    assert numbers == {name: getattr(bitrook.pgn, name) for name in bitrook.pgn.__all__ if name.startswith("NAG_")}


def test_the_page_of_commands_has_every_option() -> None:
    pytest.importorskip("sphinx")
    commands = runpy.run_path(str(PAGES.parent / "extension" / "commands.py"))
    assert commands["MARKER"] in (PAGES / "cli.md").read_text(encoding="utf-8")
    page = commands["page"]()
    for name in cli.COMMANDS:
        section = commands["section"](name)
        assert section in page and section.startswith(f"## {name}\n")
        for action in cli.command_parser(name)._actions:
            for option in action.option_strings if action.dest != "help" else ():
                assert re.search(rf"^\| .*`{option}[ `]", section, re.M), f"{name} {option}"


@pytest.mark.parametrize("owner", [bitrook.Board, bitrook.Move, bitrook.Piece, bitrook.SquareSet, bitrook.Bitboard])
def test_each_member_is_in_the_reference(owner: type) -> None:
    inherited = set(dir(int)) if issubclass(owner, int) else set()
    members = [name for name in dir(owner) if not name.startswith("_") and name not in inherited]
    named = [f"bitrook.{owner.__name__}.{name}" in DOCUMENTED for name in members]
    quoted = [f"bitrook.{name}" in DOCUMENTED and not inspect.isroutine(getattr(owner, name)) for name in members]
    missing = [name for name, *known in zip(members, named, quoted) if not any(known)]
    assert not missing, f"add these to a list of members of bitrook.{owner.__name__} in docs/reference: {missing}"


def test_the_groups_name_only_what_exists() -> None:
    for match in GROUP.finditer(TEXT):
        owner: object = bitrook
        for part in match["owner"].split(".")[1:]:
            owner = getattr(owner, part, None) or import_module(match["owner"])
        assert not [name for name in match["names"].split() if not hasattr(owner, name)]


def test_each_name_is_documented_once() -> None:
    names = [f"{match['owner']}.{name}" for match in GROUP.finditer(TEXT) for name in match["names"].split()]
    assert len(names) == len(set(names))


def test_ranges_of_constants() -> None:
    assert {"A1", "E4", "H8", "BB_C7", "BB_FILE_D", "RANK_3", "FILE_H"} <= ranges()
