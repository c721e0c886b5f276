"""Layouts of three known games, for tests of readers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from support.pgn_readers import Game

import bitrook

GAMES = [
    ("first", "Ann", "e4 e5 Nf3 Nc6 Bb5 a6 O-O", "1-0"),
    ("second", "Bob", "d4 Nf6 c4 e6 Nc3 Bb4", "1/2-1/2"),
    ("third", "Cid", "f3 e5 g4 Qh4#", "0-1"),
]
RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}
LINE_ENDS = ["\n", "\r\n", "\r", "\r\r\n"]
TAGS = ["{0}\n{1}\n{2}", "{0} {1}\n{2}", "{0}{1}{2}", "  {0}\n\t{1}\n {2}", "{0}\n\n{1}\n{2}", "{2}\n{0}\n{1}"]
BEFORE_MOVES = ["\n", "\n\n", "\n\n\n\n", " ", "\n \t\n"]
BETWEEN_GAMES = [
    "\n",
    "\n\n",
    "\n\n\n",
    " ",
    "",
    "\n\ufeff",
    "\n\n\ufeff",
    "\ufeff",
    "\n  \n",
    "\n% escaped\n",
    " ; x\n\n",
]
NUMBERS = ["{}. ", "{}.", "{} ", "{}.\n", ""]
BETWEEN_MOVES = [
    " ",
    "\n",
    "  \n ",
    "\n\n",
    "\t",
    " {a} ",
    " { [%clk 0:01:00] } ",
    " {a\nb} ",
    " ; c\n",
    "\n% d\n",
    " $1 ",
    " {e\n\nf}\n",
]
AFTER_TAGS = ["", "{before} ", "{before}\n\n", "; before\n"]
BEFORE_RESULT = [" ", "\n", "\n\n", " {end} ", "\t"]
ENDS = ["\n", "", "\n\n\n", "\x1a", "\n\x1a", " "]
STARTS = ["", "\ufeff", "\n\n", "% archive\n", "  \n"]
PARTS = [TAGS, BEFORE_MOVES, AFTER_TAGS, NUMBERS, BETWEEN_MOVES, BEFORE_RESULT, BETWEEN_GAMES, ENDS, STARTS, LINE_ENDS]


def wanted() -> list[Game]:
    games = []
    for event, white, sans, result in GAMES:
        board = bitrook.Board()
        moves = [board.push_san(san).uci() for san in sans.split()]
        games.append(Game(event, white, moves, RESULTS[result], False))
    return games


WANTED = wanted()


def layout(choice: tuple[str, ...]) -> bytes:
    """Return the games in one layout."""
    tags, before, after_tags, number, between, before_result, games, end, start, line_end = choice
    texts = []
    for event, white, sans, result in GAMES:
        words = []
        for ply, san in enumerate(sans.split()):
            words.append((number.format(ply // 2 + 1) if ply % 2 == 0 else "") + san)
        moves = between.join(words) + before_result + result
        pairs = [f'[Event "{event}"]', f'[White "{white}"]', f'[Result "{result}"]']
        texts.append(tags.format(*pairs) + before + after_tags + moves)
    return (start + games.join(texts) + end).replace("\n", line_end).encode()


def choices(count: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Return all pairs of two values of two parts, then random combinations."""
    yielded = 0
    default = tuple(part[0] for part in PARTS)
    for (i, a), (j, b) in itertools.combinations(enumerate(PARTS), 2):
        for x, y in itertools.product(a, b):
            choice = list(default)
            choice[i], choice[j] = x, y
            yield tuple(choice)
            yielded += 1
            if yielded == count:
                return
    dice = random.Random(seed)
    for _ in range(count - yielded):
        yield tuple(dice.choice(part) for part in PARTS)
