"""The module `chess.variant` of the replacement: it has standard chess, and errors that name everything else."""

from __future__ import annotations

import dis
import sys
from types import ModuleType
from typing import Any, NoReturn

_REASON = (
    "chess variants are out of bitrook's scope (they override private methods of python-chess's own board): "
    "run this program on python-chess itself"
)


class VariantNotSupportedError(ValueError):
    """The variant is neither standard chess nor Chess960."""


def _called_by_import_statement(depth: int) -> bool:
    frame = sys._getframe(depth)
    return dis.opname[frame.f_code.co_code[frame.f_lasti]] == "IMPORT_FROM" if frame.f_lasti >= 0 else False


def make(chess: ModuleType) -> ModuleType:
    """Return the module `chess.variant` that belongs to *chess*."""
    module = ModuleType("chess.variant", "Has standard chess only: " + _REASON + ".")
    board = chess.Board

    def find_variant(name: str) -> type:
        """Return `Board` for any alias of standard chess. Raises ValueError for every variant."""
        if any(alias.lower() == name.lower() for alias in board.aliases):
            return board  # type: ignore[no-any-return]
        raise VariantNotSupportedError(f"{_REASON}: {name!r}")

    def missing(name: str) -> NoReturn:
        text = f"chess.variant.{name}: {_REASON}"
        # hasattr() needs an AttributeError, but `from chess.variant import X` would replace its text.
        if not name.startswith("__") and _called_by_import_statement(2):
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
