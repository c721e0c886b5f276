"""The stub of the native core has the same names and parameters as the built core."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bitrook
from bitrook import _core

STUB = Path(bitrook.__file__).with_name("_core.pyi")

# Attributes that every class has, and methods that Python derives from slots. The stub may omit them.
IMPLICIT = frozenset(
    "__new__ __init__ __doc__ __module__ __dict__ __weakref__ __hash__ __getattribute__ __setattr__ __delattr__ __qualname__"
    " __repr__ __str__ __ne__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __slots__ __dictoffset__ __weakrefoffset__"
    " __format__ __sizeof__ __dir__ __init_subclass__ __subclasshook__ __class__ __match_args__ __annotations__"
    " __static_attributes__ __firstlineno__ __orig_bases__ __parameters__ __abstractmethods__ __type_params__"
    " __entries __members__ __slotnames__ __annotate_func__"
    " __annotations_cache__ __vectorcalloffset__ __getnewargs__ __lt__ __le__ __gt__ __ge__ __copy__ __deepcopy__"
    " __buffer__ __release_buffer__ __dataclass_fields__ __dataclass_params__ __replace__".split()
)

Parameters = list[tuple[str, str, bool]]  # name, kind, whether it is optional

PLAIN, POSITIONAL, KEYWORD, STAR, STARS = "plain", "positional", "keyword", "*", "**"
KINDS = {
    inspect.Parameter.POSITIONAL_OR_KEYWORD: PLAIN,
    inspect.Parameter.POSITIONAL_ONLY: POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY: KEYWORD,
    inspect.Parameter.VAR_POSITIONAL: STAR,
    inspect.Parameter.VAR_KEYWORD: STARS,
}


def stub_parameters(node: ast.FunctionDef) -> Parameters:
    a = node.args
    plain = [*a.posonlyargs, *a.args]
    first_default = len(plain) - len(a.defaults)
    found: Parameters = []
    for i, arg in enumerate(plain):
        kind = POSITIONAL if arg in a.posonlyargs or arg.arg.startswith("__") else PLAIN
        found.append((arg.arg.removeprefix("__"), kind, i >= first_default))
    if a.vararg:
        found.append((a.vararg.arg, STAR, True))
    found += [(arg.arg, KEYWORD, d is not None) for arg, d in zip(a.kwonlyargs, a.kw_defaults, strict=True)]
    if a.kwarg:
        found.append((a.kwarg.arg, STARS, True))
    return found


def built_parameters(thing: Any) -> Parameters | None:
    """Return the parameters of a built function, or None if it has no signature."""
    try:
        parameters = inspect.signature(thing).parameters.values()
    except (ValueError, TypeError):
        return None
    return [(p.name, KINDS[p.kind], p.default is not p.empty or KINDS[p.kind] in "**") for p in parameters]


def compare(where: str, nodes: list[ast.FunctionDef], thing: Any) -> Iterator[str]:
    function = inspect.unwrap(thing.__func__ if isinstance(thing, (staticmethod, classmethod)) else thing)
    built = built_parameters(function)
    if built is None:
        yield f"{where}: the built function has no signature to compare"
        return
    stubs = [stub_parameters(node) for node in nodes]
    # Ignore the bound argument, which may have another name or be missing.
    *stubs, built = (p[1:] if p and p[0][0] in {"self", "cls", "type", "mcs"} else p for p in (*stubs, built))
    if len(stubs) == 1:
        if stubs[0] != built:
            yield f"{where}: the stub says {stubs[0]}, the built function {built}"
        return
    names = [{name for p in each for name, _, _ in p} for each in (stubs, [built])]
    if names[0] != names[1]:
        yield f"{where}: overloads of the stub name {sorted(names[0])}, the built function {sorted(names[1])}"


def members(body: list[ast.stmt]) -> dict[str, list[ast.stmt]]:
    """Return the definitions by name, including those in conditional blocks (sys.version_info)."""
    found: dict[str, list[ast.stmt]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, []).append(node)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node)
        elif isinstance(node, ast.If):
            for name, nodes in members([*node.body, *node.orelse]).items():
                found.setdefault(name, []).extend(nodes)
    return found


def has(node: ast.stmt, decorator: str) -> bool:
    return isinstance(node, ast.FunctionDef) and any(decorator in ast.unparse(d) for d in node.decorator_list)


def compare_class(where: str, node: ast.ClassDef, cls: type, stub_classes: dict[str, ast.ClassDef]) -> Iterator[str]:
    own = members(node.body)
    inherited: set[str] = set()
    for base in cls.__mro__[1:]:
        inherited |= (
            members(stub_classes[base.__name__].body).keys() if base.__name__ in stub_classes else set(vars(base))
        )
    for name in vars(cls):
        hidden = name.startswith("_") and not name.startswith("__")
        if name not in own and name not in inherited and name not in IMPLICIT and not hidden:
            yield f"{where}.{name}: built, but not in the stub"
    for name, nodes in own.items():
        if name == "__buffer__" and sys.version_info < (3, 12):
            continue  # C types have this method since Python 3.12
        if name not in vars(cls) and not (name.startswith("__") and hasattr(cls, name)):
            yield f"{where}.{name}: in the stub, but not built"
            continue
        thing = inspect.getattr_static(cls, name)
        functions = [n for n in nodes if isinstance(n, ast.FunctionDef)]
        if any(has(n, "property") or has(n, ".setter") for n in nodes):
            if callable(thing):
                yield f"{where}.{name}: a property in the stub, a method when built"
        elif functions and name in {"__init__", "__new__"}:
            yield from compare(f"{where}()", functions, cls)
        elif functions and not name.startswith("__"):
            if inspect.isdatadescriptor(thing):
                yield f"{where}.{name}: a method in the stub, an attribute when built"
            else:
                built = type(thing).__name__
                if built in {"classmethod_descriptor", "builtin_function_or_method", "_ClassMethod"}:
                    built = "classmethod" if isinstance(getattr(cls, name).__self__, type) else "staticmethod"
                for kind in ("staticmethod", "classmethod"):
                    if has(functions[0], kind) != (built == kind):
                        yield f"{where}.{name}: the stub and the built class disagree on {kind}"
                yield from compare(f"{where}.{name}", functions, getattr(cls, name))


def compare_module(module: types.ModuleType, text: str) -> Iterator[str]:
    stub = members(ast.parse(text).body)
    classes = {name: nodes[0] for name, nodes in stub.items() if isinstance(nodes[0], ast.ClassDef)}
    for name in vars(module):
        if not name.startswith("_") and name not in stub:
            yield f"{name}: built, but not in the stub"
    for name, nodes in stub.items():
        if not hasattr(module, name):
            aliases = isinstance(nodes[0], ast.AnnAssign) and "TypeAlias" in ast.unparse(nodes[0].annotation)
            if not (aliases or has_typing_only(nodes[0])):
                yield f"{name}: in the stub, but not built"
            continue
        thing = getattr(module, name)
        if isinstance(nodes[0], ast.ClassDef):
            yield from compare_class(name, nodes[0], thing, classes)
        elif isinstance(nodes[0], ast.FunctionDef):
            yield from compare(name, [n for n in nodes if isinstance(n, ast.FunctionDef)], thing)


def has_typing_only(node: ast.stmt) -> bool:
    """Return whether a name exists only in the stub, such as type variables and protocols with an underscore."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node).startswith("_")
    return isinstance(node, ast.ClassDef) and node.name.startswith("_")


