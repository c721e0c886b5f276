"""The logger for the communication with engines."""

from __future__ import annotations

import logging
from collections.abc import Callable

LOGGER = logging.getLogger("bitrook.engine")

# Replaced by bitrook.compat, so that programs written for python-chess find the messages in the logger "chess.engine".
logger: Callable[[], logging.Logger] = lambda: LOGGER  # noqa: E731
