"""``bitrook nnue``: describe a network file, or evaluate a position with it, piece by piece."""

from __future__ import annotations

import argparse

from .. import SQUARE_NAMES, Board
from ..nnue import Network, default, load
from .arguments import add_json, add_number, board_of
from .terminal import Terminal, print_json

USAGE = """bitrook nnue info FILE [--hidden N] [--output-buckets N] [--activation NAME] [--json]
       bitrook nnue eval FILE [FEN] [--hidden N] [--output-buckets N] [--activation NAME] [--json]"""
EPILOG = """\
  info  print the architecture
  eval  print the evaluation for the side to move and the contribution of each piece: by how many pawns
        the evaluation drops for White if the piece is removed

Use --hidden, --output-buckets and --activation for files without a header whose size is ambiguous.

examples:
  bitrook nnue eval default kiwipete
  bitrook nnue info nn-1a298aa575a0.nnue
  bitrook nnue eval quantised.bin kiwipete --hidden 128"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("info", "eval"), help="what to do")
    parser.add_argument("file", metavar="FILE", help='the network; "default" selects the one that comes with bitrook')
    parser.add_argument("words", nargs="*", metavar="FEN", help="the position (default: startpos)")
    add_number(parser, "--hidden", "width of the first layer")
    add_number(parser, "--output-buckets", "number of sets of output weights")
    parser.add_argument(
        "--activation", choices=("screlu", "crelu"), default="screlu", help="activation function (default: screlu)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Run the command."""
    if arguments.action == "info" and arguments.words:
        raise ValueError(f"{' '.join(arguments.words)!r} was not expected after the file")
    board = board_of(arguments.words)
    if arguments.file == "default":
        network = default()
    else:
        names = ("hidden", "output_buckets", "activation")
        network = load(arguments.file, **{name: getattr(arguments, name) for name in names})
    if arguments.action == "info":
        _info(network, arguments.json)
    else:
        _eval(network, board, arguments.json, terminal)


def _info(network: Network, as_json: bool) -> None:
    info = network.info
    if as_json:
        return print_json(info)
    lines = [("architecture", network.architecture), ("parameters", f"{info['bytes']:,} bytes in memory")]
    if "version" in info:
        lines.append(("centipawns", f"of Stockfish {info['version']}"))
    else:
        lines.append(("factors", f"qa {info['qa']}, qb {info['qb']}, scale {info['scale']}"))
    if info["description"]:
        lines.append(("description", info["description"]))
    for name, value in lines:
        print(f"{name:<13}{value}")


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


def _eval(network: Network, board: Board, as_json: bool, terminal: Terminal) -> None:
    score, pieces, raw = network.evaluate(board), contributions(network, board), network.raw(board)
    if as_json:
        by_name = {SQUARE_NAMES[square]: value for square, value in pieces.items()}
        return print_json(
            {
                "fen": board.fen(),
                "cp": score,
                "internal": network.evaluate(board, unit="internal"),
                "raw": raw._asdict(),
                "pieces": by_name,
            }
        )
    side = "White" if board.turn else "Black"
    print(terminal.paint(f"{score / 100:+.2f}", "bold") + f" for {side}, who is to move\n")
    for rank in range(7, -1, -1):
        squares = range(8 * rank, 8 * rank + 8)
        symbols = [piece.symbol() if (piece := board.piece_at(square)) else "." for square in squares]
        values = [f"{pieces[square] / 100:+.2f}" if square in pieces else "" for square in squares]
        print(f"{rank + 1} " + "".join(f"{symbol:>6} " for symbol in symbols).rstrip())
        print(("  " + "".join(f"{value:>7}" for value in values)).rstrip())
    print("  " + "".join(f"{file:>6} " for file in "abcdefgh").rstrip())
