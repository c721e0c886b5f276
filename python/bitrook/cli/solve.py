"""``bitrook solve``: run an engine on test suites."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..analysis import Solution, read_suite, solve
from .arguments import add_json_or_quiet
from .engines import add_engine_arguments, engine_of, limit_of
from .terminal import Terminal, print_json

USAGE = """bitrook solve SUITE.epd... [--engine COMMAND | --network FILE] [--nodes N] [--depth N] [--time SECONDS]
                     [--workers N] [--json | -q]"""
EPILOG = """\
Each line of a suite is an EPD position with the operation bm (best moves) or am (moves to avoid).
The time is how long the engine took to settle on the solution. Lines that cannot be read are
reported and skipped. The exit code is 0 if all positions are solved, and 1 otherwise.

examples:
  bitrook solve wac.epd --time 1
  bitrook solve wac.epd --engine "stockfish option.Threads=2" --nodes 1000000"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="EPD files")
    add_engine_arguments(parser)
    add_json_or_quiet(parser, "the number of solved positions")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Run the suites."""
    errors: list[str] = []
    puzzles = [puzzle for path in arguments.files for puzzle in read_suite(path, errors=errors)]
    for error in errors:
        print(f"bitrook: skipped: {error}", file=sys.stderr)
    if not puzzles:
        raise ValueError(f"no positions in {', '.join(arguments.files)}")
    plain = not (arguments.json or arguments.quiet)
    found: list[Solution] = []
    for solution in solve(puzzles, engine_of(arguments), limit_of(arguments), arguments.workers, progress=not plain):
        found.append(solution)
        if plain:
            print(_line(solution, terminal), flush=True)
    solved = [solution for solution in found if solution.solved]
    if arguments.json:
        print_json([_facts(solution) for solution in found], ensure_ascii=False)
    elif arguments.quiet:
        print(len(solved))
    else:
        times = sum(solution.info.get("time", 0.0) for solution in solved)
        print(
            f"{len(solved)} of {len(found)} solved ({len(solved) / len(found):.1%}), {times:.2f} s to their solutions"
        )
    return 0 if len(solved) == len(found) and not errors else 1


def _line(solution: Solution, terminal: Terminal) -> str:
    puzzle, info = solution.puzzle, solution.info
    verdict = terminal.paint("solved", "green") if solution.solved else terminal.paint("failed", "red")
    move = puzzle.board.san(solution.move) if solution.move else solution.error or "-"
    wanted = [puzzle.board.san(each) for each in puzzle.best] + [
        f"not {puzzle.board.san(each)}" for each in puzzle.avoid
    ]
    where = f"{info.get('time', 0.0):>7.2f} s  depth {info.get('depth', 0):>2}"
    return f"{verdict}  {where}  {move:<7}  {puzzle.name}" + ("" if solution.solved else f" ({', '.join(wanted)})")


def _facts(solution: Solution) -> dict[str, Any]:
    puzzle, info = solution.puzzle, solution.info
    facts: dict[str, Any] = {
        "name": puzzle.name,
        "fen": puzzle.board.fen(),
        "best": [move.uci() for move in puzzle.best],
        "avoid": [move.uci() for move in puzzle.avoid],
        "move": solution.move.uci() if solution.move else None,
        "solved": solution.solved,
    }
    facts |= {"seconds": info.get("time"), "depth": info.get("depth"), "nodes": info.get("nodes")}
    return facts | ({"error": solution.error} if solution.error else {})
