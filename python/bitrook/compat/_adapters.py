"""Adapts `bitrook.pgn` and `bitrook.engine` for their use as `chess.pgn` and `chess.engine`."""

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


def adapt_pgn(module: ModuleType, active: Callable[[], bool]) -> None:
    """Use the logger, scores and arrows of `chess.pgn` in `bitrook.pgn` and its copy *module* while active()."""
    from bitrook.pgn import _foreign as foreign

    module.__dict__["LOGGER"] = logging.getLogger("chess.pgn")  # programs set the level of the logger with this name
    foreign.logger_name = lambda: "chess.pgn" if active() else None
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
