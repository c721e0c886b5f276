"""Checks filters, which are lists of tuples as in pyarrow, and converts them for native code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from ._names import LISTS, NOT_FILTERED, TEXT_TAGS

Condition: TypeAlias = "tuple[str, str] | tuple[str, str, Any]"
Filters: TypeAlias = "Sequence[Condition] | Sequence[Sequence[Condition]]"

# What a condition applies to, by the names of native code: a tag that is read as a type, or a property of the game.
TEXT, INTEGER, DATE, TIME = "text", "integer", "date", "time"
PROPERTIES = ("result", "ply_count", "has_evals", "has_clocks")
TYPED_TAGS = {
    "WhiteElo": INTEGER,
    "BlackElo": INTEGER,
    "WhiteRatingDiff": INTEGER,
    "BlackRatingDiff": INTEGER,
    "UTCDate": DATE,
    "UTCTime": TIME,
}
COMPARISONS = ("==", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "is null", "is not null")

Prepared: TypeAlias = "list[list[tuple[str, str, str, list[Any]]]]"


def subject_of(name: str) -> str:
    """Return what a condition with this name applies to."""
    return name if name in PROPERTIES else TYPED_TAGS.get(name, TEXT)


def _number(where: str, subject: str, given: Any) -> int:
    """Convert a number, date or time in a filter to the int that native code uses."""
    value, kind = given, type(given).__name__
    if subject in (DATE, TIME):
        import datetime

        expected: Any = datetime.date if subject == DATE else datetime.time
        if isinstance(value, str):
            try:
                value = expected.fromisoformat(re.sub("[./]", "-", value) if subject == DATE else value)
            except ValueError:
                raise ValueError(f"{where}: not a {expected.__name__}: {value!r}") from None
        if not isinstance(value, expected):
            raise TypeError(f"{where}: the value must be a datetime.{expected.__name__} or a str, not {kind}")
        if subject == DATE:
            return int(value.toordinal()) - datetime.date(1970, 1, 1).toordinal()
        return int(value.hour * 3600 + value.minute * 60 + value.second)
    is_flag = isinstance(value, bool) and subject not in ("has_evals", "has_clocks")
    if is_flag or not hasattr(value, "__index__"):
        raise TypeError(f"{where}: the value must be an int, not {kind}")
    number = int(value.__index__())
    if not -(1 << 63) <= number < 1 << 63:
        raise ValueError(f"{where}: the value does not fit 64 bits: {number}")
    return number


def _items(given: Any) -> list[Any]:
    """Return the items of a tuple or a list, or an empty list for other objects."""
    return list(cast("list[Any]", given)) if isinstance(given, (tuple, list)) else []


def _condition(where: str, condition: Any, names: Sequence[str] | None) -> tuple[str, str, str, list[Any]]:
    given = _items(condition)
    if not 2 <= len(given) <= 3 or not isinstance(given[0], str) or not isinstance(given[1], str):
        raise TypeError(f"{where} must be a tuple (name, comparison, value), not {condition!r}")
    name, comparison = given[0], given[1]
    word = " ".join(comparison.lower().split())
    if word not in COMPARISONS:
        raise ValueError(f"{where}: the comparison must be one of {', '.join(COMPARISONS)}, not {comparison!r}")
    if names is not None and name not in names:
        raise ValueError(f"{where}: {name!r} cannot be filtered; filters support {', '.join(names)}")
    if names is None and name in NOT_FILTERED:
        kind = "lists, which cannot be compared" if name in LISTS else "games or positions, not a tag"
        raise ValueError(f"{where}: {name!r} is a column of {kind}; filters support tags, {', '.join(PROPERTIES)}")
    subject = subject_of(name) if names is None else TEXT
    if word.endswith("null"):
        if len(given) == 3 and given[2] is not None:
            raise ValueError(f"{where}: {word!r} takes no value")
        return subject, name, word, []
    if len(given) == 2:
        raise ValueError(f"{where}: {comparison!r} needs a value")
    values = given[2:]
    if word in ("in", "not in"):
        kind = type(values[0]).__name__
        if isinstance(values[0], (str, bytes)) or not hasattr(values[0], "__iter__"):
            raise TypeError(f"{where}: {comparison!r} needs a list of values, not {kind}")
        values = list(values[0])
    word = "==" if word == "=" else word
    if subject == TEXT:
        if values and all(isinstance(v, int) and not isinstance(v, bool) for v in values):
            if names is None and name in TEXT_TAGS:
                raise TypeError(f"{where}: the tag {name!r} is a text, which cannot be compared with a number")
            subject = INTEGER  # a tag without a type, compared as a number
        for v in values if subject == TEXT else ():
            if not isinstance(v, str):
                raise TypeError(f"{where}: the value must be a str or an int, not {type(v).__name__}")
    return subject, name, word, values if subject == TEXT else [_number(where, subject, v) for v in values]


def is_nested(groups: list[Any]) -> bool:
    """Return whether filters are a list of lists of conditions, and not a single list of conditions."""
    return all(isinstance(item, (tuple, list)) for group in groups for item in _items(group) or [None])


def prepare(filters: Filters | None, names: Sequence[str] | None = None) -> Prepared:
    """Check *filters* and return them as a list of lists of (subject, name, comparison, values).

    :param names: the names that conditions can apply to, if the rows are not games.
    """
    if not filters:
        return []
    if isinstance(filters, tuple) and isinstance(filters[0], str):
        raise TypeError("filters must be a list of tuples, not one tuple")
    groups: list[Any] = list(filters)
    nested = is_nested(groups)
    return [
        [
            _condition(f"filters[{i}][{k}]" if nested else f"filters[{k}]", condition, names)
            for k, condition in enumerate(conditions)
        ]
        for i, conditions in enumerate(groups if nested else [groups])
    ]
