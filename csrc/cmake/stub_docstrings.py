"""Writes the stub of the native core with the docstrings of a built module, so that editors show them.

python csrc/cmake/stub_docstrings.py MODULE STUB OUTPUT
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def literal(text: str, indent: int) -> list[str]:
    """Return a docstring literal as lines."""
    quotes = "'''" if '"""' in text or text.endswith('"') else '"""'
    end = f"\n{quotes}" if "\n" in text else quotes
    prefix = "r" if "\\" in text else ""
    return textwrap.indent(f"{prefix}{quotes}{text}{end}", " " * indent).splitlines()


def docstring(thing: Any) -> str:
    """Return the docstring without the signature that pybind11 adds to it."""
    return re.sub(r"\A\w+\(.*\) -> .+(\n\n)?", "", inspect.getdoc(thing) or "")


def documented(module: Any, stub: str) -> str:
    """Return the stub, which has no docstrings, with those of *module*."""
    lines = stub.splitlines()
    for node, text, indent in sorted(places(module, ast.parse(stub)), key=lambda place: -place[0].lineno):
        at = int(node.end_lineno or 0)
        if isinstance(node, ast.ClassDef) and node.body[0].lineno > node.lineno:
            at = node.lineno
        lines[at - 1] = lines[at - 1].removesuffix(" ...")
        lines[at:at] = literal(text, indent)
    return "\n".join(lines) + "\n"


def places(module: Any, tree: ast.Module) -> Iterator[tuple[Any, str, int]]:
    """Yield each public object with a docstring, the docstring, and its indentation.

    The members of private classes are public, because users get objects of these classes.
    """
    for node in tree.body:
        thing = getattr(module, getattr(node, "name", "_"), None)
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or thing is None:
            continue
        if not node.name.startswith("_") and (text := docstring(thing)):
            yield node, text, 4
        for member in node.body if isinstance(node, ast.ClassDef) else ():
            target = member.target if isinstance(member, ast.AnnAssign) else None
            name = target.id if isinstance(target, ast.Name) else getattr(member, "name", "_")
            setter = any(".setter" in ast.unparse(d) for d in getattr(member, "decorator_list", []))
            value = inspect.getattr_static(thing, name, None)
            if name.startswith("_") or setter or not (callable(value) or hasattr(value, "__get__")):
                continue
            if text := docstring(getattr(thing, name)):
                yield member, text, 4 if target else 8


def main() -> None:
    built, stub, output = map(Path, sys.argv[1:])
    spec = importlib.util.spec_from_file_location(built.name.partition(".")[0], built)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    output.write_text(documented(module, stub.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
