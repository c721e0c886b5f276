"""``bitrook nnue``: describe a network file, or evaluate a position with it, piece by piece."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from .perft import natural
from .position import board_of
from .terminal import Terminal

if TYPE_CHECKING:
    from .. import Board
    from ..nnue import Network

SUMMARY = "describe a network, or evaluate a position with it"
USAGE = """bitrook nnue info FILE [--hidden N] [--output-buckets N] [--activation NAME] [--json]
       bitrook nnue eval FILE [FEN] [--hidden N] [--output-buckets N] [--activation NAME] [--json]"""
EPILOG = """\
  info  print the architecture
  eval  print the evaluation for the side to move and the contribution of each piece: by how many pawns
        the evaluation drops for White if the piece is removed

Use --hidden, --output-buckets and --activation for files without a header whose size is ambiguous.

examples:
  bitrook nnue eval default kiwipete
  bitrook nnue info nn-ad9b42354671.nnue
  bitrook nnue eval quantised.bin kiwipete --hidden 128"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("info", "eval"), help="what to do")
    parser.add_argument("file", metavar="FILE", help='the network; "default" selects the one that comes with bitrook')
    parser.add_argument("words", nargs="*", metavar="FEN", help="the position (default: startpos)")
    parser.add_argument("--hidden", type=natural, metavar="N", help="width of the first layer")
    parser.add_argument("--output-buckets", type=natural, metavar="N", help="number of sets of output weights")
    parser.add_argument(
        "--activation", choices=("screlu", "crelu"), default="screlu", help="activation function (default: screlu)"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Run the command."""
    from ..nnue import default, load

    if arguments.action == "info" and arguments.words:
        raise ValueError(f"{' '.join(arguments.words)!r} was not expected after the file")
    board = board_of(arguments.words)
    network = (
        default()
        if arguments.file == "default"
        else load(
            arguments.file,
            hidden=arguments.hidden,
            output_buckets=arguments.output_buckets,
            activation=arguments.activation,
        )
    )
    print(
        _info(network, arguments.json)
        if arguments.action == "info"
        else _eval(network, board, arguments.json, terminal)
    )
    return 0


def _info(network: Network, as_json: bool) -> str:
    info = network.info
    if as_json:
        return json.dumps(info, indent=2)
    lines = [("architecture", network.architecture), ("parameters", f"{info['bytes']:,} bytes in memory")]
    if info["architecture"] == "simple":
        lines.append(("factors", f"qa {info['qa']}, qb {info['qb']}, scale {info['scale']}"))
    if info["description"]:
        lines.append(("description", info["description"]))
    return "\n".join(f"{name:<13}{value}" for name, value in lines)


def contributions(network: Network, board: Board) -> dict[int, int]:
    """Return how many centipawns each piece except the kings adds to White's evaluation, by square."""
    sign = 1 if board.turn else -1
    whole = network.evaluate(board)
    found = dict[int, int]()
    for square, piece in board.piece_map().items():
        if piece.piece_type != 6:
            without = board.copy(stack=False)
            without.remove_piece_at(square)
            found[square] = sign * (whole - network.evaluate(without))
    return found


def _eval(network: Network, board: Board, as_json: bool, terminal: Terminal) -> str:
    score, pieces, raw = network.evaluate(board), contributions(network, board), network.raw(board)
    if as_json:
        facts: dict[str, Any] = {"fen": board.fen(), "cp": score, "raw": raw._asdict()}
        return json.dumps(facts | {"pieces": {_name(square): value for square, value in pieces.items()}}, indent=2)
    side = "White" if board.turn else "Black"
    rows = [terminal.paint(f"{score / 100:+.2f}", "bold") + f" for {side}, who is to move", ""]
    for rank in range(7, -1, -1):
        squares = range(8 * rank, 8 * rank + 8)
        symbols = [piece.symbol() if (piece := board.piece_at(square)) else "." for square in squares]
        values = [f"{pieces[square] / 100:+.2f}" if square in pieces else "" for square in squares]
        rows.append(f"{rank + 1} " + "".join(f"{symbol:>6} " for symbol in symbols).rstrip())
        rows.append(("  " + "".join(f"{value:>7}" for value in values)).rstrip())
    return "\n".join([*rows, "  " + "".join(f"{file:>6} " for file in "abcdefgh").rstrip()])


def _name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)
