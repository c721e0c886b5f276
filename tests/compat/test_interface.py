"""Compares every public name of chess, chess.engine and chess.pgn with bitrook's: its kind, signature, value and members."""

from __future__ import annotations

import ast
import dataclasses
import enum
import inspect
import logging
import re
import sys
import typing
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import chess
import chess.engine
import chess.pgn
import pytest

import bitrook
import bitrook.engine
import bitrook.pgn

MODULES: dict[str, tuple[ModuleType, ModuleType]] = {
    "chess": (chess, bitrook),
    "chess.engine": (chess.engine, bitrook.engine),
    "chess.pgn": (chess.pgn, bitrook.pgn),
}
# Deliberate differences, with their reasons. An entry that no longer differs is a failure.
ALLOWED = {
    "chess.Bitboard": "a class, where python-chess has an alias of int; it derives from int",
    "chess.engine.WdlModel": "has later models as well",
    "chess.engine.InfoDict": "has bounds of scores and moves left as well",
    "chess.pgn.read_game": "has the parameters limits and letters as well",
    "chess.pgn.read_headers": "has the parameter limits as well",
    **dict.fromkeys(
        (f"chess.engine.{name}.wdl" for name in ("Score", "Cp", "Mate", "MateGivenType", "PovScore")),
        "has the parameter board as well",
    ),
    **dict.fromkeys(
        (
            f"chess.engine.{name}.allow_invalid"
            for name in ("Protocol", "UciProtocol", "XBoardProtocol", "SimpleEngine")
        ),
        "sends positions that are not valid",
    ),
    **dict.fromkeys(
        [
            f"chess.engine.{name}.{each}"
            for name in ("Protocol", "UciProtocol", "XBoardProtocol")
            for each in ("explain", "transcript_path")
        ]
        + ["chess.engine.SimpleEngine.run"],
        "is what bitrook's own tools need, and public for others",
    ),
    **dict.fromkeys(
        (
            f"chess.pgn.{name}.{each}"
            for name in ("GameNode", "ChildNode", "Game")
            for each in ("comments", "starting_comments")
        ),
        "is in python-chess's next release",
    ),
    **dict.fromkeys(
        [f"chess.pgn.{name}.parent" for name in ("GameNode", "ChildNode", "Game")]
        + [f"chess.pgn.{name}.current_line" for name in ("StringExporterMixin", "StringExporter", "FileExporter")],
        "is a property, which is an attribute of objects in python-chess",
    ),
}
# Attributes that depend on the implementation of a class and are not part of the interface.
INTERNAL = re.compile(
    r"__(dict|weakref|module|doc|annotations|annotate\w*|slots|slotnames|static_attributes|firstlineno|init|new|"
    r"dataclass_params|dataclass_fields|orig_bases|parameters|abstractmethods|replace|annotations_cache|"
    r"class_getitem|init_subclass|subclasshook|abs|total|closed|extra_items|(readonly|mutable|required|optional)_keys)__"
    r"|_abc_impl"
)
# Private in python-chess, but programs use them.
PRIVATE_BUT_USED = {"_transposition_key", "_repr_svg_"}


def defined_names(module: ModuleType) -> list[str]:
    """Return the public names that a module of python-chess defines, excluding those that it imports."""
    names: dict[str, None] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names[node.name] = None
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for name in (each for target in targets if target for each in ast.walk(target)):
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                names[name.id] = None
    return [name for name in names if not name.startswith("_") and name not in ("T", "F", "override", "annotations")]


NAMES = [f"{path}.{name}" for path, (theirs, _) in MODULES.items() for name in defined_names(theirs)]
CLASSES = [
    path for path in NAMES if inspect.isclass(thing := eval(path)) and path == f"{thing.__module__}.{thing.__name__}"
]


def parameters(function: Any, skip: int = 0) -> list[tuple[str, Any, str]]:
    """Return names, kinds and defaults. A class that is a default is represented by its name."""
    found = list(inspect.signature(function).parameters.values())[skip:]
    return [(p.name, p.kind, p.default.__name__ if inspect.isclass(p.default) else str(p.default)) for p in found]


def kind_of(cls: type, name: str) -> str:
    """Return the kind of an attribute, which is the same for classes written in Python and in C."""
    value = inspect.getattr_static(cls, name)
    if isinstance(value, (classmethod, type(dict.__dict__["fromkeys"]))) or getattr(value, "__self__", None) is cls:
        return "class method"
    if inspect.isbuiltin(value) and isinstance(value.__self__, type):
        return "class method"  # a builtin that is bound to its class
    if isinstance(value, staticmethod):
        return "static method"
    if inspect.isroutine(value) or inspect.ismethoddescriptor(value):
        return "method"
    if dataclasses.is_dataclass(cls) and name in {field.name for field in dataclasses.fields(cls)}:
        return "property"  # the class attribute is the default of a field
    if isinstance(value, property) or inspect.isgetsetdescriptor(value) or inspect.ismemberdescriptor(value):
        return "property"
    return "value"


