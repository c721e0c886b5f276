"""Any bytes as an EPD, with its operations: a board and values that can be written and read again, or a ValueError."""

from __future__ import annotations

import sys

import atheris  # type: ignore[import-not-found, unused-ignore]

with atheris.instrument_imports(include=["bitrook"]):
    import bitrook
    import bitrook._epd


def one(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    board = bitrook.Board()
    before = board.fen()
    try:
        operations = board.set_epd(text)
    except ValueError:
        assert board.fen() == before, "an error changes nothing"
        return
    if board.status() & bitrook.Status.TOO_MANY_KINGS:
        return  # python-chess's own rules for castling then, and for what can be written
    try:
        written = board.epd(**operations)
    except ValueError:
        return  # opcodes that can be read and not written
    if "--" in written:
        return  # a null move as an operand is written as python-chess does, and then reads as a bad number
    again = bitrook.Board()
    twice = again.set_epd(written)
    assert again.epd() == board.epd(), (text, written)
    assert repr(twice) == repr(operations), (text, written, twice, operations)


atheris.Setup(sys.argv, one)
atheris.Fuzz()
