"""Predicate pushdown: converts an engine's comparisons of columns to `filters` that select exactly the same rows."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ._filters import DATE, INTEGER, TEXT, TIME, Condition, Filters, is_nested, subject_of
from ._names import NOT_FILTERED

# Lists of conditions. All conditions of at least one list must hold, so [[]] always holds, and [] never does.
Groups: TypeAlias = "list[list[Condition]]"

MOST_GROUPS = 64

# Names for which a filter and a comparison of the column have different meanings.
UNKNOWN = NOT_FILTERED | {"has_evals", "has_clocks"}


def _is_exact(subject: str, value: Any) -> bool:
    """Return whether comparing the column with *value* always gives the same result as the filter."""
    if subject == TEXT:
        # Invalid UTF-8 is decoded as Latin-1 in the column, but filters compare the original bytes.
        return isinstance(value, str) and value.isascii()
    if subject == DATE:
        return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)
    if subject == TIME:
        return isinstance(value, datetime.time) and value.microsecond == 0 and value.tzinfo is None
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    # The column ply_count is 32767 for all longer games.
    return -0x8000 <= value < (0x7FFF if subject == "ply_count" else 0x8000)


def groups_of(name: str, comparison: str, value: Any = None) -> Groups | None:
    """Return the filter for a comparison of the column *name*, or None if no filter selects exactly the same rows."""
    if name in UNKNOWN:
        return None
    subject = subject_of(name)
    # The column is null for tags that do not fit into an int16.
    low: Condition = (name, ">=", -0x8000)
    high: Condition = (name, "<=", 0x7FFF)
    if comparison == "is null":
        return None if subject == INTEGER else [[(name, comparison)]]
    if comparison == "is not null":
        return [[low, high]] if subject == INTEGER else [[(name, comparison)]]
    values: list[Any] = list(value) if comparison in ("in", "not in") else [value]
    if not all(_is_exact(subject, each) for each in values):
        return None
    group: list[Condition] = [(name, comparison, values if comparison in ("in", "not in") else value)]
    if subject == INTEGER and comparison in ("<", "<=", "!=", "not in"):
        group.append(low)
    if subject == INTEGER and comparison in (">", ">=", "!=", "not in"):
        group.append(high)
    if subject != INTEGER and comparison in ("!=", "not in"):
        group.append((name, "is not null"))  # for engines, a comparison with null is not true
    return [group]


def both(a: Groups | None, b: Groups | None) -> Groups | None:
    """Return the filter that holds where *a* and *b* do, or None if one of them is None or it would be too long."""
    if a is None or b is None or len(a) * len(b) > MOST_GROUPS:
        return None
    return [x + y for x in a for y in b]


def either(a: Groups | None, b: Groups | None) -> Groups | None:
    """Return the filter that holds where *a* or *b* does, or None if one of them is None or it would be too long."""
    return None if a is None or b is None or len(a) + len(b) > MOST_GROUPS else a + b


def push(
    filters: Filters | None, conditions: Iterable[Any], convert: Callable[[Any], Groups | None]
) -> tuple[Filters | None, list[Any]]:
    """Add an engine's conditions to *filters*, which must be valid. Return them and the conditions without a filter.

    :param convert: returns the filter for a condition, or None if no filter selects exactly the same rows.
    """
    given: list[Any] = list(filters or [])
    groups: Groups = [list(group) for group in given] if given and is_nested(given) else [given]
    rest: list[Any] = []
    for condition in conditions:
        joined = both(groups, convert(condition))
        if joined is None:
            rest.append(condition)
        else:
            groups = joined
    return (None if [] in groups else groups), rest
