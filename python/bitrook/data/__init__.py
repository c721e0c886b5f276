"""Read archives of games in PGN as columns, for polars, DuckDB, pyarrow, pandas and NumPy, all of which are optional.

>>> import bitrook.data as bd
>>> scan = bd.scan_pgn(b'[White "Ann"]\\n[WhiteElo "2300"]\\n\\n1. e4 e5 1-0\\n', columns=["White", "moves"])
>>> for games in scan:
...     print(games.to_pydict())
{'White': ['Ann'], 'moves': [[1804, 2356]]}
"""

# The public names by module. They are loaded on first use, because importing `typing` and `datetime` takes longer than
# importing bitrook.
_NAMES = {
    "_archives": "ArchiveError",
    "_bulk": "moves_to_san moves_to_uci pack_boards parse_movetext san_to_moves uci_to_moves unpack_boards",
    "_scan": "COLUMNS POSITION_COLUMNS TAGS Scan read_pgn scan_pgn",
    "_shards": "Shard list_shards",
    "_table": "Column Games ListColumn Table",
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._archives import ArchiveError as ArchiveError
    from ._bulk import moves_to_san as moves_to_san
    from ._bulk import moves_to_uci as moves_to_uci
    from ._bulk import pack_boards as pack_boards
    from ._bulk import parse_movetext as parse_movetext
    from ._bulk import san_to_moves as san_to_moves
    from ._bulk import uci_to_moves as uci_to_moves
    from ._bulk import unpack_boards as unpack_boards
    from ._scan import COLUMNS as COLUMNS
    from ._scan import POSITION_COLUMNS as POSITION_COLUMNS
    from ._scan import TAGS as TAGS
    from ._scan import Scan as Scan
    from ._scan import read_pgn as read_pgn
    from ._scan import scan_pgn as scan_pgn
    from ._shards import Shard as Shard
    from ._shards import list_shards as list_shards
    from ._table import Column as Column
    from ._table import Games as Games
    from ._table import ListColumn as ListColumn
    from ._table import Table as Table
else:
    _LAZY = {name: module for module, names in _NAMES.items() for name in names.split()}
    __all__ = sorted(_LAZY)

    def __getattr__(name: str) -> object:
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f".{_LAZY[name]}", __name__), name)
        return value

    def __dir__() -> list[str]:
        return __all__
