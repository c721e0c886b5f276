"""Features of NNUE networks: the numbers of the inputs that are 1, for each side."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._core import _encode_features, _feature_info
from ._arrays import Array, BoardsLike, BoardSource, thread_count

ORDERS = ("color", "turn")


class FeatureSet:
    """A numbering of inputs. Created by features()."""

    def __init__(self, name: str) -> None:
        inputs, most = _feature_info(name)
        self.name = name
        #: The number of inputs.
        self.inputs: int = inputs
        #: The most that are 1 at once, for each side.
        self.max_active: int = most

    def __repr__(self) -> str:
        return f"features({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FeatureSet) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def encode(self, boards: BoardsLike, *, order: str | None = None, out: object = None, threads: int = 1) -> Any:
        """Return the features of both sides, by ascending squares, padded with -1.

        ::

            boards   (n,)                  Boards, FENs, or positions of 24 bytes, uint8[n, 24]
            result   (n, 2, max_active)    int32; for one board (2, max_active)

        :param order: which side is first: "color" White, or "turn" the side to move. By default "turn" for chess768 and
            "color" otherwise.
        :param out: an array, tensor or buffer with the dtype and shape of the result, which is returned.
        :raises ValueError: if a side has no king.

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
        """Return the features in compressed sparse rows: offsets and indices.

        ::

            offsets  (n + 1,)     int32; the features of board i are indices[:, offsets[i]:offsets[i + 1]]
            indices  (2, total)   int32; both sides have the same number

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
    """Return a feature set.

    ========================= ======= ==========================================================================
    name                      inputs
    ========================= ======= ==========================================================================
    ``halfkp``                40,960  king square x pieces but kings; for Black the board is rotated
    ``halfkav2_hm``           24,576  as nnue-pytorch trains it: the king on the files e to h, inputs for each king
    ``halfkav2_hm_stockfish`` 22,528  as Stockfish evaluates it: both kings share 64 inputs
    ``chess768``              768     bullet's: own pieces, then the opponent's
    ========================= ======= ==========================================================================

    :raises ValueError: for an unknown name.

    >>> import bitrook.batch
    >>> bitrook.batch.features("halfkav2_hm").inputs
    24576
    """
    return FeatureSet(name)
