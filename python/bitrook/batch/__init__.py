"""Thousands of boards in one call, as NumPy arrays.

NumPy is imported when this module is.

>>> import bitrook.batch
>>> boards = bitrook.batch.Boards(1024)
>>> step = boards.step(boards.random_moves())
>>> step.rewards.shape, step.terminated.any()
((1024,), np.False_)
"""

from ._arrays import Reason as Reason
from ._boards import Boards as Boards
from ._boards import concatenate as concatenate
from ._results import Playout as Playout
from ._results import Step as Step
