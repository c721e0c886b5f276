"""A program that calls every member of a type while code that runs in the middle of the call changes the same object.

    PYTHONHASHSEED=0 python -m support.storm TYPE|functions|all ROUNDS SEED

The code runs in finalizers, which the collector calls inside allocations (CPython 3.10 and 3.11) or between two
instructions (later versions), and in the methods of arguments (`__index__`, `__iter__`, `__eq__`, ...). It calls any
other member, replaces the class and the dictionary, and assigns any attribute. The program prints each call before it
makes it, so that the last line names the one that crashed; at the end, it prints the numbers of calls and changes.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import bitrook
from support import arguments, members

Change = Callable[[Any], Any]


def changes(name: str, cls: type, calls: list[members.Call]) -> list[Change]:
    """Return the ways to change a given object: the good call of each member, and changes that work on any object."""

    def by_call(call: members.Call) -> Change:
        def change(thing: Any) -> None:
            args, named = call.make()
            call.function(thing, *args[1:], **named)

        return change

    def other_class(thing: Any) -> None:
        """Give the object a class that nothing else refers to, so that the next change of class frees it."""
        thing.__class__ = type("Other", (cls,), {})

    def own_class(thing: Any) -> None:
        thing.__class__ = cls
        gc.collect()

    def dictionary(thing: Any) -> None:
        thing.__dict__ = {"tag": random.random(), "other": thing}

    def attributes(thing: Any) -> None:
        for i in range(20):
            setattr(thing, f"name{i}", thing)

    def no_attributes(thing: Any) -> None:
        vars(thing).clear()

    general = [other_class, own_class, dictionary, attributes, no_attributes]
    return [by_call(call) for call in calls if call.on_object] + general * 8


class Storm:
    """Runs changes of one object while the storm is open."""

    def __init__(self, possible: list[Change], rng: random.Random) -> None:
        self.possible, self.rng = possible, rng
        self.thing: Any = None
        self.changes = 0
        self.left = 0  # the number of changes until the storm is over
        self.depth = 0

    def change(self) -> None:
        if self.depth == 0 and self.left > 0:
            self.depth += 1
            self.changes += 1
            self.left -= 1
            with contextlib.suppress(Exception):
                self.rng.choice(self.possible)(self.thing)
            self.depth -= 1

    def trap(self) -> None:
        """Create garbage whose finalizer changes the object and creates more such garbage."""
        storm = self

        class Trap:
            __slots__ = ("__weakref__", "me")

            def __del__(self) -> None:
                if storm.left > 0:
                    storm.change()
                    made = Trap()
                    made.me = made

        made = Trap()
        made.me = made

    @contextlib.contextmanager
    def open(self, thing: Any, threshold: int) -> Iterator[None]:
        self.thing = thing
        self.left = self.rng.choice((1, 2, 5, 10, 40))
        self.trap()
        gc.set_threshold(threshold, 1000, 1000)
        gc.enable()
        try:
            yield
        finally:
            gc.disable()
            self.left = 0


def reentrant(value: Any, storm: Storm) -> Any:
    """Return a substitute for *value* that runs a change whenever one of its methods is called."""
    if isinstance(value, bool) or value is None:
        return value

    class Number:
        def __index__(self) -> int:
            storm.change()
            return int(value)

        __int__ = __index__

        def __bool__(self) -> bool:
            storm.change()
            return bool(value)

        def __repr__(self) -> str:
            storm.change()
            return "a number"

    class Text(str):
        def __hash__(self) -> int:
            storm.change()
            return super().__hash__()

        def __eq__(self, other: object) -> bool:
            storm.change()
            return super().__eq__(other)

    class Mapping(dict):  # type: ignore[type-arg]
        def items(self) -> Any:
            storm.change()
            return Items(super().items())

        def __getitem__(self, key: Any) -> Any:
            storm.change()
            return super().__getitem__(key)

    class Items(list):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            for item in list.__iter__(self):
                storm.change()
                yield reentrant(item, storm) if isinstance(item, int) else item

        def __len__(self) -> int:
            storm.change()
            return super().__len__()

    def function(*args: Any) -> Any:
        storm.change()
        return value(*args)

    if type(value) is int:
        return Number()
    if type(value) is str:
        return Text(value)
    if type(value) is dict:
        return Mapping(value)
    if isinstance(value, (list, tuple)):
        return Items(value)
    return function if callable(value) and not isinstance(value, type) else value


def run(name: str, rounds: int, seed: int) -> tuple[int, int]:
    calls, made = ALL[name], MAKERS
    rng = random.Random(seed)
    if name == "functions":  # their first argument is the object that changes
        possible = changes("Board", bitrook.Board, ALL["Board"])
    else:
        possible = changes(name, members.classes()[name], calls)
    every = [c for call in calls for c in (call, rng.choice(list(members.bad_calls(call))))]
    every += [c for call in calls if call.name.endswith("(set)") for c in members.bad_attributes(call)]
    start = bitrook.Board().fen()
    storm = Storm(possible, rng)
    done = 0
    for _ in range(rounds):
        for call in every:
            for wrapped in (False, True):
                os.write(1, f"{call.name}\n".encode())
                args, named = call.make()
                thing = args[0] if args else made.get(name, arguments.board)()
                if wrapped:
                    # CPython itself uses a freed class if hashing an attribute's name replaces the object's class.
                    named_attribute = call.name.endswith((")", "attr__", "attribute__"))
                    first = int(call.on_object) + named_attribute
                    args[first:] = [reentrant(value, storm) for value in args[first:]]
                    named = {key: reentrant(value, storm) for key, value in named.items()}
                with storm.open(thing, rng.choice((1, 1, 2, 3, 5, 10, 30))), contextlib.suppress(Exception):
                    call.function(*args, **named)
                done += 1
                with contextlib.suppress(AttributeError):  # a Python class whose __dict__ was replaced
                    repr(thing)
        gc.collect()
        assert bitrook.Board().fen() == start and vars(bitrook.Board()) == {}
    return done, storm.changes


if __name__ == "__main__":
    sys.stdout = io.StringIO()  # discards what show() prints
    ALL, MAKERS = members.calls(), members.makers()
    gc.disable()
    gc.collect()
    gc.freeze()  # so that collections only examine new objects
    names = [sys.argv[1]]
    if names == ["all"]:
        names = ["functions", *members.classes()]
    counts = [run(name, int(sys.argv[2]), int(sys.argv[3])) for name in names]
    os.write(1, f"done {sum(n for n, _ in counts)} {sum(n for _, n in counts)}\n".encode())
