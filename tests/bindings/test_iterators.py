"""The iterators of bitrook behave like generators: close(), send() and throw()."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import Any

import chess
import pytest

import bitrook

ITERATORS: dict[str, Callable[[Any], Any]] = {
    "generate_legal_moves": lambda lib: lib.Board().generate_legal_moves(),
    "generate_pseudo_legal_moves": lambda lib: lib.Board().generate_pseudo_legal_moves(),
    "legal_moves": lambda lib: iter(lib.Board().legal_moves),
    "scan_forward": lambda lib: lib.scan_forward(0xFF),
    "scan_reversed": lambda lib: lib.scan_reversed(0xFF),
    "SquareSet": lambda lib: iter(lib.SquareSet(0xFF)),
    "carry_rippler": lambda lib: lib.SquareSet(0xFF).carry_rippler(),
}


@pytest.mark.parametrize("name", ITERATORS)
@pytest.mark.parametrize("lib", [bitrook, chess], ids=["bitrook", "python-chess"])
def test_iterators_have_the_methods_of_generators(name: str, lib: Any) -> None:
    make = ITERATORS[name]
    iterator = make(lib)
    assert isinstance(iterator, Generator)
    first = iterator.send(None)
    assert first == next(make(lib))
    with contextlib.closing(iterator):
        pass
    assert list(iterator) == []
    assert next(iterator, None) is None
    iterator.close()
    with pytest.raises(StopIteration):
        iterator.send(None)

    for thrown in ((KeyError("x"),), (KeyError,)):
        iterator = make(lib)
        next(iterator)
        with pytest.raises(KeyError):
            iterator.throw(*thrown)
        assert list(iterator) == []


def test_what_is_no_exception_is_not_thrown() -> None:
    iterator: Any = bitrook.Board().generate_legal_moves()
    with pytest.raises(TypeError, match="deriving from BaseException"):
        iterator.throw(3)
    with pytest.raises(KeyError, match="x"):
        iterator.throw(KeyError, "x")
