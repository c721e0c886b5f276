"""Tables: columns in memory, as NumPy arrays, Python values and Arrow data."""

from __future__ import annotations

import io
import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from .._core import _arrow_schema, _ColumnBase, _table_of, _table_stream
from ._export import Tabular

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .._core import _Table as _Native

    AnyArray = np.ndarray[Any, Any]

_T = TypeVar("_T", bound="Table")

_DTYPES = {
    "int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8", "uint64": "u8", "date32": "i4", "time32[s]": "i4",
    "binary[24]": "V24", "uint64[8]": "(8,)u8", "uint64[12]": "(12,)u8",
}  # fmt: skip


class ListColumn(NamedTuple):
    """A column of lists as two arrays: the items of row i are ``values[offsets[i] : offsets[i + 1]]``."""

    values: Any
    """An array of the items of all rows."""
    offsets: Any
    """An int32 array, one longer than the column."""


def _rows(column: ListColumn) -> AnyArray:
    """Return an array of objects, which are the arrays of the rows."""
    from .._numpy import np

    values: Any = _rows(column.values) if isinstance(column.values, ListColumn) else column.values
    ends: list[int] = column.offsets.tolist()
    rows: AnyArray = np.fromiter(map(values.__getitem__, map(slice, ends, ends[1:])), object, len(ends) - 1)
    return rows


