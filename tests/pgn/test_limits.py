"""Game limits: each has an error with its position, and memory stays bounded for streams of any length."""

from __future__ import annotations

import dataclasses
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bitrook.pgn
from bitrook.pgn import Limits

MOVES = "Nf3 Nf6 Ng1 Ng8 "


def read(text: str, **limits: int) -> bitrook.pgn.Game:
    game = bitrook.pgn.read_game(io.StringIO(text), limits=Limits(**limits) if limits else None)
    assert game is not None
    return game


# For each limit n, a text that exceeds it, and the error.
EXCEEDING: dict[str, tuple[Any, str]] = {
    "game": (lambda n: "1. e4\n" + "e5" + " " * n, "line 2, column 1: the game is longer than {} bytes"),
    "moves": (lambda n: "\n\n" + MOVES * (n // 4) + "e4 e5 d4 d5"[: 3 * (n % 4) + 2], "line 1, column {column}: the game has more than {} moves"),
    "nags": (lambda n: "1. e4\n" + "$1 " * (n + 1), "line 2, column {column}: the move has more than {} NAGs"),
    "comment": (lambda n: "1. e4\n{" + "x" * (n + 1) + "}", "line 2, column 1: the comment is longer than {} bytes"),
    "tags": (lambda n: "".join(f'[A{i} "b"]\n' for i in range(n + 1)), "line {line}, column 1: the game has more than {} tags"),
    "tag": (lambda n: '[White "A"]\n[B "' + "x" * n + '"]', "line 2, column 1: the tag is longer than {} bytes"),
    "errors": (lambda n: "1. e4\n" + "(1. e5)\n(1. e5)\n" * n, "line {line}, column 5: the game has {} errors; the rest is skipped"),
}  # fmt: skip


@pytest.mark.parametrize(
    "limits", [{}, {"game": 300, "moves": 8, "nags": 3, "comment": 20, "tags": 4, "tag": 30, "errors": 2}]
)
@pytest.mark.parametrize("name", EXCEEDING)
def test_exceeding_a_limit_is_an_error_with_its_place(name: str, limits: dict[str, int]) -> None:
    number = limits.get(name, getattr(Limits(), name))
    make, message = EXCEEDING[name]
    places = {"moves": 4 * number + 1, "nags": 3 * number + 1}
    lines = {"tags": number + 1, "errors": number + 1}
    message = message.format(number, column=places.get(name, 0), line=lines.get(name, 0))
    only = {name: number} if limits else {}
    game = read(make(number), **only)
    assert [type(error) for error in game.errors][-1] is ValueError
    assert str(game.errors[-1]) == message
    assert len(game.errors) == (number + 1 if name == "errors" else 1)


def test_the_next_game_is_read_as_usual() -> None:
    file = io.StringIO(MOVES * 10 + "\n" + MOVES * 10 + "{\n\n}\n\n1. e4 *")
    limits = Limits(game=200)
    first, second = (bitrook.pgn.read_game(file, limits=limits) for _ in range(2))
    assert first is not None and second is not None
    assert len(list(first.mainline_moves())) == 40 and not second.errors
    assert str(second.mainline_moves()) == "1. e4"


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(Limits)])
@pytest.mark.parametrize("value", [0, -1, 1 << 31, 1.5, "7", None])
def test_wrong_limits_are_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be an int from 1 to 2147483647, not {value!r}$"):
        Limits(**{name: value})


def test_a_large_nag_is_an_error() -> None:
    game = read(f"1. e4 $4294967295 $4294967296 ${'9' * 5_000_000}", game=1 << 24)
    assert game.next().nags == {4294967295}  # type: ignore[union-attr]
    assert [str(error).partition(": ")[2] for error in game.errors] == ["the NAG number is too large"] * 2


def test_visitors_get_the_errors() -> None:
    class Visitor(bitrook.pgn.BaseVisitor[list[str]]):
        def __init__(self) -> None:
            self.errors: list[str] = []

        def handle_error(self, error: Exception) -> None:
            self.errors.append(str(error))

        def result(self) -> list[str]:
            return self.errors

    text = '[A "b"]\n[C "d"]\n\n1. e4 {long} $1 $2 e5 d4'
    limits = Limits(tags=1, comment=3, nags=1, moves=2)
    found = bitrook.pgn.read_game(io.StringIO(text), Visitor=Visitor, limits=limits)
    assert found == [str(error) for error in bitrook.pgn.read_game(io.StringIO(text), limits=limits).errors]  # type: ignore[union-attr]
    assert len(found) == 4
    with pytest.raises(ValueError, match="line 4, column 1: the comment is longer than 3 bytes"):
        bitrook.pgn.read_game(io.StringIO("\n" + text), Visitor=bitrook.pgn.BoardBuilder, limits=Limits(comment=3))
    with pytest.raises(ValueError, match="line 2, column 1: the game has more than 1 tags"):
        bitrook.pgn.read_headers(io.StringIO(text), limits=limits)


class Pieces(io.TextIOBase):
    """A file that records the length of the longest line that it has returned."""

    def __init__(self, text: str) -> None:
        self.file = io.StringIO(text)
        self.longest = 0

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        line = self.file.readline(size)
        self.longest = max(self.longest, len(line))
        return line


def test_long_lines_are_read_in_pieces() -> None:
    for movetext in (MOVES * 1_000, "{" + "x" * 9_999 + "}", "%{" + "x" * 9_999 + "{", ";{" + "x" * 9_999 + "{"):
        file = Pieces(f"1. e4 e5\n{movetext}\n\n1. d4\n\n")
        games = [bitrook.pgn.read_game(file, limits=Limits(game=100)) for _ in range(3)]
        assert file.longest == 101 and games[2] is None
        assert str(games[0].mainline_moves()) == "1. e4 e5" and str(games[1].mainline_moves()) == "1. d4"  # type: ignore[union-attr]


# --- Endless streams. After its imports, the process may use the size of the largest game and 64 MB more.

CHILD = Path(__file__).parents[1] / "support" / "endless_pgn.py"
STREAMS = ["moves", "one line", "nags", "numbers", "comments", "comment", "tags", "tag", "nested", "zigzag", "illegal"]
STREAMS += ["garbage", "blank", "escaped", "joined", "games"]


QUICK = [("moves", "objects"), ("nags", "objects"), ("one line", "visitor"), ("nested", "objects"), ("nags", "columns")]
ALL = [(stream, how) for stream in STREAMS for how in ("objects", "visitor", "headers", "skip", "columns")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="RLIMIT_AS and /proc")
@pytest.mark.parametrize(
    ("stream", "how"), [pytest.param(*each, marks=[] if each in QUICK else pytest.mark.slow) for each in ALL]
)
def test_memory_of_endless_streams(stream: str, how: str) -> None:
    done = subprocess.run(
        [sys.executable, str(CHILD), stream, how], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("read ")
