"""Read archives of games in PGN as columns, for polars, DuckDB, pyarrow, pandas and NumPy, all of which are optional.

>>> import bitrook.data as bd
>>> scan = bd.scan_pgn(b'[White "Ann"]\\n[WhiteElo "2300"]\\n\\n1. e4 e5 1-0\\n', columns=["White", "moves"])
>>> for games in scan:
...     print(games.to_pydict())
{'White': ['Ann'], 'moves': [[1804, 2356]]}
"""

from ._archives import ArchiveError as ArchiveError
from ._bulk import from_games as from_games
from ._bulk import moves_to_san as moves_to_san
from ._bulk import moves_to_uci as moves_to_uci
from ._bulk import pack_boards as pack_boards
from ._bulk import parse_movetext as parse_movetext
from ._bulk import san_to_moves as san_to_moves
from ._bulk import uci_to_moves as uci_to_moves
from ._bulk import unpack_boards as unpack_boards
from ._formats import text_format as text_format
from ._lines import EVAL_COLUMNS as EVAL_COLUMNS
from ._lines import PUZZLE_COLUMNS as PUZZLE_COLUMNS
from ._lines import LineScan as LineScan
from ._lines import scan_evals as scan_evals
from ._lines import scan_puzzles as scan_puzzles
from ._scan import COLUMNS as COLUMNS
from ._scan import POSITION_COLUMNS as POSITION_COLUMNS
from ._scan import TAGS as TAGS
from ._scan import Scan as Scan
from ._scan import read_pgn as read_pgn
from ._scan import scan_pgn as scan_pgn
from ._shards import Shard as Shard
from ._shards import list_shards as list_shards
from ._source import expand as expand
from ._source import open_text as open_text
from ._source import read_blocks as read_blocks
from ._table import Column as Column
from ._table import Games as Games
from ._table import ListColumn as ListColumn
from ._table import Table as Table

__all__ = [
    "COLUMNS", "EVAL_COLUMNS", "POSITION_COLUMNS", "PUZZLE_COLUMNS", "TAGS", "ArchiveError", "Column", "Games", "LineScan",
    "ListColumn", "Scan", "Shard", "Table", "expand", "from_games", "list_shards", "moves_to_san", "moves_to_uci", "open_text", "pack_boards",
    "parse_movetext", "read_blocks", "read_pgn", "san_to_moves", "scan_evals", "scan_pgn", "scan_puzzles", "text_format", "uci_to_moves", "unpack_boards",
]  # fmt: skip