def comparable(value: Any) -> Any:
    """Return *value* in a form that is equal for both libraries."""
    if isinstance(value, enum.Enum):
        return (type(value).__name__, value.name, value.value)
    if isinstance(value, typing.TypeVar):
        return ("TypeVar", value.__name__, bool(value.__bound__), value.__covariant__)
    if isinstance(value, re.Pattern):
        return value.groups, dict(value.groupindex)
    if isinstance(value, logging.Logger):
        return logging.Logger
    if isinstance(value, (list, tuple)):
        return type(value), [comparable(item) for item in value]
    if isinstance(value, dict):
        return dict, dict(value)
    if arguments := typing.get_args(value):  # a type alias
        return "alias", [comparable(each) for each in arguments]
    return (
        (type(value).__name__, repr(value))
        if type(value).__module__.startswith(("chess", "bitrook"))
        else (type(value), value)
    )


def differences(theirs: Any, ours: Any, skip: int = 0) -> Iterator[str]:
    """Yield how a name of bitrook differs from python-chess's."""
    if inspect.isclass(theirs):
        if not theirs.__module__.startswith("chess"):
            yield from () if ours is theirs else ["is not the same alias"]
            return
        bases = [base.__name__ for base in theirs.__mro__ if base is not typing.Generic]
        if not inspect.isclass(ours) or [base.__name__ for base in ours.__mro__ if base.__name__ in bases] != bases:
            yield f"derives from {ours.__mro__}, not {bases}"
        if dataclasses.is_dataclass(theirs) != dataclasses.is_dataclass(ours):
            yield "is a dataclass in one library only"
        if set(getattr(theirs, "__annotations__", {})) != set(getattr(ours, "__annotations__", {})) and issubclass(
            theirs, dict
        ):
            yield "has other keys"
        if issubclass(theirs, enum.Enum):
            pairs = [[(name, member.value) for name, member in cls.__members__.items()] for cls in (theirs, ours)]
            yield from () if pairs[0] == pairs[1] else ["has other members"]
        elif not issubclass(theirs, (Exception, dict)) and parameters(theirs) != parameters(ours):
            yield f"is constructed {parameters(ours)}, not {parameters(theirs)}"
        if bool(getattr(ours, "__abstractmethods__", ())) != bool(getattr(theirs, "__abstractmethods__", ())):
            yield "has other abstract methods"
    elif inspect.isroutine(theirs):
        if not inspect.isroutine(ours) or inspect.iscoroutinefunction(theirs) != inspect.iscoroutinefunction(ours):
            yield "is no such function"
        elif not inspect.ismethoddescriptor(theirs) and parameters(theirs, skip) != parameters(
            ours, skip
        ):  # int.bit_count
            yield f"takes {parameters(ours, skip)}, not {parameters(theirs, skip)}"
    elif comparable(theirs) != comparable(ours):
        yield f"is {ours!r}, not {theirs!r}"


def member_differences(theirs: type, ours: type, name: str) -> Iterator[str]:
    if not hasattr(ours, name) or not hasattr(theirs, name):
        yield f"is only in {theirs if hasattr(theirs, name) else ours}"
    elif name == "__hash__" and theirs.__hash__ is None:
        yield from () if ours.__hash__ is None else ["is there, but is None in python-chess"]
    elif (kind := kind_of(theirs, name)) != kind_of(ours, name):
        yield f"is a {kind_of(ours, name)}, not a {kind}"
    elif kind.endswith("method") and not (
        name.startswith("__") and kind == "method"
    ):  # Python defines signatures of slots
        yield from differences(getattr(theirs, name), getattr(ours, name), skip=int(kind == "method"))
    elif kind == "value":
        yield from differences(getattr(theirs, name), getattr(ours, name))


def member_names(path: str, theirs: type, ours: type) -> set[str]:
    """Return the members to compare. bitrook's boards, moves and sets have more; its other classes do not."""
    own = {
        name for name in vars(theirs) if not INTERNAL.fullmatch(name) and (name[:2] == "__" or name in PRIVATE_BUT_USED)
    }
    names = own | {name for name in vars(theirs) if name[0] != "_"}
    if not path.startswith(("chess.engine", "chess.pgn")):
        return names
    return names | {name for cls in (theirs, ours) for name in dir(cls) if name[0] != "_"}


def check(path: str, found: list[str]) -> None:
    if path in ALLOWED:
        assert found, f"{path} no longer differs: remove it from ALLOWED"
    else:
        assert not found, f"{path} {found}"


def counterpart(path: str) -> tuple[Any, Any]:
    module, _, name = path.rpartition(".")
    return getattr(MODULES[module][0], name), getattr(MODULES[module][1], name)


