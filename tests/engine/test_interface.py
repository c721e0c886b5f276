"""Checks that bitrook.engine has every public name of chess.engine, of the same kind, signature, value and members."""

from __future__ import annotations

import ast
import asyncio
import dataclasses
import enum
import inspect
import re
import sys
import typing
from typing import Any

import chess.engine
import pytest

import bitrook.engine

INTERNAL = re.compile(
    r"__(dict|weakref|module|doc|annotations|annotate\w*|slots|slotnames|static_attributes|firstlineno)__|_abc_impl"
)
IMPLEMENTATION = {
    "__orig_bases__", "__parameters__", "__abstractmethods__", "__dataclass_params__", "__dataclass_fields__",
    "__replace__", "__annotations_cache__", "__class_getitem__", "__init_subclass__", "__subclasshook__", "__new__",
    "__abs__", "__ge__", "__gt__", "__le__", "__total__", "__closed__", "__extra_items__", "__readonly_keys__",
    "__mutable_keys__", "__required_keys__", "__optional_keys__",
}  # fmt: skip


def defined_names() -> list[str]:
    names: list[str] = []
    for node in ast.parse(inspect.getsource(chess.engine)).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.append(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [name.id for name in targets if isinstance(name, ast.Name)]
    return [name for name in dict.fromkeys(names) if name[0] != "_" and name not in ("T", "F", "override")]


NAMES = defined_names()
CLASSES = [name for name in NAMES if inspect.isclass(getattr(chess.engine, name)) and name != "EventLoopPolicy"]


def parameters(function: Any) -> list[tuple[str, Any, str]]:
    found = [(p.name, p.kind, str(p.default)) for p in inspect.signature(function).parameters.values()]
    more = [("board", inspect.Parameter.KEYWORD_ONLY, "None")] if function.__name__ == "wdl" else []
    return found[: -len(more)] if more and found[-1:] == more else found


def members(cls: type) -> dict[str, Any]:
    return {
        name: value
        for name, value in ((name, inspect.getattr_static(cls, name)) for name in dir(cls))
        if not INTERNAL.fullmatch(name) and name not in IMPLEMENTATION and (name[0] != "_" or name[:2] == "__")
    }


def test_no_name_is_missing_and_none_is_more() -> None:
    assert len(NAMES) > 45
    assert set(bitrook.engine.__all__) == set(NAMES) - {"EventLoopPolicy"}


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="asyncio's class is deprecated")
def test_the_event_loop_policy() -> None:
    assert bitrook.engine.EventLoopPolicy is chess.engine.EventLoopPolicy


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"EventLoopPolicy"}))
def test_kinds_and_values(name: str) -> None:
    theirs, ours = getattr(chess.engine, name), getattr(bitrook.engine, name)
    if isinstance(theirs, typing.TypeVar):
        assert type(ours) is typing.TypeVar and ours.__name__ == name and bool(ours.__bound__) == bool(theirs.__bound__)
    elif isinstance(theirs, re.Pattern):
        assert ours.groups == theirs.groups
    elif inspect.isclass(theirs):
        assert inspect.isclass(ours) and ours.__name__ == name
        bases = [base.__name__ for base in theirs.__mro__ if base is not typing.Generic]
        assert [base.__name__ for base in ours.__mro__ if base.__name__ in bases] == bases
        assert dataclasses.is_dataclass(ours) == dataclasses.is_dataclass(theirs)
    elif inspect.isfunction(theirs):
        assert inspect.isfunction(ours)
        assert inspect.iscoroutinefunction(ours) == inspect.iscoroutinefunction(theirs)
        assert parameters(ours) == parameters(theirs)
    elif isinstance(theirs, enum.Enum):
        assert (ours.name, ours.value) == (theirs.name, theirs.value)
    elif name == "LOGGER":
        assert ours.name == "bitrook.engine"
    elif name == "MateGiven":
        assert ours == theirs and repr(ours) == repr(theirs)
    else:
        more = {"sf17", "sf17.1", "sf18", "sf19"} if name == "WdlModel" else set()
        assert [each for each in typing.get_args(ours) or ours if each not in more] == list(
            typing.get_args(theirs) or theirs
        )


