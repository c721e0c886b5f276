"""Copies the docstrings of the built core into its stub, so that editors show them. Signatures are left unchanged.

    python scripts/stub_docstrings.py          rewrites python/bitrook/_core.pyi
    python scripts/stub_docstrings.py --strip  removes the docstrings, which makes it easy to merge two versions

tests/package/test_stubs.py fails if the docstrings in the stub differ from those of the built core.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

STUB = Path(__file__).parents[1] / "python" / "bitrook" / "_core.pyi"


def text_of(name: str, thing: object) -> str:
    """Return the docstring without the signature that pybind11 puts above it."""
    text = inspect.cleandoc(getattr(thing, "__doc__", None) or "")
    return re.sub(rf"\A{re.escape(name)}\(.*\)(?: -> .*)?\n*", "", text).strip()


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def strip(stub: str) -> str:
    """Return the stub without docstrings."""
    lines: list[str | None] = [*stub.splitlines()]
    for node in ast.walk(ast.parse(stub)):
        body = getattr(node, "body", None)
        if not isinstance(body, list) or isinstance(node, ast.Module):
            continue
        for statement in body:
            if is_text(statement):
                end = int(statement.end_lineno or 0)
                end += isinstance(node, ast.ClassDef) and lines[end : end + 1] == [""] and body[-1] is not statement
                lines[statement.lineno - 1 : end] = [None] * (end - statement.lineno + 1)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and all(is_text(statement) for statement in body):
            last = body[0].lineno - 2
            lines[last] = f"{lines[last]} ..."
    return "\n".join(line for line in lines if line is not None) + "\n"


def literal(text: str, indent: int) -> list[str]:
    """Return a docstring literal as lines."""
    quotes = '"""'
    if '"""' in text or text.endswith('"'):
        quotes = "'''"
    prefix = "r" if "\\" in text else ""
    body = textwrap.indent(text, " " * indent).strip()
    end = f"\n{' ' * indent}{quotes}" if "\n" in text else quotes
    return f"{' ' * indent}{prefix}{quotes}{body}{end}".splitlines()


def documented(module: Any, stub: str) -> str:
    """Return the stub with its docstrings replaced by those of *module*."""
    stub = strip(stub)
    lines = stub.splitlines()
    for node, text, indent in sorted(places(module, ast.parse(stub)), key=lambda place: -place[0].lineno):
        if isinstance(node, ast.ClassDef) and len(node.body) > 0 and node.body[0].lineno > node.lineno:
            lines[node.lineno : node.lineno] = [*literal(text, indent), ""]
        elif isinstance(node, ast.AnnAssign):
            lines[node.end_lineno : node.end_lineno] = literal(text, indent)
        else:
            at = int(node.end_lineno or 0)
            lines[at - 1] = lines[at - 1].removesuffix(" ...")
            separate = indent == 4 and lines[at : at + 1] not in ([""], [])  # as the formatter requires
            lines[at:at] = [*literal(text, indent), *([""] if separate else [])]
    return "\n".join(lines) + "\n"


def places(module: Any, tree: ast.Module) -> Iterator[tuple[Any, str, int]]:
    """Yield each object with a docstring, the docstring, and its indentation."""
    for node in tree.body:
        thing = getattr(module, getattr(node, "name", ""), None)
        if thing is None or not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if not node.name.startswith("_") and (text := text_of(node.name, thing)):
            yield node, text, 4
        for member in node.body if isinstance(node, ast.ClassDef) else ():
            target = member.target if isinstance(member, ast.AnnAssign) else None
            name = target.id if isinstance(target, ast.Name) else getattr(member, "name", "_")
            value = inspect.getattr_static(thing, name, None)
            if name.startswith("_") or not (callable(value) or hasattr(value, "__get__")):
                continue
            setter = any(".setter" in ast.unparse(d) for d in getattr(member, "decorator_list", []))
            text = text_of(name, getattr(thing, name))
            if text and not setter:
                yield member, text, 4 if isinstance(member, ast.AnnAssign) else 8


def main() -> None:
    stub = STUB.read_text(encoding="utf-8")
    if "--strip" in sys.argv:
        STUB.write_text(strip(stub), encoding="utf-8")
        return
    from bitrook import _core

    STUB.write_text(documented(_core, stub), encoding="utf-8")


if __name__ == "__main__":
    main()
