"""Makes the module that replaces `chess`, and puts it into `sys.modules` and back out."""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import importlib.metadata
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import bitrook

from . import _pgn, _variant
from ._names import NAMES
from ._own import ALWAYS, HELP, OWN, THEIRS, OwnModules, checked

_lock = threading.RLock()
_replacement: ModuleType | None = None
_ours: dict[str, ModuleType] = {}  # the replacement and the modules imported on top of it, kept while not installed
_theirs: dict[str, ModuleType] = {}  # what `chess` and `chess.*` were before install()
_own = frozenset[str]()  # the modules that are bitrook's even where python-chess is installed
_finder: OwnModules | None = None
_depth = 0  # of `with standing_in()` blocks, in all threads
_installed_by_block = False


# Child processes. A folder with a module `chess` of ours comes first on their PYTHONPATH. A Python process reads that
# variable however it is started: by subprocess, by multiprocessing with any start method, by a pool of another library.
# It is in sys.path of this process as well, because multiprocessing gives its children this process's sys.path.
_CHILDREN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_children")
_CHILDREN_OWN = "BITROOK_COMPAT_OWN"  # the environment variable with the argument `own` of their install()


def _reach_children(own: Iterable[str]) -> None:
    os.environ[_CHILDREN_OWN] = ",".join(sorted(own))
    if _CHILDREN not in sys.path:
        sys.path.insert(1, _CHILDREN)  # after the folder of the script
    places = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if _CHILDREN not in places:
        os.environ["PYTHONPATH"] = os.pathsep.join([_CHILDREN, *filter(None, places)])


def _release_children() -> None:
    os.environ.pop(_CHILDREN_OWN, None)
    if _CHILDREN in sys.path:
        sys.path.remove(_CHILDREN)
    places = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if _CHILDREN in places:
        places.remove(_CHILDREN)
        os.environ["PYTHONPATH"] = os.pathsep.join(places)


@contextlib.contextmanager
def _children_aside() -> Iterator[None]:
    """Hide the folder of the children from this process's imports."""
    path = sys.path
    sys.path = [place for place in path if place != _CHILDREN]
    try:
        yield
    finally:
        sys.path = path


def _python_chess_spec() -> importlib.machinery.ModuleSpec | None:
    """Return where python-chess is installed, without importing it, also while it is replaced."""
    with _children_aside():
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            spec: importlib.machinery.ModuleSpec | None = find_spec("chess", None) if find_spec else None
            # Other distributions and scripts are called chess, too: python-chess is the one with a module `pgn`.
            if spec is not None and spec.submodule_search_locations:
                if any(os.path.exists(os.path.join(place, "pgn.py")) for place in spec.submodule_search_locations):
                    return spec
    return None


def _metadata() -> dict[str, str]:
    """Return the `__version__`, `__author__` and `__email__` of the installed python-chess: programs test them."""
    try:
        facts = importlib.metadata.metadata("chess")
    except importlib.metadata.PackageNotFoundError:
        return {"__version__": "1.11.2"}  # the release whose interface bitrook implements
    found = {"__version__": facts["Version"], "__author__": facts["Author"], "__email__": facts["Author-email"]}
    return {name: value for name, value in found.items() if value}


def _make_replacement() -> ModuleType:
    module = ModuleType("chess", bitrook.__doc__)
    module.__dict__.update({name: value for name, value in vars(bitrook).items() if name in NAMES})
    module.__dict__.update(_metadata())
    spec = _python_chess_spec()
    # With python-chess's folder as its path, the import system finds chess.pgn and the others.
    module.__path__ = list(spec.submodule_search_locations or ()) if spec is not None else []
    module.__package__ = "chess"
    module.__file__ = bitrook.__file__
    module.__spec__ = importlib.machinery.ModuleSpec("chess", None, origin=bitrook.__file__, is_package=True)
    module.__spec__.submodule_search_locations = module.__path__

    def missing(name: str) -> Any:
        if name in ("engine", "svg") and "chess.pgn" in sys.modules:  # python-chess's pgn imports them
            if (submodule := _pgn.submodule(name)) is not None:
                return submodule
        if name not in NAMES:
            raise AttributeError(f"module 'chess' (replaced by bitrook) has no attribute {name!r}")
        value = getattr(bitrook, name)  # made when it is first used
        setattr(module, name, value)
        return value

    module.__dict__["__getattr__"] = missing
    module.__dict__["__all__"] = sorted(NAMES)
    module.__dict__["__dir__"] = lambda: sorted(NAMES | vars(module).keys())
    return module


