"""Argument checks."""

from __future__ import annotations

import operator
from typing import Any


def integer(name: str, value: Any, low: int, high: int = 1 << 31) -> int:
    """Return *value* as an int from *low* to *high*. Error messages contain the parameter's *name*.

    :raises TypeError: if it is not an integer, or is a bool.
    :raises ValueError: if it is out of range.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be in {low}..{high}, not {number}")
    return number
