"""Adds to an error the words that the user may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a hint for the end of an error, or an empty text if no name is similar to *word*.

    >>> did_you_mean("pertf", ["show", "perft", "info"])
    ' (did you mean perft?)'
    """
    near = difflib.get_close_matches(word.lower(), names, n=1)
    return f" (did you mean {near[0]}?)" if near else ""
