"""Imports of optional frameworks."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def base_class(module: str, name: str) -> Any:
    """Return a framework's class to derive from, or object if the framework is not installed.

    In the latter case, creating an environment fails, because load() raises an error.
    """
    try:
        return getattr(import_module(module), name)
    except ImportError:
        return object
