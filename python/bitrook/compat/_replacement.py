"""Creates the module that replaces `chess`, puts it into `sys.modules` with bitrook's modules, and removes it again."""

from __future__ import annotations

import bitrook
import contextlib
import importlib
import importlib.machinery
import importlib.metadata
import logging
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


_SQUARES = [file + rank for rank in "12345678" for file in "ABCDEFGH"]

#: Those of 1.11.2, which the replacement lists.
NAMES = frozenset([
    *_SQUARES,
    *(f"BB_{square}" for square in _SQUARES),
    *"""
    AmbiguousMoveError BaseBoard BaseBoardT Bitboard Board BoardT Color ColorName EnPassantSpec IllegalMoveError
    IntoSquareSet InvalidMoveError LegalMoveGenerator Move Outcome Piece PieceType PseudoLegalMoveGenerator Square
    SquareSet Status Termination

    BISHOP BLACK COLORS COLOR_NAMES FEN_CASTLING_REGEX FILE_NAMES KING KNIGHT PAWN PIECE_NAMES PIECE_SYMBOLS PIECE_TYPES
    QUEEN RANK_NAMES ROOK SAN_REGEX SQUARES SQUARES_180 SQUARE_NAMES STARTING_BOARD_FEN STARTING_FEN
    UNICODE_PIECE_SYMBOLS WHITE

    BB_ALL BB_BACKRANKS BB_CENTER BB_CORNERS BB_DARK_SQUARES BB_DIAG_ATTACKS BB_DIAG_MASKS BB_EMPTY BB_FILES
    BB_FILE_A BB_FILE_ATTACKS BB_FILE_B BB_FILE_C BB_FILE_D BB_FILE_E BB_FILE_F BB_FILE_G BB_FILE_H BB_FILE_MASKS
    BB_KING_ATTACKS BB_KNIGHT_ATTACKS BB_LIGHT_SQUARES BB_PAWN_ATTACKS BB_RANKS BB_RANK_1 BB_RANK_2 BB_RANK_3
    BB_RANK_4 BB_RANK_5 BB_RANK_6 BB_RANK_7 BB_RANK_8 BB_RANK_ATTACKS BB_RANK_MASKS BB_RAYS BB_SQUARES

    STATUS_BAD_CASTLING_RIGHTS STATUS_EMPTY STATUS_IMPOSSIBLE_CHECK STATUS_INVALID_EP_SQUARE STATUS_NO_BLACK_KING
    STATUS_NO_WHITE_KING STATUS_OPPOSITE_CHECK STATUS_PAWNS_ON_BACKRANK STATUS_RACE_CHECK STATUS_RACE_MATERIAL
    STATUS_RACE_OVER STATUS_TOO_MANY_BLACK_PAWNS STATUS_TOO_MANY_BLACK_PIECES STATUS_TOO_MANY_CHECKERS
    STATUS_TOO_MANY_KINGS STATUS_TOO_MANY_WHITE_PAWNS STATUS_TOO_MANY_WHITE_PIECES STATUS_VALID

    between flip_anti_diagonal flip_diagonal flip_horizontal flip_vertical lsb msb parse_square piece_name piece_symbol
    popcount ray scan_forward scan_reversed shift_2_down shift_2_left shift_2_right shift_2_up shift_down
    shift_down_left shift_down_right shift_left shift_right shift_up shift_up_left shift_up_right square
    square_distance square_file square_knight_distance square_manhattan_distance square_mirror square_name square_rank
    """.split(),
])  # fmt: skip

#: Those that its next release adds. The replacement always has them, and lists them if that release is installed.
NEXT_NAMES = frozenset(
    """
    FILES FILE_A FILE_B FILE_C FILE_D FILE_E FILE_F FILE_G FILE_H File
    RANKS RANK_1 RANK_2 RANK_3 RANK_4 RANK_5 RANK_6 RANK_7 RANK_8 Rank
    file_name parse_file parse_rank rank_name
    """.split()
)


def submodule(name: str) -> Any:
    """Return the module that `import chess.NAME` imports, or None."""
    try:
        return importlib.import_module(f"chess.{name}")
    except ModuleNotFoundError:
        return None


