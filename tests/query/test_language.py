"""The language of conditions: precedence, kinds of terms, errors with their columns, limits, and the class Condition."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import bitrook
from bitrook import Board, Condition, explorer
from bitrook._core import _condition
from bitrook.batch import Boards
from bitrook.cli.bitboard import evaluate

CASES = json.loads((Path(__file__).parents[1] / "files" / "query" / "conditions.json").read_text(encoding="utf-8"))
NODE = shutil.which("node")


def column_of(text: str) -> int:
    with pytest.raises(ValueError, match="at column") as raised:
        evaluate(text, Board())
    return int(re.search(r" at column (\d+): ", str(raised.value))[1])


# --- The table of cases, which the explorer's page passes as well.


def shown(value: int | float | bool) -> str | bool:
    return value if isinstance(value, bool) else f"0x{int(value):x}"


@pytest.mark.parametrize("case", CASES["values"], ids=lambda case: case["text"])
def test_values(case: dict[str, Any]) -> None:
    assert shown(evaluate(case["text"], Board(case["fen"])).value) == case["value"]


@pytest.mark.parametrize("case", CASES["errors"], ids=lambda case: case["text"][:40])
def test_errors(case: dict[str, Any]) -> None:
    assert column_of(case["text"]) == case["column"]


@pytest.mark.skipif(NODE is None, reason="no Node.js")
def test_the_explorer_passes_the_same_cases(tmp_path: Path) -> None:
    folder = Path(explorer.__file__).parent
    data = json.dumps(explorer._data(None))
    script = f"""
    {(folder / "chess.js").read_text(encoding="utf-8")}
    {(folder / "expression.js").read_text(encoding="utf-8")}
    const chess = Chess({data}), expressions = Expressions(chess), cases = {json.dumps(CASES)};
    const value = ({{text, fen}}) => {{
      try {{
        const term = expressions.evaluate(text, chess.parseFen(fen));
        return term.kind === "truth" ? term.word === 1n : "0x" + term.word.toString(16);
      }} catch (error) {{ return String(error); }}
    }};
    const column = ({{text}}) => {{
      try {{ expressions.evaluate(text, chess.parseFen(chess.START)); return 0; }} catch (error) {{ return error.at + 1; }}
    }};
    console.log(JSON.stringify([cases.values.map(value), cases.errors.map(column)]));
    """
    (tmp_path / "cases.js").write_text(script, encoding="utf-8")
    made = subprocess.run([str(NODE), str(tmp_path / "cases.js")], capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    values, columns = json.loads(made.stdout)
    found = [{**case, "value": value} for case, value in zip(CASES["values"], values, strict=True)]
    assert found == CASES["values"]
    found = [{**case, "column": column} for case, column in zip(CASES["errors"], columns, strict=True)]
    assert found == CASES["errors"]


# --- Precedence: the same as in Python.

OPERATORS = ["|", "^", "&", "+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "and", "or"]


def random_arithmetic(rng: random.Random, words: int) -> str:
    """Return numbers with random operators, without parentheses."""
    text = str(rng.randrange(1, 20))
    for _ in range(words):
        operator = rng.choice(OPERATORS)
        sign = rng.choice(["", "", "", "-", "~"])
        text += (
            f" {operator} {rng.choice(['not ', '']) if operator in ('and', 'or') else ''}{sign}{rng.randrange(1, 20)}"
        )
    return text


def test_operators_bind_as_in_python() -> None:
    rng, tried = random.Random(9), 0
    while tried < 2000:
        text = random_arithmetic(rng, rng.randrange(1, 6))
        value = eval(text)
        found = evaluate(text, Board()).value
        tried += 1
        # `and` and `or` return an operand in Python, but true or false here.
        if isinstance(found, bool):
            assert found == bool(value), text
        else:
            assert found == value % 2**64, text


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("white & pawns == rank_2", "(white & pawns) == rank_2"),
        ("not check and turn == white", "(not check) and (turn == white)"),
        ("true or not true and false", "true or ((not true) and false)"),
        ("7 & 1 << 2 + 1 == 0", "(7 & (1 << (2 + 1))) == 0"),
        ("1 << 2 << 3 == 32 == 1 << 5", "((1 << 2) << 3) == 32 and 32 == (1 << 5)"),
        ("not ply == 1", "not (ply == 1)"),
        ("0 < count(pawns) <= 16 > 3", "(0 < count(pawns)) and (count(pawns) <= 16) and (16 > 3)"),
        ("white | black & none == white", "(white | (black & none)) == white"),
        ("~white & ~black == empty", "((~white) & (~black)) == empty"),
    ],
)
def test_precedence_of_conditions(text: str, grouped: str) -> None:
    assert evaluate(text, Board()).value is evaluate(grouped, Board()).value is True


# --- Kinds.


def test_differences_of_counts_are_signed() -> None:
    board = Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    assert board.matches("count(black & pawns) - count(white & pawns) < 0")
    assert board.matches("count(black & pawns) - count(white & pawns) == -1")
    assert not board.matches("count(black & pawns) - count(white & pawns) > 0")


def test_a_missing_value_makes_its_comparison_false() -> None:
    board = Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert not board.matches("lsb(pawns) == 0") and not board.matches("lsb(pawns) != 0")
    assert not board.matches("lsb(pawns) < 64") and board.matches("not lsb(pawns) < 64")
    assert not board.matches("between(pawns, e4)") and not board.matches("between(pawns, e4) == none")
    assert board.matches("lsb(pawns) == 0 or kings")
    with pytest.raises(ValueError, match="lsb takes a set that is not empty"):
        evaluate("lsb(pawns) == 0", board)


def test_sets_and_numbers_as_conditions() -> None:
    assert Board().matches("white") and not Board().matches("none") and not Board().matches("white & black")
    assert Board().matches("count(white)") and not Board().matches("ply") and Board().matches("not ply")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("whte & pawns", r"no set is named 'whte' \(did you mean white\?\) at column 1: 'whte & pawns'"),
        ("white & knigt(e4)", r"no function is named 'knigt' \(did you mean knight\?\) at column 9"),
        ("count(pawns) = 3", r"unexpected '=' \(did you mean ==\?\) at column 14"),
        ("white && black", r"expected a set, not '&' \(did you mean and\?\) at column 8"),
        ("check || checkmate", "found true or false; use `or` at column 1"),
        ("white || black", r"expected a set, not '\|' \(did you mean or\?\) at column 8"),
        ("!check", r"unexpected '!' \(did you mean not\?\) at column 1"),
        ("check & checkmate", "expected a set or an integer, found true or false; use `and` at column 1"),
        (
            "pawns > 3",
            r"cannot compare a set with a number; did you mean count\(pawns\)\?|'>' compares numbers; did you",
        ),
        ("white < black", r"'<' compares numbers; did you mean count\(white\)\? at column 7"),
        ("count(pawns) == pawns", r"cannot compare a number with a set; did you mean count\(pawns\)\? at column 14"),
        ("turn", "expected a condition, found a side; compare it: turn == white at column 1"),
        ("turn and check", "expected a condition, found a side; compare it: turn == white at column 1"),
        ("turn == e4", "expected white or black at column 9"),
        ("piece(white) == N", "piece takes a square such as e4 at column 7"),
        ("piece(e4) == 3", r"expected a piece \(PNBRQK for White, pnbrqk for Black\) or none at column 14"),
        ("file(4)", "file takes a letter from a to h, or a set at column 6"),
        ("rank(9)", "rank takes a digit from 1 to 8, or a set at column 6"),
        ("d & pawns", r"no set is named 'd' \(did you mean file\(d\)\?\) at column 1"),
        ("north & pawns", r"north is a function: north\(\.\.\.\) at column 1"),
        ('material("KQK")', "Black has no king 'k'.* at column 10"),
        ('material("KQxk")', "expected one of .* not 'x' at column 13"),
        ('material("kK")', "White's pieces come first.* at column 12"),
        ("material(KQk)", "material takes a text in quotes at column 10"),
        ('position("8/8")', "not a FEN: .* at column 1[0-9]"),
        ('move == "e2e4"', "not a move in standard algebraic notation"),
        ("move == e4", "move can only be compared with a text"),
        ('"e4"', "expected a condition, found a text at column 1"),
        ("check for 8", "expected 'plies' at column 12"),
        ("check for plies", "expected a number from 1 to 1000000 at column 11"),
        ("check then", "expected a set at column 11"),
        ("count(white, black)", "count takes 1 argument at column 1"),
        ("'é' == é", "unexpected 'é' at column 8"),
        ("check or capture for 3 plies", "'or' next to 'for' or 'then' needs parentheses: .* at column 18"),
        ("check or capture then checkmate", "'or' next to 'for' or 'then' needs parentheses: .* at column 18"),
        ("check then capture or checkmate", "'or' next to 'for' or 'then' needs parentheses: .* at column 7"),
        ("check for 3 plies or capture", r"'for' next to 'or' needs parentheses: \(A for 8 plies\) or B at column 19"),
        ("check for 3 plies and capture", "'for' next to 'and' needs parentheses: .* at column 19"),
        ("Result == 1", "'Result' is a tag, and conditions are about positions; use filters= or --where at column 1"),
        ("kings(us)", "no function is named 'kings'; it is a set: white & kings at column 1"),
        ("ply => 5", r"unexpected '=' \(did you mean >=\?\) at column 5"),
        ("(check e4)", r"expected '\)' at column 8"),
        ("move == 'e4", "the text is not closed at column 9"),
        ("check check", "unexpected 'check' at column 7"),
        ("check adn checkmate", r"unexpected 'adn' \(did you mean and\?\) at column 7"),
        ("clock + 1 > 3", "clock, eval and decimals can only be compared at column 1"),
        ("count(white) < 0xffffffffffffffff", "comparisons are limited to numbers below 2\\^63 at column 16"),
    ],
)
def test_messages(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board().matches(text)


def test_what_a_single_position_does_not_have() -> None:
    for text in ("clock < 30", "eval > 2.5", "check for 2 plies", "check then checkmate"):
        with pytest.raises(ValueError, match="games|positions of a game"):
            Board().matches(text)
        with pytest.raises(ValueError, match="games|positions of a game"):
            Boards(2).where(text)
    for text in ('move == "e4"', "move_to & e4", "move_from", "capture"):
        with pytest.raises(ValueError, match="not known here"):
            Boards(2).where(text)
    assert _condition("(clock < 30 and eval > 1 or check) then move == 'e4'").facts() == (
        "move", "clock", "eval", "sequence",
    )  # fmt: skip


# --- Limits.


def test_limits() -> None:
    assert column_of("e4 |" * 2000 + " e4") == 4097
    assert evaluate("(" * 60 + "e4" + ")" * 60, Board()).word == 1 << 28
    assert "nested deeper" in str(pytest.raises(ValueError, evaluate, "(" * 70 + "e4" + ")" * 70, Board()).value)
    assert "nested deeper" in str(pytest.raises(ValueError, evaluate, "not " * 70 + "e4", Board()).value)
    assert evaluate("+".join(["e4"] * 1000), Board()).word == (1000 << 28) % 2**64
    assert evaluate("+".join(["e4"] * 500) + "-e4" * 400, Board()).word == (100 << 28) % 2**64
    assert Board().matches(" and ".join(["count(moves(all)) == 16"] * 140))
    # The deepest right-hand sides that parentheses allow.
    text = "e4"
    while len(text) < 3900 and text.count("(") < 60:
        text = f"1 | 1 ^ 1 & 1 << 0 + 1 * ({text})"
    evaluate(text, Board())
    Condition(" then ".join(["check"] * 370))


def test_conditions_are_values() -> None:
    one, same = Condition("white & e2"), Condition("white & e2")
    assert one == same and hash(one) == hash(same) and one != Condition("white&e2") and one != "white & e2"
    assert repr(one) == "Condition('white & e2')" and one.text == "white & e2"
    for made in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert made == one and made.matches(Board())
    with pytest.raises(TypeError):
        Board().matches(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at column 1"):
        Condition("")
    with pytest.raises(AttributeError):
        one.text = "x"  # type: ignore[misc]


def test_many_texts_do_not_stay_compiled() -> None:
    from bitrook import _conditions

    for i in range(600):
        assert Board().matches(f"count(pawns) == {i}") == (i == 16)
    assert len(_conditions._cache) <= 256


def test_boards_where() -> None:
    boards = Boards(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"], threads=2)
    assert boards.where("rooks").tolist() == [True, False]
    assert boards.where(Condition("not rooks")).tolist() == [False, True]
    out = bitrook.batch.np.zeros(2, bool) if hasattr(bitrook.batch, "np") else bytearray(2)
    assert boards.where("rooks", out=out) is out and list(out) == [True, False]
    assert Boards(0).where("rooks").tolist() == []
    many = Boards(5000, threads=2)
    many.step(many.random_moves(seed=1))
    some = many.where("rank_4 & pawns")
    assert some.tolist() == [bool(board.pawns & bitrook.BB_RANK_4) for board in many]
