"""Compares reading the values of columns, one by one, with polars and pyarrow: nanoseconds per value.

    python benchmarks/columns.py [--rounds 15]

The columns are those of the 999 Lichess games in tests/files/pgn. The libraries have the same columns and take turns.
The last lines compare bitrook.data.from_games() with writing and reading the text of the same games.
"""

from __future__ import annotations

import argparse
import io
import lzma
from collections.abc import Callable
from functools import partial
from typing import Any

import bitrook.data as bd
import timing
from bitrook import pgn
from data import ARCHIVE

COLUMNS = {
    "WhiteElo": "int16", "key": "uint64", "White": "text", "UTCDate": "date", "moves": "list of int16",
    "evals": "list of int16 with nulls", "clocks": "list of int32",
}  # fmt: skip


def same(value: Any) -> Any:
    """Return a value that is one of Python's already."""
    return value


def from_polars(value: Any) -> Any:
    """Return the value of a polars Series."""
    return value.to_list() if hasattr(value, "to_list") else value


def from_arrow(value: Any) -> Any:
    """Return the value of a pyarrow array."""
    return value.as_py()


def each(column: Any, value: Callable[[Any], Any]) -> list[Any]:
    """Return the values, read one by one."""
    return [value(column[row]) for row in range(len(column))]


def columns_of(ours: Any) -> dict[str, dict[str, Callable[[], list[Any]]]]:
    """Return the programs that read all values, by what they do and by the library."""
    import polars as pl
    import pyarrow as pa

    arrow = pa.array(ours)
    series = pl.Series(ours)
    return {
        "all": {"bitrook": partial(list, ours), "polars": series.to_list, "pyarrow": arrow.to_pylist},
        "column[i]": {
            "bitrook": partial(each, ours, same),
            "polars": partial(each, series, from_polars),
            "pyarrow": partial(each, arrow, from_arrow),
        },
    }


def main() -> None:
    """Run the benchmark and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    text = lzma.decompress(ARCHIVE.read_bytes())
    names = [name for name in COLUMNS if name != "key"]
    table: Any = bd.read_pgn(text, columns=names)
    keys: Any = bd.scan_pgn(text).positions(["key"]).read()
    print(f"{'nanoseconds per value':36}" + "".join(f"{name:>9}" for name in ("bitrook", "polars", "pyarrow")))
    for name, kind in COLUMNS.items():
        column = (keys[: len(table)] if name == "key" else table).column(name)
        for what, programs in columns_of(column).items():
            results = [program() for program in programs.values()]
            assert results[0] == results[1] == results[2]
            seconds = timing.best(programs, rounds).values()
            print(f"{f'{kind}, {what}':36}" + "".join(f"{each / len(column) * 1e9:9.0f}" for each in seconds))
    file, games = io.StringIO(text.decode()), []
    while (game := pgn.read_game(file)) is not None:
        games.append(game)
    others = {
        "from_games()": lambda: bd.from_games(games),
        "writing and reading their text": lambda: bd.read_pgn(
            "\n\n".join(map(str, games)).encode(), columns=[name for name in bd.COLUMNS if name != "offset"]
        ),
    }
    for what, time in timing.best(others, rounds).items():
        print(f"{what}: {time / len(games) * 1e6:.0f} µs a game")


if __name__ == "__main__":
    main()
