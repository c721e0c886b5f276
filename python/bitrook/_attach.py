"""Python methods for the native types: what is pure sugar is written in Python and attached when the package loads."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    F = TypeVar("F", bound=Callable[..., Any])


def _attach(cls: type, function: Any, member: object) -> None:
    function.__qualname__ = f"{cls.__name__}.{function.__name__}"
    function.__module__ = "bitrook"
    setattr(cls, function.__name__, member)


def method_of(cls: type, name: str = "") -> Callable[[F], F]:
    """Make the decorated function a method of *cls*, of another name if one is given."""

    def attach(function: F) -> F:
        function.__name__ = name or function.__name__
        _attach(cls, function, function)
        return function

    return attach


def class_method_of(cls: type) -> Callable[[F], F]:
    """Make the decorated function a class method of *cls*."""

    def attach(function: F) -> F:
        _attach(cls, function, classmethod(function))
        return function

    return attach
