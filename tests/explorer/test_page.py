"""Tests for the explorer's page without a browser: its size, embedded data, hostile input, and where it opens."""

from __future__ import annotations

import html
import io
import json
import re
import sys
import types
from pathlib import Path

import pytest

import bitrook
from bitrook import Board, explorer, pgn
from bitrook.variant import AtomicBoard, CrazyhouseBoard, HordeBoard

HOSTILE = '</script><script>document.title = "owned"</script><img src=x onerror=alert(1)>'


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def game_of(plies: int) -> Board:
    board = Board()
    for i in range(plies):
        board.push_uci(("g1f3", "g8f6", "f3g1", "f6g8")[i % 4])
    return board


def test_a_game_of_100_moves_takes_less_than_500_kb() -> None:
    page = explorer.page(game_of(200))
    assert len(page.encode()) < 500_000
    assert len(data_of(page)["plies"]) == 201


def test_the_page_has_no_external_parts() -> None:
    page = explorer.page(Board())
    assert set(re.findall(r"https?://[^\s\"'<)]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "https://bitrook.github.io/bitrook/bitboards.html#",  # a link, which is not loaded
    }
    assert not re.search(r"<link|@import|<script[^>]* src=|<img", page)


def test_tags_cannot_leave_the_data() -> None:
    game = pgn.Game()
    game.headers["White"] = game.headers["Black"] = HOSTILE
    game.add_variation(bitrook.Move.from_uci("e2e4"))
    page = explorer.page(game)
    assert HOSTILE not in page and page.count("</script>") == 2
    assert data_of(page)["title"] == f"{HOSTILE} – {HOSTILE}"


def test_long_games_are_cut() -> None:
    data = data_of(explorer.page(game_of(100_000)))
    assert len(data["plies"]) == explorer.MAX_PLIES + 1 and data["cut"] == 100_000
    assert data["ply"] == explorer.MAX_PLIES


def test_the_random_numbers_are_those_of_the_key() -> None:
    numbers = data_of(explorer.page())["random"]
    assert len(numbers) == 781 == len(set(numbers))
    assert int(numbers[0]) ^ int(numbers[780]) == Board("8/8/8/8/8/8/8/p7 w - - 0 1").key  # pawn on a1, White to move


def test_a_node_selects_its_ply() -> None:
    game = pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 (2. f4) *"))
    assert game is not None
    data = data_of(explorer.page(game.next().next()))
    assert data["ply"] == 2 and [ply.get("san") for ply in data["plies"]] == [None, "e4", "e5", "Nf3"]
    assert data_of(explorer.page(game.next().next().variations[1]))["ply"] == 0


def test_explore_writes_a_file_and_prints_its_path_where_no_browser_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    made = bitrook.explore(Board(), tmp_path / "page.html")
    assert made.path is not None and made.path.read_text(encoding="utf-8") == made.html
    assert capsys.readouterr().out.strip() == str(tmp_path / "page.html")


def test_explore_opens_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setenv("BROWSER", "something")
    monkeypatch.setattr("webbrowser.open", lambda uri: opened.append(uri) or True)
    bitrook.explore("4k3/8/8/8/8/8/8/4K3 w - - 0 1", tmp_path / "page.html")
    assert opened == [(tmp_path / "page.html").as_uri()]


def test_notebooks_show_the_page_inline(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    made = bitrook.explore()
    assert made.path is None
    frame = made._repr_html_()
    assert html.unescape(re.search(r'srcdoc="([^"]*)"', frame)[1]) == made.html


def test_the_command_writes_a_page(run, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text("1. e4 e5 *", encoding="utf-8")
    assert run("explore", str(tmp_path / "game.pgn"), "-o", str(tmp_path / "page.html")).code == 0
    assert len(data_of((tmp_path / "page.html").read_text(encoding="utf-8"))["plies"]) == 3
    assert run("explore", "kiwipete", "-o", str(tmp_path / "page.html")).code == 0
    (tmp_path / "empty.pgn").write_text("", encoding="utf-8")
    assert "no game" in run("explore", str(tmp_path / "empty.pgn")).err


def test_pages_about_variants_have_what_chess_does_not() -> None:
    board = CrazyhouseBoard("4k3/7P/8/8/8/8/8/4K3[Nr] w - - 0 1")
    for san in ("N@f6+", "Kd8", "h8=Q+", "Kc7", "Nd5+", "Kb7", "Qa8+", "Kxa8", "Nc3", "R@a7"):
        board.push_san(san)
    data = data_of(explorer.page(board))
    assert data["variant"] == "crazyhouse"
    plies = data["plies"]
    promoted = [int(ply["sets"]["promoted"]) for ply in plies]
    dropped = [int(ply["sets"]["dropped"]) for ply in plies]
    assert promoted == [0] * 3 + [bitrook.BB_H8] * 4 + [bitrook.BB_A8] + [0] * 3
    assert dropped == [0] + [bitrook.BB_F6] * 4 + [bitrook.BB_D5] * 4 + [bitrook.BB_C3, bitrook.BB_C3 | bitrook.BB_A7]
    assert plies[-1]["shown"] == board.fen() == "k7/r7/8/8/8/2N5/8/4K3[p] w - - 2 6"
    assert plies[-1]["key"] == str(board.key) and plies[-1]["check"] == -1
    assert plies[1]["check"] == bitrook.E8 and plies[1]["san"] == "N@f6+"
    assert plies[-1]["fen"] == "k7/r7/8/8/8/2N5/8/4K3 w - - 2 6"

    game = pgn.Game.from_board(AtomicBoard("4k3/3p4/8/4N3/8/8/8/4K3 w - - 0 1"))
    assert data_of(explorer.page(game))["plies"][0]["sets"] == {"promoted": "0"}
    assert data_of(explorer.page(HordeBoard()))["plies"][0]["shown"] == HordeBoard().fen()
    assert data_of(explorer.page(Board()))["variant"] == ""
