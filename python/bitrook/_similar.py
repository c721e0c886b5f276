"""Suggests names that the user may have meant, for error messages."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a hint to append to an error, or an empty string if no name is similar to *word*, ignoring case.

    >>> did_you_mean("pertf", ["show", "perft", "info"])
    ' (did you mean perft?)'
    >>> did_you_mean("whiteelo", ["White", "WhiteElo"])
    ' (did you mean WhiteElo?)'
    """
    import difflib

    by_lower = {name.lower(): name for name in names}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1)
    return f" (did you mean {by_lower[near[0]]}?)" if near else ""
