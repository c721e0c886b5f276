"""Sphinx extension: a ``members`` directive for groups of members, and signatures with types from the stubs.

The argument of ``members`` is a class or module, and its content is a list of names. Each name is documented with the
autodoc directive for its kind. Native functions have no annotations, so their types are read from ``_core.pyi``.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import bitrook
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

STUBS = ["_core.pyi"]


def found(path: str) -> object:
    """Return the object that *path* names, such as "bitrook.tables.ray" or "bitrook.Board.push"."""
    module, *names = path.split(".")
    thing: object = import_module(module)
    for name in names:
        if not hasattr(thing, name):
            import_module(f"{getattr(thing, '__name__', '')}.{name}")
        thing = getattr(thing, name)
    return thing


def directive(owner: object, name: str) -> str:
    value = inspect.getattr_static(owner, name, None)
    if value is None:
        value = getattr(owner, name)  # created on first access
    if inspect.isclass(value):
        return (
            "autoexception" if issubclass(value, BaseException) else "autoclass"
        )
    if inspect.isclass(owner):
        return (
            "automethod"
            if callable(value) or isinstance(value, classmethod | staticmethod)
            else "autoattribute"
        )
    return "autofunction" if callable(value) else "autodata"


class Members(SphinxDirective):
    """Documents the members of a class or module that the content names."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        path = self.arguments[0]
        owner = found(path)
        lines = [
            "```{eval-rst}"
        ]  # the pages are Markdown, but autodoc generates reStructuredText
        for name in " ".join(self.content).split():
            kind = directive(owner, name)
            lines.append(f".. {kind}:: {path}.{name}")
            if kind == "autoattribute":
                lines.append(f"   :annotation: {attribute_type(owner, name)}")
            lines.append("")
        lines.append("```")
        container = nodes.container()
        self.state.nested_parse(
            StringList(lines, source=str(self.env.docname)),
            self.content_offset,
            container,
        )
        return container.children


@cache
def stubs() -> dict[str, list[ast.FunctionDef | ast.AnnAssign]]:
    """Return the functions and attributes of the stubs by qualified name, with overloads grouped."""
    table: dict[str, list[ast.FunctionDef | ast.AnnAssign]] = {}

    def collect(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                collect(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                table.setdefault(prefix + node.name, []).append(node)
            elif isinstance(node, ast.AnnAssign):
                table.setdefault(prefix + ast.unparse(node.target), []).append(
                    node
                )

    for name in STUBS:
        text = (Path(bitrook.__file__).parent / name).read_text(
            encoding="utf-8"
        )
        collect(ast.parse(text).body, "")
    return table


def attribute_type(owner: object, name: str) -> str:
    """Return ": TYPE" for an attribute or property of the stubs, otherwise an empty string."""
    for each in inspect.getmro(owner):  # type: ignore[arg-type]
        for node in stubs().get(f"{each.__name__}.{name}", [])[:1]:
            annotation = (
                node.annotation
                if isinstance(node, ast.AnnAssign)
                else node.returns
            )
            return f": {ast.unparse(annotation)}" if annotation else ""
    return ""


def stub(qualified: str, thing: object) -> list[ast.FunctionDef]:
    """Return the stub of a function, a method, or the constructor of a class."""
    if inspect.isclass(thing):
        names = [
            f"{each.__name__}.{each_new}"
            for each in thing.__mro__
            for each_new in ("__new__", "__init__")
        ]
    elif "." in qualified and not inspect.ismodule(
        found(f"bitrook.{qualified.rpartition('.')[0]}")
    ):
        owner, _, method = qualified.rpartition(".")
        names = [
            f"{each.__name__}.{method}"
            for each in inspect.getmro(found(f"bitrook.{owner}"))
        ]  # type: ignore[arg-type]
    else:
        names = [qualified]
    nodes_of = next((stubs()[name] for name in names if name in stubs()), [])
    return [node for node in nodes_of if isinstance(node, ast.FunctionDef)]


def typed(function: ast.FunctionDef, thing: object) -> tuple[str, str]:
    """Return a stub's signature, with each ``...`` replaced by the default of *thing*, and its return type."""
    arguments = ast.parse(ast.unparse(function)).body[0].args  # type: ignore[attr-defined]  # a copy
    static = any(
        isinstance(each, ast.Name) and each.id == "staticmethod"
        for each in function.decorator_list
    )
    first = arguments.posonlyargs or arguments.args
    if not static and first and first[0].arg in ("self", "cls"):
        del first[0]
    try:
        defaults = {
            name: each.default
            for name, each in inspect.signature(thing).parameters.items()
        }  # type: ignore[arg-type]
    except (TypeError, ValueError):
        defaults = {}
    text = ast.unparse(arguments)
    for name, default in defaults.items():
        text = re.sub(
            rf"\b({name}: [^=]*?) ?= ?\.\.\.",
            lambda match, value=default: f"{match[1]}={value!r}",
            text,
            count=1,
        )
    return f"({text.removeprefix('/, ')})", ast.unparse(
        function.returns
    ) if function.returns else ""


def add_types(
    app: Sphinx,
    what: str,
    name: str,
    thing: object,
    options: object,
    signature: str,
    returns: str,
) -> tuple[str, str] | None:
    """Replace a signature with that of the stub, if there is exactly one."""
    candidates = (
        stub(name.removeprefix("bitrook."), thing) if callable(thing) else []
    )
    if len(candidates) != 1:
        return None
    text, result = typed(candidates[0], thing)
    return text, "" if what == "class" else result


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("members", Members)
    app.connect("autodoc-process-signature", add_types)
    return {"parallel_read_safe": True}
