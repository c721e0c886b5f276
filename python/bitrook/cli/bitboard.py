"""``bitrook bitboard``: evaluate expressions of sets of squares, and print the results."""

from __future__ import annotations

import argparse
import textwrap

from .. import SQUARE_NAMES
from . import picture
from .arguments import add_json
from .boards import Block, side_by_side
from .expression import FUNCTIONS, Term, evaluate
from .position import board_of
from .sets import NUMBERS
from .terminal import Terminal, print_json

USAGE = "bitrook bitboard EXPR... [--fen FEN] [--steps] [--as FORM | --json | --svg FILE]"
EPILOG = f"""\
operators on 64-bit words, with the precedence that they have in Python:
  ~ not, - negation, * + - modulo 2^64, << >> shift, & and, ^ xor, | or, ( )
  to subtract one set from another, use `a & ~b`
  put an expression that starts with a minus sign in parentheses
sets:
  e4  {{a1 b2 c3}}  file_e  rank_4  0xff  all  none  light  dark  corners  center  edges
  of the position: occupied  empty  white  pawns  white/pawns  checkers  pinned
functions:
{textwrap.fill(", ".join(FUNCTIONS), 78, initial_indent="  ", subsequent_indent="  ")}

examples:
  bitrook bitboard "white & rank_2"
  bitrook bitboard "rook(d4)" "rook(d4, occupied)" --fen kiwipete
  bitrook bitboard "knight(g1) & ~white"
  bitrook bitboard "pawns & (pawns - 1)" --steps
  bitrook bitboard "0xff00 << 8" --as hex"""

_NAMED = 16  # the squares of larger sets are not listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("expressions", nargs="+", metavar="EXPR", help="what to evaluate; see below")
    parser.add_argument(
        "--fen", default="startpos", help="the position that names refer to (default: startpos); - reads standard input"
    )
    forms = ["boards", "hex", "int", "digits", "squares"]
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--as", dest="form", choices=forms, default="boards", help="how to print results (default: boards)"
    )
    parser.add_argument("--steps", action="store_true", help="print the boards of every operation, innermost first")
    add_json(output)
    picture.add_argument(output)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Evaluate and print each expression."""
    board = board_of([arguments.fen])
    # Evaluate all expressions before printing anything, so that an error is the only output.
    terms = [evaluate(text, board) for text in arguments.expressions]
    if arguments.steps:
        terms = [step for term in terms for step in _steps(term)]
    if arguments.svg:
        return picture.write(picture.of_blocks(map(_blocks, terms)), arguments.svg)
    if arguments.json:
        return print_json([_facts(term.text, term.word) for term in terms])
    for i, term in enumerate(terms):
        if arguments.form == "boards":
            print("\n" * (i > 0) + _as_boards(term, terminal))
        else:
            print(_as_text(term.word, arguments.form))


def _steps(term: Term) -> list[Term]:
    """Return the operations that *term* consists of, innermost first, and the term itself."""
    nested = [step for part in term.parts if part.operator for step in _steps(part)]
    return [*nested, term]


def _facts(text: str, word: int) -> dict[str, object]:
    squares = _as_text(word, "squares").split()
    return {"expression": text, "word": f"0x{word:016x}", "count": len(squares), "squares": squares}


def _as_text(word: int, form: str) -> str:
    squares = " ".join(SQUARE_NAMES[s] for s in range(64) if word >> s & 1)
    return {"hex": f"0x{word:016x}", "int": str(word), "digits": f"{word:064b}", "squares": squares}[form]


def _blocks(term: Term) -> list[Block]:
    """Return the operands, operators and result of a term."""
    blocks: list[Block] = []
    if len(term.parts) == 1:
        blocks = [Block(term.operator), _block(term.parts[0])]
    elif term.operator in ("<<", ">>"):
        blocks = [_block(term.parts[0]), Block(f"{term.operator} {term.parts[1].word}")]
    elif term.operator:
        for part in term.parts:
            blocks += [Block(term.operator), _block(part)]
        blocks = blocks[1:]
    if blocks:
        blocks.append(Block("="))
    return [*blocks, Block("" if term.operator else term.text, term.word)]


def _as_boards(term: Term, terminal: Terminal) -> str:
    """Return the operands, operators and result as a row of boards, then the result as a word and a list of squares."""
    name = term.text.partition("(")[0].lower()
    if not term.operator and name in NUMBERS:
        square = "" if name == "count" else f", the square {SQUARE_NAMES[term.word]}"
        return f"{term.text} = {terminal.paint(str(term.word), 'bold')}{square}"
    count = term.word.bit_count()
    named = f"{count} square{'s' * (count != 1)}"
    if 0 < count <= _NAMED:
        named += f": {_as_text(term.word, 'squares')}"
    return f"{side_by_side(_blocks(term), terminal)}\n\n{terminal.paint(f'0x{term.word:016x}', 'bold')}  {named}"


def _block(term: Term) -> Block:
    return Block(term.text, term.word)
