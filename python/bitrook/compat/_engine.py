"""Adapts `bitrook.engine` for its use as `chess.engine`: python-chess's logger, and names that its tests use."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import ModuleType


def adapt(module: ModuleType, active: Callable[[], bool]) -> None:
    """Add the names of `chess.engine` to *module*, a copy of `bitrook.engine`, and use its logger while active()."""
    from bitrook import engine
    from bitrook.engine import _log

    theirs = logging.getLogger("chess.engine")  # programs set the level of the logger with this name
    _log.logger = lambda: theirs if active() else _log.LOGGER
    module.__dict__.update(LOGGER=theirs, _parse_uci_info=engine._parse_uci_info, __getattr__=engine.__getattr__)
