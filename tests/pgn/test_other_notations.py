"""Moves in other languages, comments of engine matches, and files that are not plain PGN in UTF-8."""

from __future__ import annotations

import io
import zipfile

import pytest

import bitrook.data as bd
import bitrook.pgn

GERMAN = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. d4 exd4 7. Dxd4 Dxd4 8. Sxd4 *\n"


@pytest.mark.parametrize("letters", ["de", "KDTLSB", ("K", "D", "T", "L", "S", "B")])
def test_letters(letters: str) -> None:
    game = bitrook.pgn.read_game(io.StringIO(GERMAN), letters=letters)
    assert game is not None and not game.errors and game.end().ply() == 15
    games = bd.read_pgn(GERMAN.encode(), columns=["moves", "error"], letters=letters)
    assert games.column("error")[0] is None and len(games.column("moves")[0]) == 15


def test_the_error_suggests_the_language() -> None:
    game = bitrook.pgn.read_game(io.StringIO(GERMAN))
    assert game is not None and "S is a knight in German, which is read with the letters 'de'" in str(game.errors[0])
    game = bitrook.pgn.read_game(io.StringIO("1. e4 e5 2. Кf3 Кc6 *"), letters="ru")
    assert game is not None and not game.errors
    with pytest.raises(ValueError, match="letters must be"):
        bitrook.pgn.read_game(io.StringIO(GERMAN), letters="xx")


COMMENTS = [
    ("+0.35/12 0.5s", 35, 12, 0.5),
    ("-M3/20 1.2s", 3 - 32_771, 20, 1.2),
    ("+0.25/13 0.050s, n=1234", 25, 13, 0.05),
    ("d=12, sd=20, mt=1200, wv=0.35", 35, 12, 1.2),
    ("[%eval  0.35,12 ] [%emt \n0:00:01]", 35, 12, 1.0),
]


@pytest.mark.parametrize(("comment", "evaluation", "depth", "time"), COMMENTS)
def test_comments_of_engine_matches(comment: str, evaluation: int, depth: int, time: float) -> None:
    text = f"1. e4 {{{comment}}} e5 *\n"
    node = bitrook.pgn.read_game(io.StringIO(text)).next()  # type: ignore[union-attr]
    assert node is not None and node.eval_depth() == depth and node.emt() == time
    assert node.eval().white().score(mate_score=32_768) == evaluation or node.eval().white().is_mate()
    games = bd.read_pgn(text.encode(), columns=["evals", "depths", "times"])
    row = games.row(0)
    assert (row["evals"][0], row["depths"][0], row["times"][0]) == (
        -32_766 if "M3" in comment else evaluation, depth, round(1000 * time),
    )  # fmt: skip


def test_the_mover_s_point_of_view() -> None:
    text = "1. e4 {+0.35/12 0.5s} e5 {+0.10/11 0.4s} *\n"
    game = bitrook.pgn.read_game(io.StringIO(text))
    assert game is not None and game.end().eval().white().score() == -10
    assert list(bd.read_pgn(text.encode(), columns=["evals"]).column("evals")[0]) == [35, -10]


def test_zip_and_utf_16() -> None:
    text = '[White "Ånn"]\n\n1. e4 e5 1-0\n'
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("readme.txt", "not a game")
        file.writestr("a.pgn", text)
        file.writestr("b.PGN", text.replace("e4", "d4"))
    for source in (archive.getvalue(), io.BytesIO(archive.getvalue())):
        games = bd.read_pgn(source, columns=["White", "ply_count", "error"])
        assert games["White"].tolist() == ["Ånn", "Ånn"] and list(games.column("error")) == [None, None]
    for encoding in ("utf-16", "utf-16-be"):
        data = text.encode(encoding) if encoding == "utf-16" else b"\xfe\xff" + text.encode(encoding)
        assert bd.read_pgn(data, columns=["White"])["White"].tolist() == ["Ånn"]
    with zipfile.ZipFile(archive := io.BytesIO(), "w") as file:
        file.writestr("readme.txt", "not a game")
    with pytest.raises(bd.ArchiveError, match=r"no file with the extension .pgn \(readme.txt\)"):
        bd.read_pgn(archive.getvalue())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<!DOCTYPE html>\n<p>e4</p>", "HTML or XML"),
        ('[{"moves": "e4"}]', "JSON"),
        ('{"moves": "e4"}', "JSON"),
        ("From: Ann\n\nhello", "a mail"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a position in FEN or EPD"),
        ("PK\x03\x04 ", "a ZIP archive"),
    ],
)
def test_what_a_file_seems_to_be(text: str, what: str) -> None:
    game = bitrook.pgn.read_game(io.StringIO(text))
    assert game is not None and f"it seems to be {what}" in str(game.errors[0])
