"""Any single byte that is deleted, inserted or replaced: the same moves, an error in that game, or valid PGN."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bitrook import _core

GAMES = [
    b"""[Event "one"]
[White "Ann"]
[Result "1-0"]

1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Nf3 Nc6 3. Bb5 { Spanish } 3... a6
4. Ba4 (4. Bxc6 dxc6 5. O-O $1 (5. d4 exd4) 5... f6) 4... Nf6 5. O-O Be7 1-0

""",
    b"""[Event "two"]
[White "Cid"]
[Result "1/2-1/2"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 {a
comment} O-O 5. a3! Bxc3+ 6. Qxc3 b6 7. Bg5 1/2-1/2

""",
    b"""[Event "three"]
[White "Eve"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
""",
]
TEXT = b"".join(GAMES)
CHARACTERS = [bytes([c]) for c in b' \n\r"[]{}();%*.$!?-+=01/28aeNKOx@\x00\xe9\xef']


def read(text: bytes) -> list[tuple[Any, ...]]:
    """Return the tag Event, the moves with their depths, and the number of errors of each game."""
    games: list[tuple[Any, ...]] = []
    event, moves, errors, depth = None, [], 0, 0
    for name, *values in _core.pgn_events(text):
        if name == "begin_game":
            event, moves, errors, depth = None, [], 0, 0
        elif name == "tag" and values[0] == b"Event":
            event = values[1]
        elif name == "move":
            moves.append((depth, values[0]))
        elif name in ("begin_variation", "end_variation"):
            depth += 1 if name == "begin_variation" else -1
        elif name == "error":
            errors += 1
        elif name == "end_game":
            games.append((event, tuple(moves), errors))
    return games


def outcome(whole: list[tuple[Any, ...]], text: bytes, game: int) -> str:
    """Return what became of a change in one game."""
    left = read(text)
    for number, other in enumerate(whole):
        if number != game and other not in left:
            return "another game is changed"
        if number != game:
            left.remove(other)
    if any(errors for *_, errors in left):
        return "error"
    return "same" if [moves for _, moves, _ in left] == [whole[game][1]] else "valid"


def test_single_bytes() -> None:
    whole = read(TEXT)
    assert [event for event, *_ in whole] == [b"one", b"two", b"three"]
    counts = Counter[str]()
    start = 0
    for game, part in enumerate(GAMES):
        last = part.rstrip(b"\n")  # the empty line after a game also belongs to the next one
        for at in range(start, start + len(last)):
            changed = [TEXT[:at] + TEXT[at + 1 :]]
            changed += [TEXT[:at] + c + TEXT[at:] for c in CHARACTERS]
            changed += [TEXT[:at] + c + TEXT[at + 1 :] for c in CHARACTERS]
            counts.update(outcome(whole, text, game) for text in changed)
        start += len(part)
    # Valid changes are those like "Nf6" to "f6", ";" before a move, and "*" among the tags.
    assert counts["another game is changed"] == 0
    assert counts["valid"] < 0.01 * counts.total() and counts["error"] > counts["same"] > 0, counts
