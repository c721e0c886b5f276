"""The expressions of ``bitrook bitboard``: a parser and evaluator for 64-bit words, with the rules of `Bitboard`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .. import Board
from .._similar import did_you_mean
from .sets import FUNCTIONS, named_set

__all__ = ["FUNCTIONS", "Term", "evaluate"]

_ALL = (1 << 64) - 1
_TOKEN = re.compile(
    r"0[xX][0-9a-fA-F_]+|0[bB][01_]+|[0-9]+|[A-Za-z][\w/.]*|<<|>>|[-~&|^+*(){},]|(?P<unexpected>\S)", re.ASCII
)
# The precedence is the same as in Python; a higher number binds more tightly.
_PRECEDENCE = {"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6}
_MAX_LENGTH, _MAX_DEPTH = 4096, 64

_APPLY: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "+": lambda a, b: a + b & _ALL,
    "-": lambda a, b: a - b & _ALL,
    "*": lambda a, b: a * b & _ALL,
    "<<": lambda a, b: a << b & _ALL if b < 64 else 0,
    ">>": lambda a, b: a >> b if b < 64 else 0,
}


@dataclass(frozen=True)
class Term:
    """A part of an expression: its text, its value, its operator if it has one, and the operands."""

    text: str
    word: int
    operator: str = ""
    parts: tuple[Term, ...] = ()


def evaluate(text: str, board: Board) -> Term:
    """Return the value of an expression; names such as `white` refer to *board*.

    :raises ValueError: if the text is not an expression. The message contains the column.

    >>> hex(evaluate("white & rank_2", Board()).word)
    '0xff00'
    """
    return _Parser(text, board).whole()


class _Parser:
    """A precedence-climbing parser. A token is its text and its offset."""

    def __init__(self, text: str, board: Board) -> None:
        self.text, self.board, self.at, self.depth = text, board, 0, 0
        if len(text) > _MAX_LENGTH:
            raise ValueError(f"expression longer than {_MAX_LENGTH} characters: {text[:40]!r}")
        self.tokens: list[tuple[str, int]] = []
        for match in _TOKEN.finditer(text):
            if match["unexpected"]:
                raise self.error(f"unexpected {match[0]!r}", match.start())
            self.tokens.append((match[0], match.start()))
        self.tokens.append(("", len(text.rstrip())))

    def error(self, message: str, place: int) -> ValueError:
        return ValueError(f"{message} at column {place + 1}: {self.text!r}")

    def whole(self) -> Term:
        term = self.binary(0)
        token, place = self.tokens[self.at]
        if token:
            raise self.error(f"unexpected {token!r}", place)
        return term

    def binary(self, least: int) -> Term:
        start = self.tokens[self.at][1]
        term = self.unary()
        while (precedence := _PRECEDENCE.get(operator := self.tokens[self.at][0], -1)) > least:
            self.at += 1
            right = self.binary(precedence)
            # a & b & c has three operands, but a << 1 << 2 has two, a << 1 and 2, and -a - b also has two.
            grouped = operator not in ("<<", ">>") and term.operator == operator and len(term.parts) > 1
            grouped = grouped and not term.text.startswith("(")
            parts = (*term.parts, right) if grouped else (term, right)
            word = _APPLY[operator](term.word, right.word)
            term = Term(self.text[start : self.end()], word, operator, parts)
        return term

    def end(self) -> int:
        token, place = self.tokens[self.at - 1]
        return place + len(token)

    def unary(self) -> Term:
        token, start = self.tokens[self.at]
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error(f"nested deeper than {_MAX_DEPTH}", start)
        self.at += 1
        operator, parts = "", tuple[Term, ...]()
        if token in ("~", "-"):
            part = self.unary()
            word, operator, parts = (~part.word if token == "~" else -part.word) & _ALL, token, (part,)
        elif token == "(":
            inner = self.binary(0)
            self.expect(")")
            word, operator, parts = inner.word, inner.operator, inner.parts
        elif token == "{":
            word = self.listed()
        elif token[:1].isdigit():
            word = self.number(token, start)
        elif token[:1].isalpha():
            word = self.named(token, start)
        else:
            raise self.error(f"expected a set, not {token!r}" if token else "expected a set", start)
        self.depth -= 1
        return Term(self.text[start : self.end()], word, operator, parts)

    def expect(self, wanted: str) -> None:
        token, place = self.tokens[self.at]
        if token != wanted:
            raise self.error(f"expected {wanted!r}", place)
        self.at += 1

    def number(self, token: str, place: int) -> int:
        try:
            value = int(token, 10 if token.isdigit() else 0)
        except ValueError:
            raise self.error(f"not a number {token!r}", place) from None
        if value > _ALL:
            raise self.error("more than 64 bits", place)
        return value

    def listed(self) -> int:
        word = 0
        while self.tokens[self.at][0] != "}":
            if self.tokens[self.at][0] == ",":
                self.at += 1
            word |= self.binary(0).word
        self.at += 1
        return word

    def named(self, name: str, start: int) -> int:
        if self.tokens[self.at][0] == "(":
            self.at += 1
            arguments = [self.binary(0).word]
            while self.tokens[self.at][0] == ",":
                self.at += 1
                arguments.append(self.binary(0).word)
            self.expect(")")
            return self.called(name.lower(), arguments, start)
        word = named_set(name, self.board)
        if word is None:
            raise self.error(f"no set is named {name!r}", start)
        return word

    def called(self, name: str, arguments: list[int], start: int) -> int:
        function = FUNCTIONS.get(name)
        if function is None:
            raise self.error(f"no function is named {name!r}{did_you_mean(name, FUNCTIONS)}", start)
        if len(arguments) not in function.arities:
            wanted = " or ".join(map(str, function.arities))
            raise self.error(f"{name} takes {wanted} argument{'s' * (function.arities != (1,))}", start)
        return function.of(self.board, *arguments)
