"""Classes that only C++ instantiates: whatever a program does, it cannot create an object without a value."""

from __future__ import annotations

import copy
import copyreg
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import bitrook
from bitrook import _core

DISALLOW_INSTANTIATION = 1 << 7  # Py_TPFLAGS_DISALLOW_INSTANTIATION
CLASSES = [
    thing for thing in vars(_core).values() if isinstance(thing, type) and thing.__flags__ & DISALLOW_INSTANTIATION
]


def test_the_classes_are_found() -> None:
    assert bitrook.Layout in CLASSES


WAYS: dict[str, Callable[[Any], Any]] = {
    "call": lambda cls: cls(),
    "new": lambda cls: cls.__new__(cls),
    "new of the base": lambda cls: cls.__mro__[1].__new__(cls),
    "new of object": lambda cls: object.__new__(cls),
    "copyreg": lambda cls: copyreg.__newobj__(cls),  # type: ignore[attr-defined]
    "subclass": lambda cls: type("Sub", (cls,), {})(),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("cls", CLASSES)
def test_no_object_without_a_value(cls: Any, way: str) -> None:
    with pytest.raises(TypeError):
        WAYS[way](cls)


@pytest.mark.parametrize("change", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_layout_is_not_copied_or_pickled(change: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="pickle"):
        change(bitrook.Board().layout("dense"))


@pytest.mark.parametrize("cls", CLASSES)
def test_no_object_takes_another_class(cls: type) -> None:
    layout = bitrook.Board().layout("dense")
    for other in (bitrook.SquareSet(), bitrook.Board(), type("Empty", (), {"__slots__": ()})()):
        with pytest.raises(TypeError, match="__class__"):
            other.__class__ = cls
    for other_class in (bitrook.Move, bitrook.SquareSet, object, *CLASSES):
        with pytest.raises(TypeError, match="__class__"):
            layout.__class__ = other_class  # type: ignore[assignment]
