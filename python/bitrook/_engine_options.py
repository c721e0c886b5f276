"""The options of engines, for clients and engines: declarations, validation, and a case-insensitive map.

>>> Option("Hash", "spin", 16, 1, 1024, None).is_managed()
False
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any, TypeVar, cast

T = TypeVar("T")

ConfigValue = str | int | bool | None
ConfigMapping = Mapping[str, ConfigValue]

NO_OPTIONS: ConfigMapping = MappingProxyType({})

MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]
"""Options of UCI engines that are set automatically, in lower case."""


class EngineError(RuntimeError):
    """The engine reported an error, violated the protocol, or does not support the request."""


_BUTTONS = ("button", "reset", "save")
_TEXTS = ("string", "file", "path")


@dataclasses.dataclass(frozen=True)
class Option:
    """An option that an engine declares."""

    name: str
    """The name, as the engine spells it."""
    type: str
    """The type: check, spin, combo, button or string; for XBoard engines also file, path, reset or save."""
    default: ConfigValue
    """The default value; None if the engine declares none."""
    min: int | None
    """The minimum of a spin option."""
    max: int | None
    """The maximum of a spin option."""
    var: list[str] | None
    """The values of a combo option."""

    def parse(self, value: ConfigValue) -> ConfigValue:
        """Convert *value* to the type of the option: bool, int or str, or None for a button.

        :raises EngineError: if the option does not accept the value.

        >>> Option("Hash", "spin", 16, 1, 1024, None).parse("32")
        32
        """
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            return self._number(value)
        if self.type == "combo":
            if value not in (self.var or []):
                raise EngineError(f"option {self.name!r}: expected one of {', '.join(self.var or [])}, got {value!r}")
            return value
        if self.type in _BUTTONS:
            return None
        if self.type in _TEXTS:
            text = str(value)
            if "\n" in text or "\r" in text:
                raise EngineError(f"option {self.name!r}: a value with a line break cannot be sent: {text!r}")
            return text
        raise EngineError(f"option {self.name!r}: unknown type {self.type!r}")

    def _number(self, value: Any) -> int:
        try:
            number = int(value)
        except (TypeError, ValueError):
            raise EngineError(f"option {self.name!r}: expected an integer, got {value!r}") from None
        low, high = self.min, self.max
        if (low is not None and number < low) or (high is not None and number > high):
            raise EngineError(f"option {self.name!r}: expected {low} to {high}, got {number}")
        return number

    def is_managed(self) -> bool:
        """Return whether the option is set automatically and therefore cannot be configured.

        >>> Option("MultiPV", "spin", 1, 1, 500, None).is_managed()
        True
        """
        return self.name.lower() in MANAGED_OPTIONS


class UciOptionMap(MutableMapping[str, T]):
    """A case-insensitive map from option names to values. It keeps the first spelling of each name.

    >>> options = UciOptionMap({"Hash": 16})
    >>> options["HASH"] = 32
    >>> options
    UciOptionMap({'Hash': 32})
    """

    def __init__(self, data: Mapping[str, T] | Iterable[tuple[str, T]] | None = None, **kwargs: T) -> None:
        self._items: dict[str, tuple[str, T]] = {}
        self.update(data or {}, **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        spelled = self._items.get(key.lower(), (key,))[0]
        self._items[key.lower()] = (spelled, value)

    def __getitem__(self, key: str) -> T:
        return self._items[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._items[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        named = cast("Mapping[object, object]", other)
        theirs = {str(name).lower(): value for name, value in named.items()}
        return {name: value for name, (_, value) in self._items.items()} == theirs

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.items())!r})"

    def copy(self) -> UciOptionMap[T]:
        """Return a shallow copy.

        >>> UciOptionMap({"Hash": 16}).copy()["hash"]
        16
        """
        return type(self)(self.items())

    def __copy__(self) -> UciOptionMap[T]:
        return self.copy()
