"""Imports bitrook's modules under python-chess's names, such as `bitrook.svg` as `chess.svg`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from ._adapters import ADAPTERS

OWN = ("engine", "pgn", "polyglot", "svg", "syzygy")
"""The modules of python-chess that bitrook also has."""
ALWAYS = frozenset(["engine", "pgn", "polyglot", "syzygy"])
"""The modules that come from bitrook even if python-chess is installed, unless *theirs* names them."""
THEIRS = ("gaviota",)
"""The modules that only python-chess has."""
HELP = "python-chess is not installed: `pip install chess` installs it"


class OwnModules:
    """A finder and loader for the modules *own*. They are copies, so that changes do not affect the modules of bitrook.

    Loading one of *missing* raises an error with the command that installs python-chess.
    """

    def __init__(self, own: Iterable[str], missing: Iterable[str], active: Callable[[], bool]) -> None:
        self.active = active
        self.missing = {f"chess.{name}" for name in missing}
        self.names = self.missing.union(f"chess.{name}" for name in own)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        # The type annotations require importlib's own classes, but any object with these methods can be a loader.
        return ModuleSpec(name, self) if name in self.names and self.active() else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None  # for an ordinary module

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ in self.missing:
            name = module.__name__
            raise ModuleNotFoundError(f"{name} is one of python-chess's modules; {HELP}", name=name)
        own = importlib.import_module(f"bitrook.{module.__name__.rpartition('.')[2]}")
        names = ["__all__", "__doc__", *own.__all__]
        module.__dict__.update({name: getattr(own, name) for name in names}, chess=sys.modules["chess"])
        if module.__name__ in ADAPTERS:
            ADAPTERS[module.__name__](module, self.active)


def checked(own: Iterable[str], argument: str = "own") -> frozenset[str]:
    """Return the names as a set.

    :raises ValueError: for a module that bitrook does not have.
    """
    names = frozenset([own] if isinstance(own, str) else own)
    for name in names:
        if name not in OWN:
            raise ValueError(f"{argument}: bitrook has no module of its own for chess.{name}; it has {', '.join(OWN)}")
    return names
