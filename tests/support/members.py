"""All types and functions of the extension module, found by introspection, with objects and arguments to call them.

New types and functions are found without a change here if GOOD in arguments.py lists the names of their parameters and
if a call returns an object of the type. Otherwise tests/trust/test_members.py fails and reports what to add. Classes
and functions written in Python need no entry, because they can crash only through the native ones.
"""

from __future__ import annotations

import copy
import inspect
import itertools
import pickle
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bitrook import _core
from support.arguments import ANY, BAD, GOOD, OBJECTS, Maker
from support.signatures import signature

# Members that every type has, or that cannot be called separately.
IGNORED = {
    "__class__",
    "__new__",
    "__init_subclass__",
    "__subclasshook__",
    "__doc__",
    "__module__",
    "_pybind11_conduit_v1_",  # every class of pybind11 has it
    "__release_buffer__",  # takes the memoryview returned by __buffer__ of the same object; Python 3.12 and later
}


class Call(NamedTuple):
    """A callable, and a function that creates a list of positional and a dict of keyword arguments for it."""

    name: str
    function: Callable[..., Any]
    make: Callable[[], tuple[list[Any], dict[str, Any]]]
    on_object: bool  # whether the first argument is the object

    def __call__(self) -> Any:
        args, named = self.make()
        return self.function(*args, **named)


# --- Types and functions.


def classes() -> dict[str, type]:
    """Return the types of the extension module by name, except for exceptions."""
    return {
        name: cls for name, cls in vars(_core).items() if isinstance(cls, type) and not issubclass(cls, BaseException)
    }


def functions() -> dict[str, Callable[..., Any]]:
    once = {"_register_parts"}  # called at import; every further call is an error
    return {
        name: value
        for name, value in vars(_core).items()
        if isinstance(value, types.BuiltinFunctionType) and name not in once
    }


# --- Arguments.


def _makers(member: str, parameter: str) -> tuple[Maker, ...]:
    return GOOD.get(f"{member}.{parameter}") or GOOD.get(parameter) or ANY


def _is_known(member: str, parameter: str) -> bool:
    return parameter in GOOD or f"{member}.{parameter}" in GOOD


def _parameters(function: Callable[..., Any], on_object: bool) -> list[inspect.Parameter]:
    try:
        parameters = list(signature(function).parameters.values())
    except (ValueError, TypeError):
        return []
    return parameters[1:] if on_object else parameters


def _arguments(first: Maker | None, plain: list[Maker], named: dict[str, Maker]) -> Callable[[], Any]:
    def make() -> tuple[list[Any], dict[str, Any]]:
        start = [first()] if first else []
        return start + [maker() for maker in plain], {name: maker() for name, maker in named.items()}

    return make


def good_calls(name: str, function: Callable[..., Any], first: Maker | None, or_first: bool = False) -> list[Call]:
    """Return the calls that succeed: one with the required arguments, and one with all arguments with known names.

    :param or_first: if no call succeeds, return the first one that was tried.
    """
    member = name.rpartition(".")[2]
    parameters = _parameters(function, first is not None)
    kinds = inspect.Parameter
    plain = [p for p in parameters if p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)]
    required = [p for p in plain if p.default is p.empty]
    some = [p for p in parameters if p.kind is kinds.VAR_POSITIONAL]
    keywords = [p for p in parameters if p.kind is kinds.KEYWORD_ONLY]
    needed = [p for p in keywords if p.default is p.empty]
    more = [p for p in (*plain, *keywords) if p.default is not p.empty and p.kind is not kinds.POSITIONAL_ONLY]
    known = [p for p in more if _is_known(member, p.name)]

    def attempts(named: list[inspect.Parameter]) -> Iterator[Call]:
        choices = [_makers(member, p.name) for p in (*required, *some, *named)]
        for makers in itertools.islice(itertools.product(*choices), 400):
            n = len(required) + len(some)
            by_name = {p.name: maker for p, maker in zip(named, makers[n:], strict=True)}
            yield Call(name, function, _arguments(first, list(makers[:n]), by_name), first is not None)

    found = []
    for named in [needed] if not known else [needed, list({p.name: p for p in (*needed, *known)}.values())]:
        for call in attempts(named):
            try:
                call()
            except Exception:
                continue
            found.append(call)
            break
    return found or ([next(attempts(needed))] if or_first else [])


def untried(call: Call) -> list[str]:
    """Return the optional parameters that no good call passes, because GOOD has no argument with their name."""
    member = call.name.rpartition(".")[2]
    optional = [p for p in _parameters(call.function, call.on_object) if p.default is not p.empty]
    return [p.name for p in optional if p.kind is not p.POSITIONAL_ONLY and not _is_known(member, p.name)]


