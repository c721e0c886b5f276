"""Commands for small UCI engines that crash, lie or hang at certain positions, and a check that their threads end."""

from __future__ import annotations

import sys
import textwrap
import threading

from engine_scripts import START

_ENGINE = """
from bitrook import Board
board = Board()
for line in lines():
    words = line.split()
    if words[:1] == ["position"]:
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
    """Return an engine that runs *body*, which can use *board*, *move* and *words*, and plays its first legal move."""
    code = _ENGINE.format(body=textwrap.indent(textwrap.dedent(body), "        "))
    return [sys.executable, "-c", START + code]


def threads_end(before: set[threading.Thread]) -> bool:
    """Return whether all threads except those in *before* end within ten seconds.

    asyncio waits for each process in a thread, which briefly outlives the process.
    """
    started = set(threading.enumerate()) - before
    for thread in started:
        thread.join(10)
    return not any(thread.is_alive() for thread in started)
