"""Imports NumPy, or raises an ImportError that contains the command to install it."""

from ._optional import load

load("numpy", "numpy")

import numpy as np  # noqa: E402

__all__ = ["np"]
