"""Checks of arguments."""

from __future__ import annotations

import operator
from typing import Any


def integer(name: str, value: Any, low: int, high: int = 1 << 31) -> int:
    """Return *value* as an int from *low* to *high*; an error names the parameter.

    :raises TypeError: if it is not an integer; a bool is none.
    :raises ValueError: if it is out of the range.
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