def _swap(incoming: dict[str, ModuleType]) -> dict[str, ModuleType]:
    """Put *incoming* in the place of `chess` and every `chess.*` in `sys.modules`, and return those."""
    outgoing = {name: module for name, module in sys.modules.items() if name == "chess" or name.startswith("chess.")}
    for name in outgoing:
        del sys.modules[name]
    sys.modules.update(incoming)
    return outgoing


def install(*, own: Iterable[str] = (), theirs: Iterable[str] = (), children: bool = False) -> ModuleType:
    """Make `import chess` mean bitrook for the rest of the process, and return that module.

    Call it before anything imports `chess`, because modules that have already imported python-chess keep using it. A
    second call has no effect. The core, `chess.pgn`, `chess.engine`, `chess.polyglot` and `chess.syzygy` are bitrook's
    and work without python-chess. All other submodules come from python-chess; without it, `chess.svg` is `bitrook.svg`,
    and importing any of the others raises `ModuleNotFoundError`.

    :param children: also replace `chess` in the Python processes that this one starts. This adds a folder with a module
        `chess` that calls install() to `PYTHONPATH` in `os.environ` and to `sys.path`. It does not work for children
        with a different environment or the options ``-I`` or ``-E``. Forked children do not need it.
    :param own: the modules that come from bitrook even if python-chess is installed: ``own=["svg"]``.
    :param theirs: the modules that come from python-chess if it is installed: ``theirs=["pgn", "engine"]``.
    :raises ValueError: for a module that bitrook does not have.

    >>> import bitrook, sys
    >>> install().Board is bitrook.Board
    True
    >>> uninstall()
    """
    global _replacement, _theirs, _ours, _own, _finder
    with _lock:
        wanted = (checked(own) | ALWAYS) - checked(theirs, "theirs")
        if _replacement is None:
            _replacement = _make_replacement()
            variant = _variant.make(_replacement)
            setattr(_replacement, "variant", variant)
            _ours = {"chess": _replacement, "chess.variant": variant}
        if not installed():
            for name in wanted ^ _own:  # imported while it was the other library's
                _ours.pop(f"chess.{name}", None)
                vars(_replacement).pop(name, None)
            _own = wanted
            _finder = OwnModules(wanted, (), installed) if _replacement.__path__ else OwnModules(OWN, THEIRS, installed)
            sys.meta_path.insert(0, _finder)
            _theirs = _swap(_ours)
        if children:
            _reach_children(_own)
        return _replacement


def uninstall() -> None:
    """Undo :func:`install`. Without a previous install(), this does nothing."""
    global _ours, _theirs
    with _lock:
        if installed():
            _release_children()
            _ours = _swap(_theirs)
            _theirs = {}
            if _finder in sys.meta_path:
                sys.meta_path.remove(_finder)


def installed() -> bool:
    """Return whether `import chess` means bitrook now."""
    return _replacement is not None and sys.modules.get("chess") is _replacement


@contextlib.contextmanager
def standing_in(*, own: Iterable[str] = (), theirs: Iterable[str] = ()) -> Iterator[ModuleType]:
    """Return a context manager inside which `import chess` means bitrook.

    Blocks can be nested, and several threads can be inside one: leaving the last block restores `chess`. The change to
    `sys.modules` affects all threads.

    :param own: see install(). Only the outermost block's value is used.
    :param theirs: see install(). Only the outermost block's value is used.

    >>> with standing_in() as chess:
    ...     chess.Board().legal_moves.count()
    20
    """
    global _depth, _installed_by_block
    with _lock:
        _installed_by_block = _installed_by_block or not installed()
        module = install(own=own, theirs=theirs)
        _depth += 1
    try:
        yield module
    finally:
        with _lock:
            _depth -= 1
            if _installed_by_block and _depth == 0:
                _installed_by_block = False
                uninstall()


def python_chess() -> ModuleType:
    """Return python-chess's module `chess`, even while bitrook replaces it. Import it if necessary.

    :raises ModuleNotFoundError: if python-chess is not installed.
    """
    global _theirs
    with _lock:
        present = (_theirs if installed() else sys.modules).get("chess")
        if present is not None:
            return present
        if _python_chess_spec() is None:
            raise ModuleNotFoundError(HELP, name="chess")
        with _children_aside():
            if not installed():
                return importlib.import_module("chess")
            ours = _swap(_theirs)
            try:
                return importlib.import_module("chess")
            finally:
                _theirs = _swap(ours)
