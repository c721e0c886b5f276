"""Every docstring example in the package and the native core runs and prints the documented output."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import bitrook


def has_examples(module: str) -> bool:
    spec = find_spec(module)
    return ">>> " in Path(str(spec and spec.origin)).read_text(encoding="utf-8")


MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(bitrook.__path__, "bitrook.")
    if not name.rpartition(".")[2].startswith(("_core", "_cpu", "__main__")) and has_examples(name)
]


def native_docstrings() -> Iterator[tuple[str, str]]:
    modules = [(bitrook, bitrook.__all__), *((each, dir(each)) for each in (bitrook.search, bitrook.pawns))]
    for name, thing in ((name, getattr(module, name)) for module, names in modules for name in names):
        members = vars(thing).items() if inspect.isclass(thing) else ()
        for path, value in [(name, thing), *((f"{name}.{key}", value) for key, value in members)]:
            doc = getattr(value, "__doc__", None)
            if not inspect.isfunction(value) and isinstance(doc, str) and ">>>" in doc:
                yield path, doc


NATIVE = dict(native_docstrings())


def run(test: doctest.DocTest) -> int:
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=said.append)
    assert not said, "".join(said)
    return runner.tries


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    module = import_module(name)
    public = {each: getattr(bitrook, each) for each in bitrook.__all__}
    package = module.__package__ or ""
    names = public | vars(import_module(package)) | vars(module) | {"bitrook": bitrook}
    tests = doctest.DocTestFinder().find(module, extraglobs=names)
    # A public module may re-export classes of a private one as its own. Their examples are then found in the public one.
    moved = package != "bitrook" or any(getattr(each, "__module__", name) != name for each in vars(module).values())
    assert sum(run(test) for test in tests) or (moved and ".__init__" not in name and "._" in name)


@pytest.mark.parametrize("path", NATIVE)
def test_examples_of_the_native_core(path: str) -> None:
    public = {each: getattr(bitrook, each) for each in bitrook.__all__}
    assert run(doctest.DocTestParser().get_doctest(NATIVE[path], public, path, None, 0))


def test_examples_are_found() -> None:
    assert {"bitrook._display", "bitrook.tables", "bitrook.cli.terminal"} <= set(MODULES)
    assert {"Board.epd", "Board.status", "BaseBoard.unicode", "TranspositionTable"} <= set(NATIVE)
    with pytest.raises(AssertionError):
        run(doctest.DocTestParser().get_doctest(">>> 1\n2\n", {}, "wrong", None, 0))
