"""The classes of scores and arrows in comments, which bitrook.compat can replace with those of python-chess."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from .. import _scores

# Set by bitrook.compat: returns the module that `chess.engine` or `chess.svg` currently refers to, or None.
find_module: Callable[[str], Any] = lambda name: None  # noqa: E731


def score_classes() -> Any:
    """Return the module with `Cp`, `Mate` and `PovScore`."""
    return find_module("engine") or _scores


def arrow_class() -> Any:
    """Return the class `Arrow`."""
    module = find_module("svg")
    if module is None:
        from .. import svg as module  # loaded on first use
    return module.Arrow


# Set by bitrook.compat: returns whether bitrook replaces `chess`.
is_standing_in: Callable[[], bool] | None = None


def logger() -> logging.Logger:
    """Return the logger for errors in games: "bitrook.pgn", or "chess.pgn" while bitrook replaces `chess`."""
    return logging.getLogger("chess.pgn" if is_standing_in is not None and is_standing_in() else "bitrook.pgn")
