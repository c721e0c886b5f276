"""Evaluations, clocks, arrows and time controls are read and written as in python-chess."""

from __future__ import annotations

import io
from typing import Any

import chess
import chess.engine
import chess.pgn
import chess.svg
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.pgn_comparison import LIBRARIES

import bitrook
import bitrook.pgn
import bitrook.svg
from bitrook import Move
from bitrook.pgn import read_game

COMMANDS = ["[%clk 1:02:03]", "[%clk 0:00:00.5]", "[%clk 1:99:99]", "[%clk -1:0:0]", "[%clk\t1:2:3]", "[%emt 0:00:01.25]",
    "[%eval 1.5]", "[%eval #-3,12]", "[%eval #0]", "[%eval .5]", "[%eval 5.,3]", "[%eval 1.234]", "[%eval -0.07]",
    "[%eval 0.285]", "[%eval +3]", "[%csl Ra1,Gb2]", "[%cal Ya1b2]", "[%csl Xa1]", "[%cal Ra1b2,Ra1]"]  # fmt: skip
COMMENTS = st.lists(st.sampled_from([*COMMANDS, " ", "\n", "x", "  ", "[%clk 1:02:03"]), max_size=6).map("".join)
SECONDS = st.one_of(
    st.none(),
    st.integers(-5, 400_000),
    st.floats(-10, 1e6, allow_nan=False),
    st.sampled_from([59.9995, 59.9996, 3599.9999, 0.0005, 7.0005, 3600.0]),
)


def node(library: Any, comment: str, black: bool = False) -> Any:
    chess, pgn = library
    child = pgn.Game().add_variation(chess.Move.from_uci("e2e4"), comment=comment)
    return child.add_variation(chess.Move.from_uci("e7e5"), comment=comment) if black else child


@given(COMMENTS, SECONDS)
def test_clocks(comment: str, seconds: Any) -> None:
    for name in ("clock", "emt"):
        results = []
        for library in LIBRARIES.values():
            each = node(library, comment)
            read = getattr(each, name)()
            getattr(each, f"set_{name}")(seconds)
            results.append((read, each.comment, getattr(each, name)()))
        assert results[0] == results[1]


def scores(module: Any, kind: int, value: int, turn: bool) -> Any:
    score = [module.Cp, module.Mate, lambda _: module.MateGiven][kind](value)
    return module.PovScore(score, turn)


@given(
    COMMENTS,
    st.none() | st.tuples(st.integers(0, 2), st.integers(-20000, 20000), st.booleans()),
    st.none() | st.integers(-3, 99),
    st.booleans(),
)
@example("", (0, 35, True), -1, False)
def test_evaluations(comment: str, score: Any, depth: int | None, black: bool) -> None:
    results = []
    for (library, pgn), module in zip(LIBRARIES.values(), (chess.engine, bitrook.pgn), strict=True):
        each = node((library, pgn), comment, black)
        read = repr(each.eval()), each.eval_depth()
        each.set_eval(None if score is None else scores(module, *score), depth)
        results.append((read, each.comment, repr(each.eval()), each.eval_depth()))
    assert results[0] == results[1]


SCORES = [(kind, value) for kind in (0, 1) for value in (-5, -1, 0, 1, 5)] + [(2, 0)]


@pytest.mark.parametrize("first", SCORES)
@pytest.mark.parametrize("second", SCORES)
def test_scores(first: tuple[int, int], second: tuple[int, int]) -> None:
    def facts(module: Any) -> Any:
        a, b = (scores(module, *each, True) for each in (first, second))
        x, y = a.relative, b.relative
        found = [
            repr(a),
            repr(x),
            str(x),
            repr(-x),
            repr(+x),
            repr(abs(x)),
            x.mate(),
            x.is_mate(),
            a.is_mate(),
            x.score(),
        ]
        found += [x.score(mate_score=1000), repr(a.white()), repr(a.black()), repr(a.pov(False)), repr(a)]
        return [*found, x == y, x != y, x < y, x <= y, x > y, x >= y, a == b, x == 5]

    assert facts(bitrook.pgn) == facts(chess.engine)


ARROWS = st.lists(
    st.tuples(st.integers(0, 63), st.integers(0, 63), st.sampled_from([None, "green", "red", "blue", "#123456"])),
    max_size=4,
)


@given(COMMENTS, ARROWS)
def test_arrows(comment: str, arrows: Any) -> None:
    results = []
    for library, module in zip(LIBRARIES.values(), (chess.svg, bitrook.svg), strict=True):
        each = node(library, comment)
        read = [(a.tail, a.head, a.color) for a in each.arrows()]
        each.set_arrows([(t, h) if c is None else module.Arrow(t, h, color=c) for t, h, c in arrows])
        results.append((read, each.comment, [(a.tail, a.head, a.color) for a in each.arrows()]))
    assert results[0] == results[1]


TIMES = """|?|-|300|300+5|40/7200:3600|40/7200+30:20/3600:900+30|60+0|x|3600:60|180+1.5d|180+2D|5/300d|0|1+2+3|-5|?x| 300|
10/|300+|1e2|1/2/3|179|180|899|900|3599|3600|0+60|:|1+d|a/b|+5"""


@pytest.mark.parametrize("text", [text.strip("\n") for text in TIMES.split("|")])
def test_time_controls(text: str) -> None:
    def facts(pgn: Any) -> Any:
        try:
            control = pgn.parse_time_control(text)
            return (repr(control), repr(pgn.Game({"TimeControl": text}).time_control()))
        except ValueError as error:
            return (type(error).__name__, str(error))

    assert facts(bitrook.pgn) == facts(chess.pgn)


@pytest.mark.parametrize(("text", "time"), [("*180", 180), ("*600+5", 600), ("40/7200:*60", 7200)])
def test_sandclocks(text: str, time: int) -> None:
    """python-chess raises an error for these, which the standard defines in section 9.6.1."""
    control = bitrook.pgn.Game({"TimeControl": text}).time_control()
    assert control.parts[0].time == time and len(control.parts) == text.count(":") + 1
    with pytest.raises(ValueError, match="invalid literal"):
        bitrook.pgn.parse_time_control("**180")


def test_comments_as_lists() -> None:
    game = read_game(io.StringIO("{before} 1. e4 {one} {two} ({alone} 1. d4) e5 *"))
    assert game is not None
    first, other = game.variations
    assert (game.comments, first.comments, other.comments) == (["before"], ["one two"], [])
    assert other.starting_comments == ["alone"] and first.starting_comments == []
    assert first.comments == first.comments and first.comments != ["one", "two"] and first.comments != other.comments
    first.comments.append("three")
    assert first.comment == "one two three" and list(first.comments) == ["one two three"]
    first.comments.insert(0, "zero")
    first.comments[0] += "!"
    assert first.comment == "zero one two three!" and repr(first.comments) == "['zero one two three!']"
    first.comments.clear()
    del other.starting_comments[0]
    other.comments = ["a", "", "b"]
    assert (first.comment, other.starting_comment, other.comment) == ("", "", "a b")
    child = first.add_variation(Move.from_uci("c7c5"), comment=["x", "y"], starting_comment=["z"])
    assert (child.comment, child.starting_comment) == ("x y", "z")
    assert first.add_line([Move.from_uci("e7e6")], comment=["p", "q"]).comment == "p q"
    with pytest.raises(IndexError):
        other.starting_comments[0]
