"""A fast chess library with the interface of python-chess and a C++ bitboard core.

>>> board = Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.legal_moves.count()
20
"""

from . import _core, _submodules
from ._attack_tables import *  # noqa: F403 - as above
from ._board import *  # noqa: F403 - as above
from ._conditions import *  # noqa: F403 - as above
from ._constants import *  # noqa: F403 - all of its names are public
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
from ._display import *  # noqa: F403 - as above
from ._explore import explore as explore
from ._installation import *  # noqa: F403 - as above
from ._typing import *  # noqa: F403 - as above

# The functions and constants that the native core uses from Python modules. It loads each of them on first use.
_NATIVE_PARTS = {
    "_board": "STATUS_VALID Status attributes make_outcome set_attributes",
    "_conditions": "board_matches",
    "_display": "unicode",
    "_set_arrays": "set_arrays",
    "_values": "copied dataclass_fields reduced set_state",
    "svg._notebook": "board_svg layout_svg piece_svg set_svg",
    "variant": "pockets remaining_checks set_pockets set_remaining_checks",
}


def _native_part(name: str) -> object:
    from importlib import import_module

    module = next(module for module, names in _NATIVE_PARTS.items() if name in names.split())
    return getattr(import_module(f".{module}", __name__), name)


_core._register_parts(_native_part)

__version__: str = _core.__version__
popcount: "_Callable[[int], int]" = int.bit_count

# Submodules that are loaded on first use.
_LATER = (
    "analysis", "batch", "compat", "data", "engine", "envs", "explorer", "match", "nnue", "openings", "pawns", "pgn",
    "polyglot", "search", "selfplay", "svg", "syzygy", "tables", "uci", "variant",
)  # fmt: skip
# Those of python-chess that bitrook does not have.
_MISSING = {
    "gaviota": "bitrook has no module gaviota, but python-chess's works with bitrook's boards: pip install chess, "
    "then import bitrook.compat; bitrook.compat.install(); import chess.gaviota",
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable as _Callable

    # The modules that are loaded on first use, for type checkers.
    from . import analysis as analysis
    from . import batch as batch
    from . import compat as compat
    from . import data as data
    from . import engine as engine
    from . import envs as envs
    from . import explorer as explorer
    from . import match as match
    from . import nnue as nnue
    from . import openings as openings
    from . import pawns as pawns
    from . import pgn as pgn
    from . import polyglot as polyglot
    from . import search as search
    from . import selfplay as selfplay
    from . import svg as svg
    from . import syzygy as syzygy
    from . import tables as tables
    from . import uci as uci
    from . import variant as variant
else:
    import sys as _sys

    _modules = type(_sys)
    __all__ = sorted(
        name
        for name, value in globals().items()
        if name[0] != "_" and name != "TYPE_CHECKING" and not isinstance(value, _modules)
    )
    _finder = _submodules.Finder(__name__, _LATER, _MISSING)
    globals().update({name: _finder.modules[f"{__name__}.{name}"] for name in _LATER})
    _sys.meta_path.insert(0, _finder)

    def __dir__() -> list[str]:
        return sorted([*__all__, *_LATER, "__version__"])
