"""Reads positions from the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .. import Board
from .._similar import did_you_mean
from ..variant import VARIANTS, find_variant

NAMED = {
    "startpos": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}
NAMES = (*NAMED, "chess960:N", "-")


def variant_of(name: str | None) -> type[Board]:
    """Return the class of the boards of a variant, or Board for None.

    :raises ValueError: if there is no such variant. The message lists them.

    >>> variant_of("3check").__name__
    'ThreeCheckBoard'
    """
    try:
        return Board if name is None else find_variant(name)
    except ValueError:
        known = [str(variant.uci_variant) for variant in VARIANTS]
        raise ValueError(
            f"no such variant (variants: {', '.join(known)}): {name!r}{did_you_mean(str(name), known)}"
        ) from None


def board_of(words: Sequence[str], chess960: bool | None = None, variant: str | None = None) -> Board:
    """Return the position given by *words*: a FEN in one word or several, a name, ``chess960:N``, or ``-``.

    ``-`` reads a FEN or a name from standard input. Without words, return the start position. *chess960* is passed to
    board_of_fen(), and *variant* is the name of the variant.

    :raises ValueError: if *words* is anything else, or there is no such variant.

    >>> board_of(["startpos"]).fen()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    kind = variant_of(variant)
    words = " ".join(words).split() or ["startpos"]
    if words == ["-"]:
        words = _read_line().split()
    name, *others = words
    known = name.lower() in NAMED or name.startswith("chess960:") or name == "-"
    if known and others:
        raise ValueError(f"{' '.join(others)!r} was not expected after the position {name}")
    if name.startswith("chess960:"):
        number = name.removeprefix("chess960:")
        if not number.isascii() or not number.isdigit() or int(number) > 959:
            raise ValueError(f"chess960:N requires a number from 0 to 959: {name!r}")
        return kind.from_chess960_pos(int(number))
    if not known and not others and "/" not in name:
        raise ValueError(f"no such position (names: {', '.join(NAMES)}; or a FEN): {name!r}{did_you_mean(name, NAMED)}")
    fen = kind.starting_fen if name.lower() == "startpos" else NAMED.get(name.lower(), " ".join(words))
    return board_of_fen(fen, chess960, kind)


def _read_line() -> str:
    """Return the first line of standard input that is not empty."""
    for line in sys.stdin:
        if line.strip():
            return line
    raise ValueError("standard input is empty; expected a FEN")


def board_of_fen(fen: str, chess960: bool | None = None, kind: type[Board] = Board) -> Board:
    """Return a board of class *kind* with the position of a FEN.

    If *chess960* is None, detect Chess960 from the castling rights.

    >>> board_of_fen("4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1").chess960
    True
    """
    if chess960 is not None:
        return kind(fen, chess960=chess960)
    standard, other = kind(fen), kind(fen, chess960=True)
    rights = fen.split()[2:3]
    shredder = bool(rights) and any(letter not in "KQkq-" for letter in rights[0])
    return other if shredder or standard.clean_castling_rights() != other.clean_castling_rights() else standard