def adapt_pgn(module: ModuleType, active: Callable[[], bool]) -> None:
    """Use the logger, scores and arrows of `chess.pgn` in `bitrook.pgn` and its copy *module* while active()."""
    from bitrook.pgn import _foreign as foreign

    module.__dict__["LOGGER"] = logging.getLogger("chess.pgn")  # programs set the level of the logger with this name
    foreign.is_standing_in = active
    foreign.find_module = lambda name: submodule(name) if active() else None


def adapt_engine(module: ModuleType, active: Callable[[], bool]) -> None:
    """Add the names of `chess.engine` to *module*, a copy of `bitrook.engine`, and use its logger while active()."""
    from bitrook import engine
    from bitrook.engine import _log

    theirs = logging.getLogger("chess.engine")  # programs set the level of the logger with this name
    _log.logger = lambda: theirs if active() else _log.LOGGER
    # python-chess's tests use _parse_uci_info.
    module.__dict__.update(
        LOGGER=theirs, _parse_uci_info=engine._parse_uci_info, EventLoopPolicy=engine.EventLoopPolicy
    )


ADAPTERS: dict[str, Callable[[ModuleType, Callable[[], bool]], None]] = {
    "chess.engine": adapt_engine,
    "chess.pgn": adapt_pgn,
}


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


_lock = threading.RLock()
_replacement: ModuleType | None = None
_ours: dict[str, ModuleType] = {}  # the replacement and the modules imported on top of it, kept while not installed
_theirs: dict[str, ModuleType] = {}  # the modules `chess` and `chess.*` before install()
_own = frozenset[str]()  # the modules that come from bitrook even if python-chess is installed
_finder: OwnModules | None = None
_depth = 0  # the number of active standing_in() blocks in all threads
_installed_by_block = False


# Child processes. A directory with our own module `chess` comes first in PYTHONPATH. Every Python process reads that
# variable, whether it is started by subprocess, by multiprocessing with any start method, or by another library's pool.
# The directory is also added to this process's sys.path, because multiprocessing passes sys.path to its children.
_CHILDREN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_children")
_CHILDREN_OWN = "BITROOK_COMPAT_OWN"  # the environment variable that passes *own* to install() in the children


def _reach_children(own: Iterable[str]) -> None:
    os.environ[_CHILDREN_OWN] = ",".join(sorted(own))
    if _CHILDREN not in sys.path:
        sys.path.insert(1, _CHILDREN)  # after the directory of the script
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
        if places:
            os.environ["PYTHONPATH"] = os.pathsep.join(places)
        else:  # an empty variable would add the current directory to the path of every child
            del os.environ["PYTHONPATH"]


@contextlib.contextmanager
def _children_aside() -> Iterator[None]:
    """Hide the directory of the child processes from imports in this process."""
    path = sys.path
    sys.path = [place for place in path if place != _CHILDREN]
    try:
        yield
    finally:
        sys.path = path


def _python_chess_spec() -> importlib.machinery.ModuleSpec | None:
    """Find python-chess without importing it, even while it is replaced. Return None if it is not installed."""
    with _children_aside():
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            spec: importlib.machinery.ModuleSpec | None = find_spec("chess", None) if find_spec else None
            # Other packages and scripts are also named chess. python-chess is the one with a module `pgn`.
            if spec is not None and spec.submodule_search_locations:
                if any(os.path.exists(os.path.join(place, "pgn.py")) for place in spec.submodule_search_locations):
                    return spec
    return None


def _metadata() -> dict[str, str]:
    """Return `__version__`, `__author__` and `__email__` of the installed python-chess, which programs may check."""
    try:
        facts = importlib.metadata.metadata("chess")
    except importlib.metadata.PackageNotFoundError:
        return {"__version__": "1.11.2"}  # the release whose interface bitrook implements
    found = {"__version__": facts["Version"], "__author__": facts["Author"], "__email__": facts["Author-email"]}
    return {name: value for name, value in found.items() if value}


def _listed_names(version: str) -> frozenset[str]:
    """Return the public names of this release of python-chess."""
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:3])
    return NAMES | NEXT_NAMES if numbers > (1, 11, 2) else NAMES