class Column(_ColumnBase):
    """One column of a table: a sequence of Python values, and an Arrow array (``__arrow_c_array__``).

    ``column[i]`` is the value of a row, and ``column[a:b]`` a column with some of the rows, without copying.
    """

    def __init__(self, table: Table, name: str) -> None:
        self._table, self._name = table, name
        self._initialize()

    def _initialize(self) -> None:
        """Initialize the base class, which calls this if it is not: a copy has the attributes alone."""
        table = self._table
        super().__init__(table._native, table._index(self._name), table._start, table._count)

    def _item(self, row: int | slice) -> Any:
        """Return the value of a row or a slice. The base class calls this for all but ints in range."""
        table = self._table
        if isinstance(row, slice):
            return Column(table[row], self._name)
        return table._native.values(table._index(self._name), table._row(row), 1)[0]

    def __getnewargs__(self) -> tuple[()]:  # without it, copying and pickling refuse objects with native parts
        return ()

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Any:
        """Return the NumPy array that ``table[name]`` returns, or for lists an array of objects, one array per row.

        NumPy calls this method. For numbers with nulls, the array is masked: np.asanyarray() keeps the mask, and
        np.asarray() drops it, as it does for any masked array.

        :raises ValueError: if *copy* is False and the array cannot share the table's memory.

        >>> import bitrook.data as bd
        >>> import numpy as np
        >>> np.asarray(bd.read_pgn(b"1. e4 e5 *").column("ply_count"))
        array([2], dtype=int16)
        """
        found: Any = self._table[self._name]
        if isinstance(found, ListColumn):
            found = _rows(found)
        shares = found.dtype.kind not in "OMm"  # text, dates and times are always converted
        array = found if dtype is None else found.astype(dtype, copy=False)
        if copy is False and not (shares and array is found):
            raise ValueError(f"the column {self._name!r} cannot be an array without copying")
        return array.copy() if copy and array is found and shares else array

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Return capsules with the type and the values, without copying. *requested_schema* is ignored."""
        table = self._table
        return table._native.column_array(table._index(self._name), table._start, table._count)

    @property
    def errors(self) -> Column | None:
        """The column with the error message of each row, null for no error; None if the table has no such column."""
        return self._table.column("error") if "error" in self._table.schema else None

    def __repr__(self) -> str:
        return f"<Column {self._name!r} of {len(self)} rows, {self._table.schema[self._name]}>"


class Table(Tabular):
    """Columns of the same length in memory.

    ``table[name]`` returns a column as a NumPy array, usually without copying, and ``table[a:b]`` returns a table with
    some of the rows, always without copying. Arrow libraries can read a table without copying (``__arrow_c_stream__``,
    ``__arrow_c_array__``); to_pandas(), to_polars() and to_arrow() convert it. Tables can be pickled.
    """

    def __init__(self, native: _Native, start: int = 0, count: int | None = None) -> None:
        self._native = native
        self._start = start
        self._count = len(native) if count is None else count

    @property
    def schema(self) -> dict[str, str]:
        """The types of the columns by name, in order."""
        return dict(self._native.fields)

    @property
    def nbytes(self) -> int:
        """The size of all columns in bytes. For a slice, the size of the whole table."""
        return self._native.nbytes()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        return (self._item(row) for row in range(self._count))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self):,} rows: {', '.join(self.schema)}>"

    def _index(self, name: str) -> int:
        for i, (each, _) in enumerate(self._native.fields):
            if each == name:
                return i
        raise KeyError(f"no column {name!r}; the columns are {', '.join(self.schema)}")

    def _row(self, row: int) -> int:
        try:
            row = operator.index(row)
        except TypeError:
            raise TypeError(f"a row must be an int or a slice, not {type(row).__name__}") from None
        index = row + self._count if row < 0 else row
        if not 0 <= index < self._count:
            raise IndexError(f"row {row} is out of range: the table has {self._count} rows")
        return self._start + index

    def column(self, name: str) -> Column:
        """Return a column as a sequence of Python values and an Arrow array.

        >>> import bitrook.data as bd
        >>> list(bd.read_pgn(b'[White "Ann"]\\n\\n1. e4 *\\n').column("White"))
        ['Ann']
        """
        return Column(self, name)

    def to_pydict(self) -> dict[str, list[Any]]:
        """Return the columns as lists of Python values, by name."""
        values = self._native.values
        return {name: values(i, self._start, self._count) for i, name in enumerate(self.schema)}

    def row(self, row: int) -> dict[str, Any]:
        """Return a row as Python values, by name."""
        return self._native.row(self._row(row))

    @overload
    def __getitem__(self: _T, key: slice) -> _T: ...
    @overload
    def __getitem__(self, key: str | int) -> Any: ...
    def __getitem__(self, key: str | slice | int) -> Any:
        """Return a column for a name, a table for a slice, or a row for an int (a bitrook.pgn.Game for Games).

        A column is a NumPy array that shares the table's memory: numbers, 24 bytes (V24) for positions, or uint64 of
        shape (n, 8) or (n, 12) for bitboards. Lists of numbers are a ListColumn. A column with nulls is a masked array.
        Dates are datetime64[D], times are timedelta64[s], and text is an array of objects with None for null; these are
        copies.
        """
        if isinstance(key, str):
            index = self._index(key)
            return self._array(index, self._native.buffers(index), self._start, self._count)
        if isinstance(key, slice):
            start, stop, step = key.indices(self._count)
            if step != 1:
                raise ValueError("the step of a slice must be 1")
            return type(self)(self._native, self._start + start, max(stop - start, 0))
        return self._item(key)

    def _item(self, row: int) -> Any:
        """Return the result of indexing with an int. Subclasses override this."""
        return self.row(row)

    def _array(self, column: int, buffers: tuple[Any, ...], start: int, count: int, of_items: bool = False) -> Any:
        from .._numpy import np

        kind, _, nulls, validity, offsets, data, items = buffers
        if kind in _DTYPES:
            array: AnyArray = np.frombuffer(data, dtype=_DTYPES[kind])[start : start + count]
            if kind == "date32":
                array = array.astype("M8[D]")
            if kind == "time32[s]":
                array = array.astype("m8[s]")
        elif items is None:
            return np.fromiter(self._native.values(column, start, count, of_items), object, count)
        else:
            ends_array = np.frombuffer(offsets, dtype="i4")[start : start + count + 1]
            return ListColumn(self._array(column, items, 0, items[1], of_items=True), ends_array)
        if not nulls:
            return array
        bits = np.frombuffer(validity, dtype="u1")
        mask = ~np.unpackbits(bits, bitorder="little")[start : start + count].astype(bool)
        return np.ma.MaskedArray(array, mask=mask)  # columns of bitboards have no nulls

    def __arrow_c_schema__(self) -> object:
        """Return a capsule with the schema."""
        return _arrow_schema(self._native.fields, "arrow")

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Return capsules with the schema and the rows, without copying. *requested_schema* is ignored."""
        return self.__arrow_c_schema__(), self._native.array(self._start, self._count, "arrow")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a capsule with a stream of one batch, without copying. *requested_schema* is ignored."""
        return _table_stream(self._native, self._start, self._count)

    def __reduce__(self) -> tuple[Any, ...]:
        state = [_picklable(self._native.buffers(i)) for i in range(len(self._native.fields))]
        return _restored, (type(self), self._native.fields, state, self._start, self._count)


def _picklable(buffers: tuple[Any, ...]) -> tuple[Any, ...]:
    kind, length, nulls, validity, offsets, data, items = buffers
    copies = (None if each is None else bytes(each) for each in (validity, offsets, data))
    return (kind, length, nulls, *copies, items and _picklable(items))


def _restored(cls: type[Table], fields: list[tuple[str, str]], state: list[Any], start: int, count: int) -> Table:
    return cls(_table_of(fields, state), start, count)


class Games(Table):
    """Games in memory as columns. Returned by read_pgn(), and yielded by iterating over a scan.

    ``games[i]`` creates a bitrook.pgn.Game from the columns: tags, moves, comments, NAGs, clocks and evaluations, or
    from the text if there is a column *movetext*. This requires *fen* and *Variant*, which determine the start
    position, and *moves* or *movetext*. If one of them is missing, KeyError is raised.

    >>> import bitrook.data as bd
    >>> games = bd.read_pgn(b'[White "Ann"]\\n\\n1. e4 e5 1-0\\n\\n[White "Bob"]\\n\\n1. d4 0-1\\n')
    >>> len(games), games["ply_count"].tolist(), list(games["White"])
    (2, [2, 1], ['Ann', 'Bob'])
    >>> games[1:].column("result")[0]
    -1
    """

    def _item(self, row: int) -> Any:
        """Convert a row to a bitrook.pgn.Game."""
        from importlib import import_module

        pgn: Any = import_module("bitrook.pgn")
        tree, movetext, error = self._native.game(self._row(row))
        if movetext is not None:
            tags: dict[str, str] = {}
            tree.fill_tags(tags, tags)
            start = "".join(f'[{name} "{tags[name]}"]\n' for name in ("FEN", "Variant") if name in tags)
            game = pgn.read_game(io.StringIO(f"{start}\n{movetext}")) or pgn.Game()
            game.headers.update(tags)
            return game
        game = import_module("bitrook.pgn._reader").game_of(tree, [])
        if error is not None:
            game.errors.append(ValueError(error))
        if tree.children(0) and not {"FEN", "SetUp", "Variant"}.isdisjoint(game.headers):
            game.setup(game.headers.board())
        return game

    def moves(self, game: int) -> npt.NDArray[np.int16]:
        """Return the moves of a game as an int16 array of Move.word, without copying. Requires the column *moves*.

        >>> import bitrook.data as bd
        >>> [Move.from_word(word).uci() for word in bd.read_pgn(b"1. e4 e5 *").moves(0).tolist()]
        ['e2e4', 'e7e5']
        """
        values, offsets = self["moves"]
        row = self._row(game) - self._start
        moves: npt.NDArray[np.int16] = values[offsets[row] : offsets[row + 1]]
        return moves
