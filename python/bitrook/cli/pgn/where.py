"""Converts the conditions of --where to filters of :mod:`bitrook.data`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from ...data import scan_pgn

_COMPARED = re.compile(r"\s*(\w+)\s*(==|!=|<=|>=|=|<|>)\s*(.*?)\s*", re.ASCII | re.DOTALL)
_LISTED = re.compile(r"\s*(\w+)\s+(not\s+in|in)\b\s*(.*?)\s*", re.ASCII | re.DOTALL | re.IGNORECASE)
_NULL = re.compile(r"\s*(\w+)\s+(is\s+not\s+null|is\s+null)\s*", re.ASCII | re.IGNORECASE)
_AND = re.compile(r"(?:^|\s)(?:and|&&)\s+(?:not\s+)?\w+\s*(?:[=!<>]|\bin\b|\bis\b)", re.ASCII | re.IGNORECASE)
_MOST = 64  # combinations of alternatives
_POSITIONS = "; conditions on positions are given by --position"
_QUOTED_OR_OR = re.compile(r"""(?<![^\s=<>(,\[])(?:"[^"]*"|'[^']*')|(?<=\s)or(?=\s)""", re.IGNORECASE)
_RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
_FLAGS = ("has_evals", "has_clocks")
_BOOLEANS = {"true": 1, "yes": 1, "1": 1, "false": 0, "no": 0, "0": 0}


def _integer(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[-+]?[0-9]+", text) else None


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _value(condition: str, name: str, comparison: str, text: str) -> Any:
    """Convert the value of a condition to the type that its name requires."""
    kind = "bool" if name in _FLAGS else scan_pgn(b"", columns=[name]).schema[name]
    quoted, text = text[:1] in ("'", '"'), _unquoted(text)
    if kind == "string":
        # Ratings and rounds are ordered as numbers.
        number = _integer(text) if comparison in ("<", "<=", ">", ">=") and not quoted else None
        return text if number is None else number
    if kind == "bool":
        if text.lower() not in _BOOLEANS:
            raise ValueError(f"--where {condition!r}: expected true or false, got {text!r}")
        return _BOOLEANS[text.lower()]
    if name == "result" and text in _RESULTS:
        return _RESULTS[text]
    if kind in ("int8", "int16"):
        number = _integer(text)
        if number is None:
            wanted = "1, 0, -1, 1-0, 0-1 or 1/2-1/2" if name == "result" else "a whole number"
            raise ValueError(f"--where {condition!r}: expected {wanted}, got {text!r}")
        return number
    return text


def _items(condition: str, text: str) -> list[str]:
    """Return the values of a list: separated by commas, or JSON."""
    if text.startswith("["):
        try:
            return [str(item) for item in json.loads(text)]
        except ValueError as error:
            raise ValueError(f"--where {condition!r}: the list is not valid JSON: {error}") from None
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    items = [item.strip() for item in text.split(",")]
    if not all(items):
        raise ValueError(f"--where {condition!r}: the list contains an empty value")
    return items


def parse(condition: str) -> tuple[Any, ...]:
    """Convert a condition to a filter tuple.

    >>> parse("WhiteElo >= 2200"), parse("TimeControl in 180+0, 300+0"), parse("BlackTitle is null")
    (('WhiteElo', '>=', 2200), ('TimeControl', 'in', ['180+0', '300+0']), ('BlackTitle', 'is null'))

    :raises ValueError: if it is not a condition, or the value has the wrong type for the name.
    """
    filter: tuple[Any, ...]
    if match := _COMPARED.fullmatch(condition):
        name, comparison, text = match.groups()
        if text[:1] not in ("'", '"') and _AND.search(text):
            reason = "repeat --where instead of using and, or quote a value that contains it"
            raise ValueError(f"--where {condition!r}: {reason}")
        filter = (name, comparison, _value(condition, name, comparison, text))
    elif match := _NULL.fullmatch(condition):
        filter = (match[1], " ".join(match[2].lower().split()))
    elif match := _LISTED.fullmatch(condition):
        name, comparison, text = match.groups()
        comparison = " ".join(comparison.lower().split())
        filter = (name, comparison, [_value(condition, name, comparison, item) for item in _items(condition, text)])
    else:
        raise ValueError(
            "--where expects a name, a comparison and a value, such as WhiteElo>=2200 or ECO in B20,B21: "
            f"{condition!r}{_POSITIONS}"
        )
    try:
        scan_pgn(b"", filters=[filter])
    except (TypeError, ValueError) as error:
        hint = _POSITIONS if "is a column" in str(error) else ""
        raise ValueError(f"--where {condition!r}: {str(error).removeprefix('filters[0]: ')}{hint}") from None
    return filter


def _alternatives(condition: str) -> list[str]:
    """Split a condition at each word "or" outside quotes and lists."""
    parts: list[str] = []
    start = 0
    for token in _QUOTED_OR_OR.finditer(condition):
        if token[0].lower() == "or":
            parts.append(condition[start : token.start()])
            start = token.end()
    return [*parts, condition[start:]]


def filters_of(conditions: Sequence[str] | None) -> list[list[Any]] | None:
    """Convert conditions to filters, of which all must match. Return None if there are no conditions.

    >>> filters_of(["WhiteElo>=2500 or BlackElo>=2500", "ECO==B20"])
    [[('WhiteElo', '>=', 2500), ('ECO', '==', 'B20')], [('BlackElo', '>=', 2500), ('ECO', '==', 'B20')]]

    :raises ValueError: if one is not a condition, or there are too many combinations of alternatives.
    """
    groups: list[list[Any]] = [[]]
    for condition in conditions or ():
        parts = _alternatives(condition)
        try:
            alternatives = [parse(part) for part in parts]
        except ValueError as error:
            hint = "; quote a value that contains the word or" if len(parts) > 1 else ""
            raise ValueError(f"{error}{hint}") from None
        groups = [[*group, each] for group in groups for each in alternatives]
        if len(groups) > _MOST:
            raise ValueError(f"--where: at most {_MOST} combinations of alternatives are supported; use fewer or")
    return groups if conditions else None
