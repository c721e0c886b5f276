"""Tests for info lines: they are parsed as by python-chess, and no line raises an error."""

from __future__ import annotations

import logging
from typing import Any

import chess
import chess.engine
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import bitrook
from bitrook import Board
from bitrook._core import _parse_info
from bitrook.engine import EngineError, Info, _parse_uci_info
from bitrook.engine._uci import _CLASSES, parse_bestmove, parse_option
from bitrook.engine._xboard import _parse_xboard_post
from bitrook.engine._xboard import parse_option as parse_xboard_option

FENS = [
    chess.STARTING_FEN,
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7",
    "4k3/P6P/8/2pP4/8/8/8/4K3 w - c6 0 1",
]
WORDS = """
    depth seldepth time nodes pv multipv score cp mate lowerbound upperbound currmove currmovenumber hashfull nps tbhits
    cpuload string refutation currline ebf wdl sbhits DEPTH 1 2 3 -3 0 17 x e2e4 e7e5 g1f3 b8c6 d2d4 e2e5 0000 e1g1 e8c8
    e8a8 a7a8q a7a8 d5c6 P@e4 5.5 +5 +-5 -0 1e5 nan 123456789 9223372036854775807 e2e4x a9a9
""".split()
LINES = st.lists(st.sampled_from(WORDS), max_size=16).flatmap(
    lambda words: st.sampled_from([" ", "  ", "\t"]).map(lambda space: space.join(words))
)
SELECTORS = st.sampled_from([31, 31, 31, 0, 1, 2, 4, 8, 16])


@pytest.fixture(autouse=True, scope="module")
def quiet() -> Any:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def facts(info: Any) -> dict[str, str]:
    # python-chess reports a bound even without a score.
    bounds = {"lowerbound", "upperbound"}
    return {key: repr(value) for key, value in info.items() if "score" in info or key not in bounds}


@given(LINES, st.sampled_from(FENS), SELECTORS)
@example("refutation", FENS[0], 31)
@example("refutation depth 5 currline 1", FENS[0], 31)
def test_lines_of_uci_engines(line: str, fen: str, selector: int) -> None:
    theirs = chess.engine._parse_uci_info(line, chess.Board(fen), chess.engine.Info(selector))
    ours = _parse_uci_info(line, bitrook.Board(fen), Info(selector))
    assert facts(ours) == facts(theirs)


POSTS = st.tuples(
    st.lists(st.sampled_from(["4", "-12", "100003", "-100000", "0", "99999", "x", "1.5"]), max_size=8),
    st.lists(st.sampled_from("e4 e5 1. 2. 1... Nf3 e2e4 O-O 0-0 xx (e5) <HT> - + a8=Q Kd7".split()), max_size=8),
).map(lambda parts: " ".join([*parts[0], *parts[1]]))


@given(POSTS, st.sampled_from(FENS), st.sampled_from([0, 4, 31]))
def test_lines_of_xboard_engines(line: str, fen: str, selector: int) -> None:
    theirs = chess.engine._parse_xboard_post(line, chess.Board(fen), chess.engine.Info(selector))
    ours = _parse_xboard_post(line, bitrook.Board(fen), Info(selector))
    assert facts(ours) == facts(theirs)


def test_numbers_of_moves_are_skipped() -> None:
    info = _parse_xboard_post("4 116 23 2252 7 1000\t1.e4 1...e5 2. ... Nf3", bitrook.Board())
    assert [move.uci() for move in info["pv"]] == ["e2e4", "e7e5", "g1f3"] and info["nps"] == 1000


@given(st.text(max_size=60), st.sampled_from(FENS))
def test_any_text_is_read(text: str, fen: str) -> None:
    board = bitrook.Board(fen)
    _parse_uci_info(text, board)
    _parse_xboard_post(text, board)
    for read in (lambda: parse_bestmove(board, text), lambda: parse_option(text), lambda: parse_xboard_option(text)):
        try:
            read()
        except EngineError:
            pass


def test_invalid_fields_are_logged_and_the_rest_is_read(caplog: pytest.LogCaptureFixture) -> None:
    logging.disable(logging.NOTSET)
    info = _parse_uci_info("depth x nodes 5 pv e2e5 score foo 3 ebf ? time 1 2", bitrook.Board())
    assert info == {"nodes": 5, "time": 0.001}
    assert [record.message.split()[1] for record in caplog.records] == ["depth", "pv", "score", "ebf"]
    assert {(record.name, record.levelname) for record in caplog.records} == {("bitrook.engine", "ERROR")}


def test_the_text_of_a_string_is_kept() -> None:
    assert _parse_uci_info("string  zwölf  ♜ \x00 depth 3 ", bitrook.Board())["string"] == "zwölf  ♜ \x00 depth 3 "


def test_arguments_of_the_native_function() -> None:
    board = bitrook.Board()
    for arguments in [
        (b"depth 1", board, 31, _CLASSES),
        ("depth 1", None, 31, _CLASSES),
        ("depth 1", board, "x", _CLASSES),
        ("depth 1", board, 31, list(_CLASSES)),
        ("score cp 1", board, 31, (1, 2, 3, 4, 5)),
    ]:
        with pytest.raises(TypeError):
            _parse_info(*arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="five"):
        _parse_info("depth 1", board, 31, _CLASSES[:4])  # type: ignore[arg-type]


def test_a_constructor_that_raises() -> None:
    def broken(*args: object) -> None:
        raise LookupError("broken")

    with pytest.raises(LookupError):
        _parse_info("score cp 1", bitrook.Board(), 31, (broken,) * 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name Hash type spin default 16 min 1 max 1024", ("Hash", "spin", 16, 1, 1024, [])),
        ("name Min depth max type spin min 1 max 3", ("Min depth max", "spin", None, 1, 3, [])),
        ("name Clear Hash type button", ("Clear Hash", "button", None, None, None, [])),
        ("name Path type string default ", ("Path", "string", "", None, None, [])),
        ("name Style type combo default a b var a b var c", ("Style", "combo", "a b", None, None, ["a b", "c"])),
        ("name On type check default true", ("On", "check", True, None, None, [])),
    ],
)
def test_options_of_uci_engines(text: str, expected: tuple[Any, ...]) -> None:
    option = parse_option(text)
    assert (option.name, option.type, option.default, option.min, option.max, option.var) == expected


@pytest.mark.parametrize("text", ["", "name", "name X", "name X type weird default 3", "name X type spin default y"])
def test_invalid_options_of_uci_engines(text: str) -> None:
    with pytest.raises(EngineError):
        parse_option(text)


def test_movesleft_of_lc0() -> None:
    info = _parse_uci_info("depth 5 movesleft 42 nodes 7", Board())
    assert info == {"depth": 5, "movesleft": 42, "nodes": 7}
