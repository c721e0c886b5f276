"""Recognizes what a text is: games in PGN, Lichess's evaluations, or Lichess's puzzles."""

from __future__ import annotations

import re

# The function that reads each kind of text.
READERS = {"pgn": "scan_pgn", "evaluations": "scan_evals", "puzzles": "scan_puzzles"}

_PATTERNS = {
    "evaluations": rb'\{\s*"(fen|evals)"\s*:',
    "puzzles": rb"(PuzzleId,|\w+,([1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] )",
    "json": rb'\{\s*"[^"\n]*"\s*:',
    "epd": rb"([1-8pnbrqkPNBRQK~]+/){7}[1-8pnbrqkPNBRQK~]+ [wb] ",
    "pgn": rb"\s*(\[\s*\w+\s+\"|%|;|\{|\d+\s*\.|[a-h][1-8x]|[NBRQKO][a-hx1-8O-])",
}


def text_format(head: bytes) -> str | None:
    """Return "pgn", "evaluations", "puzzles", "json" or "epd" for the beginning of a text, or None if it is unknown.

    >>> import bitrook.data as bd
    >>> bd.text_format(b'[Event "?"]'), bd.text_format(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")
    ('pgn', 'epd')
    """
    head = bytes(head[:4096]).removeprefix(b"\xef\xbb\xbf")
    return next((name for name, pattern in _PATTERNS.items() if re.match(pattern, head)), None)


def check_format(name: str, head: bytes, expected: str) -> None:
    """Raise an error if a text is certainly not what the caller expects."""
    found = text_format(head)
    if found is None or found == expected or (found == "pgn" and not head.lstrip().startswith(b"[")):
        return
    if found in READERS:
        raise ValueError(f"source: {name} contains {found}: use bitrook.data.{READERS[found]}()")
