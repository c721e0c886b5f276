"""Converts games to four forms of PGN: bare, with clocks, with clocks and evaluations, with comments and variations."""

from __future__ import annotations

import io
import random
import re

import bitrook.pgn

NOTE = "White has the initiative, but the pawn on the queenside will decide the endgame."


def forms(text: bytes) -> dict[str, bytes]:
    """Return Lichess games in each form. Games without clocks or evaluations do not get any."""
    clocks = re.sub(rb"\[%eval [^\]]*\] ?", b"", text)
    bare = re.sub(rb" \{[^}]*\}| \d+\.\.\.", b"", text)
    return {
        "bare": bare,
        "clocks": clocks,
        "clocks and evaluations": text,
        "comments and variations": annotated(bare),
    }


def annotated(text: bytes, seed: int = 1) -> bytes:
    """Return the games with a comment and a variation of up to six random legal moves at every fifth ply."""
    rng = random.Random(seed)
    file, games = io.StringIO(text.decode()), []
    while (game := bitrook.pgn.read_game(file)) is not None:
        for ply, node in enumerate(list(game.mainline()), 1):
            if ply % 5 == 0:
                node.comment = NOTE
                branch, board = node.parent, node.parent.board()
                for _ in range(rng.randint(1, 6)):
                    moves = [move for move in board.legal_moves if not branch.has_variation(move)]
                    if not moves:
                        break
                    branch = branch.add_variation(rng.choice(moves))
                    board.push(branch.move)
        games.append(str(game))
    return ("\n\n".join(games) + "\n").encode()
