"""Conversions of Arrow streams to the tables of other libraries."""

from __future__ import annotations

from typing import Any

from .._optional import load


class Tabular:
    """Mixin for everything that can be read as an Arrow stream: scans, games, tables."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise NotImplementedError

    def __array__(self, dtype: object = None, copy: object = None) -> Any:
        # pandas.DataFrame() calls this before it iterates over the object.
        raise TypeError(f"{type(self).__name__} is not an array: use to_pandas(), to_polars() or to_arrow()")

    def to_pandas(self) -> Any:
        """Return all rows as a ``pandas.DataFrame``.

        The dtypes are ``pandas.ArrowDtype``, so a missing rating is ``<NA>`` in a column of integers, and lists of
        moves stay lists. Requires pandas and pyarrow: ``pip install 'bitrook[pandas]'``.

        :raises ImportError: if pandas or pyarrow is not installed.

        ::

            import bitrook.data as bd

            frame = bd.read_pgn("games.pgn").to_pandas()
            print(frame.groupby("ECO")["result"].mean())
        """
        pandas = load("pandas", "pandas")
        return load("pyarrow", "pandas").table(self).to_pandas(types_mapper=pandas.ArrowDtype)

    def to_polars(self) -> Any:
        """Return all rows as a ``polars.DataFrame``, without copying if the games are in memory.

        :raises ImportError: if polars is not installed.
        """
        return load("polars", "polars").DataFrame(self)

    def to_arrow(self) -> Any:
        """Return all rows as a ``pyarrow.Table``, without copying if the games are in memory.

        :raises ImportError: if pyarrow is not installed.
        """
        return load("pyarrow", "arrow").table(self)
