"""The chess board made of machine words."""

from . import _core

__version__: str = _core.__version__
