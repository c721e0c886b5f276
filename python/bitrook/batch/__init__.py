"""Play and encode thousands of boards with a single call, using NumPy arrays.

Importing this module imports NumPy.

>>> import bitrook.batch
>>> boards = bitrook.batch.Boards(1024)
>>> step = boards.step(boards.random_moves())
>>> step.rewards.shape, step.terminated.any()
((1024,), np.False_)
"""

from ._arrays import Reason as Reason
from ._boards import Boards as Boards
from ._boards import Playout as Playout
from ._boards import Step as Step
from ._boards import concatenate as concatenate
from .encodings import Codec as Codec
from .encodings import Encoding as Encoding
from .encodings import FeatureSet as FeatureSet
from .encodings import Positions as Positions
from .encodings import Tokenizer as Tokenizer
from .encodings import Vocabulary as Vocabulary
from .encodings import codec as codec
from .encodings import encoding as encoding
from .encodings import features as features
from .encodings import format_of as format_of
from .encodings import read_positions as read_positions
from .encodings import tokenizer as tokenizer
from .encodings import vocabulary as vocabulary
from .encodings import write_positions as write_positions