def _make_replacement() -> ModuleType:
    module = ModuleType("chess", bitrook.__doc__)
    facts = _metadata()
    names = _listed_names(facts.get("__version__", ""))
    module.__dict__.update({name: value for name, value in vars(bitrook).items() if name in names})
    module.__dict__.update(facts)
    spec = _python_chess_spec()
    # With python-chess's directory as `__path__`, the import system finds chess.svg and the other submodules.
    module.__path__ = list(spec.submodule_search_locations or ()) if spec is not None else []
    module.__package__ = "chess"
    module.__file__ = bitrook.__file__
    module.__spec__ = importlib.machinery.ModuleSpec("chess", None, origin=bitrook.__file__, is_package=True)
    module.__spec__.submodule_search_locations = module.__path__

    def missing(name: str) -> Any:
        if name in ("engine", "svg") and "chess.pgn" in sys.modules:  # importing python-chess's pgn imports them
            if (found := submodule(name)) is not None:
                return found
        if name not in NAMES | NEXT_NAMES:
            raise AttributeError(f"module 'chess' (replaced by bitrook) has no attribute {name!r}")
        value = getattr(bitrook, name)  # loaded on first use
        setattr(module, name, value)
        return value

    module.__dict__["__getattr__"] = missing
    module.__dict__["__all__"] = sorted(names)
    module.__dict__["__dir__"] = lambda: sorted(names | vars(module).keys())
    return module


def _swap(incoming: dict[str, ModuleType]) -> dict[str, ModuleType]:
    """Replace `chess` and all `chess.*` in `sys.modules` with *incoming*, and return the replaced modules."""
    outgoing = {name: module for name, module in sys.modules.items() if name == "chess" or name.startswith("chess.")}
    for name in outgoing:
        del sys.modules[name]
    sys.modules.update(incoming)
    return outgoing


def install(*, own: Iterable[str] = (), theirs: Iterable[str] = (), children: bool = False) -> ModuleType:
    """Replace `chess` with bitrook for the rest of the process, and return the replacement.

    Call this before anything imports `chess`, because modules that have already imported python-chess keep using it.
    Further calls have no effect, except that *children* still applies. `chess` itself, `chess.pgn`, `chess.engine`,
    `chess.polyglot` and `chess.syzygy` are bitrook's and work without python-chess. All other submodules come from
    python-chess; without it, `chess.svg` is `bitrook.svg`, and importing other modules raises `ModuleNotFoundError`.

    :param children: also replace `chess` in the Python processes that this one starts. This adds a directory with a
        module `chess` that calls install() to `PYTHONPATH` in `os.environ` and to `sys.path`. It does not work for
        children with a different environment or the options ``-I`` or ``-E``. Forked children do not need it.
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
            variant = importlib.import_module("bitrook.variant")
            setattr(_replacement, "variant", variant)
            _ours = {"chess": _replacement, "chess.variant": variant}
        if not installed():
            for name in wanted ^ _own:  # may have been imported from the other library
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
    """Return whether bitrook currently replaces `chess`."""
    return _replacement is not None and sys.modules.get("chess") is _replacement


@contextlib.contextmanager
def standing_in(*, own: Iterable[str] = (), theirs: Iterable[str] = ()) -> Iterator[ModuleType]:
    """Return a context manager that replaces `chess` with bitrook.

    Blocks can be nested, and several threads can be inside one at the same time. Leaving the last block restores
    `chess`. The change to `sys.modules` affects all threads.

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
    """Return python-chess's module `chess`, even while bitrook replaces it. It is imported if necessary.

    :raises ModuleNotFoundError: if python-chess is not installed.
    """
    return module_of_python_chess("chess")


def module_of_python_chess(name: str) -> ModuleType:
    """Return a module of python-chess, such as "chess.variant". See python_chess()."""
    global _theirs
    with _lock:
        present = (_theirs if installed() else sys.modules).get(name)
        if present is not None:
            return present
        if _python_chess_spec() is None:
            raise ModuleNotFoundError(HELP, name="chess")
        with _children_aside():
            if not installed():
                return importlib.import_module(name)
            ours = _swap(_theirs)
            try:
                return importlib.import_module(name)
            finally:
                _theirs = _swap(ours)
