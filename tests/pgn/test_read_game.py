"""Reading games: visitor calls, trees, errors and file positions are the same as in python-chess."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from support.pgn_comparison import GAMES, LIBRARIES, TRAPS, outcome, plain, real_games, recorder, tree

import bitrook.pgn

BUILDERS = ["GameBuilder", "HeadersBuilder", "BoardBuilder", "SkipVisitor"]
SKIPPING = ["begin_game", "end_headers", "begin_variation", "begin_parse_san", "handle_error"]


def read_all(pgn: Any, text: str, visitor: Any, limit: int = 50) -> list[Any]:
    """Read games up to the end of the text; return each with the file position after it."""
    file = io.StringIO(text)
    found = []
    for _ in range(limit):
        found.append((outcome(pgn.read_game, file, Visitor=visitor), file.tell()))
        if found[-1][0] is None:
            break
        if isinstance(found[-1][0], str):  # an exception
            break
    return found


def compare(text: str, visitors: Any) -> None:
    theirs, ours = (read_all(pgn, text, visitors(pgn)) for _, pgn in LIBRARIES.values())
    assert ours == theirs


# Where bitrook deliberately reads something else; see test_reader.py.
DIFFERENT = {
    *("byte order mark after a blank line", "two blank lines behind the tags", "bad tags", "tag with spaces"),
    *("tag behind moves", "CRLF", "results in the middle", "spaces in comments", "braces in comments"),
    *("unterminated comment", "variation first", "variation never closed", "too many closed", "illegal move"),
    *("illegal move in a variation", "signs", "words", "dashes", "no blank line between games", "NUL", "other digits"),
    "unknown variant",
}
SAME = [name for name in TRAPS if name not in DIFFERENT]


@pytest.mark.parametrize("name", sorted(DIFFERENT))
def test_traps_that_are_read_better(name: str) -> None:
    theirs, ours = (read_all(pgn, TRAPS[name], pgn.GameBuilder) for _, pgn in LIBRARIES.values())
    assert ours != theirs


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("builder", BUILDERS)
def test_builders_on_traps(name: str, builder: str) -> None:
    compare(TRAPS[name], lambda pgn: getattr(pgn, builder))


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize(
    "options", [{}, {"managed": True}, {"fail": True}, *({"skip": call} for call in SKIPPING)], ids=str
)
def test_calls_on_traps(name: str, options: dict[str, Any]) -> None:
    if name == "illegal first move":
        pytest.skip("the result after an illegal move is visited")
    if options.get("skip") == "begin_parse_san" and "(" in TRAPS[name]:
        pytest.skip("a variation that replaces no move is an error")
    compare(TRAPS[name], lambda pgn: recorder(pgn, **options))


@pytest.mark.parametrize("builder", BUILDERS)
def test_builders_on_real_games(builder: str) -> None:
    compare(real_games(30), lambda pgn: getattr(pgn, builder))


def test_calls_on_real_games() -> None:
    compare(real_games(6), recorder)


@pytest.mark.slow
def test_all_real_games() -> None:
    text = real_games(999)
    theirs, ours = io.StringIO(text), io.StringIO(text)
    count = 0
    while (expected := chess.pgn.read_game(theirs)) is not None:
        game = bitrook.pgn.read_game(ours)
        assert game is not None
        assert str(game) == str(expected)  # before and after its nodes are created
        assert tree(game) == tree(expected)
        assert str(game) == str(expected)
        assert ours.tell() == theirs.tell()
        count += 1
    assert bitrook.pgn.read_game(ours) is None and count == 999


def test_other_builders_of_games() -> None:
    """Custom subclasses are used, and their methods are called."""
    for _, pgn in LIBRARIES.values():

        class MyGame(pgn.Game):  # type: ignore[misc, name-defined]
            def add_variation(self, move: Any, **keywords: Any) -> Any:
                return super().add_variation(move, comment="mine", **keywords)

        class Upper(pgn.GameBuilder):  # type: ignore[misc, name-defined]
            def visit_comment(self, comment: str) -> None:
                super().visit_comment(comment.upper())

        game = pgn.read_game(io.StringIO("1. e4 {a} e5 {b}"), Visitor=MyGame.builder)
        assert type(game) is MyGame and game.next().comment == "mine a"
        assert type(game.next()) is pgn.ChildNode
        game = pgn.read_game(io.StringIO("1. e4 {a} e5 {b}"), Visitor=Upper)
        assert game.end().comment == "B"

        class MyHeaders(pgn.Headers):  # type: ignore[misc, name-defined]
            pass

        assert type(pgn.read_game(io.StringIO('[White "A"]'), Visitor=MyHeaders.builder)) is MyHeaders


class Reader:
    """A file whose only method is readline()."""

    def __init__(self, text: str) -> None:
        self.readline = io.StringIO(text).readline


def test_kinds_of_files(tmp_path: Path) -> None:
    text = '[White "Ånn"]\n\n1. e4 {ö} e5\n\n1. d4 *\n'
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        expected = [tree(chess.pgn.read_game(file)), tree(chess.pgn.read_game(file))]
    files: list[Any] = [io.StringIO(text), io.BytesIO(text.encode()), Reader(text), path.open(encoding="utf-8")]
    files += [path.open("rb"), path.open("rb", buffering=0)]
    for file in files:
        assert [tree(bitrook.pgn.read_game(file)), tree(bitrook.pgn.read_game(file))] == expected
        assert bitrook.pgn.read_game(file) is None
        if hasattr(file, "close"):
            file.close()


def test_bytes_that_are_not_utf8() -> None:
    game = bitrook.pgn.read_game(io.BytesIO('[White "Ånn"]\n\n1. e4'.encode("latin-1")))
    assert game is not None and game.headers["White"] == "Ånn"


def test_a_file_can_be_read_on_where_a_game_ended(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(real_games(20), encoding="utf-8")
    with path.open(encoding="utf-8") as ours, path.open(encoding="utf-8") as theirs:
        offsets = []
        while True:
            offset = ours.tell()
            assert offset == theirs.tell()
            headers = bitrook.pgn.read_headers(ours)
            assert plain(headers) == plain(chess.pgn.read_headers(theirs))
            if headers is None:
                break
            offsets.append(offset)
        for offset in reversed(offsets):
            ours.seek(offset)
            theirs.seek(offset)
            assert tree(bitrook.pgn.read_game(ours)) == tree(chess.pgn.read_game(theirs))
            assert bitrook.pgn.skip_game(ours) == chess.pgn.skip_game(theirs)
            assert ours.tell() == theirs.tell()


def test_errors_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "bitrook.pgn"):
        game = bitrook.pgn.read_game(io.StringIO("1. e5"))
    assert game is not None
    assert [type(error) for error in game.errors] == [bitrook.IllegalMoveError]
    assert caplog.messages == [f"{game.errors[0]} while parsing {game!r}".replace(", 1 errors", "")]


def test_what_readline_raises_is_passed_on() -> None:
    class Broken:
        def readline(self) -> str:
            raise OSError("broken")

    for read in (bitrook.pgn.read_game, bitrook.pgn.read_headers, bitrook.pgn.skip_game):
        with pytest.raises(OSError, match="broken"):
            read(Broken())  # type: ignore[arg-type]
        with pytest.raises(AttributeError):
            read(object())  # type: ignore[arg-type]


def test_the_real_games_are_there() -> None:
    assert GAMES.exists() and real_games(3).count("[Event ") == 3


@pytest.mark.parametrize("space", [chr(c) for c in range(0x110000) if chr(c).isspace() and chr(c) not in "\r\n"])
def test_white_space_is_that_of_python(space: str) -> None:
    text = f'[White "A"]{space}\n{space}\n1. e4 {{ c{space}}}{space}e5 *\n'
    ours, theirs = bitrook.pgn.read_game(io.StringIO(text)), chess.pgn.read_game(io.StringIO(text))
    assert str(ours) == str(theirs)


def test_a_number_with_four_zeros_is_a_move_number() -> None:
    text = '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 10000"]\n\n10000. Nf3 Nf6 10001. 0000 *'
    game = bitrook.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors
    assert [move.uci() for move in game.mainline_moves()] == ["g1f3", "g8f6", "0000"]
    assert str(game.mainline_moves()) == "10000. Nf3 Nf6 10001. --"


def test_visitors_see_the_board_of_each_line() -> None:
    """A single board moves back and forth between the lines, where python-chess copies it for each variation."""
    text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6) 3. exd5) 2... d6) 2. Nf3 (2. f4 exf4 (2... d5)) (2. d4) Nc6 *"
    compare(text, recorder)


def test_a_visitor_that_raises_leaves_the_reader_usable() -> None:
    class Broken(bitrook.pgn.BaseVisitor[None]):
        def visit_comment(self, comment: str) -> None:
            assert bitrook.pgn.read_game(io.StringIO("1. d4 (1. c4) d5")) is not None  # another reader
            raise RuntimeError(comment)

        def result(self) -> None: ...

    for _ in range(3):
        file = io.StringIO("1. e4 (1. d4 {why}\n1... d5) e5\n\n1. c4")
        with pytest.raises(RuntimeError, match="^why$"):
            bitrook.pgn.read_game(file, Visitor=Broken)
        assert file.readline() == "1... d5) e5\n"
        game = bitrook.pgn.read_game(file)
        assert game is not None and str(game) == str(chess.pgn.read_game(io.StringIO("1. c4")))
