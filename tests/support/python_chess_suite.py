"""A program that runs python-chess's test.py with a replacement for `chess` and prints each test's outcome as JSON.

usage: python python_chess_suite.py REPLACEMENT DIRECTORY-OF-test.py

oracle           python-chess itself: lists the tests and those that can run on this machine
core-oracle      python-chess with its submodules stubbed: finds the tests that need only the core
standard-oracle  python-chess with its variants stubbed: finds the tests that need no variant
core             bitrook alone as `chess`, the submodules stubbed
modules          bitrook alone as `chess` with bitrook.engine, polyglot and syzygy, the other submodules stubbed
compat           bitrook through bitrook.compat, with python-chess's other submodules

An outcome is "ok", "skip: reason", "needs: submodule" (the test used a stub) or "bad: error [where]".
"""

from __future__ import annotations

import importlib
import io
import json
import logging
import os
import sys
import types
import unittest
from collections.abc import Callable
from typing import Any

SUBMODULES = ("engine", "gaviota", "pgn", "polyglot", "svg", "syzygy", "variant")


class StubbedError(Exception):
    """A test used a stubbed submodule."""


def stub(name: str) -> types.ModuleType:
    """Return a module whose attributes all raise StubbedError, except for an exception class that decorators need."""
    module = types.ModuleType(f"chess.{name}")

    def missing(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        raise StubbedError(name)

    module.__dict__.update(__getattr__=missing, MissingTableError=type("MissingTableError", (Exception,), {}))
    return module


def stub_submodules(chess: types.ModuleType, names: tuple[str, ...] = SUBMODULES) -> None:
    sys.modules["chess"] = chess
    for name in names:
        sys.modules[f"chess.{name}"] = module = stub(name)
        setattr(chess, name, module)


def use_oracle() -> None:
    import chess  # noqa: F401


def use_core_oracle() -> None:
    import chess

    stub_submodules(chess)


def use_standard_oracle() -> None:
    import chess

    stub_submodules(chess, ("variant",))


def use_core() -> None:
    import bitrook

    stub_submodules(bitrook)


def use_modules() -> None:
    import bitrook

    own = ("engine", "polyglot", "syzygy")
    stub_submodules(bitrook, tuple(name for name in SUBMODULES if name not in own))
    for name in own:
        sys.modules[f"chess.{name}"] = importlib.import_module(f"bitrook.{name}")


def use_compat() -> None:
    import bitrook.compat

    bitrook.compat.install()


REPLACEMENTS: dict[str, Callable[[], None]] = {
    "oracle": use_oracle,
    "core-oracle": use_core_oracle,
    "standard-oracle": use_standard_oracle,
    "core": use_core,
    "modules": use_modules,
    "compat": use_compat,
}


class Recorder(unittest.TestResult):
    def __init__(self) -> None:
        super().__init__()
        self.outcomes: dict[str, str] = {}

    def _record(self, test: unittest.TestCase, outcome: str) -> None:
        self.outcomes.setdefault(test.id().removeprefix("test."), outcome)

    def addSuccess(self, test: unittest.TestCase) -> None:
        self._record(test, "ok")

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        self._record(test, f"skip: {reason}")

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        if issubclass(err[0], StubbedError):
            self._record(test, f"needs: {err[1]}")
        else:
            self._record(test, f"bad: {err[0].__name__}: {err[1]} {self._where(err[2])}")

    addFailure = addError

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        if err is not None:
            self.addError(test, err)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        self._record(test, "bad: unexpected success")

    @staticmethod
    def _where(traceback: Any) -> str:
        lines = []
        while traceback is not None:
            lines.append(f"{os.path.basename(traceback.tb_frame.f_code.co_filename)}:{traceback.tb_lineno}")
            traceback = traceback.tb_next
        return "[" + " ".join(line for line in lines if not line.startswith("case.py")) + "]"


def main() -> None:
    replacement, directory = sys.argv[1:]
    REPLACEMENTS[replacement]()
    os.chdir(directory)
    sys.argv = ["test.py"]
    sys.path[0] = directory  # `import test` below must find test.py here, but a `chess` next to it must not be found
    source = io.open("test.py", encoding="utf-8").read()
    module = types.ModuleType("test")
    module.__file__ = os.path.join(directory, "test.py")
    sys.modules["test"] = module
    exec(compile(source, module.__file__, "exec"), module.__dict__)

    if replacement not in ("core-oracle", "core"):  # as in the suite's __main__, a logged error is a failure
        handler = module.RaiseLogHandler(io.StringIO())
        handler.setLevel(logging.ERROR)
        logging.getLogger().addHandler(handler)

    result = Recorder()
    unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
    json.dump(result.outcomes, sys.stdout, indent=0)


if __name__ == "__main__":
    main()
