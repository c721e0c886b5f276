"""The chess board made of machine words."""

from . import _core
from ._build_info import BuildInfo as BuildInfo
from ._build_info import build_info as build_info
from ._core import AmbiguousMoveError as AmbiguousMoveError
from ._core import IllegalMoveError as IllegalMoveError
from ._core import InvalidMoveError as InvalidMoveError
from ._core import Move as Move
from ._core import Piece as Piece

__version__: str = _core.__version__
