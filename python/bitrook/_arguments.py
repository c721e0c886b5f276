"""Checked arguments."""

from __future__ import annotations

import operator
from typing import Any


def integer(name: str, value: Any, low: int, high: int = 1 << 31) -> int:
    """Return *value* as an int from *low* to *high*; an error names the parameter."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    if not low <= number <= high:
        raise ValueError(f"{name} must be in {low}..{high}, not {number}")
    return number
