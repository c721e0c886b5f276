"""Signatures and docstrings of native functions, including those of pybind11, which have no `__text_signature__`."""

from __future__ import annotations

import ast
import inspect
import re
from typing import Any

# The first line of a docstring that pybind11 wrote, such as "add(path: os.PathLike, name: str) -> bool".
LINE = re.compile(r"\w+\(.*\) -> .+(\n\n)?")


def docstring(thing: Any) -> str:
    """Return the docstring without the signature that pybind11 adds to it."""
    doc = inspect.getdoc(thing) or ""
    found = LINE.match(doc)
    return doc[found.end() :] if found else doc


def signature(function: Any) -> inspect.Signature:
    """Return the signature of a function in Python or in the extension module.

    :raises ValueError: if it has none.
    """
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        doc = inspect.getdoc(function) or ""
        if not LINE.match(doc):
            raise ValueError(f"no signature: {function}") from None
    a = ast.parse(f"def {doc.partition(chr(10))[0]}: ...").body[0].args  # type: ignore[attr-defined]
    kinds, empty = inspect.Parameter, inspect.Parameter.empty
    plain = [*a.posonlyargs, *a.args]
    defaults = [*[None] * (len(plain) - len(a.defaults)), *a.defaults, *a.kw_defaults]
    found = []
    for arg, default in zip([*plain, *a.kwonlyargs], defaults, strict=True):
        kind = (
            kinds.POSITIONAL_ONLY if arg in a.posonlyargs
            else kinds.KEYWORD_ONLY if arg in a.kwonlyargs
            else kinds.POSITIONAL_OR_KEYWORD
        )  # fmt: skip
        found.append(kinds(arg.arg, kind, default=empty if default is None else ast.literal_eval(default)))
    return inspect.Signature(found)
