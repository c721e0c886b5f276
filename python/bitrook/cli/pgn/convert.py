"""``bitrook pgn convert`` and ``filter``: write games as Parquet, Arrow, CSV, JSON lines or PGN."""

from __future__ import annotations

import argparse
import codecs
import csv
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import IO, Any

from ..._files import is_stream, replacing
from ...data import ArchiveError, Scan, scan_pgn
from ..terminal import Terminal
from .games import Bar, Faults, refuse_outputs, scan_of, selected, separated, with_error
from .show import json_line, text_of, values_of

TABLES = {"parquet": "parquet", "pq": "parquet", "arrow": "arrow", "feather": "arrow", "ipc": "arrow"}
ENDINGS = {**TABLES, "csv": "csv", "jsonl": "jsonl", "ndjson": "jsonl", "pgn": "pgn"}
"""The formats, by the extension of the output file. Those in TABLES require an optional package."""

GROUP = 1 << 16  # games per Parquet row group and per Arrow batch
LEVEL = 3  # zstd compression level


def convert(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Write the games."""
    how = "pgn" if arguments.action == "filter" else _format_of(arguments)
    refuse_outputs(arguments.files, arguments.output)
    if how == "pgn" and arguments.columns is not None:
        raise ValueError("--columns cannot be used with PGN output")
    faults = Faults(arguments)
    writer = _writer(how) if how in ("parquet", "arrow") else None
    keeps_part = writer in (None, by_pyarrow)  # the others leave an incomplete file after an error
    with Bar(arguments.files) as bar, replaced(arguments.output, keeps_part) as output:
        if how == "pgn":
            with binary(output) as file:
                for chunk, numbers in faults.without(selected(arguments, bar)):
                    file.writelines(separated(chunk.game(number)) for number in numbers)
        elif writer is None:
            with binary(output) as file:
                scan = scan_of(arguments, with_error(arguments.columns), bar)
                _write_lines(arguments.columns or list(scan.schema), faults.batches(scan), file, how)
        else:
            scan = scan_of(arguments, arguments.columns, bar, batch_size=GROUP)
            try:
                writer(scan, output, how)
            except Exception as error:
                # The libraries raise errors of their own, with the text of those of the scan.
                raise scan._failure or _plain_error(error) from None
            if not arguments.skip_errors and not any(path == "-" or is_stream(path) for path in arguments.files):
                faults.scan()


def _format_of(arguments: argparse.Namespace) -> str:
    if arguments.output is None:
        raise ValueError("bitrook pgn convert requires -o FILE, or -o - for standard output")
    return format_of(arguments.output, arguments.format, ENDINGS)


def format_of(output: str, chosen: str | None, endings: Mapping[str, str]) -> str:
    """Return the chosen format, or the one that matches the extension of the output file."""
    how = chosen or endings.get(output.rpartition(".")[2].lower())
    if how is None:
        raise ValueError(
            f"cannot infer the format from the extension (known: {', '.join(endings)}); pass --format: {output!r}"
        )
    if output == "-" and how in ("parquet", "arrow"):
        raise ValueError(f"{how} cannot be written to standard output")
    return how


def _plain_error(error: Exception) -> Exception:
    """Return an error of a library as one of a type that the command line reports."""
    return error if isinstance(error, (OSError, ValueError, MemoryError)) else OSError(str(error))


@contextmanager
def replaced(output: str | None, keeps_part: bool = True) -> Iterator[str | None]:
    """Yield the path of a temporary file that replaces *output* at the end. After an error, *output* is unchanged.

    If an archive is truncated or corrupt, the part that could be read is kept with *keeps_part*. None and "-" mean standard output.
    """
    if output is None or output == "-":
        yield None
    else:
        with replacing(output, keep=(ArchiveError,) if keeps_part else ()) as part:
            yield part


@contextmanager
def binary(output: str | None) -> Iterator[IO[bytes]]:
    """Open a file for writing bytes; None means standard output."""
    if output is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
    else:
        with open(output, "wb") as file:
            yield file


def _write_lines(names: list[str], batches: Iterator[Any], file: IO[bytes], how: str) -> None:
    width = len(names)
    out = codecs.getwriter("utf-8")(file)
    if how == "jsonl":
        for batch in batches:
            out.writelines(json_line(names, row[:width]) + "\n" for row in values_of(batch))
        return
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(names)
    for batch in batches:
        rows.writerows([text_of(value) for value in row[:width]] for row in values_of(batch))


def _writer(how: str) -> Any:
    """Return a function that writes a scan with the first installed library."""
    for name, writer in (("pyarrow", by_pyarrow), ("polars", _by_polars), ("duckdb", _by_duckdb)):
        if how == "arrow" and name == "duckdb":
            continue  # DuckDB downloads an extension to write Arrow
        try:
            import_module(name)
        except ModuleNotFoundError:
            continue
        return writer
    libraries = "pyarrow or polars" if how == "arrow" else "pyarrow, polars or DuckDB"
    raise ValueError(f'{how} requires {libraries}: pip install "bitrook[arrow]"')


def by_pyarrow(scan: Scan, output: str, how: str) -> None:
    pa = import_module("pyarrow")
    reader = pa.RecordBatchReader.from_stream(scan)
    if how == "arrow":
        ipc = import_module("pyarrow.ipc")
        codec = pa.Codec("zstd", compression_level=LEVEL)
        writer = ipc.new_file(output, reader.schema, options=ipc.IpcWriteOptions(compression=codec))
    else:
        dictionary, encoding = _encodings(pa, reader.schema)
        writer = import_module("pyarrow.parquet").ParquetWriter(
            output, reader.schema, compression="zstd", compression_level=LEVEL, use_dictionary=dictionary,
            column_encoding=encoding,
        )  # fmt: skip
    with writer:
        for batch in reader:
            writer.write_batch(batch)


def _encodings(pa: Any, schema: Any) -> tuple[list[str], dict[str, str]]:
    """Return the Parquet columns to encode with a dictionary, and the encodings of other columns.

    Moves, clocks and most tags have few distinct values, so dictionaries compress them best. In games from Lichess, a
    dictionary takes 95 bytes per game for moves and 88 for clocks; plain values take 114 and 106, and deltas 118 and
    129. Names and links rarely repeat, and offsets increase.
    """
    names: list[str] = schema.names
    encoding: dict[str, str] = {name: "DELTA_LENGTH_BYTE_ARRAY" for name in ("White", "Black", "Site") if name in names}
    if "offset" in names:
        encoding["offset"] = "DELTA_BINARY_PACKED"
    dictionary = [f"{name}.list.element" for name in ("moves", "clocks") if name in names]
    dictionary += [
        name for name in names if pa.types.is_string(schema.field(name).type) and name not in (*encoding, "movetext")
    ]
    return dictionary, encoding


def _by_polars(scan: Scan, output: str, how: str) -> None:
    pl = import_module("polars")
    plugins = import_module("polars.io.plugins")
    empty = pl.DataFrame(scan_pgn(b"", columns=list(scan.schema)).read())

    def frames(with_columns: Any, predicate: Any, n_rows: Any, batch_size: Any) -> Iterator[Any]:
        for batch in scan:
            frame = pl.DataFrame(batch)
            yield frame if with_columns is None else frame.select(with_columns)

    lazy = plugins.register_io_source(frames, schema=empty.schema)
    if how == "arrow":
        lazy.sink_ipc(output, compression="zstd")
    else:
        lazy.sink_parquet(output, compression="zstd", compression_level=LEVEL)


def _by_duckdb(scan: Scan, output: str, how: str) -> None:
    duckdb = import_module("duckdb")
    place = output.replace("'", "''")
    with duckdb.connect() as connection:
        connection.register("games", scan)
        connection.execute(
            f"copy (select * from games) to '{place}' (format parquet, use_tmp_file false, compression zstd, compression_level {LEVEL})"
        )
