"""``bitrook analyze``: evaluate the games of PGN files, mark mistakes, and report on the players."""

from __future__ import annotations

import argparse
import dataclasses
import io
import os
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from .._files import is_stream
from .._optional import load
from ..analysis import GameAnalysis, GameReport, PlayerReport, batches, chart, evaluate, report, summarize
from ..analysis._annotate import write as annotate
from ..analysis._chart import check_chart
from ..analysis._evaluate import GaveUpError
from ..data import scan_pgn
from ..pgn import Game, read_game
from .arguments import add_filters, add_json, add_variant, add_window_log, variant_of
from .engines import add_engine_arguments, engine_of, limit_of
from .pgn.convert import TABLES, binary, by_pyarrow, format_of, replaced
from .pgn.games import Bar, expanded, refuse_outputs, selected, separated
from .pgn.where import filters_of
from .terminal import Terminal, print_json, print_warning

USAGE = """bitrook analyze FILE... [-o OUTPUT] [--engine COMMAND | --network FILE] [--nodes N] [--depth N]
                       [--time SECONDS] [--workers N] [--variant NAME] [--reuse] [--variations]
                       [--no-comments] [--format NAME]
                       [--where COND]... [--limit N] [--zstd-window-log N] [--report] [--json]
                       [--chart FILE]"""
EPILOG = """\
The command adds an evaluation, [%eval ...], to each move, marks bad moves with ?!, ? or ??, and names the
better move. The extension of OUTPUT selects PGN, Parquet or Arrow. Without -o, PGN is written to
standard output. If you press Ctrl-C, finished games are written. Run the same command again to
continue: OUTPUT.journal keeps the evaluations until all games are done.

engines: bitrook (the default), or a command with settings such as
         "stockfish option.Hash=64 option.Threads=2"; protocol=xboard for XBoard engines

examples:
  bitrook analyze games.pgn -o annotated.pgn
  bitrook analyze games.pgn -o annotated.pgn --engine stockfish --time 0.5 --workers 4 --variations
  bitrook analyze lichess.pgn.zst -o evals.parquet --reuse --where "WhiteElo>=2500"
  bitrook analyze annotated.pgn --reuse --report --chart report.svg"""

_FORMATS = {"pgn": "pgn", **TABLES}
_FEW = 20  # up to this number of games are listed one by one


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="PGN files, or - for standard input")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the games to FILE, and print a report")
    add_engine_arguments(parser)
    add_variant(parser, "the variant of games without a Variant tag")
    parser.add_argument("--reuse", action="store_true", help="keep evaluations that games already have")
    parser.add_argument("--variations", action="store_true", help="add better lines as variations")
    parser.add_argument("--no-comments", action="store_true", help="mark bad moves without naming the better move")
    parser.add_argument("--format", choices=("pgn", "parquet", "arrow"), help="output format (default: by extension)")
    add_filters(parser)
    add_window_log(parser)
    parser.add_argument("--report", action="store_true", help="print only the report")
    add_json(parser, "the report")
    parser.add_argument("--chart", metavar="FILE", help="draw the report as an SVG, PNG or PDF file")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Analyze the games."""
    variant_of(arguments.variant)
    arguments.filters, arguments.position, arguments.threads = filters_of(arguments.where), None, 1
    arguments.files = expanded(arguments.files)
    refuse_outputs(arguments.files, arguments.output, arguments.chart)
    if arguments.chart:
        check_chart(arguments.chart)
    is_written = arguments.output is not None or not (arguments.report or arguments.json)
    write = _writer(arguments) if is_written else None
    job = _Job(arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.simplefilter("always", RuntimeWarning)
        warnings.showwarning = job.warn
        with replaced(arguments.output) as output:
            if write:
                write(job.analyses(), output)
            else:
                deque(job.analyses(), maxlen=0)
    reports = job.reports
    if arguments.chart and reports:
        chart(reports, arguments.chart)
    if arguments.json:
        print_json([_facts(each) for each in reports], ensure_ascii=False)
    elif arguments.output is not None or arguments.report:
        _print(reports, terminal)
    return job.end()


class _Job:
    """The analysis of the files, which can be interrupted."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._interrupted: KeyboardInterrupt | None = None
        self._failure: GaveUpError | None = None
        self._skipped = 0
        self.reports: list[GameReport] = []
        output = arguments.output
        self._journal = None if output in (None, "-") else f"{output}.journal"

    def analyses(self) -> Iterator[GameAnalysis]:
        """Yield the analyzed games, with the evaluations written into them."""
        arguments = self._arguments
        comments, variations = not arguments.no_comments, arguments.variations
        found = evaluate(
            _games(arguments), engine_of(arguments), limit_of(arguments), arguments.workers, reuse=arguments.reuse,
            lines=comments or variations, journal=self._journal, progress=True, total=_positions(arguments),
        )  # fmt: skip
        try:
            for analysis in found:
                annotate(analysis, comments=comments, variations=variations)
                if analysis.evaluations:
                    self.reports.append(report(analysis.game))
                yield analysis
        except KeyboardInterrupt as error:
            self._interrupted = error
        except GaveUpError as error:
            self._failure = error

    def warn(self, message: Warning | str, category: type[Warning], *others: object, **named: object) -> None:
        """Print a warning: a position or a game was skipped."""
        print_warning(message)
        self._skipped += issubclass(category, RuntimeWarning)  # a skipped position may succeed in another run

    def end(self) -> int:
        """Return the exit code. If the analysis is complete, delete its journal."""
        stopped = self._failure or self._interrupted
        if stopped:
            if self._journal:
                print(f"bitrook: run the same command to continue ({self._journal})", file=sys.stderr)
            raise stopped
        if self._journal and not self._skipped:
            os.remove(self._journal)
        return 1 if self._skipped else 0


