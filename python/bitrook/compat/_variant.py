"""What stands at `chess.variant` while bitrook stands in: standard chess, and a clear no to everything else."""

from __future__ import annotations

import dis
import sys
from types import ModuleType
from typing import Any, NoReturn

_REASON = (
    "chess variants are out of bitrook's scope (they need python-chess's own board, whose private hooks they override): "
    "run this program on python-chess itself"
)


class VariantNotSupportedError(ValueError):
    """A variant other than standard chess and Chess960 was asked of bitrook."""


def _asked_by_import_statement(depth: int) -> bool:
    frame = sys._getframe(depth)
    return dis.opname[frame.f_code.co_code[frame.f_lasti]] == "IMPORT_FROM" if frame.f_lasti >= 0 else False


def make(chess: ModuleType) -> ModuleType:
    """Return the module `chess.variant` for the stand-in *chess*."""
    module = ModuleType("chess.variant", "Stands where python-chess's variants would be; " + _REASON + ".")
    board = chess.Board

    def find_variant(name: str) -> type:
        """Return `Board` for standard chess by any of its usual names; ValueError for every variant."""
        if any(alias.lower() == name.lower() for alias in board.aliases):
            return board  # type: ignore[no-any-return]
        raise VariantNotSupportedError(f"{_REASON}: {name!r}")

    def missing(name: str) -> NoReturn:
        text = f"chess.variant.{name}: {_REASON}"
        # `from chess.variant import X` would replace the text of an AttributeError, while hasattr() wants exactly that.
        if not name.startswith("__") and _asked_by_import_statement(2):
            raise ImportError(text, name="chess.variant")
        raise AttributeError(text)

    contents: dict[str, Any] = {
        "find_variant": find_variant,
        "VARIANTS": [board],
        "VariantNotSupportedError": VariantNotSupportedError,
        "__getattr__": missing,
    }
    module.__dict__.update(contents)
    return module
