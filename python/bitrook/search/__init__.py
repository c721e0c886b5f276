"""A native search, and components for writing your own: evaluations, move ordering, hash tables.

Functions that depend only on a single position are methods of Board, such as see(), ordered_moves() and
list_quiescence_moves(). This module contains the evaluations and the state that a search keeps between positions.

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
"""The true score is at most the stored one: no move was better (an all-node)."""
LOWER: int = 2
"""The true score is at least the stored one: a move was too good (a cut-node)."""
EXACT: int = 3
"""The stored score is exact (a node of the principal variation)."""

MATE_SCORE: int = 32000
"""The score of a checkmate on the board. The score of a mate in n plies is lower by n."""
MAX_EVALUATION: int = 30000
"""The largest score of an evaluation. Scores of mates are larger."""