def _games(arguments: argparse.Namespace) -> Iterator[Game]:
    for chunk, numbers in selected(arguments, Bar([])):  # evaluate() shows the progress, counted in positions
        for number in numbers:
            text = chunk.game(number)
            game = read_game(io.StringIO(text.decode("utf-8", "replace")))
            if game is not None and arguments.variant and "Variant" not in game.headers:
                text = f'[Variant "{arguments.variant}"]\n'.encode() + text
                game = read_game(io.StringIO(text.decode("utf-8", "replace")))
            if game is not None:
                vars(game)["text"] = text
                yield game


def _positions(arguments: argparse.Namespace) -> int | None:
    """Return the number of positions in the games, or None if the files can be read only once."""
    if any(path == "-" or is_stream(path) for path in arguments.files) or not sys.stderr.isatty():
        return None
    scan = scan_pgn(
        arguments.files, columns=["ply_count"], filters=arguments.filters, limit=arguments.limit,
        zstd_window_log=arguments.zstd_window_log,
    )  # fmt: skip
    return sum(1 + (plies or 0) for batch in scan for plies in batch.column("ply_count"))


def _writer(arguments: argparse.Namespace) -> Callable[[Iterator[GameAnalysis], str | None], None]:
    output = arguments.output or "-"
    how = format_of(output, arguments.format or (None if os.path.splitext(output)[1] else "pgn"), _FORMATS)
    if how == "pgn":
        return _write_pgn
    load("pyarrow", "arrow")

    def write(analyses: Iterator[GameAnalysis], path: str | None) -> None:
        by_pyarrow(batches(analyses), str(path), how)

    return write


def _write_pgn(analyses: Iterator[GameAnalysis], path: str | None) -> None:
    with binary(path) as file:
        for analysis in analyses:
            is_known = bool(analysis.evaluations)  # skipped games are copied unchanged
            file.write(f"{analysis.game}\n\n".encode() if is_known else separated(vars(analysis.game)["text"]))
            file.flush()


def _facts(report: GameReport) -> dict[str, Any]:
    facts = dataclasses.asdict(report)
    facts["scores"] = [score and str(score) for score in report.scores]
    facts["judgments"] = [judgment and str(judgment).lower() for judgment in report.judgments]
    return facts


def _print(reports: list[GameReport], terminal: Terminal) -> None:
    head = f"{'moves':>7} {'ACPL':>6} {'accuracy':>9} {'?!':>5} {'?':>5} {'??':>5}"
    if len(reports) <= _FEW:
        print(terminal.paint(f"{'game':<40}{head}", "bold"))
        for number, report in enumerate(reports, 1):
            for color, player in (("white", report.white), ("black", report.black)):
                print(f"{number:>3} {color} {_cut(player.name, 30):<30}{_numbers(player)}")
    if len(reports) != 1:
        print(terminal.paint(f"{'player':<33}{'games':>7}{head}", "bold"))
        for player in summarize(reports):
            print(f"{_cut(player.name, 32):<33}{player.games:>7,}{_numbers(player)}")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _numbers(player: PlayerReport) -> str:
    loss = "-" if player.average_centipawn_loss is None else f"{player.average_centipawn_loss:.1f}"
    accuracy = "-" if player.accuracy is None else f"{player.accuracy:.1f}%"
    counts = f"{player.inaccuracies:>5,} {player.mistakes:>5,} {player.blunders:>5,}"
    return f"{player.moves:>7,} {loss:>6} {accuracy:>9} {counts}"
