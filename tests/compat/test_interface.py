"""Compares every public name of python-chess with bitrook's: its kind, signature and value."""

from __future__ import annotations

import ast
import dataclasses
import enum
import inspect
import re
import typing
from typing import Any

import chess
import pytest

import bitrook


# Deliberate differences, with their reasons. An entry that no longer differs is a failure.
ALLOWED = {
    "Bitboard": "a class, where python-chess has an alias of int; it derives from int",
    "SAN_REGEX": "another pattern; test_tables.py compares what it matches",
    "FEN_CASTLING_REGEX": "another pattern; test_tables.py compares what it matches",
}

# Attributes that depend on the implementation of a class and are not part of the interface.
INTERNAL = re.compile(
    r"__(dict|weakref|module|doc|annotations|annotate|annotate_func|annotations_cache|slots|init|new)__"
)
INTERNAL_ALSO = {
    "__dataclass_params__", "__dataclass_fields__", "__orig_bases__", "__parameters__", "__static_attributes__", "__slotnames__",
    "__firstlineno__", "__abstractmethods__", "_abc_impl", "__replace__",
}  # fmt: skip

# Private in python-chess, but programs use them.
PRIVATE_BUT_USED = {"_transposition_key", "_repr_svg_"}


def top_level_names() -> list[str]:
    """Return the names that python-chess's module defines, excluding those that it imports."""
    names: dict[str, None] = {}
    for node in ast.parse(inspect.getsource(chess)).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = None
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                    names[name.id] = None
    return [name for name in names if not name.startswith("_")]


def attribute_names(cls: type) -> list[str]:
    return [
        name
        for name in vars(cls)
        if not INTERNAL.fullmatch(name)
        and name not in INTERNAL_ALSO
        and (name.startswith("__") or not name.startswith("_") or name in PRIVATE_BUT_USED)
    ]


NAMES = top_level_names()
CLASSES = [
    name for name in NAMES if inspect.isclass(getattr(chess, name)) and getattr(chess, name).__module__ == "chess"
]
ATTRIBUTES = [f"{cls}.{name}" for cls in CLASSES for name in attribute_names(getattr(chess, cls))]


def module_kind(value: Any) -> str:
    if inspect.isclass(value):
        return "class"
    if inspect.isroutine(value):
        return "function"
    if isinstance(value, typing.TypeVar):
        return "type variable"
    return type(value).__name__


