"""The chess board made of machine words."""

from . import _board as _board
from . import _core
from . import _fields as _fields
from ._constants import *  # noqa: F403 - python-chess's, and they are many
from ._core import _C_API as _C_API
from ._core import AmbiguousMoveError as AmbiguousMoveError
from ._core import BaseBoard as BaseBoard
from ._core import Bitboard as Bitboard
from ._core import Board as Board
from ._core import IllegalMoveError as IllegalMoveError
from ._core import InvalidMoveError as InvalidMoveError
from ._core import Layout as Layout
from ._core import LegalMoveGenerator as LegalMoveGenerator
from ._core import Move as Move
from ._core import Piece as Piece
from ._core import PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from ._core import SquareSet as SquareSet
from ._core import between as between
from ._core import bishop_attacks as bishop_attacks
from ._core import divide as divide
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
from ._core import perft as perft
from ._core import queen_attacks as queen_attacks
from ._core import rank_name as rank_name
from ._core import ray as ray
from ._core import rook_attacks as rook_attacks
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
from ._outcome import Outcome as Outcome
from ._outcome import Termination as Termination
from ._paths import get_cmake_dir as get_cmake_dir
from ._paths import get_include as get_include
from ._show import show as show
from ._show import side_by_side as side_by_side
from ._status import *  # noqa: F403 - Status and its flags

__version__: str = _core.__version__

TYPE_CHECKING = False  # typing's, without the price of importing it
if TYPE_CHECKING:
    from ._build_info import BuildInfo as BuildInfo
    from ._build_info import build_info as build_info
    from ._on_demand import BB_DIAG_ATTACKS as BB_DIAG_ATTACKS
    from ._on_demand import BB_DIAG_MASKS as BB_DIAG_MASKS
    from ._on_demand import BB_FILE_ATTACKS as BB_FILE_ATTACKS
    from ._on_demand import BB_FILE_MASKS as BB_FILE_MASKS
    from ._on_demand import BB_RANK_ATTACKS as BB_RANK_ATTACKS
    from ._on_demand import BB_RANK_MASKS as BB_RANK_MASKS
    from ._on_demand import BB_RAYS as BB_RAYS
    from ._on_demand import FEN_CASTLING_REGEX as FEN_CASTLING_REGEX
    from ._on_demand import SAN_REGEX as SAN_REGEX
    from ._on_demand import BaseBoardT as BaseBoardT
    from ._on_demand import BoardT as BoardT
    from ._on_demand import ColorName as ColorName
    from ._on_demand import EnPassantSpec as EnPassantSpec
    from ._on_demand import IntoSquareSet as IntoSquareSet
else:

    def __getattr__(name: str) -> object:
        """Make what is costly and seldom asked for when it is (4 ms that imports need not pay)."""
        if not name.startswith("_"):
            from importlib import import_module

            for source in "_build_info", "_on_demand":
                module = import_module(f".{source}", __name__)
                if name in module.__all__:
                    globals().update({each: getattr(module, each) for each in module.__all__})
                    return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
