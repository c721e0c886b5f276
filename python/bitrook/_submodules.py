"""Submodules that are loaded on first use: `import bitrook; bitrook.pgn.read_game(...)`.

They are attributes of the package from the start, and the very objects that `import bitrook.pgn` loads. A function
`__getattr__` of the package would be shorter, but CPython does not specialize the attribute loads of a module that has
one, which makes `bitrook.WHITE` and all other names several times as slow.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType
else:
    ModuleType = type(sys)

_get = ModuleType.__getattribute__


class Later(ModuleType):
    """A submodule that has not been loaded. Loading it makes it an ordinary module."""

    def __getattribute__(self, name: str) -> object:
        # Only names of the module's own load it, because tools ask every module for its file and the like.
        if name[:2] != "__" or name in ("__all__", "__dict__", "__doc__"):
            found = import_module(_get(self, "__name__"))
            if found is not self:  # another finder came first
                return getattr(found, name)
        return _get(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name[:2] != "__":
            import_module(_get(self, "__name__"))
        ModuleType.__setattr__(self, name, value)


class _Loader:
    """Loads a module into the object that stands for it."""

    def __init__(self, loader: Loader, module: Later) -> None:
        self.loader, self.module = loader, module

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self.module

    def exec_module(self, module: ModuleType) -> None:
        spec = _get(module, "__spec__")
        spec.loader = self.loader
        ModuleType.__setattr__(module, "__loader__", self.loader)
        self.loader.exec_module(module)
        module.__class__ = ModuleType


class Finder:
    """Finds the submodules of a package that are loaded on first use, and explains why others are missing."""

    def __init__(self, package: str, names: Iterable[str], missing: Mapping[str, str]) -> None:
        self.modules = {f"{package}.{name}": Later(f"{package}.{name}") for name in names}
        self.missing = {f"{package}.{name}": reason for name, reason in missing.items()}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of one of the modules. Called by the import system."""
        if name in self.missing:
            # Without `name=`, because `from bitrook import ...` would then replace the message.
            raise ModuleNotFoundError(f"No module named {name!r}: {self.missing[name]}")
        module = self.modules.get(name)
        if module is None or type(module) is not Later:
            return None
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            spec: ModuleSpec | None = find_spec(name, path, target) if finder is not self and find_spec else None
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, module)  # type: ignore[assignment]
                return spec
        return None
