"""Small UCI engines as commands, which crash, lie or wait on certain positions."""

from __future__ import annotations

import sys
import textwrap

_ENGINE = """
import os, sys, time
from bitrook import Board
board = Board()
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    words = line.split()
    if words == ["uci"]:
        say("id name scripted\\nuciok")
    elif words == ["isready"]:
        say("readyok")
    elif words == ["quit"]:
        break
    elif words[:1] == ["position"]:
        at = words.index("moves") if "moves" in words else len(words)
        board = Board() if words[1] == "startpos" else Board(" ".join(words[2:at]))
        for move in words[at + 1:]:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        move = next(iter(board.legal_moves))
{body}
        say(f"info depth 3 score cp 21 nodes 10 pv {{move}}")
        say(f"bestmove {{move}}")
"""


def engine(body: str = "") -> list[str]:
    """Return an engine that plays its first legal move after running *body*, which can use *board*, *move* and *words*."""
    code = _ENGINE.format(body=textwrap.indent(textwrap.dedent(body), "        "))
    return [sys.executable, "-c", code]