def test_stub_matches_the_built_core() -> None:
    if not STUB.exists():
        pytest.fail("the package has no _core.pyi")
    assert list(compare_module(_core, STUB.read_text(encoding="utf-8"))) == []


def public_things() -> Iterator[tuple[str, Any]]:
    for name, thing in vars(_core).items():
        if not name.startswith("_") and callable(thing):
            yield name, thing
            if isinstance(thing, type):
                for member, value in vars(thing).items():
                    if not member.startswith("_") and (callable(value) or inspect.isdatadescriptor(value)):
                        yield f"{name}.{member}", value


def test_everything_public_has_a_docstring_without_native_names() -> None:
    bad = []
    for name, thing in public_things():
        doc = inspect.getdoc(thing) or ""
        body = re.sub(r"^\w+\(.*$", "", doc, flags=re.MULTILINE).strip()
        if not body:
            bad.append(f"{name}: no docstring")
        if re.search(r"std::|bitrook::|pybind11|_core_|uint64_t|capsule", doc):
            bad.append(f"{name}: a native name leaks into the docstring")
    assert bad == []


class Toy:
    """An example of a built class."""

    def __init__(self, size: int = 8) -> None:
        assert size

    def move(self, a: int, b: int = 0) -> int:
        """Moves."""
        return a + b

    @property
    def turn(self) -> bool:
        """Whose turn."""
        return True


def toy() -> types.ModuleType:
    module = types.ModuleType("toy")
    module.Toy = Toy  # type: ignore[attr-defined]

    def perft(board: object, depth: int, /, *, threads: int = 1) -> int:
        return depth

    module.perft = perft  # type: ignore[attr-defined]
    return module


EXACT = """
class Toy:
    def __init__(self, size: int = ...) -> None: ...
    def move(self, a: int, b: int = ...) -> int: ...
    @property
    def turn(self) -> bool: ...
def perft(board: object, depth: int, /, *, threads: int = ...) -> int: ...
"""


def test_an_exact_stub_passes() -> None:
    assert list(compare_module(toy(), EXACT)) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("self, size: int", "self, width: int"),
        ("a: int, b", "x: int, b"),
        ("b: int = ...", "b: int"),
        ("*, threads", "threads"),
        ("depth: int, /", "depth: int"),
        ("def move", "def moves"),
        ("@property\n    def turn", "def turn"),
        ("def perft", "def perfts"),
        ("threads: int = ...", "threads: int = ..., hash: int = ..."),
    ],
)
def test_a_wrong_stub_is_found(right: str, wrong: str) -> None:
    assert list(compare_module(toy(), EXACT.replace(right, wrong))) != []
