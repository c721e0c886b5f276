"""The stub of the native core has the parameters of the built core, which mypy's stubtest cannot see in pybind11's functions."""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.signatures import docstring, signature

import bitrook
from bitrook import _core

STUB = Path(bitrook.__file__).with_name("_core.pyi")
PLAIN, STARS = (
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD),
)

Parameters = list[tuple[str, inspect._ParameterKind, bool]]  # name, kind, whether it is optional


def parameters_of(function: Any) -> Parameters:
    """Return the parameters of a built function or of one in the stub, without the bound argument."""
    found = [
        (p.name, p.kind, p.default is not p.empty or p.kind in STARS) for p in signature(function).parameters.values()
    ]
    return found[1:] if found and found[0][0] in {"self", "cls", "type", "mcs"} else found


def of_stub(node: ast.FunctionDef) -> Parameters:
    names: dict[str, Any] = {}
    node.decorator_list, node.returns = [], None
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    exec(compile(ast.Module([node], []), "stub", "exec"), names)
    found = parameters_of(names[node.name])
    return [
        (
            name.removeprefix("__"),
            inspect.Parameter.POSITIONAL_ONLY if name.startswith("__") and kind is PLAIN else kind,
            optional,
        )
        for name, kind, optional in found
    ]


def functions(body: list[ast.stmt], owner: Any, where: str = "") -> Iterator[tuple[str, list[ast.FunctionDef], Any]]:
    """Yield the functions and methods of the stub: their names, definitions (several if overloaded) and built functions."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef) and hasattr(owner, node.name):
            yield from functions(node.body, getattr(owner, node.name), f"{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not any(
            "property" in (text := ast.unparse(d)) or ".setter" in text for d in node.decorator_list
        ):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.If):
            yield from functions([*node.body, *node.orelse], owner, where)
    for name, nodes in found.items():
        if name in ("__init__", "__new__"):
            yield where + name, nodes, owner
        elif not name.startswith("__") and hasattr(owner, name):
            yield where + name, nodes, inspect.unwrap(getattr(owner, name))


def differences(text: str, module: Any) -> Iterator[str]:
    for where, nodes, built in functions(ast.parse(text).body, module):
        found, expected = [of_stub(node) for node in nodes], parameters_of(built)
        if len(found) == 1 and found[0] != expected:
            yield f"{where}: the stub says {found[0]}, the built function {expected}"
        if {name for each in found for name, _, _ in each} != {name for name, _, _ in expected}:
            yield f"{where}: overloads of the stub have {found}, the built function {expected}"


def test_stub_has_the_parameters_of_the_built_core() -> None:
    text = STUB.read_text(encoding="utf-8")
    assert len(list(functions(ast.parse(text).body, _core))) > 400
    assert list(differences(text, _core)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        "def move(self, x: int, b: int = ...) -> int: ...",
        "def move(self, a: int, b: int) -> int: ...",
        "def move(self, a: int, *, b: int = ...) -> int: ...",
        "def move(self, a: int, /, b: int = ...) -> int: ...",
        "def move(self, a: int, b: int = ..., c: int = ...) -> int: ...",
    ],
)
def test_a_wrong_stub_is_found(wrong: str) -> None:
    class Toy:
        def move(self, a: int, b: int = 0) -> int:
            return a + b

    module = types.SimpleNamespace(Toy=Toy)
    assert not list(differences("class Toy:\n    def move(self, a: int, b: int = ...) -> int: ...", module))
    assert list(differences(f"class Toy:\n    {wrong}", module))


def public_things() -> Iterator[tuple[str, Any]]:
    for name, thing in vars(_core).items():
        if not name.startswith("_") and callable(thing):
            yield name, thing
            if isinstance(thing, type):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or inspect.isdatadescriptor(value)):
                        yield f"{name}.{member}", value


def test_everything_public_has_a_docstring_without_native_names() -> None:
    native = re.compile(r"std::|bitrook::|pybind11|_core_|uint64_t|capsule")
    assert not [
        name for name, thing in public_things() if not docstring(thing) or native.search(inspect.getdoc(thing) or "")
    ]
