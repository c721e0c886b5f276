"""The encodings of boards and moves that networks and their frameworks use."""

from ._codec import Codec as Codec
from ._codec import codec as codec
from ._features import FeatureSet as FeatureSet
from ._features import features as features
from ._planes import Encoding as Encoding
from ._planes import encoding as encoding
from ._positions import Positions as Positions
from ._records import format_of as format_of
from ._records import read_positions as read_positions
from ._records import write_positions as write_positions
from ._tokens import Tokenizer as Tokenizer
from ._tokens import Vocabulary as Vocabulary
from ._tokens import tokenizer as tokenizer
from ._tokens import vocabulary as vocabulary
