"""``bitrook match``: play a match between engines."""

from __future__ import annotations

import argparse
import math
import shutil
import sys
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from .. import match
from ..match import Adjudication, Standings
from ..syzygy import Tablebase
from .arguments import add_json, add_number, add_variant, natural, positive, seconds, variant_of
from .engines import limit_of, players_of
from .tablebase import add_tables
from .terminal import Terminal, print_json, printable

USAGE = """bitrook match ENGINE ENGINE... [--tc CONTROL] [--nodes N] [--depth N] [--time SECONDS] [--games N]
                     [--concurrency N] [--openings FILE] [--plies N] [--seed N] [--gauntlet]
                     [--sprt ELO0 ELO1] [--normalized] [--ponder] [--chess960] [--variant NAME]
                     [--draw MOVE,MOVES,SCORE]
                     [--resign MOVES,SCORE] [--max-moves N] [--tablebase DIR]... [--margin SECONDS]
                     [-o FILE.pgn] [--json]"""
EPILOG = """\
An ENGINE is a command line, which may include the settings name=, protocol=xboard, option.NAME=VALUE,
dir=FOLDER (the working directory), log=FILE, ponder=on, and tc=, time=, nodes= or depth= to replace the
limit for this engine. arg=WORD passes a word that looks like a setting to the program.
"bitrook" is bitrook's own search, whose techniques can be switched off, as in option.null_move=off.
MODULE:FUNCTION is a Python function that takes a Board and a Limit and returns a Move.

Each opening is played twice, with colors reversed. By default, a game is adjudicated as a draw after
move 34 if both scores stay within 0.10 for 8 moves, and as a loss if both scores exceed 6.00 for
4 moves. To disable a rule, set its number of moves to 0.
To continue a match that was interrupted, run the same command with -o again; --games may be larger.

examples:
  bitrook match stockfish "ethereal-chess option.Hash=64" --tc 10+0.1 --games 200 --concurrency 4 -o games.pgn
  bitrook match bitrook "bitrook name=without option.null_move=off" --nodes 5000 --sprt 0 10 --games 10000
  bitrook match fairy-stockfish "fairy-stockfish name=10 option.UCI_LimitStrength=true" --variant crazyhouse
  bitrook match my_engine:play bitrook "phalanx protocol=xboard -b-" --gauntlet --time 0.1 --openings book.epd"""


