"""Every reader takes time at most proportional to the length of its input, whatever the input is.

The tests compare the processor times for lengths that grow fourfold, and use no fixed time limit. The exponent of the
growth is 1 for linear time and 2 for quadratic time; up to 1.5 is accepted.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from support import children
from typing import Any

import pytest

import bitrook
from bitrook import Bitboard, Board, Move, SquareSet
from bitrook.cli import main

LENGTHS = [1 << size for size in range(10, 22 if children.LONG else 18, 2)]
EXPONENT = 1.5
SMALL = 0.002  # seconds: shorter times are not compared
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EPD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "

Make = Callable[[int], Any]


def repeated(text: str, before: str = "", after: str = "") -> Make:
    return lambda n: before + text * (n // len(text)) + after


JUNK = [
    repeated(text) for text in (" ", "1", "8/", "a", "x", "e4 ", "(", "~", '"', "\\", ";", "-", "\u00e9", "\t", "0x")
]
READERS: dict[str, tuple[Callable[[Any], Any], list[Make]]] = {
    "Board": (Board, [*JUNK, repeated("1", START[:-1]), repeated(" ", START), repeated("K", START[:45]), repeated("/", "8")]),
    "set_fen": (Board().set_fen, [*JUNK, repeated("0", START), repeated(" 0 1", START)]),
    "set_board_fen": (Board().set_board_fen, [*JUNK, repeated("8", START[:43])]),
    "set_castling_fen": (Board().set_castling_fen, [*JUNK, repeated("K"), repeated("Aa")]),
    "parse_san": (Board().parse_san, [*JUNK, repeated("!", "e4"), repeated("+", "Nf3"), repeated("-O", "O-O"), repeated("=Q", "e8")]),
    "parse_uci": (Board().parse_uci, [*JUNK, repeated("q", "e7e8"), repeated("e2e4")]),
    "Move.from_uci": (Move.from_uci, JUNK),
    "parse_square": (bitrook.parse_square, JUNK),
    "SquareSet": (SquareSet, [lambda n: [i % 64 for i in range(n)], lambda n: iter(range(n))]),
    "Bitboard": (Bitboard, [*JUNK, repeated("a1 "), repeated(". "), repeated("1 . "), repeated("\n", ". 1 "), lambda n: list(range(n))]),
    "set_epd": (
        Board().set_epd,
        [
            *JUNK,
            repeated("bm e4; ", EPD),
            lambda n: EPD + "".join(f"a{i} {i}; " for i in range(n // 10)),
            repeated(" e4", EPD + "bm", ";"),
            repeated("\\\\", EPD + 'id "', '";'),
            repeated("x", EPD + 'id "', '";'),
            repeated("x", EPD + 'id "'),
            repeated("x", EPD),
            repeated(" ", EPD + "id", ";"),
            repeated(";", EPD),
            repeated("9", EPD + "acd ", ";"),
            repeated("9", EPD + "acd 1.", ";"),
            repeated(" e4 e5", EPD + "pv", ";"),
        ],
    ),
    "from_epd": (Board.from_epd, [repeated("id \"a\"; ", EPD), repeated("x", EPD + 'id "', '";')]),
    "show": (lambda text: bitrook.side_by_side(text, 1), JUNK),
}  # fmt: skip


def exponent(read: Callable[[Any], Any], make: Make) -> float:
    """Return the largest growth exponent between two lengths, or 0 if the times are too short."""
    worst, times = 0.0, {}
    for n in LENGTHS:
        best = math.inf
        for _ in range(2):
            given = make(n)
            start = time.thread_time()
            try:
                read(given)
            except (ValueError, TypeError, IndexError, AttributeError, RecursionError, AssertionError):
                pass
            best = min(best, time.thread_time() - start)
            if best > 0.2:
                break
        for shorter, before in times.items():
            if best > SMALL and n >= 4 * shorter:
                worst = max(worst, math.log(best / max(before, SMALL / 4)) / math.log(n / shorter))
        times[n] = best
        if worst > EXPONENT and best > 1:
            break
    return worst


def grows_in_proportion(read: Callable[[Any], Any], make: Make) -> bool:
    return any(exponent(read, make) <= EXPONENT for _ in range(4))  # try again, because the machine may be busy


@pytest.mark.parametrize("name", READERS)
def test_the_time_is_linear(name: str) -> None:
    read, makes = READERS[name]
    for i, make in enumerate(makes):
        assert grows_in_proportion(read, make), f"input {i}, {make(40)!r}"


EXPRESSIONS = [
    repeated("~", "", "a1"),
    repeated("a1|", "", "a1"),
    repeated("("),
    repeated("(a1)|", "", "a1"),
    repeated("a1 "),
]


@pytest.mark.parametrize("i", range(len(EXPRESSIONS)))
def test_the_time_of_expressions_is_linear(i: int, capsys: pytest.CaptureFixture[str]) -> None:
    def read(text: str) -> None:
        main(["show", text])
        capsys.readouterr()

    assert grows_in_proportion(read, EXPRESSIONS[i])


def test_a_quadratic_reader_is_found() -> None:
    def read(text: str) -> None:
        for i in range(0, len(text), 64):
            text[i:].count("x")

    assert not grows_in_proportion(read, repeated("x"))
