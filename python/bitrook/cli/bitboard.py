"""``bitrook bitboard``: evaluate expressions of sets of squares, and print the results."""

from __future__ import annotations

import argparse
import textwrap

from dataclasses import dataclass

from .. import SQUARE_NAMES, Board, Condition
from .boards import Block, add_svg, picture_of, side_by_side, write_picture
from .arguments import add_json, board_of
from .terminal import Terminal, print_json

USAGE = "bitrook bitboard EXPR... [--fen FEN] [--steps] [--as FORM | --json | --svg FILE]"
EPILOG = f"""\
operators on 64-bit words, with the precedence that they have in Python:
  ~ not, - negation, * + - modulo 2^64, << >> shift, & and, ^ xor, | or, ( )
  to subtract one set from another, use `a & ~b`
  put an expression that starts with a minus sign in parentheses
conditions, which are true or false:
  == != < <= > >=  compare numbers; sets, sides and pieces have == and !=
  not, and, or     a set is true if it is not empty
sets:
  e4  {{a1 b2 c3}}  file_e  rank_4  0xff  all  none  light  dark  corners  center  edges
  of the position: occupied  empty  white  pawns  white/pawns  checkers  pinned
functions:
{textwrap.fill(", ".join(Condition.names()[1]), 78, initial_indent="  ", subsequent_indent="  ")}

examples:
  bitrook bitboard "white & rank_2"
  bitrook bitboard "rook(d4)" "rook(d4, occupied)" --fen kiwipete
  bitrook bitboard "knight(g1) & ~white"
  bitrook bitboard "pawns & (pawns - 1)" --steps
  bitrook bitboard "0xff00 << 8" --as hex
  bitrook bitboard "count(white & pawns) == 8 and not check" --fen kiwipete"""

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
    add_svg(output)


@dataclass(frozen=True)
class Term:
    """A part of an expression: its text, its value, its operator if it has one, and the operands."""

    text: str
    kind: str
    operator: str
    name: str
    parts: tuple[Term, ...]
    value: int | float | bool

    @property
    def word(self) -> int:
        return int(self.value)

    @property
    def truth(self) -> str:
        return str(self.value).lower()


def evaluate(text: str, board: Board) -> Term:
    """Return the value of an expression; names such as `white` refer to *board*.

    :raises ValueError: if the text is not an expression. The message contains the column.

    >>> hex(evaluate("white & rank_2", Board()).word), evaluate("check", Board()).value
    ('0xff00', False)
    """
    terms, root = Condition(text).terms(board)

    def made(i: int) -> Term:
        text, kind, operator, name, parts, value = terms[i]
        return Term(text, kind, operator, name, tuple(map(made, parts)), value)

    return made(root)


def run(arguments: argparse.Namespace, terminal: Terminal) -> None:
    """Evaluate and print each expression."""
    board = board_of([arguments.fen])
    # Evaluate all expressions before printing anything, so that an error is the only output.
    terms = [evaluate(text, board) for text in arguments.expressions]
    if arguments.steps:
        terms = [step for term in terms for step in _steps(term)]
    if arguments.svg:
        return write_picture(picture_of(map(_blocks, terms)), arguments.svg)
    if arguments.json:
        return print_json([_facts(term) for term in terms])
    for i, term in enumerate(terms):
        if arguments.form == "boards":
            print("\n" * (i > 0) + _as_boards(term, terminal))
        else:
            print(term.truth if term.kind == "truth" else _as_text(term.word, arguments.form))


def _steps(term: Term) -> list[Term]:
    """Return the operations that *term* consists of, innermost first, and the term itself."""
    nested = [step for part in term.parts if part.operator for step in _steps(part)]
    return [*nested, term]


def _facts(term: Term) -> dict[str, object]:
    if term.kind == "truth":
        return {"expression": term.text, "value": term.value}
    squares = _as_text(term.word, "squares").split()
    return {"expression": term.text, "word": f"0x{term.word:016x}", "count": len(squares), "squares": squares}


def _as_text(word: int, form: str) -> str:
    squares = " ".join(SQUARE_NAMES[s] for s in range(64) if word >> s & 1)
    return {"hex": f"0x{word:016x}", "int": str(word), "digits": f"{word:064b}", "squares": squares}[form]


def _blocks(term: Term) -> list[Block]:
    """Return the operands, operators and result of a term."""
    blocks: list[Block] = []
    if len(term.parts) == 1:
        blocks = [Block(term.operator), _operand(term.parts[0], term)]
    elif term.operator in ("<<", ">>"):
        blocks = [_operand(term.parts[0], term), Block(f"{term.operator} {term.parts[1].word}")]
    elif term.operator:
        for part in term.parts:
            blocks += [Block(term.operator), _operand(part, term)]
        blocks = blocks[1:]
    if term.kind == "truth":
        return [*blocks, Block(f"= {term.truth}")]
    if blocks:
        blocks.append(Block("="))
    return [*blocks, Block("" if term.operator else term.text, term.word)]


def _operand(part: Term, term: Term) -> Block:
    """Return an operand of *term*: a board, or in conditions the text of what is not a set."""
    if part.kind == "set" or (part.kind == "number" and term.kind != "truth"):
        return Block(part.text, part.word)
    return Block(f"{part.text} ({part.truth})" if part.kind == "truth" else part.text)


def _as_boards(term: Term, terminal: Terminal) -> str:
    """Return the operands, operators and result as a row of boards, then the result as a word and a list of squares."""
    if term.kind == "truth":
        value = f"{term.text} = {terminal.paint(term.truth, 'bold')}"
        shows_boards = any(part.kind == "set" for part in term.parts)
        return f"{side_by_side(_blocks(term), terminal)}\n\n{value}" if shows_boards else value
    if term.kind == "number" and term.name:
        square = f", the square {SQUARE_NAMES[term.word]}" if term.name in ("lsb", "msb") else ""
        return f"{term.text} = {terminal.paint(str(term.word), 'bold')}{square}"
    count = term.word.bit_count()
    named = f"{count} square{'s' * (count != 1)}"
    if 0 < count <= _NAMED:
        named += f": {_as_text(term.word, 'squares')}"
    return f"{side_by_side(_blocks(term), terminal)}\n\n{terminal.paint(f'0x{term.word:016x}', 'bold')}  {named}"
