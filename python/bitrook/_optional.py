"""Imports optional dependencies."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load(name: str, extra: str) -> Any:
    """Import a module of an optional package.

    :raises ImportError: if it cannot be imported. The message contains the command that installs bitrook's *extra*.
    """
    try:
        return import_module(name)
    except ImportError as error:
        message = f"{name} cannot be imported ({error}): pip install 'bitrook[{extra}]'"
        raise type(error)(message, name=name) from error
