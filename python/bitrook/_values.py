"""The Python parts of Move and Piece: dataclass fields, and copying and pickling of attributes and subclasses."""

from __future__ import annotations

import copy
import copyreg
import dataclasses
from typing import Any, cast

from ._board import attributes, set_attributes
from ._core import Move, Piece


def dataclass_fields(cls: type[Move | Piece]) -> dict[str, dataclasses.Field[Any]]:
    """Set `__dataclass_fields__` and `__dataclass_params__` of Move or Piece as in python-chess; return the former."""
    owner: Any = Move if issubclass(cls, Move) else Piece
    optional = ("promotion", "drop")
    fields: list[tuple[str, str, Any]] = [
        (name, "int", dataclasses.field(default=None) if name in optional else dataclasses.field())
        for name in owner.__match_args__
    ]
    model: Any = dataclasses.make_dataclass(owner.__name__, fields, unsafe_hash=owner is Move)
    owner.__dataclass_params__ = model.__dataclass_params__
    owner.__dataclass_fields__ = model.__dataclass_fields__
    found: dict[str, dataclasses.Field[Any]] = model.__dataclass_fields__
    return found


def _state(thing: Any) -> Any:
    """Return the attributes of *thing* as object.__getstate__() does (Python 3.11 and later)."""
    return thing.__getstate__() if hasattr(thing, "__getstate__") else attributes(thing)


def reduced(thing: Any, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the result of `__reduce__`.

    Unpickling passes the fields to `__new__`, so a subclass may define an `__init__` that takes other arguments.
    """
    return copyreg.__newobj__, (type(thing), *arguments), _state(thing)  # type: ignore[attr-defined]


def copied(thing: Any, memo: dict[int, Any] | None = None) -> Any:
    """Return a copy, which is deep if *memo* is given."""
    how = thing.__reduce_ex__(4)
    if isinstance(how, str):
        return thing
    parts: Any = (*how, None)
    function, arguments, state = parts[:3]
    made = function(*arguments)
    if memo is not None:
        memo[id(thing)] = made
        state = copy.deepcopy(state, memo)
    if state is not None:
        made.__setstate__(state)
    return made


def _attributes(part: Any) -> dict[str, Any]:
    if part is None:
        return {}
    if isinstance(part, dict):
        return cast("dict[str, Any]", part)
    raise ValueError("not the pickled state of a move or piece")


def set_state(thing: Any, state: Any) -> None:
    """Set the attributes in *state*. Pickles written by python-chess also contain the fields."""
    base: Any = Move if isinstance(thing, Move) else Piece
    parts: Any = (
        state if hasattr(state, "__len__") and len(state) == 2 and not isinstance(state, dict) else (state, None)
    )
    in_dict, in_slots = map(_attributes, parts)
    others: dict[str, Any] = {}
    for name, value in in_dict.items():
        if name in base.__match_args__:
            base.__setattr__(thing, name, value)
        else:
            others[name] = value
    set_attributes(thing, (others, in_slots))
