"""Imports of the frameworks that an environment is made for. None of them need be installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load(name: str, extra: str) -> Any:
    """Import a module of a framework. If it is missing, the error names bitrook's extra."""
    try:
        return import_module(name)
    except ImportError as error:
        message = f"{name} cannot be imported ({error}): pip install 'bitrook[{extra}]'"
        raise ModuleNotFoundError(message, name=name) from error


def base_class(module: str, name: str) -> Any:
    """Return a class to derive from: the framework's, or object where it is not installed. Then load() raises."""
    try:
        return getattr(import_module(module), name)
    except ImportError:
        return object