def attribute_kind(cls: type, name: str) -> str:
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
    if name in {field.name for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else ():
        return "property"  # the class attribute is the default of a field
    if isinstance(value, property) or inspect.isgetsetdescriptor(value) or inspect.ismemberdescriptor(value):
        return "property"
    return "value"


def parameters(signature: inspect.Signature, skip: int = 0) -> list[tuple[str, str, Any]]:
    return [(p.name, p.kind.name, p.default) for p in list(signature.parameters.values())[skip:]]


def signature_of(owner: Any, name: str, skip: int = 0) -> list[tuple[str, str, Any]]:
    return parameters(inspect.signature(getattr(owner, name)), skip)


def comparable(value: Any) -> Any:
    """Return *value* in a form that is equal for both libraries."""
    if isinstance(value, enum.Enum):
        return (type(value).__name__, value.name, value.value)
    if isinstance(value, typing.TypeVar):
        bound = getattr(value.__bound__, "__name__", None) or getattr(value.__bound__, "__forward_arg__", None)
        return ("TypeVar", value.__name__, bound)
    if isinstance(value, dict):
        return dict, dict(value)
    if isinstance(value, (list, tuple)):
        return type(value), [comparable(item) for item in value]
    return type(value), value


def difference(name: str) -> str | None:
    """Return how bitrook's *name* differs from python-chess's, or None if it does not."""
    theirs = getattr(chess, name)
    if not hasattr(bitrook, name):
        return "missing"
    ours = getattr(bitrook, name)
    if module_kind(theirs) != module_kind(ours):
        return f"is a {module_kind(ours)}, not a {module_kind(theirs)}"
    if inspect.isclass(theirs):
        if theirs.__module__ != "chess":
            return None if ours is theirs else f"is {ours}, not the alias of {theirs}"
        if [base.__name__ for base in theirs.__mro__[1:-1]] != [base.__name__ for base in ours.__mro__[1:-1]]:
            return f"derives from {ours.__mro__[1:-1]}, not {theirs.__mro__[1:-1]}"
        if issubclass(theirs, enum.Enum):
            pairs = [[(m.name, m.value) for m in cls.__members__.values()] for cls in (theirs, ours)]
            return None if pairs[0] == pairs[1] else "has other members"
        if issubclass(theirs, Exception):
            return None
        expected, found = parameters(inspect.signature(theirs)), parameters(inspect.signature(ours))
        return None if expected == found else f"is constructed {found}, not {expected}"
    if inspect.isroutine(theirs):
        if inspect.ismethoddescriptor(theirs):  # popcount is int.bit_count
            return None
        expected, found = signature_of(chess, name), signature_of(bitrook, name)
        return None if expected == found else f"takes {found}, not {expected}"
    return None if comparable(theirs) == comparable(ours) else f"is {ours!r}, not {theirs!r}"


def attribute_difference(path: str) -> str | None:
    class_name, name = path.split(".")
    theirs, ours = getattr(chess, class_name), getattr(bitrook, class_name)
    if not hasattr(ours, name):
        return "missing"
    if name == "__hash__" and theirs.__hash__ is None:
        return None if getattr(ours, name) is None else "is there, but is None in python-chess"
    kind = attribute_kind(theirs, name)
    if kind != attribute_kind(ours, name):
        return f"is a {attribute_kind(ours, name)}, not a {kind}"
    if name.startswith("__") and kind == "method":
        return None  # the interpreter defines the signatures of slots
    if kind in ("method", "static method"):
        skip = 1 if kind == "method" else 0
        expected, found = signature_of(theirs, name, skip), signature_of(ours, name, skip)
        return None if expected == found else f"takes {found}, not {expected}"
    if kind == "class method":
        expected, found = signature_of(theirs, name), signature_of(ours, name)
        return None if expected == found else f"takes {found}, not {expected}"
    if kind == "value":
        expected_value, value = comparable(getattr(theirs, name)), comparable(getattr(ours, name))
        return None if expected_value == value else f"is {value}, not {expected_value}"
    return None


def check(name: str, found: str | None) -> None:
    if name in ALLOWED:
        assert found, f"bitrook.{name} no longer differs: remove it from ALLOWED"
    else:
        assert not found, f"bitrook.{name} {found}"


def test_all_names_are_compared() -> None:
    assert len(NAMES) == 261
    assert len(CLASSES) == 13
    assert {"Board.push", "Board._transposition_key", "SquareSet.__or__", "Move.from_uci"} <= set(ATTRIBUTES)
    assert set(ALLOWED) <= {*NAMES, *ATTRIBUTES}


@pytest.mark.parametrize("name", NAMES)
def test_module_name(name: str) -> None:
    check(name, difference(name))


@pytest.mark.parametrize("path", ATTRIBUTES)
def test_class_attribute(path: str) -> None:
    check(path, attribute_difference(path))


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


def test_dataclass_functions() -> None:
    move = bitrook.Move(48, 56, bitrook.QUEEN)
    assert dataclasses.asdict(move) == dataclasses.asdict(chess.Move(48, 56, chess.QUEEN))
    assert dataclasses.astuple(move) == (48, 56, 5, None)
    assert dataclasses.replace(move, promotion=bitrook.KNIGHT) == bitrook.Move(48, 56, bitrook.KNIGHT)
    assert dataclasses.replace(bitrook.Piece(1, True), color=False) == bitrook.Piece(1, False)


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