def _numbers(count: int) -> Any:
    def parse(text: str) -> tuple[int, ...]:
        numbers = tuple(natural(part) for part in text.split(","))
        if len(numbers) != count:
            raise argparse.ArgumentTypeError(f"expected {count} numbers separated by commas, got {text!r}")
        return numbers

    return parse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("engines", nargs="+", metavar="ENGINE", help="two or more engines")
    parser.add_argument("--tc", metavar="CONTROL", help="time control such as 10+0.1 or 40/60+0.5 (default: 10+0.1)")
    add_number(parser, "--nodes", "search N nodes for each move", type=positive)
    add_number(parser, "--depth", "search N plies deep", type=positive)
    parser.add_argument("--time", type=seconds, metavar="SECONDS", help="search this long for each move")
    parser.add_argument("--ponder", action="store_true", help="let engines think on their opponents' time")
    parser.add_argument("--chess960", action="store_true", help="play Chess960, by default from random positions")
    add_variant(parser)
    add_number(parser, "--games", "number of games per pairing", 100)
    add_number(parser, "--concurrency", "play N games in parallel", 1)
    parser.add_argument("--openings", metavar="FILE", help="openings: a PGN file, or positions in an .epd or .fen file")
    add_number(parser, "--plies", "use at most N plies of each PGN opening")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="seed for the order of the openings")
    parser.add_argument("--gauntlet", action="store_true", help="pair only the first engine with the others")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar="ELO",
        help="stop when a sequential test accepts one of two differences in (logistic) Elo",
    )
    parser.add_argument("--normalized", action="store_true", help="the differences of --sprt are in normalized Elo")
    parser.add_argument(
        "--draw",
        type=_numbers(3),
        default="34,8,10",
        metavar="MOVE,MOVES,SCORE",
        help="when to adjudicate draws (default: 34,8,10)",
    )
    parser.add_argument(
        "--resign",
        type=_numbers(2),
        default="4,600",
        metavar="MOVES,SCORE",
        help="when to adjudicate losses (default: 4,600)",
    )
    parser.add_argument("--max-moves", type=natural, default=0, metavar="N", help="adjudicate a draw after N moves")
    parser.add_argument("--tablebase", action="append", metavar="DIR", help="adjudicate with Syzygy tables")
    parser.add_argument(
        "--margin", type=seconds, default=0.05, metavar="SECONDS", help="how late a move may be (default: 0.05)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="append the games to a PGN file, or continue its match")
    add_json(parser)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Play the match."""
    if arguments.tc and limit_of(arguments):
        raise ValueError("--tc cannot be combined with --nodes, --depth or --time")
    if arguments.normalized and not arguments.sprt:
        raise ValueError("--normalized applies only to --sprt")
    if arguments.plies is not None and not arguments.openings:
        raise ValueError("--plies applies only to --openings")
    limit = limit_of(arguments) or arguments.tc or "10+0.1"
    rules: tuple[int, ...] = (*arguments.draw, *arguments.resign, arguments.max_moves)
    openings, variant = None, variant_of(arguments.variant)
    if arguments.openings:
        openings = match.read_openings(
            arguments.openings, arguments.plies, chess960=arguments.chess960, variant=variant
        )
    live = _Live()
    with ExitStack() as stack:
        players = stack.enter_context(players_of(arguments.engines))
        if arguments.ponder:
            players = [replace(player, ponder=True) if player.command else player for player in players]
        tables: Tablebase | None = None
        if arguments.tablebase:
            tables = stack.enter_context(Tablebase())
            if not add_tables(tables, arguments.tablebase):
                raise ValueError(f"no tables in {', '.join(arguments.tablebase)}")
        standings = match.run(
            players,
            limit,
            games=arguments.games,
            openings=openings,
            seed=arguments.seed,
            concurrency=arguments.concurrency,
            gauntlet=arguments.gauntlet,
            chess960=arguments.chess960,
            variant=variant,
            adjudication=Adjudication(*rules),
            tablebase=tables,
            sprt=match.Sprt(arguments.sprt[0], arguments.sprt[1], normalized=arguments.normalized)
            if arguments.sprt
            else None,
            output=arguments.output,
            time_margin=arguments.margin,
            progress=live.show if sys.stderr.isatty() and not arguments.json else None,
        )
        live.clear()
    if arguments.json:
        print_json(_facts(standings), ensure_ascii=False)
    else:
        print(standings)


class _Live:
    """The table on standard error, redrawn in place on a terminal. It stays visible if the match is interrupted."""

    _lines = 0

    def show(self, standings: Standings) -> None:
        lines = str(standings).splitlines()
        for game in list(standings.running):
            lines.append(f"  {game.white} - {game.black}: move {game.plies // 2 + 1}  {game.score}")
        self.clear()
        width = shutil.get_terminal_size().columns  # a line that wraps would count as two
        print(printable("\n".join(line[:width] for line in lines)), file=sys.stderr, flush=True)
        self._lines = len(lines)

    def clear(self) -> None:
        """Remove the table. Call this before the final one is printed to standard output."""
        if self._lines:
            print(f"\x1b[{self._lines}F\x1b[J", end="", file=sys.stderr)
            self._lines = 0


def _facts(standings: Standings) -> dict[str, Any]:
    def number(value: float) -> float | None:
        return round(value, 4) if math.isfinite(value) else None

    players: list[dict[str, Any]] = []
    for name in standings.players:
        score = standings.score(name)
        on_time, crashes, illegal = standings.faults(name)
        players.append({
            "name": name, "games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses,
            "score": number(score.mean), "elo": number(score.elo), "elo_interval": [*map(number, score.elo_interval)],
            "los": number(score.los), "normalized_elo": number(score.normalized_elo), "pairs": list(score.pairs),
            "time_losses": on_time, "crashes": crashes, "illegal_moves": illegal,
            "last_fault": standings.last_fault(name) or None,
        })  # fmt: skip
    facts: dict[str, Any] = {"games": len(standings.records), "players": players}
    if standings.sprt:
        first = standings.score(standings.players[0])
        test = standings.sprt
        facts["sprt"] = {
            "unit": "normalized" if test.normalized else "logistic", "elo0": test.elo0, "elo1": test.elo1, "llr": number(test.llr(first)),
            "bounds": [*map(number, test.bounds)], "accepted": test.decide(first),
        }  # fmt: skip
    return facts
