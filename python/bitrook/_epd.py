"""Extended Position Description (EPD): a position and operations, `bm Nf3; id "opening";`. Loaded when used."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias, TypeVar

from ._core import Board, Move

_B = TypeVar("_B", bound=Board)

EpdOperand: TypeAlias = "None | str | int | float | Move | list[Move]"

_OPCODE = re.compile(r"[^ \t\r\n;]*")
_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)(?:"|\\?\Z)', re.DOTALL)  # the end of the text also ends a string
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_UNESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})

# Opcodes whose operand is a list of moves: alternatives in one position, or a line of play.
_ALTERNATIVES = ("am", "bm")
_LINE = "pv"


def _check_opcode(opcode: str) -> None:
    if not opcode:
        raise ValueError("an EPD opcode cannot be empty: ''")
    if opcode == "-":
        raise ValueError("an EPD opcode cannot be a dash: '-'")
    if not opcode[0].isalpha():
        raise ValueError(f"an EPD opcode must start with a letter: {opcode!r}")
    if any(space in opcode for space in " \t\r\n"):
        raise ValueError(f"an EPD opcode cannot contain white space: {opcode!r}")


# --- Writing.


def _line(board: Board, moves: Iterable[Move]) -> str:
    position = board.copy(stack=False)
    return "".join([" " + position.san_and_push(move) for move in moves])


def _operand(board: Board, opcode: str, operand: Any) -> str:
    if operand is None:
        return ""
    if isinstance(operand, Move):
        return " " + board.san(operand)
    if isinstance(operand, (int, float)):
        if not math.isfinite(operand):
            raise AssertionError(f"an EPD operand must be a finite number: {operand}")
        return f" {operand}"
    if not isinstance(operand, str) and hasattr(operand, "__iter__"):
        if opcode == _LINE:
            return _line(board, operand)
        if opcode in _ALTERNATIVES:
            return "".join([" " + san for san in sorted(map(board.san, operand))])
    return f' "{str(operand).translate(_ESCAPED)}"'


def epd(
    board: Board,
    *,
    shredder: bool = False,
    en_passant: Literal["legal", "fen", "xfen"] = "legal",
    promoted: bool | None = None,
    **operations: Any,
) -> str:
    """Return the position as EPD: Board.epd()."""
    position = board.fen(shredder=shredder, en_passant=en_passant, promoted=promoted).rsplit(" ", 2)[0]
    if not operations:
        return position
    fields = [position]
    for opcode, operand in operations.items():
        _check_opcode(opcode)
        fields.append(opcode + _operand(board, opcode, operand) + ";")
    return " ".join(fields)


# --- Reading.


def _number(opcode: str, text: str) -> int | float:
    if not any(mark in text for mark in ".eE"):
        return int(text)
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the operand of {opcode!r} must be a finite number: {text!r}")
    return number


def _moves(opcode: str, text: str, position: Board) -> Move | list[Move]:
    if opcode == _LINE:
        position = position.copy(stack=False)
        return [position.push_xboard(word) for word in text.split()]
    if opcode in _ALTERNATIVES:
        return [position.parse_xboard(word) for word in text.split()]
    return position.parse_xboard(text)


def _end(run: re.Pattern[str], text: str, at: int) -> int:
    found = run.match(text, at)
    return found.end() if found else at


def _operations(text: str, make_position: Callable[[], Board]) -> dict[str, EpdOperand]:
    operations: dict[str, EpdOperand] = {}
    position: Board | None = None
    at, end = 0, len(text)
    while at < end:
        start, at = at, _end(_OPCODE, text, at)
        opcode = text[start:at]
        if opcode in ("", "-"):
            at += 1
            continue
        if at < end and text[at] != ";":
            _check_opcode(opcode)
            at = _end(_SPACE, text, at)
        if at >= end or text[at] == ";":
            operations[opcode] = [] if opcode == _LINE or opcode in _ALTERNATIVES else None
            at += 1
            continue
        if text[at] == '"':
            string = _STRING.match(text, at)
            assert string is not None
            operations[opcode] = _ESCAPE.sub(lambda m: _UNESCAPED.get(m[1], m[1]), string[1])
            at = string.end()
            continue
        stop = text.find(";", at)
        if stop < 0:
            stop = end
        operand = text[at:stop]
        if operand[0] in "+-.0123456789":
            operations[opcode] = _number(opcode, operand)
        else:
            if position is None:
                position = make_position()
            operations[opcode] = _moves(opcode, operand, position)
        at = stop + 1
    return operations


def set_epd(board: Board, epd: str) -> dict[str, EpdOperand]:
    """Set *board* and return the operations: Board.set_epd()."""
    fields = epd.strip().rstrip(";").split(None, 4)
    if len(fields) < 5:
        board.set_fen(epd)
        return {}
    placement = " ".join(fields[:4])

    def make_position() -> Board:
        position = type(board)(placement + " 0 1")
        if board.chess960:  # castling is written king-two-squares if standard chess has these rights
            position.chess960 = True
            position.chess960 = position.has_chess960_castling_rights()
        return position

    operations = _operations(fields[4], make_position)
    board.set_fen(f"{placement} {operations.get('hmvc', 0)} {operations.get('fmvn', 1)}")
    return operations


def from_epd(cls: type[_B], epd: str, *, chess960: bool = False) -> tuple[_B, dict[str, EpdOperand]]:
    """Return a new board and the operations: Board.from_epd()."""
    board = cls.empty(chess960=chess960)
    return board, board.set_epd(epd)
