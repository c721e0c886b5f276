"""``bitrook tablebase``: look up a position in Syzygy endgame tablebases."""

from __future__ import annotations

import argparse
import contextlib
import os
import warnings

from .. import Board, Move
from ..syzygy import TBPIECES, RankedMove, Tablebase, all_dependencies, calc_key
from .arguments import add_json, board_of
from .terminal import Terminal, print_json, print_warning

USAGE = "bitrook tablebase FEN --path DIR [--path DIR ...] [--line N] [--variant NAME] [--json]"
EPILOG = """\
Values are for the side to move: win, draw, loss, or a win or loss that the fifty-move rule turns into
a draw, called cursed win and blessed loss. The half-move clock of the position counts. DTZ is the number
of plies to the next capture or pawn move.

examples:
  bitrook tablebase "8/8/8/8/8/4k3/8/K2BN3 w - - 0 1" --path ~/syzygy
  bitrook tablebase "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1" --path ~/syzygy --json"""

_SHOWN = 12  # the maximum number of missing files to list
_VALUES = {2: "win", 1: "cursed win", 0: "draw", -1: "blessed loss", -2: "loss"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="FEN", help="the position; - reads it from standard input")
    parser.add_argument(
        "--path", action="append", required=True, metavar="DIR", help="a directory that contains tables"
    )
    parser.add_argument(
        "--line", type=int, default=20, metavar="N", help="print at most N plies of the best line (default: 20)"
    )
    parser.add_argument(
        "--variant", metavar="NAME", help="suicide, giveaway, antichess or atomic (default: standard chess)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Look up the position and print its value."""
    board = board_of(arguments.words, variant=arguments.variant)
    files = _files(board, arguments.path)
    with Tablebase(VariantBoard=type(board)) as tables:
        found = add_tables(tables, arguments.path)
        try:
            wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
            moves = tables.rank_moves(board)
        except KeyError as error:  # a table is missing, or no table can contain the position
            raise ValueError(
                f"{error.args[0]} ({found} tables in {', '.join(arguments.path)}; for this material {_summary(files)})"
            ) from None
        line = _best_line(tables, board, arguments.line)
    if arguments.json:
        return print_json(_facts(board, found, wdl, dtz, moves, line) | {"files": files})
    print(f"{terminal.paint(_value(board, wdl, dtz), 'bold')}, DTZ {dtz}")
    for move in moves:
        print(f"  {board.san(move.move):<8}{_value(board, move.wdl, move.dtz):<13}{move.dtz:>5}")
    if line:
        print(f"best line: {board.variation_san(line)}")
    print(f"files for this material: {_summary(files)}")


def add_tables(tables: Tablebase, paths: list[str]) -> int:
    """Add the tables of directories, print a warning for each that is skipped, and return the number of tables."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", RuntimeWarning)
        warnings.showwarning = print_warning
        return tables.add_path(os.pathsep.join(paths))


def _value(board: Board, wdl: int, dtz: int) -> str:
    """Return the value in words. Tables assume a half-move clock of 0, so that of the board is added."""
    if abs(wdl) == 2 and abs(dtz) + board.halfmove_clock > 100:
        wdl //= 2
    return _VALUES[wdl]


def _summary(files: dict[str, list[str]]) -> str:
    missing = files["missing"]
    names = ", ".join(missing[:_SHOWN]) + (" ..." if len(missing) > _SHOWN else "")
    return f"{len(files['found'])} found, {len(missing)} missing{f': {names}' if missing else ''}"


def _files(board: Board, paths: list[str]) -> dict[str, list[str]]:
    """List the files needed for the position and for all captures and promotions, as found or missing."""
    count = board.occupied.bit_count()
    if count > TBPIECES or (board.one_king and count <= 2) or board.is_variant_end():
        return {"found": [], "missing": []}
    names = all_dependencies([calc_key(board)], one_king=board.one_king)
    endings = [str(board.tbw_suffix), str(board.tbz_suffix)]
    files = [name + ending for name in sorted(names, key=lambda n: (-len(n), n)) for ending in endings]
    present: set[str] = set()
    for directory in os.pathsep.join(paths).split(os.pathsep):
        with contextlib.suppress(OSError):  # reported elsewhere
            present.update(os.listdir(directory))
    return {
        "found": [name for name in files if name in present],
        "missing": [name for name in files if name not in present],
    }


def _best_line(tables: Tablebase, board: Board, plies: int) -> list[Move]:
    line: list[Move] = []
    board = board.copy()
    while len(line) < plies and not board.is_game_over(claim_draw=True):
        try:
            line.append(tables.rank_moves(board)[0].move)
        except KeyError:  # the table for the position after a capture is missing
            break
        board.push(line[-1])
    return line


def _facts(
    board: Board, found: int, wdl: int, dtz: int, moves: list[RankedMove], line: list[Move]
) -> dict[str, object]:
    ranked = [
        {
            "move": board.uci(m.move),
            "value": _value(board, m.wdl, m.dtz),
            "wdl": m.wdl,
            "dtz": m.dtz,
            "rank": m.rank,
        }
        for m in moves
    ]
    best = [move.uci() for move in line]
    value = _value(board, wdl, dtz)
    return {"fen": board.fen(), "tables": found, "value": value, "wdl": wdl, "dtz": dtz, "moves": ranked, "line": best}
