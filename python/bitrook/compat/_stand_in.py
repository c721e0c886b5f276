"""The module that answers to the name `chess`: bitrook's names, python-chess's submodules."""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.metadata
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import bitrook

from . import _variant

_lock = threading.RLock()
_stand_in: ModuleType | None = None
_displaced: dict[str, ModuleType] = {}  # what `chess` and `chess.*` were before install()
_own: dict[str, ModuleType] = {}  # the stand-in and what was loaded on top of it, kept between installs
_genuine: ModuleType | None = None
_depth = 0

_HELP = "python-chess is not installed: it comes with `pip install chess`"


class _NotInstalled:
    """The finder of last resort: says where `chess.pgn` and its siblings would have come from."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        if name.startswith("chess.") and sys.modules.get("chess") is _stand_in and not path:
            raise ModuleNotFoundError(
                f"bitrook stands in as chess, but {name} is python-chess's own; {_HELP}", name=name
            )


def _is_ours() -> bool:
    return _stand_in is not None and sys.modules.get("chess") is _stand_in


def _python_chess_spec() -> importlib.machinery.ModuleSpec | None:
    """Return where the installed python-chess is, without importing it, whoever stands in at the moment."""
    for finder in sys.meta_path:
        find_spec = getattr(finder, "find_spec", None)
        spec: importlib.machinery.ModuleSpec | None = find_spec("chess", None) if find_spec else None
        # Another distribution, or a script of the user's, may be called chess: python-chess has a `pgn` inside.
        if spec is not None and spec.submodule_search_locations:
            if any(os.path.exists(os.path.join(place, "pgn.py")) for place in spec.submodule_search_locations):
                return spec
    return None


def _metadata() -> dict[str, str]:
    """Return python-chess's `__version__` and its companions, which programs test, as its distribution states them."""
    try:
        facts = importlib.metadata.metadata("chess")
    except importlib.metadata.PackageNotFoundError:
        return {"__version__": "1.11.2"}  # the release whose interface bitrook follows
    found = {"__version__": facts["Version"], "__author__": facts["Author"], "__email__": facts["Author-email"]}
    return {name: value for name, value in found.items() if value}


def _make_stand_in() -> ModuleType:
    module = ModuleType("chess", bitrook.__doc__)
    inside = (
        "__name__",
        "__doc__",
        "__package__",
        "__loader__",
        "__spec__",
        "__path__",
        "__file__",
        "__cached__",
        "compat",
    )
    module.__dict__.update({name: value for name, value in vars(bitrook).items() if name not in inside})
    module.__dict__.update(_metadata())
    spec = _python_chess_spec()
    # A package, so that the import system itself finds chess.pgn and the others in python-chess's folder.
    module.__path__ = list(spec.submodule_search_locations or ()) if spec is not None else []
    module.__package__ = "chess"
    module.__file__ = bitrook.__file__
    module.__spec__ = importlib.machinery.ModuleSpec("chess", None, origin=bitrook.__file__, is_package=True)
    module.__spec__.submodule_search_locations = module.__path__

    def missing(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module 'chess' (bitrook standing in) has no attribute {name!r}")
        try:
            return getattr(bitrook, name)  # what bitrook imports lazily
        except AttributeError:
            raise AttributeError(f"module 'chess' (bitrook standing in) has no attribute {name!r}") from None

    module.__dict__["__getattr__"] = missing
    return module


def _family() -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if name == "chess" or name.startswith("chess.")}


def _swap(incoming: dict[str, ModuleType]) -> dict[str, ModuleType]:
    """Put *incoming* in the place of every `chess` and `chess.*` module, and return those."""
    outgoing = _family()
    for name in outgoing:
        del sys.modules[name]
    sys.modules.update(incoming)
    return outgoing


def install() -> ModuleType:
    """Make `import chess` mean bitrook for the rest of the process, and return that module.

    Call it before anything imports `chess`: a module that already has python-chess in hand keeps it. Installing twice
    does nothing more. python-chess itself need not be there for the core; its submodules are taken from it when it is,
    and importing one raises `ModuleNotFoundError` when it is not.
    """
    global _stand_in, _displaced, _own
    with _lock:
        if _is_ours():
            assert _stand_in is not None
            return _stand_in
        if _stand_in is None:
            _stand_in = _make_stand_in()
            variant = _variant.make(_stand_in)
            setattr(_stand_in, "variant", variant)
            _own = {"chess": _stand_in, "chess.variant": variant}
        _displaced = _swap(_own)
        if _NotInstalled not in sys.meta_path:
            sys.meta_path.append(_NotInstalled)
        return _stand_in


def uninstall() -> None:
    """Give the name `chess` back to whatever had it before :func:`install`; nothing if bitrook does not stand in."""
    global _own, _displaced
    with _lock:
        if _is_ours():
            _own = _swap(_displaced)
            _displaced = {}
            if _NotInstalled in sys.meta_path:
                sys.meta_path.remove(_NotInstalled)


def installed() -> bool:
    """Return whether `import chess` gives bitrook now."""
    return _is_ours()


@contextlib.contextmanager
def standing_in() -> Iterator[ModuleType]:
    """Return a context in which `import chess` means bitrook; blocks may be nested, and the last one out restores.

    The change is to the process's table of modules, so other threads see it too.
    """
    global _depth
    with _lock:
        outermost = not _is_ours()
        module = install()
        _depth += 1
    try:
        yield module
    finally:
        with _lock:
            _depth -= 1
            if outermost and _depth == 0:
                uninstall()


def python_chess() -> ModuleType:
    """Return the genuine python-chess module, importing it if need be, also while bitrook stands in.

    Raises `ModuleNotFoundError` if python-chess is not installed.
    """
    global _genuine, _displaced
    with _lock:
        if not _is_ours():
            present = sys.modules.get("chess")
            if present is None and _python_chess_spec() is None:
                raise ModuleNotFoundError(_HELP, name="chess")
            return present if present is not None else importlib.import_module("chess")
        if "chess" in _displaced:
            return _displaced["chess"]
        if _genuine is None:
            if _python_chess_spec() is None:
                raise ModuleNotFoundError(_HELP, name="chess")
            aside = _swap(_displaced)
            try:
                _genuine = importlib.import_module("chess")
            finally:
                _displaced = _swap(aside)
        return _genuine
