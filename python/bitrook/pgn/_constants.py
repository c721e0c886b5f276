"""The constants of `bitrook.pgn`: NAGs, the tag roster, SKIP, and the regular expressions of PGN's tokens."""

import enum as _enum
import re as _re

# Numeric annotation glyphs. Numbers 1 to 6 can also be written as a suffix of a move: "!", "?", "!!", "??", "!?", "?!".
NAG_NULL = 0
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_WHITE_MODERATE_COUNTERPLAY = 132
NAG_BLACK_MODERATE_COUNTERPLAY = 133
NAG_WHITE_DECISIVE_COUNTERPLAY = 134
NAG_BLACK_DECISIVE_COUNTERPLAY = 135
NAG_WHITE_MODERATE_TIME_PRESSURE = 136
NAG_BLACK_MODERATE_TIME_PRESSURE = 137
NAG_WHITE_SEVERE_TIME_PRESSURE = 138
NAG_BLACK_SEVERE_TIME_PRESSURE = 139
NAG_NOVELTY = 146

# The tags that every game should have, in order.
TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]


class SkipType(_enum.Enum):
    """The type of SKIP, which a visitor returns to skip a game, its moves, or a variation.

    >>> SKIP
    <SkipType.SKIP: None>
    """

    SKIP = None


SKIP = SkipType.SKIP

_NAME = "[A-Za-z0-9][A-Za-z0-9_+#=:-]*"
_MOVE = "|".join([
    r"[KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[KQRBNkqrbn])?",  # SAN, long algebraic, UCI
    r"[KQRBNP]?@[a-h][1-8]",  # a drop
    "--|Z0|0000|@@@@",  # null moves
    "O-O(?:-O)?|0-0(?:-0)?",  # castling
])  # fmt: skip

TAG_REGEX = _re.compile(rf'^\[({_NAME})\s+"([^\r]*)"\]\s*$')
TAG_NAME_REGEX = _re.compile(rf"^{_NAME}\Z")
# The groups: a move, everything from "{", everything from ";", a NAG, "(", ")", a result, a suffix such as "!?".
MOVETEXT_REGEX = _re.compile(
    rf"({_MOVE})|(\{{.*)|(;.*)|(\$[0-9]+)|(\()|(\))|(\*|1-0|0-1|1/2-1/2)|([!?]{{1,2}})", _re.DOTALL
)
SKIP_MOVETEXT_REGEX = _re.compile("[;{}]")


def _command(arguments: str) -> _re.Pattern[str]:
    """Return the pattern of a command in a comment, such as ``[%clk 1:02:03]``, with a space on either side."""
    return _re.compile(rf"(?P<prefix>\s?)\[%{arguments}\s*\](?P<suffix>\s?)")


_TIME = r"\s+(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)"
_ARROW = "[RGYB](?:[a-h][1-8]){1,2}"

CLOCK_REGEX = _command("clk" + _TIME)
EMT_REGEX = _command("emt" + _TIME)
EVAL_REGEX = _command(
    r"eval\s+(?:#(?P<mate>[+-]?\d+)|(?P<cp>[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))(?:,(?P<depth>\d+))?"
)
ARROWS_REGEX = _command(rf"(?:csl|cal)\s+(?P<arrows>{_ARROW}(?:\s*,\s*{_ARROW})*)")