def test_all_names_are_compared() -> None:
    counts = {module: sum(path.rpartition(".")[0] == module for path in NAMES) for module in MODULES}
    assert counts["chess"] == 261 and counts["chess.engine"] > 45 and counts["chess.pgn"] > 60
    assert sum(path.count(".") == 1 for path in CLASSES) == 13
    assert {f"chess.engine.{name}" for name in bitrook.engine.__all__} | {"chess.engine.EventLoopPolicy"} == {
        path for path in NAMES if path.startswith("chess.engine.")
    }
    ours = {"Cp", "Mate", "MateGiven", "MateGivenType", "PovScore", "PovWdl", "Score", "Wdl", "Limits", "read_errors"}
    assert set(bitrook.pgn.__all__) == {p.rpartition(".")[2] for p in NAMES if "pgn" in p} | ours


@pytest.mark.parametrize("path", NAMES)
def test_name(path: str) -> None:
    if path == "chess.engine.EventLoopPolicy" and sys.version_info >= (3, 14):
        pytest.skip("asyncio's class is deprecated")
    check(path, list(differences(*counterpart(path))))


@pytest.mark.parametrize("path", CLASSES)
def test_members(path: str) -> None:
    theirs, ours = counterpart(path)
    for name in sorted(member_names(path, theirs, ours)):
        check(f"{path}.{name}", list(member_differences(theirs, ours, name)))


@pytest.mark.parametrize("class_name", ["BaseBoard", "Board", "Move", "Piece", "SquareSet", "Outcome"])
def test_instance_attributes(class_name: str) -> None:
    def instance(module: Any) -> Any:
        arguments: dict[str, tuple[Any, ...]] = {
            "Move": (1, 18),
            "Piece": (1, True),
            "Outcome": (module.Termination.CHECKMATE, True),
        }
        return getattr(module, class_name)(*arguments.get(class_name, ()))

    theirs, ours = instance(chess), instance(bitrook)
    public = {name: value for name, value in vars(theirs).items() if not name.startswith("_")}
    assert public
    for name, value in public.items():
        found = getattr(ours, name)
        if name == "occupied_co":
            assert list(found) == value
        elif isinstance(value, enum.Enum):
            assert comparable(found) == comparable(value), name
        else:
            assert found == value, name
        if class_name not in ("Move", "Piece"):  # those are immutable, interned values
            setattr(ours, name, found)
            assert getattr(ours, name) == found, name


@pytest.mark.parametrize("class_name", ["Move", "Piece", "Outcome"])
def test_dataclass_fields(class_name: str) -> None:
    theirs, ours = getattr(chess, class_name), getattr(bitrook, class_name)
    assert ours.__match_args__ == theirs.__match_args__
    assert dataclasses.is_dataclass(ours)
    assert [f.name for f in dataclasses.fields(ours)] == [f.name for f in dataclasses.fields(theirs)]
    assert [f.default for f in dataclasses.fields(ours)] == [f.default for f in dataclasses.fields(theirs)]


# The names that python-chess's master branch (July 2026) adds to 1.11.2. In that branch, parse_rank and rank_name
# handle files by mistake.

MASTER: dict[str, Any] = {
    "File": int,
    "Rank": int,
    "FILES": [0, 1, 2, 3, 4, 5, 6, 7],
    "RANKS": [0, 1, 2, 3, 4, 5, 6, 7],
    **{f"FILE_{letter}": index for index, letter in enumerate("ABCDEFGH")},
    **{f"RANK_{digit}": index for index, digit in enumerate("12345678")},
}


@pytest.mark.parametrize("name", MASTER)
def test_constants_of_master(name: str) -> None:
    assert comparable(getattr(bitrook, name)) == comparable(MASTER[name])


@pytest.mark.parametrize("function, parameter", [("file", "file"), ("rank", "rank")])
def test_functions_of_master(function: str, parameter: str) -> None:
    parse, name = getattr(bitrook, f"parse_{function}"), getattr(bitrook, f"{function}_name")
    assert [p.name for p in inspect.signature(parse).parameters.values()] == ["name"]
    assert [p.name for p in inspect.signature(name).parameters.values()] == [parameter]
    texts = "abcdefgh" if function == "file" else "12345678"
    assert [parse(text) for text in texts] == list(range(8))
    assert [name(index) for index in range(8)] == list(texts)
    for bad in ("", "i", "A", "9", "0", "ab"):
        with pytest.raises(ValueError):
            parse(bad)
    with pytest.raises(IndexError):
        name(8)


def test_methods_of_master() -> None:
    assert [p.name for p in inspect.signature(bitrook.BaseBoard.piece_count).parameters.values()] == ["self"]
    assert [p.name for p in inspect.signature(bitrook.Board.gives_checkmate).parameters.values()] == ["self", "move"]
    assert bitrook.BaseBoard().piece_count() == 32
    board = bitrook.Board("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")
    assert [move.uci() for move in board.legal_moves if board.gives_checkmate(move)] == ["d8h4"]
    assert board.fen() == "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