@pytest.mark.parametrize("name", CLASSES)
def test_members_of_classes(name: str) -> None:
    theirs, ours = getattr(chess.engine, name), getattr(bitrook.engine, name)
    if issubclass(theirs, BaseException) or name == "InfoDict":
        more = {"lowerbound", "upperbound", "movesleft"} if name == "InfoDict" else set()
        assert set(getattr(ours, "__annotations__", {})) == set(getattr(theirs, "__annotations__", {})) | more
        return
    assert parameters(ours) == parameters(theirs)
    for member, value in members(theirs).items():
        mine = inspect.getattr_static(ours, member)
        if isinstance(value, (classmethod, staticmethod)):
            assert type(mine) is type(value), member
            assert parameters(getattr(ours, member)) == parameters(getattr(theirs, member)), member
        elif inspect.isfunction(value):
            assert inspect.isfunction(mine), member
            assert inspect.iscoroutinefunction(mine) == inspect.iscoroutinefunction(value), member
            assert parameters(mine) == parameters(value), member
        elif issubclass(theirs, enum.Enum) and isinstance(value, theirs):
            assert mine.value == value.value
        elif isinstance(value, (int, float, str, bool)):
            assert mine == value, member
    assert getattr(ours, "__abstractmethods__", None) == getattr(theirs, "__abstractmethods__", None)


@pytest.mark.parametrize("name", CLASSES)
def test_public_members_are_the_same(name: str) -> None:
    theirs, ours = (
        {member for member in dir(getattr(engine, name)) if member[0] != "_"}
        for engine in (chess.engine, bitrook.engine)
    )
    assert ours == theirs | ({"allow_invalid"} if name.endswith(("Protocol", "SimpleEngine")) else set())


@pytest.mark.parametrize(
    "name", ["UciProtocol", "XBoardProtocol", "BaseCommand", "AnalysisResult", "PlayResult", "BestMove", "SimpleEngine"]
)
def test_public_attributes_of_objects_are_the_same(name: str) -> None:
    async def attributes(engine: Any) -> set[str]:
        protocol = engine.UciProtocol()
        arguments = {"BaseCommand": [protocol], "SimpleEngine": [None, protocol]}
        arguments |= {"PlayResult": [None, None], "BestMove": [None, None]}
        made = getattr(engine, name)(*arguments.get(name, []))
        return {attribute for attribute in vars(made) if attribute[0] != "_"}

    assert asyncio.run(attributes(bitrook.engine)) == asyncio.run(attributes(chess.engine))


OPTION_VALUES = [True, False, None, 0, 1, 5, 11, -1, "5", "x", "true", "false", "a", "A", "a\nb", "q\r", 3.7]


@pytest.mark.parametrize("kind", "check spin combo button reset save string file path weird".split())
def test_options_accept_the_same_values(kind: str) -> None:
    def results(engine: Any) -> list[Any]:
        found = []
        option = engine.Option("n", kind, None, 0, 10, ["a", "b"])
        for value in OPTION_VALUES:
            try:
                parsed = option.parse(value)
                found.append(bool(parsed) if kind == "check" else parsed)
            except engine.EngineError:
                found.append("EngineError")
            except TypeError:  # raised by python-chess for a spin option set to None
                found.append("EngineError")
        return [*found, repr(option), option.is_managed()]

    assert results(bitrook.engine) == results(chess.engine)


def test_reprs_are_the_same() -> None:
    def shown(engine: Any) -> list[str]:
        objects = [
            engine.Limit(), engine.Limit(time=1, white_clock=3, clock_id=4), engine.Opponent("a", None, 1, False),
            engine.UciOptionMap({"Hash": 1}), engine.PlayResult(None, None, resigned=True), engine.BestMove(None, None),
            engine.Info.SCORE, engine.INFO_ALL, engine.CommandState.CANCELLING,
        ]  # fmt: skip
        return [re.sub(r" at 0x\w+|\)?>$", "", repr(each)) for each in objects]

    assert shown(bitrook.engine) == shown(chess.engine)


def test_maps_of_options_are_the_same() -> None:
    def facts(engine: Any) -> list[Any]:
        options = engine.UciOptionMap({"Hash": 1}, Threads=2)
        options["Ponder"] = True
        copied = options.copy()
        del copied["PONDER"]
        return [
            sorted(options), len(copied), "hash" in copied, "ponder" in copied, options == copied,
            options == {"Hash": 1}, options == 3, copied.get("x", 5),
        ]  # fmt: skip

    assert facts(bitrook.engine) == facts(chess.engine)
