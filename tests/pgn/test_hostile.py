"""Texts that are not what a reader expects: every reader gives the same games, and reports what is not PGN.

`tests/files/pgn/hostile` has one small file per kind. The table next to them, `expected.json`, has for each file its
games: the tag Event, the moves, the result, and the places of the errors (line:column from the start of the game).
"""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.pgn_comparison import real_games
from support.pgn_readers import READERS, Game, columns, event_kinds, headers, read_all, shards, skipped

import bitrook
import bitrook.data as bd
import bitrook.pgn
from bitrook import _core

HOSTILE = Path(__file__).parents[1] / "files" / "pgn" / "hostile"
TABLE: dict[str, list[tuple[Any, ...]]] = json.loads((HOSTILE / "expected.json").read_text(encoding="utf-8"))
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def expected(name: str) -> list[Game]:
    games: list[Game] = []
    for event, sans, result, errors in TABLE[name]:
        board = bitrook.Board()
        if name == "fischer_random":
            board = bitrook.Board("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", chess960=True)
        moves = [board.push_san(san).uci() for san in sans.split()]
        games.append(Game(event, None, moves, RESULTS.get(result), bool(errors)))
    return games


def without_white(games: list[Game]) -> list[Game]:
    return [game._replace(white=None) for game in games]


def test_every_file_is_in_the_table() -> None:
    assert {path.stem for path in HOSTILE.glob("*.pgn")} == TABLE.keys() and len(TABLE) > 80


@pytest.mark.parametrize("name", TABLE)
def test_games_of_every_reader(name: str) -> None:
    text = (HOSTILE / f"{name}.pgn").read_bytes()
    wanted = expected(name)
    found = read_all(text)
    # A scan does not read variations, so it does not see the errors in them.
    in_variation = name in ("illegal_move_in_variation", "unclosed_variation_with_result")
    for reader, games in found.items():
        games = without_white(games)
        if in_variation and (reader == "columns" or reader.startswith("shards")):
            games = [game._replace(has_error=each.has_error) for game, each in zip(games, wanted, strict=True)]
        assert games == wanted, reader
    assert skipped(io.BytesIO(text)) == len(wanted)
    kinds = ["error" if any(e.startswith("2:") for e in errors) else None for *_, errors in TABLE[name]]
    for event, each, wrong in zip(headers(io.BytesIO(text)), wanted, kinds, strict=True):
        assert event in (each.event, wrong, "error")


@pytest.mark.parametrize("name", TABLE)
def test_events_do_not_depend_on_pieces(name: str) -> None:
    text = (HOSTILE / f"{name}.pgn").read_bytes()
    whole = event_kinds(text, 0)
    for chunk in (1, 2, 3, 7, 31):
        assert event_kinds(text, chunk) == whole


@pytest.mark.parametrize("name", TABLE)
def test_places_of_errors(name: str) -> None:
    file = io.BytesIO((HOSTILE / f"{name}.pgn").read_bytes())
    places = []
    while (game := bitrook.pgn.read_game(file)) is not None:
        places.append([str(error).partition(": ")[0] for error in game.errors])
    wanted = [[f"line {e.partition(':')[0]}, column {e.partition(':')[2]}" for e in each] for *_, each in TABLE[name]]
    assert places == wanted


PARTS = ["moves", "error", "fen", "final", "clocks", "evals", "nags", "comments", "result", "White"]


@pytest.mark.parametrize("name", ["another_variant", "invalid_fen", "fen_without_bracket"])
@pytest.mark.parametrize("part", PARTS)
def test_length_of_a_game_that_cannot_be_replayed(name: str, part: str) -> None:
    """It is 0, whichever other columns are read."""
    text = (HOSTILE / f"{name}.pgn").read_bytes()
    rows = bd.read_pgn(text, columns=["ply_count", part])
    assert list(rows.column("ply_count")) == [0, 2]
    if part in ("moves", "clocks", "evals", "nags", "comments"):
        assert not rows.row(0)[part]
    assert bd.scan_pgn(text, columns=["White"], filters=[("ply_count", ">", 0)]).count() == 1
    assert bd.scan_pgn(text, columns=["White"], errors="drop").count() == 1


def test_605_games_of_tags() -> None:
    text = b"".join(b'[Event "%d"]\n[White "w"]\n\n' % i for i in range(605))
    for games in read_all(text, with_shards=False).values():
        assert [game.event for game in games] == [str(i) for i in range(605)] and not any(g.has_error for g in games)


def test_one_missing_brace_in_an_archive() -> None:
    """The games after it are whole, for any number of threads and shards."""
    games = real_games(300).split("\n\n[Event ")
    games[100] = games[100].replace(" }", " ", 1)
    text = "\n\n[Event ".join(games).encode()
    whole = columns(text)
    assert len(whole) == 300 and [i for i, game in enumerate(whole) if game.has_error] == [100]
    assert columns(text, threads=3) == whole
    assert shards(text, 10_000) == whole


SOUP = (
    '[Event "a"]', '[Event "b"]\n', '\n[White "w"]\n', "[Event", '"]', "1. ", "e4 ", "e5 ", "1... ", "2. ", "Nf3 ", "Sf3 ",
    "1-0", "*", " 0-1 ", "1/2-1/2\n", "{", "}", "{ a }", "(", ")", ";", "%", "\n", "\n", "\n\n", "\r\n", "\r", " ", "\ufeff",
    "\x1a", "\u00bd-\u00bd", "\u2013", "!?", "$1", "O-O", "d4 d5 ", "\n1. e4 e5 1-0\n\n",
)  # fmt: skip


@pytest.mark.parametrize("seeds", [range(300), pytest.param(range(300, 10_000), marks=pytest.mark.slow)], ids=str)
def test_all_readers_agree_on_any_text(seeds: range) -> None:
    """They find the same games with the same moves, whatever they skip and wherever the text is cut."""
    for seed in seeds:
        dice = random.Random(seed)
        text = "".join(dice.choices(SOUP, k=dice.randrange(1, 60))).encode()
        found = {name: read(text) for name, read in READERS.items()}
        wanted = found["binary"]
        for name, games in found.items():
            if name in ("columns", "visitor"):  # without errors in variations; messages are those of python-chess
                games = [g._replace(has_error=w.has_error) for g, w in zip(games, wanted, strict=True)]
            assert games == wanted, (seed, name)
        assert skipped(io.BytesIO(text)) == len(headers(io.BytesIO(text))) == len(wanted), seed
        whole = _core.pgn_events(text)
        assert all(_core.pgn_events(text, chunk=chunk) == whole for chunk in (1, 3)), seed
        ends = [event for event in _core.pgn_events(text, replay=False) if event[0] == "end_game"]
        assert len(ends) == len(wanted), seed
        if text and seed % 5 == 0:
            in_shards = shards(text, dice.randrange(5, 60))
            assert in_shards == found["columns"], seed
