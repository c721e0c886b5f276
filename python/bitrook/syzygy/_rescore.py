"""Replace the results and scores of training data with exact values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._arguments import integer
from ._tablebase import Tablebase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..batch import Positions

_NONE, _NO_DTZ = -128, -32768


def rescore(
    positions: Positions,
    tables: Tablebase,
    *,
    win_score: int = 20_000,
    fifty_move_rule: bool = True,
    threads: int = 1,
) -> Positions:
    """Replace the results and scores of training positions with exact values if a table contains the position.

    :param positions: training positions, for example from `bitrook.batch.read_positions`.
    :param tables: the tables. Positions that they do not contain keep their results and scores.
    :param win_score: the score of a win, in centipawns. The score of a draw is 0.
    :param fifty_move_rule: whether a win that the fifty-move rule prevents counts as a draw. If the DTZ file is also
        available, the half-move clock of the position is taken into account.
    :param threads: the number of threads, from 1 to 1,024.
    :returns: new `bitrook.batch.Positions`, which share the other columns with *positions*.
    :raises OSError: if a table cannot be read or is damaged.
    :raises ValueError: if an argument is out of range.

    >>> import numpy as np
    >>> from bitrook.batch import Positions
    >>> from bitrook.syzygy import Tablebase, rescore
    >>> bare_kings = np.frombuffer(Board("8/8/4k3/8/8/4K3/8/8 w - - 0 1").packed(), np.uint8)[np.newaxis]
    >>> rescored = rescore(Positions.of(bare_kings, scores=[35], results=[1]), Tablebase())
    >>> rescored.scores, rescored.results
    (array([0], dtype=int16), array([0], dtype=int8))
    """
    from .._numpy import np
    from ..batch import Boards

    win_score = integer("win_score", win_score, 1, 32767)
    boards = Boards(positions.positions, history=0)
    values = tables.probe_wdl(boards, threads=threads)
    known = values != _NONE
    if fifty_move_rule:
        clocks = positions.halfmove_clocks.astype(np.int32)
        late = np.flatnonzero((abs(values) == 2) & (clocks > 0))
        if len(late):
            distances = tables.probe_dtz(Boards(positions.positions[late], history=0), threads=threads).astype(np.int32)
            values[late[(distances != _NO_DTZ) & (abs(distances) + clocks[late] > 100)]] = 0
    least_win = 2 if fifty_move_rule else 1
    outcomes: NDArray[np.int8] = (values >= least_win).astype(np.int8) - (values <= -least_win).astype(np.int8)
    outcomes = np.where(positions.turns, outcomes, -outcomes)
    return positions._replace(
        results=np.where(known, outcomes, positions.results).astype(np.int8),
        scores=np.where(known, outcomes.astype(np.int16) * np.int16(win_score), positions.scores).astype(np.int16),
    )
