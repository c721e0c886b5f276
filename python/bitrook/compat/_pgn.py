"""Adapts `bitrook.pgn` for its use as `chess.pgn`: python-chess's logger, scores and arrows."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from types import ModuleType
from typing import Any


def submodule(name: str) -> Any:
    """Return the module that `import chess.NAME` imports, or None."""
    try:
        return importlib.import_module(f"chess.{name}")
    except ModuleNotFoundError:
        return None


def adapt(module: ModuleType, active: Callable[[], bool]) -> None:
    """Use the logger, scores and arrows of `chess.pgn` in `bitrook.pgn` and its copy *module* while active()."""
    from bitrook.pgn import _foreign as foreign

    module.__dict__["LOGGER"] = logging.getLogger("chess.pgn")  # programs set the level of the logger with this name
    foreign.logger_name = lambda: "chess.pgn" if active() else None
    foreign.find_module = lambda name: submodule(name) if active() else None
