"""The classes that scores and arrows are read into; bitrook.compat may replace them with python-chess's."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from .. import _scores

# Set by bitrook.compat: from "engine" or "svg" to the module of that name that `import chess` would find, or None.
find_module: Callable[[str], Any] = lambda name: None  # noqa: E731


def score_classes() -> Any:
    """Return the module with `Cp`, `Mate` and `PovScore`."""
    return find_module("engine") or _scores


def arrow_class() -> Any:
    """Return the class of arrows."""
    module = find_module("svg")
    if module is None:
        from .. import svg as module  # loaded when it is first used
    return module.Arrow


# Set by bitrook.compat: the name of the logger while it replaces `chess`, else None.
logger_name: Callable[[], str | None] = lambda: None  # noqa: E731


def logger() -> logging.Logger:
    """Return the logger of errors in games: "bitrook.pgn", or "chess.pgn" while bitrook.compat replaces it."""
    return logging.getLogger(logger_name() or "bitrook.pgn")
