"""``bitrook show``: print a position as a board, its state, and the words of a layout."""

from __future__ import annotations

import argparse

from .. import COLOR_NAMES, SQUARE_NAMES, Board, Status
from . import picture
from .arguments import add_json, add_position
from .boards import Block, in_columns, side_by_side
from .position import board_of
from .terminal import Terminal, print_json

USAGE = "bitrook show [FEN] [--layout NAME] [--words] [--moves] [--unicode] [--chess960] [--json | --svg FILE]"
LAYOUTS = ("classical", "indexed", "dense", "quad")
EPILOG = """\
examples:
  bitrook show
  bitrook show kiwipete --layout classical
  bitrook show "4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 2" --moves --layout none"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "the position (default: startpos); - reads it from standard input")
    parser.add_argument(
        "--layout",
        choices=[*LAYOUTS, "squares", "none"],
        default="dense",
        help="which bitboards to print (default: dense)",
    )
    parser.add_argument("--words", dest="hex", action="store_true", help="print bitboards as hexadecimal words")
    parser.add_argument("--moves", action="store_true", help="list the legal moves")
    parser.add_argument("--unicode", action="store_true", help="print chess symbols instead of letters")
    output = parser.add_mutually_exclusive_group()
    add_json(output)
    picture.add_argument(output)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the position."""
    board = board_of(arguments.words, arguments.chess960)
    if arguments.svg:
        return picture.write(board._repr_svg_(), arguments.svg)
    if arguments.json:
        return print_json(_facts(board, arguments.layout))
    print(_drawn(board, terminal, unicode=arguments.unicode), end="\n\n")
    for name, value in _state(board):
        print(f"{terminal.paint(f'{name:<11}', 'dim')}{value}")
    if arguments.moves:
        moves = [board.san(move) for move in board.legal_moves] if not board.status() else []
        moves = moves or [board.uci(move) for move in board.legal_moves]
        print(f"\n{in_columns(moves, terminal)}" if moves else "\nno legal moves")
    if arguments.layout == "squares":
        print(f"\n{_square_list(board)}")
    elif arguments.layout != "none":
        view = board.layout(arguments.layout)
        sets = list(zip(view.names, view, strict=True))
        words = "\n".join(f"{terminal.paint(f'{name:<16}', 'dim')}0x{word:016x}" for name, word in sets)
        boards = side_by_side((Block(name, word) for name, word in sets), terminal)
        print(f"\n{words if arguments.hex else boards}")


def _drawn(board: Board, terminal: Terminal, *, unicode: bool) -> str:
    lines: list[str] = []
    checkers = board.checkers_mask()
    for rank in range(7, -1, -1):
        cells: list[str] = []
        for square in range(8 * rank, 8 * rank + 8):
            piece = board.piece_at(square)
            text = "." if piece is None else piece.unicode_symbol() if unicode else piece.symbol()
            style = "dim" if piece is None else "red" if checkers >> square & 1 else "white" if piece.color else "cyan"
            cells.append(terminal.paint(text, style))
        lines.append(f"{terminal.paint(str(rank + 1), 'dim')} {' '.join(cells)}")
    return "\n".join([*lines, terminal.paint("  a b c d e f g h", "dim")])


def _facts(board: Board, layout: str) -> dict[str, object]:
    """Return the position for --json. Words are hexadecimal strings, because many JSON parsers lack 64-bit integers."""
    status, square = board.status(), board.ep_square
    outcome = board.outcome() if not status else None
    facts: dict[str, object] = {
        "fen": board.fen(),
        "turn": COLOR_NAMES[board.turn],
        "castling": board.castling_shredder_fen() if board.chess960 else board.castling_xfen(),
        "chess960": board.chess960,
        "en_passant": None if square is None else SQUARE_NAMES[square],
        "halfmove_clock": board.halfmove_clock,
        "fullmove_number": board.fullmove_number,
        "key": f"0x{board.key:016x}",
        "repetition_key": f"0x{board.repetition_key:016x}",
        "checkers": [SQUARE_NAMES[s] for s in board.checkers()],
        "faults": [str(flag.name).lower() for flag in Status if flag and status & flag],
        "outcome": outcome and {"termination": outcome.termination.name.lower(), "result": outcome.result()},
        "moves": {board.uci(move): board.san(move) for move in board.legal_moves},
    }
    if layout == "squares":
        facts["squares"] = list(board.layout("squares"))
    elif layout != "none":
        view = board.layout(layout)
        facts["layout"] = layout
        facts["words"] = {name: f"0x{word:016x}" for name, word in zip(view.names, view, strict=True)}
    return facts


def _state(board: Board) -> list[tuple[str, str]]:
    square = board.ep_square
    checkers = [SQUARE_NAMES[s] for s in range(64) if board.checkers_mask() >> s & 1]
    status = board.status()
    faults = ", ".join(str(flag.name).lower() for flag in Status if flag and status & flag)
    outcome = None if faults else board.outcome()
    count = board.legal_moves.count()
    state = [
        ("fen", board.fen()),
        ("turn", COLOR_NAMES[board.turn]),
        ("castling", board.castling_shredder_fen() if board.chess960 else board.castling_xfen()),
        ("en passant", "-" if square is None else SQUARE_NAMES[square]),
        ("clocks", f"{board.halfmove_clock} half moves, move {board.fullmove_number}"),
        ("key", f"{board.zobrist_hash():016x}"),
        ("check", f"by {' '.join(checkers)}" if checkers else "no"),
        ("moves", f"{count} legal" if count else "none"),
    ]
    if board.chess960:
        state.insert(3, ("chess960", "yes"))
    if outcome:
        state.append(("outcome", f"{outcome.termination.name.lower().replace('_', ' ')}, {outcome.result()}"))
    if faults:
        state.append(("faults", faults))
    return state


def _square_list(board: Board) -> str:
    codes = list(board.layout("squares"))
    return "\n".join(" ".join(f"{codes[s]:2}" for s in range(r, r + 8)) for r in range(56, -1, -8))
