"""Features of NNUE networks: for each side, the indices of the inputs that are 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._core import _encode_features, _feature_info
from ._arrays import Array, BoardsLike, BoardSource, Named, thread_count

ORDERS = ("color", "turn")


class FeatureSet(Named):
    """A numbering of the inputs of an NNUE network. Created by features()."""

    _function = "features"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        inputs, most = _feature_info(name)
        #: The number of inputs.
        self.inputs: int = inputs
        #: The maximum number of inputs of a side that are 1 at the same time.
        self.max_active: int = most

    def encode(self, boards: BoardsLike, *, order: str | None = None, out: object = None, threads: int = 1) -> Any:
        """Return the features of both sides, in the order of the squares and padded with -1.

        ::

            boards   (n,)                  Boards, FENs, or packed positions as uint8[n, 24]
            result   (n, 2, max_active)    int32; (2, max_active) for a single board

        :param order: which side comes first: White with "color", the side to move with "turn". The default is "turn"
            for chess768 and "color" for the others.
        :param out: an array, tensor or buffer to write into, with the dtype and shape of the result. It is returned.
        :param threads: the number of threads to use, from 1 to 1024.
        :raises ValueError: if a king that the feature set requires is missing, or there are too many pieces.

        >>> import bitrook.batch
        >>> features = bitrook.batch.features("halfkp")
        >>> features.encode(Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))[:, :2].tolist()
        [[2572, -1], [2035, -1]]
        """
        name = order or ("turn" if self.name == "chess768" else "color")
        if name not in ORDERS:
            raise ValueError(f"order must be color or turn, not {order!r}")
        source = BoardSource(boards)
        written, result = source.output(out, (2, self.max_active), np.int32)
        _encode_features(self.name, source.native, name == "turn", written, thread_count(threads))
        return result

    def encode_csr(self, boards: BoardsLike, *, order: str | None = None, threads: int = 1) -> tuple[Any, Any]:
        """Return the features as compressed sparse rows: offsets and indices.

        ::

            offsets  (n + 1,)     int32; the features of board i are indices[:, offsets[i]:offsets[i + 1]]
            indices  (2, total)   int32; both sides have the same number of features

        >>> import bitrook.batch
        >>> offsets, indices = bitrook.batch.features("chess768").encode_csr([Board(), Board()])
        >>> offsets.tolist(), indices.shape
        ([0, 32, 64], (2, 64))
        """
        padded: Array = self.encode(boards, order=order, threads=threads).reshape(-1, 2, self.max_active)
        active = padded[:, 0] >= 0
        offsets = np.zeros(len(padded) + 1, np.int32)
        np.cumsum(active.sum(axis=1), out=offsets[1:])
        return offsets, np.stack([padded[:, 0][active], padded[:, 1][active]])


def features(name: str) -> FeatureSet:
    """Return a feature set by name.

    ========================= ======= ==============================================================================
    name                      inputs
    ========================= ======= ==============================================================================
    ``halfkp``                40,960  king square x pieces other than kings; the board is rotated for Black
    ``halfkav2_hm``           24,576  used by nnue-pytorch: the king is mirrored to files e to h; each king has inputs
    ``halfkav2_hm_stockfish`` 22,528  used by Stockfish: the same, but both kings share 64 inputs
    ``chess768``              768     used by bullet: own pieces, then the opponent's
    ========================= ======= ==============================================================================

    :raises ValueError: if the name is unknown.

    >>> import bitrook.batch
    >>> bitrook.batch.features("halfkav2_hm").inputs
    24576
    """
    return FeatureSet(name)
