"""Probe Syzygy endgame tablebases, which contain exact values of positions with up to seven pieces.

The interface is the same as in python-chess's ``chess.syzygy``. Probes are native, thread-safe and release the GIL.
Files are mapped into memory when they are first needed. Values of random positions of all tables with up to four pieces
were compared with python-chess; larger tables are read by the same code but have not been tested.

>>> from bitrook.syzygy import Tablebase
>>> with Tablebase() as tables:
...     print(tables.add_directory("."), tables.get_wdl(Board("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")))
0 None
"""

from ._names import (
    all_dependencies,
    calc_key,
    dependencies,
    dtz_before_zeroing,
    is_tablename,
    normalize_tablename,
    tablenames,
)
from ._rescore import rescore
from ._tablebase import TBPIECES, DtzTable, MissingTableError, RankedMove, Table, Tablebase, WdlTable, open_tablebase

__all__ = [
    "DtzTable",
    "MissingTableError",
    "RankedMove",
    "TBPIECES",
    "Table",
    "Tablebase",
    "WdlTable",
    "all_dependencies",
    "calc_key",
    "dependencies",
    "dtz_before_zeroing",
    "is_tablename",
    "normalize_tablename",
    "open_tablebase",
    "rescore",
    "tablenames",
]
