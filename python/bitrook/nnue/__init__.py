"""Load, evaluate and convert efficiently updatable neural networks (NNUE).

>>> import bitrook
>>> network = bitrook.nnue.Network.from_bytes(bytes(2 * (771 * 8 + 1)), hidden=8)  # all parameters are 0
>>> network.evaluate(bitrook.Board())
0
"""

from ._network import Network as Network
from ._network import Raw as Raw
from ._network import default as default
from ._network import load as load

__all__ = ["Network", "Raw", "default", "load"]