def bad_calls(call: Call) -> Iterator[Call]:
    """Yield the call with each argument replaced by each bad one, and with too few, too many and unknown arguments."""
    args, named = call.make()
    skip = int(call.on_object)

    def changed(i: int | str | None, maker: Maker | None) -> Callable[[], Any]:
        def make() -> tuple[list[Any], dict[str, Any]]:
            plain, by_name = call.make()
            if isinstance(i, int):
                plain[i:] = [maker(), *plain[i + 1 :]] if maker else []
            elif isinstance(i, str) and maker:
                by_name[i] = maker()
            return plain, by_name

        return make

    for i in (*range(skip, len(args)), *named):
        for maker in BAD:
            yield call._replace(make=changed(i, maker))
    if len(args) > skip:
        yield call._replace(make=changed(skip, None))
    yield call._replace(make=changed("no_such_parameter", lambda: 1))


def attribute_calls(name: str, attribute: str, first: Maker) -> Iterator[Call]:
    yield Call(f"{name} (get)", getattr, lambda: ([first(), attribute], {}), True)

    def unchanged() -> tuple[list[Any], dict[str, Any]]:
        made = first()
        return [made, attribute, getattr(made, attribute, None)], {}

    yield Call(f"{name} (set)", setattr, unchanged, True)


def bad_attributes(call: Call) -> Iterator[Call]:
    for maker in BAD:

        def make(maker: Maker = maker) -> tuple[list[Any], dict[str, Any]]:
            args, _ = call.make()
            return [*args[:2], maker()], {}

        yield call._replace(make=make)
    yield call._replace(function=delattr, make=lambda: (call.make()[0][:2], {}))


# --- Calls of a type and of the functions.

PROTOCOLS: dict[str, Callable[[Any], Any]] = {
    "repr": repr,
    "str": str,
    "hash": hash,
    "bool": bool,
    "list": list,
    "len": len,
    "sizeof": sys.getsizeof,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "next": next,
    "memoryview": memoryview,
}
WITH_OBJECT = (types.MethodDescriptorType, types.WrapperDescriptorType, types.FunctionType)
WITHOUT_OBJECT = (types.ClassMethodDescriptorType, types.BuiltinFunctionType, classmethod, staticmethod)
ATTRIBUTES = (types.GetSetDescriptorType, types.MemberDescriptorType, property)


def member_names(cls: type) -> Iterator[tuple[str, Any]]:
    seen = set(IGNORED)
    for base in cls.__mro__:
        if base.__module__.split(".")[0] == "bitrook":
            for name, value in list(vars(base).items()):  # reading an attribute may add others
                if name not in seen:
                    seen.add(name)
                    yield name, value


def calls_of_class(cls: type, make: Maker) -> list[Call]:
    """Return good calls of every member of a type. If a member always raises, the first call tried is included."""
    found = []
    for name, value in member_names(cls):
        where = f"{cls.__name__}.{name}"
        if isinstance(value, ATTRIBUTES):
            found += attribute_calls(where, name, make)
        elif isinstance(value, WITHOUT_OBJECT):
            found += good_calls(where, getattr(cls, name), None)
        elif callable(value) and not isinstance(value, type):
            function = getattr(cls, name) if isinstance(value, WITH_OBJECT) else value
            found += good_calls(where, function, make, or_first=True)
    for name, function in PROTOCOLS.items():
        found.append(Call(f"{name}({cls.__name__})", function, lambda: ([make()], {}), True))
    return found + good_calls(cls.__name__, cls, None)


def calls_of_functions() -> list[Call]:
    return [call for name, function in functions().items() for call in good_calls(name, function, None)]


def makers() -> dict[str, Maker]:
    """Return a function for each type that creates an object. Types that are missing could not be created."""
    wanted, found, tried = classes(), dict(OBJECTS), set()

    def look(call: Call) -> None:
        def make() -> Any:
            result = call()
            return result[0] if isinstance(result, (list, tuple)) and type(result).__name__ not in wanted else result

        try:
            cls = type(make())
        except Exception:
            return
        if wanted.get(cls.__name__) is cls:
            found.setdefault(cls.__name__, make)

    for call in calls_of_functions():
        look(call)
    for name, cls in wanted.items():
        if name not in found:
            for call in good_calls(name, cls, None):
                look(call)
    while new := set(found) - tried:
        for name in new:
            tried.add(name)
            if name in wanted:
                for call in calls_of_class(wanted[name], found[name]):
                    look(call)
    return found


def calls() -> dict[str, list[Call]]:
    """Return the good calls of each type, and those of the functions under "functions"."""
    made = makers()
    by_type = {name: calls_of_class(cls, made[name]) for name, cls in classes().items() if name in made}
    return {**by_type, "functions": calls_of_functions()}
