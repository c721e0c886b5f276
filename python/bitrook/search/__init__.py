"""An engine kit: what a search needs above the board, native.

Questions about one position are methods of Board: see(), ordered_moves(), list_quiescence_moves() and others. Here is
what a search keeps from one position to the next, and what evaluates positions.

>>> from bitrook import Board, search
>>> search.PieceSquareTables()(Board())
0
"""

from .._core import DefaultEvaluation as DefaultEvaluation
from .._core import EvaluationTerms as EvaluationTerms
from .._core import History as History
from .._core import MovePicker as MovePicker
from .._core import PieceSquareTables as PieceSquareTables
from .._core import TableEntry as TableEntry
from .._core import TranspositionTable as TranspositionTable
from ._search import TECHNIQUES as TECHNIQUES
from ._search import Line as Line
from ._search import Result as Result
from ._search import Search as Search
from ._search import quiescence as quiescence

UPPER: int = 1
"""The bound of a score that is at most what is stored: no move was better (an all-node)."""
LOWER: int = 2
"""The bound of a score that is at least what is stored: a move was too good (a cut-node)."""
EXACT: int = 3
"""The bound of a score that is exact (a node of the principal variation)."""

MATE_SCORE: int = 32000
"""The score of a mate on the board; a mate in n plies is n less."""
MAX_EVALUATION: int = 30000
"""The largest score that is no mate."""
