"""Fields of docstrings, including native ones, name what exists, and native functions document their parameters.

Each parameter needs a field ``:param name:``, unless its name is in SELF_EXPLANATORY and the text mentions it as *name*,
or the summary refers to a method that documents it: "Return the attackers as an int. See attackers()."
"""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

import bitrook

PARTS = "analysis batch compat data engine envs explorer match openings pawns pgn search svg syzygy tables"
MODULES = {name: import_module(name) for name in ("bitrook", *(f"bitrook.{part}" for part in PARTS.split()))}
FIELD = re.compile(r"^:(param|raises) ([^:]+):|^:(returns|ivar \w+): ", re.MULTILINE)
# Names with the same meaning everywhere. A sentence such as "Return the piece on *square*." is enough to document them.
SELF_EXPLANATORY = frozenset(
    ("a", "b", "bb", "board", "color", "enemy", "move", "name", "other", "others", "own", "piece", "piece_type")
    + ("san", "square", "symbol", "uci", "xboard")
)


def documented() -> Iterator[tuple[str, object, str]]:
    """Yield the public objects of the modules, and the members of public classes, that have a docstring."""
    seen: set[int] = set()
    for module, contents in MODULES.items():
        for name in getattr(contents, "__all__", vars(contents)):
            thing = getattr(contents, name)
            if name.startswith("_") or inspect.ismodule(thing) or id(thing) in seen:
                continue
            seen.add(id(thing))
            ours = str(getattr(thing, "__module__", "")).startswith("bitrook")
            members = vars(thing).items() if inspect.isclass(thing) and ours else ()
            for path, value in [(f"{module}.{name}", thing), *((f"{module}.{name}.{key}", v) for key, v in members)]:
                doc = getattr(value, "__doc__", None)
                told = inspect.isclass(value) or callable(value) or isinstance(value, classmethod | staticmethod)
                data = hasattr(type(value), "__get__") and type(value).__module__ == "builtins"
                if ours and isinstance(doc, str) and not path.rpartition(".")[2].startswith("_") and (told or data):
                    yield path, value, inspect.cleandoc(re.sub(r"\A\w+\(.*\)(?: -> .*)?\n\n", "", doc))


DOCUMENTED = {path: (thing, doc) for path, thing, doc in documented()}
NATIVE = {
    path: (thing, doc) for path, (thing, doc) in DOCUMENTED.items() if not hasattr(inspect.unwrap(thing), "__code__")
}


def problems_of_the_fields(doc: str, thing: object) -> list[str]:
    found = ["errors belong into :raises:"] if re.search(r"\bRaises\s+`?[A-Z]\w+", doc) else []
    try:
        parameters = set(inspect.signature(thing).parameters)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        parameters = set()
    for match in FIELD.finditer(doc):
        for name in (match[2] or "").split(", "):
            if match[1] == "raises":
                known = any(hasattr(module, name) for module in (builtins, *MODULES.values())) or "." in name
                found += [] if known else [f"there is no {name}"]
            elif match[1] == "param" and parameters and name not in parameters:
                found.append(f"there is no parameter {name}")
    return found


def native_parameters(thing: object) -> list[str]:
    """Return the names of the parameters except self and the class; an empty list without a signature."""
    thing = getattr(thing, "__func__", thing)
    if not getattr(thing, "__text_signature__", None) or (inspect.isclass(thing) and issubclass(thing, tuple)):
        return []
    return [name for name in inspect.signature(thing).parameters if name not in ("self", "type")]  # type: ignore[arg-type]


def undocumented_parameters(path: str, doc: str, parameters: list[str]) -> list[str]:
    fields = {name for match in FIELD.finditer(doc) if match[1] == "param" for name in match[2].split(", ")}
    mentioned = {name for name in SELF_EXPLANATORY if f"*{name}*" in doc}
    missing = [name for name in parameters if name not in fields | mentioned]
    if missing and (reference := re.search(r"\b(?:See|are\s+those\s+of)\s+(\w+)\(\)\.", doc)):
        _, there = DOCUMENTED.get(f"{path.rpartition('.')[0]}.{reference[1]}", (None, ""))
        return undocumented_parameters("", there, missing)
    return missing


@pytest.mark.parametrize("path", NATIVE)
def test_the_parameters_of_a_native_docstring(path: str) -> None:
    thing, doc = NATIVE[path]
    missing = undocumented_parameters(path, doc, native_parameters(thing))
    assert not missing, f"add :param name: for {', '.join(missing)} to the docstring of {path}: {doc!r}"


@pytest.mark.parametrize("path", DOCUMENTED)
def test_the_fields_of_a_docstring(path: str) -> None:
    thing, doc = DOCUMENTED[path]
    assert not problems_of_the_fields(doc, thing), doc


def test_docstrings_are_found() -> None:
    assert len(NATIVE) > 300 and len(DOCUMENTED) > 800
    assert {"bitrook.Board.push", "bitrook.lsb", "bitrook.Move", "bitrook.Board.turn"} <= set(NATIVE)
    assert {"bitrook.pgn.GameNode.board", "bitrook.batch.Boards", "bitrook.search.Search.run"} <= set(DOCUMENTED)


def test_problems_are_found() -> None:
    def function(moves: int) -> None: ...

    assert native_parameters(bitrook.Board.attackers) == ["color", "square", "occupied"]
    assert undocumented_parameters("", "Return the attackers of *square*.", ["square", "occupied"]) == ["occupied"]
    assert undocumented_parameters("", "Return *occupied*.", ["occupied"]) == ["occupied"]
    assert not undocumented_parameters("bitrook.Board.x", "Return it. See attackers().", ["square", "occupied"])
    assert problems_of_the_fields("Do it. Raises ValueError if not.", function)
    assert problems_of_the_fields("Do it.\n\n:raises WrongError: always.", function)
    assert problems_of_the_fields("Do it.\n\n:param move: the move.", function)
    assert not problems_of_the_fields("Do it.\n\n:param moves: the moves.\n:raises ValueError: if not.", function)
