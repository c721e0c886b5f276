"""The chess board made of machine words."""

from . import _core
from . import _fields as _fields
from ._build_info import BuildInfo as BuildInfo
from ._build_info import build_info as build_info
from ._core import AmbiguousMoveError as AmbiguousMoveError
from ._core import BaseBoard as BaseBoard
from ._core import Bitboard as Bitboard
from ._core import Board as Board
from ._core import IllegalMoveError as IllegalMoveError
from ._core import InvalidMoveError as InvalidMoveError
from ._core import LegalMoveGenerator as LegalMoveGenerator
from ._core import Move as Move
from ._core import Piece as Piece
from ._core import PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from ._core import SquareSet as SquareSet
from ._core import between as between
from ._core import file_name as file_name
from ._core import flip_anti_diagonal as flip_anti_diagonal
from ._core import flip_diagonal as flip_diagonal
from ._core import flip_horizontal as flip_horizontal
from ._core import flip_vertical as flip_vertical
from ._core import lsb as lsb
from ._core import msb as msb
from ._core import parse_file as parse_file
from ._core import parse_rank as parse_rank
from ._core import parse_square as parse_square
from ._core import rank_name as rank_name
from ._core import ray as ray
from ._core import scan_forward as scan_forward
from ._core import scan_reversed as scan_reversed
from ._core import shift_2_down as shift_2_down
from ._core import shift_2_left as shift_2_left
from ._core import shift_2_right as shift_2_right
from ._core import shift_2_up as shift_2_up
from ._core import shift_down as shift_down
from ._core import shift_down_left as shift_down_left
from ._core import shift_down_right as shift_down_right
from ._core import shift_left as shift_left
from ._core import shift_right as shift_right
from ._core import shift_up as shift_up
from ._core import shift_up_left as shift_up_left
from ._core import shift_up_right as shift_up_right
from ._core import square as square
from ._core import square_distance as square_distance
from ._core import square_file as square_file
from ._core import square_knight_distance as square_knight_distance
from ._core import square_manhattan_distance as square_manhattan_distance
from ._core import square_mirror as square_mirror
from ._core import square_name as square_name
from ._core import square_rank as square_rank
from ._paths import get_cmake_dir as get_cmake_dir
from ._paths import get_include as get_include

__version__: str = _core.__version__
