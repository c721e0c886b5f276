"""The games of hostile files and of layouts, compared with those that pgn-extract finds.

Where the two differ, docs/reference/data-formats.md states who is right by the PGN standard.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest
from support.pgn_layouts import WANTED, choices, layout
from support.pgn_readers import READERS

HOSTILE = Path(__file__).parents[1] / "files" / "pgn" / "hostile"
RESULTS = {1: "1-0", -1: "0-1", 0: "1/2-1/2", None: "*"}
PROGRAM = shutil.which("pgn-extract", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="pgn-extract is not installed"),
]
Games = list[tuple[str | None, str, str]]

# The files in which pgn-extract 19-04 finds other games, grouped by how it reads them.
LOSES_GAMES = set(
    """
    another_variant castling_1 castling_4 command_outside_a_comment ellipsis figurines games_without_results
    games_without_results_or_blank_lines games_without_results_or_numbers half_points illegal_move_then_result nul
    pawn_letters quotes_in_tags russian semicolon_comments signs spaces_of_typography tags_alone
    tags_alone_without_blank_lines tags_alone_without_event text_before_the_game unclosed_comment
    unclosed_comment_at_the_end unclosed_comment_in_variation unclosed_comment_without_blank_lines unclosed_variation
    unclosed_variation_with_result unknown_word_1 unknown_word_4 unknown_word_5 unknown_word_8 unknown_word_9
    """.split()
)
PLAYS_ON = set(
    """
    german stray_brace stray_parenthesis unknown_word_0 unknown_word_2 unknown_word_3 unknown_word_6 unknown_word_7
    variation_before_the_first_move
    """.split()
)
OTHER = {"fen_without_bracket", "invalid_fen", "second_result", "unclosed_comment_before_comments"}


def read(path: Path) -> Games:
    """Return the games that pgn-extract writes."""
    assert PROGRAM
    done = subprocess.run([PROGRAM, "-Wuci", "-w100000", str(path)], capture_output=True, timeout=60, check=False)
    games: Games = []
    tags: dict[str, str] = {}
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        if tag := re.fullmatch(r'\[(\w+) "(.*)"\]', line):
            tags[tag[1]] = tag[2]
        elif line.strip():
            words = re.sub(r"\{[^}]*\}|\([^)]*\)", "", line).split()
            moves = [word for word in words if re.fullmatch(r"[a-h][1-8][a-h][1-8][nbrq]?|--", word)]
            event = tags.get("Event", "?")
            games.append((None if event == "?" else event, " ".join(moves), words[-1] if words else "*"))
            tags = {}
    return games


def ours(text: bytes) -> tuple[Games, bool]:
    games = READERS["binary"](text)
    return [(game.event, " ".join(game.moves), RESULTS[game.result]) for game in games], any(g.has_error for g in games)


@pytest.mark.parametrize("path", sorted(HOSTILE.glob("*.pgn")), ids=lambda path: path.stem)
def test_hostile_files(path: Path) -> None:
    theirs = read(path)
    games, has_error = ours(path.read_bytes())
    different = LOSES_GAMES | PLAYS_ON | OTHER
    assert (theirs != games) == (path.stem in different)
    if path.stem in PLAYS_ON:  # bitrook plays fewer moves, and says so
        assert has_error and any(len(a[1]) > len(b[1]) for a, b in zip(theirs, games))


def test_layouts(tmp_path: Path) -> None:
    """Where pgn-extract finds other games in a layout of three known games, it is one that it does not read."""
    path = tmp_path / "games.pgn"
    wanted = [(game.event, " ".join(game.moves), RESULTS[game.result]) for game in WANTED]
    same = 0
    for choice in islice(choices(3_000, 3), 0, 3_000, 5):
        text = layout(choice)
        path.write_bytes(text)
        assert ours(text) == (wanted, False), text
        theirs = read(path)
        same += theirs == wanted
    assert same > 100, same
