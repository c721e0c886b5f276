"""The chess board made of machine words."""

from . import _core
from ._build_info import BuildInfo as BuildInfo
from ._build_info import build_info as build_info

__version__: str = _core.__version__
