"""Positions as they are named on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from .. import Board

NAMED = {
    "startpos": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}


def board_of(words: Sequence[str], chess960: bool | None = None) -> Board:
    """The position that the words name; the start if there are none.

    :param words: a FEN in one word or several, a name, or ``chess960:N``.
    :param chess960: None decides by the castling rights.
    :raises ValueError: if the words name nothing.
    """
    text = " ".join(words).strip() or "startpos"
    if text.startswith("chess960:"):
        number = text.removeprefix("chess960:")
        if not number.isascii() or not number.isdigit() or int(number) > 959:
            raise ValueError(f"chess960:N wants a number from 0 to 959: {text!r}")
        return Board.from_chess960_pos(int(number))
    return board_of_fen(NAMED.get(text.lower(), text), chess960)


def board_of_fen(fen: str, chess960: bool | None = None) -> Board:
    """The position of a FEN; unless told, Chess960 if standard chess cannot have its castling rights."""
    if chess960 is not None:
        return Board(fen, chess960=chess960)
    board, loose = Board(fen), Board(fen, chess960=True)
    rights = fen.split()[2:3]
    shredder = bool(rights) and any(letter not in "KQkq-" for letter in rights[0])
    return loose if shredder or board.clean_castling_rights() != loose.clean_castling_rights() else board
