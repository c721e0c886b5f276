"""Runs python-chess's own test.py on a chosen stand-in for `chess`, printing what became of each test as JSON.

usage: python python_chess_suite.py STAND-IN DIRECTORY-OF-test.py

oracle           python-chess itself: which tests there are, and which its environment lets run
core-oracle      python-chess's core, its submodules stubbed: which tests need nothing but the core
standard-oracle  python-chess with only its variants stubbed: which tests need no variant
core             bitrook alone as `chess`, the submodules stubbed
compat           bitrook through bitrook.compat, python-chess's submodules on top

Each test becomes "ok", "skip: reason", "needs: submodule" (it asked a stub for something) or "bad: error [where]".
"""

from __future__ import annotations

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
    """A test asked for something that is not in the core."""


def stub(name: str) -> types.ModuleType:
    """Return a module that names itself when anything but an exception class for a decorator is asked of it."""
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


def use_compat() -> None:
    import bitrook.compat

    bitrook.compat.install()


STAND_INS: dict[str, Callable[[], None]] = {
    "oracle": use_oracle,
    "core-oracle": use_core_oracle,
    "standard-oracle": use_standard_oracle,
    "core": use_core,
    "compat": use_compat,
}


class Recorder(unittest.TestResult):
    def __init__(self) -> None:
        super().__init__()
        self.fate: dict[str, str] = {}

    def _note(self, test: unittest.TestCase, fate: str) -> None:
        self.fate.setdefault(test.id().removeprefix("test."), fate)

    def addSuccess(self, test: unittest.TestCase) -> None:
        self._note(test, "ok")

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        self._note(test, f"skip: {reason}")

    def addError(self, test: unittest.TestCase, err: Any) -> None:
        if issubclass(err[0], StubbedError):
            self._note(test, f"needs: {err[1]}")
        else:
            self._note(test, f"bad: {err[0].__name__}: {err[1]} {self._where(err[2])}")

    addFailure = addError

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: Any) -> None:
        if err is not None:
            self.addError(test, err)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:
        self._note(test, "bad: unexpected success")

    @staticmethod
    def _where(traceback: Any) -> str:
        lines = []
        while traceback is not None:
            lines.append(f"{os.path.basename(traceback.tb_frame.f_code.co_filename)}:{traceback.tb_lineno}")
            traceback = traceback.tb_next
        return "[" + " ".join(line for line in lines if not line.startswith("case.py")) + "]"


def main() -> None:
    stand_in, directory = sys.argv[1:]
    STAND_INS[stand_in]()
    os.chdir(directory)
    sys.argv = ["test.py"]
    sys.path[0] = directory  # `import test` below must find test.py here, and never a `chess` beside it
    source = io.open("test.py", encoding="utf-8").read()
    module = types.ModuleType("test")
    module.__file__ = os.path.join(directory, "test.py")
    sys.modules["test"] = module
    exec(compile(source, module.__file__, "exec"), module.__dict__)

    if stand_in not in ("core-oracle", "core"):  # as the suite's own __main__ does: an error in the log is a failure
        handler = module.RaiseLogHandler(io.StringIO())
        handler.setLevel(logging.ERROR)
        logging.getLogger().addHandler(handler)

    result = Recorder()
    unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
    json.dump(result.fate, sys.stdout, indent=0)


if __name__ == "__main__":
    main()
