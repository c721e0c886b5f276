"""Every public name of chess.pgn is in bitrook.pgn, with the same kind, signature, value and members."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import typing
from typing import Any

import chess.engine
import chess.pgn
import pytest

import bitrook.pgn

# Names that python-chess defines in its engine module.
SCORES = {"Cp", "Mate", "MateGiven", "MateGivenType", "PovScore", "PovWdl", "Score", "Wdl"}
INTERNAL = re.compile(
    r"__(dict|weakref|module|doc|annotations|annotate_func|slots|static_attributes|firstlineno)__|_abc_impl"
)
IMPLEMENTATION = {
    "__orig_bases__", "__parameters__", "__abstractmethods__", "__dataclass_params__", "__dataclass_fields__",
    "__replace__", "__annotations_cache__",
}  # fmt: skip


def defined_names() -> list[str]:
    names: list[str] = []
    for node in ast.parse(inspect.getsource(chess.pgn)).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [name.id for name in node.targets if isinstance(name, ast.Name)]
    return [name for name in dict.fromkeys(names) if name[0] != "_" and name != "annotations"]


NAMES = defined_names()
NEXT = {"comments", "starting_comments"}  # of python-chess's next release
CLASSES = [name for name in NAMES if inspect.isclass(getattr(chess.pgn, name))]


def parameters(function: Any) -> list[tuple[str, Any, str]]:
    """Return names, kinds and defaults. A class that is a default is represented by its name."""
    found = inspect.signature(function).parameters.values()
    return [(p.name, p.kind, p.default.__name__ if inspect.isclass(p.default) else str(p.default)) for p in found]


def members(cls: type) -> dict[str, Any]:
    return {
        name: value
        for name, value in ((name, inspect.getattr_static(cls, name)) for name in dir(cls))
        if not INTERNAL.fullmatch(name) and name not in IMPLEMENTATION and (name[0] != "_" or name[:2] == "__")
    }


def test_no_name_is_missing_and_none_is_more() -> None:
    assert len(NAMES) > 60
    assert set(bitrook.pgn.__all__) == set(NAMES) | SCORES | {"Limits"}


@pytest.mark.parametrize("name", NAMES)
def test_kinds_and_values(name: str) -> None:
    theirs, ours = getattr(chess.pgn, name), getattr(bitrook.pgn, name)
    if isinstance(theirs, typing.TypeVar):
        assert type(ours) is typing.TypeVar and ours.__name__ == name
        assert ours.__covariant__ == theirs.__covariant__
        assert bool(ours.__bound__) == bool(theirs.__bound__)
    elif isinstance(theirs, re.Pattern):
        assert ours.groups == theirs.groups and ours.groupindex == theirs.groupindex
    elif inspect.isclass(theirs):
        assert inspect.isclass(ours) and ours.__name__ == name
        bases = [base.__name__ for base in theirs.__mro__]
        assert [base.__name__ for base in ours.__mro__ if base.__name__ in bases] == bases
    elif inspect.isfunction(theirs):
        assert inspect.isfunction(ours)
    elif isinstance(theirs, enum.Enum):
        assert (ours.name, ours.value) == (theirs.name, theirs.value)
    elif name == "LOGGER":
        assert ours.name == "bitrook.pgn"
    else:
        assert type(ours) is type(theirs) and ours == theirs


@pytest.mark.parametrize("name", [name for name in NAMES if inspect.isfunction(getattr(chess.pgn, name))])
def test_signatures_of_functions(name: str) -> None:
    ours = parameters(getattr(bitrook.pgn, name))
    if name == "read_game":
        assert ours.pop() == ("letters", inspect.Parameter.KEYWORD_ONLY, "None")
    if name in ("read_game", "read_headers"):
        assert ours.pop() == ("limits", inspect.Parameter.KEYWORD_ONLY, "None")
    assert ours == parameters(getattr(chess.pgn, name))


@pytest.mark.parametrize("name", CLASSES)
def test_members_of_classes(name: str) -> None:
    theirs, ours = getattr(chess.pgn, name), getattr(bitrook.pgn, name)
    assert parameters(ours) == parameters(theirs)
    for member, value in members(theirs).items():
        mine = inspect.getattr_static(ours, member)
        if member == "__class_getitem__":
            continue
        if isinstance(value, (classmethod, staticmethod)):
            assert type(mine) is type(value), member
            assert parameters(getattr(ours, member)) == parameters(getattr(theirs, member)), member
        elif inspect.isfunction(value):
            assert inspect.isfunction(mine), member
            assert parameters(mine) == parameters(value), member
        elif issubclass(theirs, enum.Enum) and isinstance(value, theirs):
            assert mine.value == value.value
        elif isinstance(value, (int, float, str, bool)):
            assert mine == value, member
    assert bool(getattr(ours, "__abstractmethods__", ())) == bool(getattr(theirs, "__abstractmethods__", ()))


@pytest.mark.parametrize("name", CLASSES)
def test_public_members_are_the_same(name: str) -> None:
    theirs, ours = (
        {member for member in dir(getattr(pgn, name)) if member[0] != "_"} for pgn in (chess.pgn, bitrook.pgn)
    )
    assert ours - {"current_line"} - NEXT == theirs  # a property of exporters, see below


@pytest.mark.parametrize("name", ["Game", "ChildNode", "StringExporter", "GameBuilder", "Headers", "Mainline"])
def test_public_attributes_of_objects_are_the_same(name: str) -> None:
    def attributes(pgn: Any) -> set[str]:
        made = {
            "ChildNode": lambda: pgn.Game().add_variation(None),
            "Mainline": lambda: pgn.Game().mainline(),
        }.get(name, getattr(pgn, name))()
        properties = {name for name, value in inspect.getmembers(type(made)) if isinstance(value, property)}
        return {attribute for attribute in {*vars(made), *properties} if attribute[0] != "_"}

    assert attributes(bitrook.pgn) - NEXT == attributes(chess.pgn) - NEXT  # exporters have an option `comments`


SCORE_CLASSES = sorted(SCORES - {"MateGiven"})


@pytest.mark.parametrize("name", SCORE_CLASSES)
def test_members_of_scores(name: str) -> None:
    theirs, ours = getattr(chess.engine, name), getattr(bitrook.pgn, name)
    assert {m for m in dir(ours) if m[0] != "_"} == {m for m in dir(theirs) if m[0] != "_"}
    for member, value in members(theirs).items():
        if inspect.isfunction(value) and member[0] != "_":
            found = parameters(inspect.getattr_static(ours, member))
            if member == "wdl":
                assert found.pop() == ("board", inspect.Parameter.KEYWORD_ONLY, "None")
            assert found == parameters(value), member
    assert (ours.__hash__ is None) == (theirs.__hash__ is None)


@pytest.mark.parametrize("model", typing.get_args(chess.engine.WdlModel))
def test_wdl_of_scores(model: Any) -> None:
    def rows(of: Any) -> list[Any]:
        scores = [of.Cp(cp) for cp in (*range(-1300, 1300, 37), -9000, 9000)]
        scores += [*(of.Mate(n) for n in (-30, -2, -1, 0, 1, 2, 30)), of.MateGiven]
        found = [score.wdl(model=model, ply=ply) for score in scores for ply in (-1, 0, 13, 30, 300)]
        pov = of.PovScore(of.Cp(70), False).wdl(model=model)
        return [
            *map(repr, found), *map(tuple, found), repr(pov), repr(-pov.white()), pov[0], len(pov), list(pov), bool(pov),
            pov == tuple(pov), pov == of.PovScore(of.Cp(70), False).wdl(model=model), pov == 3, repr(of.Cp(1).wdl()),
            [(w.expectation(), w.winning_chance(), w.drawing_chance(), w.losing_chance()) for w in found],
            list(reversed(found[7])), bool(of.Wdl(0, 0, 0)), found[3] == +found[3],
        ]  # fmt: skip

    assert rows(bitrook.pgn) == rows(chess.engine)
