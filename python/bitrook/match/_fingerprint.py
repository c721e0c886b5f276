"""Fingerprints of players: what an interrupted run checks before it continues with results of an earlier one."""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, cast


def fingerprint(value: object) -> str:
    """Return a text that is the same in every process for equal values, and differs for values that behave differently.

    Functions are identified by their code, their defaults, and the variables that they use. Functions and classes of
    installed packages are identified by their names and the version of the package, other objects by their pickles.

    :raises ValueError: if a value cannot be identified.
    """
    return hashlib.sha256(repr(_Walk().of(value)).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def file_digests(words: Iterable[object], folder: str | None = None) -> dict[str, str]:
    """Return digests of the files that are named by the words of a command, or by the values of options.

    :param folder: the folder in which the command runs; None for the current one.
    """
    found: dict[str, str] = {}
    for number, word in enumerate(map(str, words)):
        path = os.path.join(folder or "", (shutil.which(word) or word) if number == 0 else word)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                digest = hashlib.sha256()
                while part := file.read(1 << 20):
                    digest.update(part)
            found[word] = digest.hexdigest()[:16]
    return found


class _Walk:
    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        self._kept: list[object] = []  # so that no id is used twice

    def of(self, value: Any) -> object:
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes, type(Ellipsis))):
            return type(value).__name__, repr(value)
        if id(value) in self._seen:
            return "again", self._seen[id(value)]
        self._seen[id(value)] = len(self._seen)
        self._kept.append(value)
        kind = cast("type[object]", type(value))
        if issubclass(kind, (tuple, list)):
            return kind.__name__, [self.of(each) for each in cast("list[object]", value)]
        if issubclass(kind, (set, frozenset)):
            return kind.__name__, sorted(fingerprint(each) for each in cast("set[object]", value))
        if issubclass(kind, Mapping):
            items = cast("Mapping[object, object]", value).items()
            return kind.__name__, [(self.of(key), self.of(each)) for key, each in items]
        if isinstance(value, CodeType):
            parts = (value.co_code, value.co_names, value.co_varnames, value.co_freevars)
            return "code", repr(parts), [self.of(each) for each in value.co_consts]
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, MethodType):
            return "method", self.of(value.__func__), self.of(value.__self__)
        if isinstance(value, BuiltinFunctionType):
            return "built-in function", value.__module__, value.__qualname__
        if isinstance(value, ModuleType):
            path = getattr(value, "__file__", None)
            content = str(_version(value.__name__)) if _is_installed(value.__name__) else file_digests(["", path])
            return "module", value.__name__, content
        if isinstance(value, type):
            return self._class(cast("type[object]", value))
        return self._object(value)

    def _function(self, function: FunctionType) -> object:
        if _is_installed(function.__module__ or "__main__"):
            return "function", function.__module__, function.__qualname__, _version(function.__module__)
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        used = {name: function.__globals__[name] for name in _names(function.__code__) if name in function.__globals__}
        parts = (function.__code__, function.__defaults__, function.__kwdefaults__, cells, dict(sorted(used.items())))
        return "function", function.__qualname__, [self.of(each) for each in parts]

    def _class(self, kind: type[object]) -> object:
        if _is_installed(kind.__module__):
            return "class", kind.__module__, kind.__qualname__, _version(kind.__module__)
        members = {
            name: each for name, each in sorted(vars(kind).items()) if isinstance(each, (FunctionType, int, str))
        }
        members.pop("__firstlineno__", None)
        return "class", kind.__module__, kind.__qualname__, self.of(members), self.of(kind.__bases__)

    def _object(self, value: Any) -> object:
        partial = [getattr(value, name, None) for name in ("func", "args", "keywords")]
        if type(value).__module__ == "functools" and callable(partial[0]):
            return "partial", self.of(partial)
        try:
            content = hashlib.sha256(pickle.dumps(value, 4)).hexdigest()
        except Exception as error:
            raise ValueError(
                f"a {type(value).__name__} cannot be identified, so a run with it cannot be continued ({error}); give the "
                "Player a version= that changes whenever its behavior does"
            ) from None
        return "object", content, self.of(type(value))


def _version(module: str) -> object:
    return repr(getattr(sys.modules.get(module.partition(".")[0]), "__version__", None))


def _names(code: CodeType) -> set[str]:
    inner = [_names(each) for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*inner)


def _is_installed(module: str) -> bool:
    """Return whether a module is built in, or was installed as part of a package."""
    if module.partition(".")[0] in ("bitrook", "builtins", *sys.builtin_module_names):
        return True
    path = getattr(sys.modules.get(module), "__file__", None)
    return module != "__main__" and (path is None or os.path.realpath(path).startswith(_installed_paths()))


@functools.cache
def _installed_paths() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    return tuple(
        os.path.join(os.path.realpath(paths[name]), "") for name in ("stdlib", "platstdlib", "purelib", "platlib")
    )
