"""EPD with operations: reading, writing and errors, compared with python-chess."""

from __future__ import annotations

import math
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitrook

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"


def plain(operand: Any) -> Any:
    """Return an operand in comparable form: moves as UCI, others with their type, since 1, 1.0 and True are equal."""
    if isinstance(operand, (bitrook.Move, chess.Move)):
        return operand.uci()
    if isinstance(operand, list):
        return [plain(each) for each in operand]
    return type(operand), operand


def read(module: Any, epd: str, chess960: bool = False) -> Any:
    board = module.Board.empty(chess960=chess960)
    try:
        operations = board.set_epd(epd)
    except ValueError as error:
        return type(error).__name__, board.fen()
    return {opcode: plain(operand) for opcode, operand in operations.items()}, board.fen(en_passant="fen")


OPERATIONS = r"""
bm e4; | bm e4 | bm e4 d4; | bm e4 ; am d4; | id "x y"; | id "x;y"; bm e4; | id "a\"b\\c\n\t\r\x"; | id "unterminated
ce 5; | ce -5; | ce +5; | acn 1.5; | acn 1e5; | acn nan; | acn inf; | acn -0.0; | acn 5.; | acn .5; | hmvc 3; fmvn 7;
hmvc x; | fmvn 0; | hmvc 3.5; | hmvc -1; | fmvn "5"; | pv e4 e5 Nf3; | pv e4 e4; | pv; | bm; | bm ; | bm e5; | noop;
noop ; | c0 hello; | c0 e4; | c0 Nf3 Nc3; | sm e4; | sm e5; | sm; | eco "C20"; | c9 "a" b; | c9 "a""b"; | c9 a"b; | -; |
1a; | a_b 1; | a-b 1; | a;b;c | a 1;a 2; | a "x | a e4 | a 5 | a 5.5 | a;;b; | ;;a 1; | bm "e4"; | bm 5; | c0 --; | 0 1
c0 0000; | x O-O; | x a b c; | x "a" ;  y ; | x 1 2; | x ab 1; | x 1_000; | x 0x10; | hmvc; | fmvn; | hmvc 00005; | é 1;
a"b 1; | pv "e4"; | bm e2e4; | a \"; | a "\"; | a "x\ | a "x\\ | sv 1e400; | sv -inf; | x "5"; | bm e4 e4; | x -; | x - ;
x --5; | a "1"2; | a 1"2"; | - 5; | - - a; | bm Nf3, e4; | pv --; | bm --; | a "x" "y" 5; | a .; | a +; | a 1e; | a E4; |
a "x";5; | a  "x" | a "x" ;;; - b | ; | ;; | a  1 ;  b  2; | bm Nc3 Nf3; pv Nf3 d5 e4 dxe4; dm 3
""".replace("\n", " | ").split(" | ")


@pytest.mark.parametrize("operations", OPERATIONS)
def test_operations_are_read_as_by_python_chess(operations: str) -> None:
    for separator in (" ", "\t", "  "):
        epd = START + separator + operations
        assert read(bitrook, epd) == read(chess, epd)


@pytest.mark.parametrize(
    "epd",
    ["", "x", START, START + " 0 1", START + ";", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 w bm e4;",
     "8/8/8/8/8/8/8/8 w - - 5 6;", f"  {START} bm e4; ", f"{START}\tbm\te4;", f"{START} a\n1;", f"{START} a\v1;",
     f"{START} a b\n;", f"{START} hmvc 5", "x x x x bm e4;", "8/8/8/8/8/8/8/8 w - - bm e4;", f"{CASTLING} bm O-O;",
     f"{CASTLING} a O-O;", f"{CASTLING} pv O-O O-O-O;", f"{CASTLING} bm e1g1;", f"{CASTLING} bm e1h1;"],
)  # fmt: skip
@pytest.mark.parametrize("chess960", [False, True])
def test_positions_are_read_as_by_python_chess(epd: str, chess960: bool) -> None:
    assert read(bitrook, epd, chess960) == read(chess, epd, chess960)


def test_castling_operands_of_chess960() -> None:
    epd = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - bm O-O; sm O-O-O;"
    board, operations = bitrook.Board.from_epd(epd, chess960=True)
    assert operations == {"bm": [bitrook.Move.from_uci("e1g1")], "sm": bitrook.Move.from_uci("e1b1")}
    assert board.epd(bm=operations["bm"], sm=operations["sm"]) == epd.replace("GBgb", "KQkq")


