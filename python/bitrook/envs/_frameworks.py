"""Imports of the frameworks that an environment is made for. None of them need be installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def base_class(module: str, name: str) -> Any:
    """Return a class to derive from: the framework's, or object where it is not installed. Then load() raises."""
    try:
        return getattr(import_module(module), name)
    except ImportError:
        return object
