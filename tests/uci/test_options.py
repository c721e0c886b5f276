"""Engine options: declarations that clients can parse, values of the declared types, and `setoption` lines."""

from __future__ import annotations

import io
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import pytest

from bitrook import uci
from bitrook.engine._uci import parse_option
from bitrook.uci._declarations import declaration, parsed, setting

OPTIONS = [
    uci.check("OwnBook"),
    uci.check("Show Lines", True),
    uci.spin("Hash", 16, 1, 1024),
    uci.spin("Contempt", 0, -100, 100),
    uci.combo("Style", "Very Solid", ["Very Solid", "Risky"]),
    uci.string("Book File", "my books/a.bin"),
    uci.string("EvalFile"),
    uci.button("Clear Hash"),
]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_clients_read_what_is_declared(option: Any) -> None:
    line = declaration(option)
    ours = parse_option(line.removeprefix("option "))
    expected = "<empty>" if option.default == "" else option.default
    if option.type == "button":
        assert (ours.name, ours.type, ours.min, ours.max) == (option.name, "button", None, None)
    else:
        assert (ours.name, ours.type, ours.default) == (option.name, option.type, expected)
        assert (ours.min, ours.max, ours.var) == (option.min, option.max, option.var)


def test_an_engine_introduces_itself() -> None:
    output = io.StringIO()
    uci.Engine(lambda board, limits, report: None, options=OPTIONS).run(io.StringIO("uci\nquit\n"), output)
    lines = output.getvalue().splitlines()
    assert lines[0] == "id name Engine" and lines[-1] == "uciok"
    names = [line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-1]]
    assert names == [*(option.name for option in OPTIONS), "Ponder", "Move Overhead", "UCI_Chess960", "Debug Log File"]


def test_the_native_engine_is_by_the_author_of_the_package() -> None:
    info = metadata("bitrook")
    assert info["Author"].lower() == uci.SearchEngine.author
    assert converse(uci.SearchEngine(), "uci")[:2] == [
        f"id name bitrook {info['Version']}",
        f"id author {uci.SearchEngine.author}",
    ]
    assert f" {info['Author']}\n" in (Path(__file__).parents[2] / "LICENSE").read_text()
    assert any(url.startswith("Homepage, https://") for url in info.get_all("Project-URL") or ())  # for `pip show`


@pytest.mark.parametrize(
    ("index", "text", "value"),
    [
        (0, "true", True), (0, "TRUE", True), (0, "false", False), (0, "", False), (2, "64", 64), (2, "0", 1),
        (2, "5000", 1024), (3, "-7", -7), (4, "risky", "Risky"), (5, "", ""), (5, "<empty>", ""), (5, "a  b", "a  b"),
        (7, "", None),
    ],
)  # fmt: skip
def test_values_have_the_type_of_the_option(index: int, text: str, value: object) -> None:
    result = parsed(OPTIONS[index], text)
    assert result == value and type(result) is type(value)


@pytest.mark.parametrize(("index", "text"), [(2, "x"), (2, ""), (2, "1.5"), (2, "\u0663"), (4, "Wild")])
def test_wrong_values_are_refused(index: int, text: str) -> None:
    with pytest.raises(ValueError, match=OPTIONS[index].name):
        parsed(OPTIONS[index], text)


@pytest.mark.parametrize("make", [lambda: uci.spin("x", 5, 1, 3), lambda: uci.combo("x", "c", ["a", "b"])])
def test_wrong_defaults_are_refused(make: Any) -> None:
    with pytest.raises(RuntimeError, match="x"):
        make()


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("setoption name Hash value 32\n", "Hash", "32"),
        ("setoption name Clear Hash", "Clear Hash", ""),
        ("setoption  name  Book File  value  C:\\my  books\\a.bin \r\n", "Book File", "C:\\my  books\\a.bin"),
        ("setoption name Text value value of value", "Text", "value of value"),
        ("setoption name Text value", "Text", ""),
        ("setoption name Text value ", "Text", ""),
        ("setoption name Foo valued", "Foo valued", ""),
        ("setoption Hash value 3", "Hash", "3"),
        ("setoption", "", ""),
        ("setoption name", "", ""),
        ("setoption value 3", "value 3", ""),
    ],
)
def test_lines_with_options(line: str, name: str, value: str) -> None:
    assert setting(line) == (name, value)


class Recorder(uci.Engine):
    OPTIONS = OPTIONS

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[tuple[str, Any]] = []

    def option_changed(self, name: str, value: Any) -> None:
        if value == 13:
            raise ValueError("unlucky")
        if value == 14:
            raise TypeError("a mistake of the author")
        self.changes.append((name, value))


def converse(engine: uci.Engine, *lines: str) -> list[str]:
    output = io.StringIO()
    engine.run(io.StringIO("\n".join(lines)), output)
    return output.getvalue().splitlines()


def test_engines_hear_of_changes() -> None:
    engine = Recorder()
    assert engine.options["hash"] == 16 and "Clear Hash" not in engine.options
    lines = converse(
        engine, "setoption name hash value 64", "setoption name CLEAR HASH", "setoption name Style value risky",
        "setoption name Nothing", "setoption name Hash value x",
    )  # fmt: skip
    assert engine.changes == [("Hash", 64), ("Clear Hash", None), ("Style", "Risky")]
    assert engine.options["HASH"] == 64 and engine.options["Style"] == "Risky"
    assert lines == [
        "info string setoption: no such option: 'Nothing'",
        "info string setoption: Hash: expected an integer, got 'x'",
    ]


def test_a_refused_change_restores_the_value(caplog: pytest.LogCaptureFixture) -> None:
    engine = Recorder()
    assert converse(engine, "setoption name Hash value 13") == ["info string setoption: unlucky"]
    assert engine.options["Hash"] == 16 and not caplog.records
    assert converse(engine, "setoption name Hash value 14") == ["info string setoption: a mistake of the author"]
    assert engine.options["Hash"] == 16 and caplog.records[0].exc_info


def test_an_engine_replaces_an_option_that_all_have() -> None:
    engine = uci.Engine(lambda board, limits, report: None, options=[uci.spin("Move Overhead", 100, 0, 1000)])
    assert engine.options["Move Overhead"] == 100
    assert len([line for line in converse(engine, "uci") if "Move Overhead" in line]) == 1


def test_options_of_the_native_search_set_its_arguments() -> None:
    engine = uci.SearchEngine(null_move=False)
    table = engine.native.table
    assert converse(engine, "setoption name Hash value 3", "go depth 8")[-1].startswith("bestmove")
    converse(engine, "setoption name Threads value 2")
    assert engine.options["Threads"] == 2
    assert engine.native.table is not table and engine.native.table.hashfull() > 0
    assert engine.native.off == ("null_move",)  # the other arguments are kept
    converse(engine, "setoption name Clear Hash")
    assert engine.native.table.hashfull() == 0
    converse(engine, "go depth 6", "ucinewgame")
    assert engine.native.table.hashfull() == 0
