"""``bitrook show``: print a position: its board, state and bitboards."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from .. import COLOR_NAMES, SQUARE_NAMES, Board, Status
from ..variant import CrazyhouseBoard, ThreeCheckBoard
from .boards import Block, add_svg, in_columns, side_by_side, write_picture
from .arguments import add_json, add_position, add_variant, board_of
from .terminal import Terminal, print_json

USAGE = """bitrook show [FEN] [--layout NAME] [--words] [--moves] [--unicode] [--chess960] [--variant NAME]
                    [--json | --svg FILE]"""
LAYOUTS = ("classical", "indexed", "dense", "quad")
EPILOG = """\
examples:
  bitrook show
  bitrook show kiwipete --layout classical
  bitrook show "4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 2" --moves --layout none
  bitrook show "4k3/8/8/8/8/8/8/4K2Q~[Nppp] w - - 0 1" --variant crazyhouse"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position(parser, "the position (default: startpos); - reads it from standard input")
    add_variant(parser)
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
    add_svg(output)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Print the position."""
    board = board_of(arguments.words, arguments.chess960, arguments.variant)
    if arguments.svg:
        return write_picture(board._repr_svg_(), arguments.svg)
    facts = _facts(board, arguments.layout)
    if arguments.json:
        return print_json(facts)
    print(drawn(board, terminal, unicode=arguments.unicode), end="\n\n")
    for name, value in _state(facts):
        print(f"{terminal.paint(f'{name:<11}', 'dim')}{value}")
    if arguments.moves:
        moves = list(facts["moves"] if facts["faults"] else facts["moves"].values())
        print(f"\n{in_columns(moves, terminal)}" if moves else "\nno legal moves")
    if "squares" in facts:
        codes = [f"{code:2}" for code in facts["squares"]]
        print("", *(" ".join(codes[r : r + 8]) for r in range(56, -1, -8)), sep="\n")
    elif "words" in facts and arguments.hex:
        print("", *(f"{terminal.paint(f'{name:<16}', 'dim')}{word}" for name, word in facts["words"].items()), sep="\n")
    elif "words" in facts:
        blocks = (Block(name, int(word, 16)) for name, word in facts["words"].items())
        print(f"\n{side_by_side(blocks, terminal)}")


def drawn(board: Board, terminal: Terminal, *, unicode: bool = False) -> str:
    """Return the diagram of a position."""
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


def _facts(board: Board, layout: str) -> dict[str, Any]:
    """Return the position for --json. Words are hexadecimal strings, because many JSON parsers lack 64-bit integers."""
    status, square = board.status(), board.ep_square
    outcome = board.outcome() if not status else None
    facts: dict[str, Any] = {
        "fen": board.fen(),
        "turn": COLOR_NAMES[board.turn],
        "castling": board.castling_shredder_fen() if board.chess960 else board.castling_xfen(),
        "chess960": board.chess960,
        **_variant_facts(board),
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


def _variant_facts(board: Board) -> dict[str, Any]:
    """Return what a variant adds to a position: pockets, checks, and the set of promoted pieces."""
    if type(board) is Board:
        return {}
    facts: dict[str, Any] = {"variant": board.uci_variant}
    if isinstance(board, CrazyhouseBoard):
        facts["pockets"] = {COLOR_NAMES[color]: str(board.pockets[color]) for color in (True, False)}
        facts["promoted"] = f"0x{board.promoted:016x}"
    if isinstance(board, ThreeCheckBoard):
        facts["remaining_checks"] = {COLOR_NAMES[color]: board.remaining_checks[color] for color in (True, False)}
    return facts


def _state(facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the lines below the board."""
    checkers, outcome, count = " ".join(facts["checkers"]), facts["outcome"], len(facts["moves"])
    yield "fen", facts["fen"]
    yield "turn", facts["turn"]
    yield "castling", facts["castling"]
    if facts["chess960"]:
        yield "chess960", "yes"
    if "variant" in facts:
        yield "variant", facts["variant"]
    if "pockets" in facts:
        yield "pockets", ", ".join(f"{color} {pieces or '-'}" for color, pieces in facts["pockets"].items())
        yield "promoted", facts["promoted"].removeprefix("0x")
    if "remaining_checks" in facts:
        yield "remaining", ", ".join(f"{color} {count}" for color, count in facts["remaining_checks"].items())
    yield "en passant", facts["en_passant"] or "-"
    yield "clocks", f"{facts['halfmove_clock']} half moves, move {facts['fullmove_number']}"
    yield "key", facts["key"].removeprefix("0x")
    yield "check", f"by {checkers}" if checkers else "no"
    yield "moves", f"{count} legal" if count else "none"
    if outcome:
        yield "outcome", f"{outcome['termination'].replace('_', ' ')}, {outcome['result']}"
    if facts["faults"]:
        yield "faults", ", ".join(facts["faults"])
