"""What `bitrook.engine` is given as `chess.engine`: python-chess's logger, and names that its own tests use."""

from __future__ import annotations

import logging
from collections.abc import Callable
from types import ModuleType


def adapt(module: ModuleType, active: Callable[[], bool]) -> None:
    """Give the copy *module* of `bitrook.engine` the logger and names of `chess.engine`, while *active* is true."""
    from bitrook import engine
    from bitrook.engine import _log

    theirs = logging.getLogger("chess.engine")  # programs set the level of this name
    _log.logger = lambda: theirs if active() else _log.LOGGER
    module.__dict__.update(LOGGER=theirs, _parse_uci_info=engine._parse_uci_info, __getattr__=engine.__getattr__)