def operands(module: Any) -> list[dict[str, Any]]:
    move = module.Move.from_uci
    line = [move("g1f3"), move("d7d5"), move("e2e4")]
    return [
        {}, {"bm": [move("g1f3"), move("e2e4")]}, {"bm": move("e2e4")}, {"bm": []}, {"bm": (move("e2e4"),)},
        {"bm": {move("e2e4")}}, {"am": iter([move("e2e4"), move("d2d4")])}, {"pv": line}, {"pv": iter(line)}, {"pv": []},
        {"pv": [move("e2e5")]}, {"pv": move("e2e4")}, {"pv": None}, {"bm": None}, {"bm": "e4"}, {"bm": 5}, {"pv": 1.5},
        {"ce": 5, "id": "x y", "acn": 1.5}, {"a": None}, {"a": ""}, {"a": 'q"\\\n\t\r;x'}, {"a": 1e20}, {"a": 1e-9},
        {"a": True}, {"a": move("e2e5")}, {"sm": move("0000")}, {"a": []}, {"a": ["x"]}, {"a": b"x"}, {"a": {}},
        {"hmvc": 5, "fmvn": 7}, {"-": 1}, {"": 1}, {"1a": 1}, {"a b": 1}, {"a\n": 1}, {"é": 1}, {"a-b": 1}, {"a;b": 1},
        {"a": math.inf}, {"a": math.nan}, {"a": -5}, {"a": -0.0},
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(len(operands(bitrook))))
def test_operations_are_written_as_by_python_chess(number: int) -> None:
    def written(module: Any) -> str:
        try:
            return module.Board().epd(**operands(module)[number])
        except (ValueError, AssertionError) as error:
            return type(error).__name__

    assert written(bitrook) == written(chess)


@pytest.mark.parametrize(
    "options", [{}, {"shredder": True}, {"en_passant": "fen"}, {"en_passant": "xfen"}, {"promoted": True}]
)
def test_positions_are_written_as_by_python_chess(options: dict[str, Any]) -> None:
    for fen in (chess.STARTING_FEN, "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "rn~bqkbnr/8/8/8/8/8/8/RNBQKBNR w KQq - 5 9"):
        assert bitrook.Board(fen).epd(**options) == chess.Board(fen).epd(**options)


texts = st.text(st.characters(codec="utf-8", exclude_characters=";"), max_size=20)


@given(st.dictionaries(st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True), texts | st.integers()))
def test_what_is_written_is_read_back(operations: dict[str, Any]) -> None:
    for clocks in ("hmvc", "fmvn"):
        operations.pop(clocks, None)
    epd = bitrook.Board().epd(**operations)
    board, found = bitrook.Board.from_epd(epd)
    assert {opcode: plain(operand) for opcode, operand in found.items()} == {
        opcode: plain(operand) for opcode, operand in operations.items()
    }
    assert board == bitrook.Board()
    assert epd == chess.Board().epd(**operations)


@given(st.text('bmpvid e4Nf3;-"\\ 0.5\t', max_size=40))
def test_any_text_is_read_as_by_python_chess(operations: str) -> None:
    epd = f"{START} {operations}"
    assert read(bitrook, epd) == read(chess, epd)


def test_an_invalid_text_leaves_the_board_unchanged() -> None:
    board = bitrook.Board()
    board.push_san("e4")
    for epd in (f"{START} bm e5;", f"{START} hmvc x;", "x bm e4;", f"{START} 1 2;", ""):
        with pytest.raises(ValueError):
            board.set_epd(epd)
        assert board.fen(en_passant="fen") == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
        assert len(board.move_stack) == 1


def test_a_tuple_is_not_taken_for_arguments() -> None:
    epd = f"{START} bm e4;"
    for call in (bitrook.Board.from_epd, bitrook.Board().set_epd):
        with pytest.raises(TypeError, match="epd must be a str, not tuple"):
            call((epd,))  # type: ignore[arg-type]


def test_from_epd_returns_a_subclass() -> None:
    class Mine(bitrook.Board):
        pass

    board, operations = Mine.from_epd(f"{START} bm e4;")
    assert type(board) is Mine
    assert operations == {"bm": [bitrook.Move.from_uci("e2e4")]}
