"""Fuzzes EPD: arbitrary text raises ValueError, or gives a board and operations that can be written and read again."""

from __future__ import annotations

from support.driver import instrumented, run

with instrumented():
    import bitrook

    bitrook.Board().set_epd("4k3/8/8/8/8/8/8/4K3 w - -")  # imports the EPD module


def sorted_sets(operations: dict[str, object]) -> dict[str, object]:
    """Sort the moves of `am` and `bm`: they are sets, and the EPD standard orders them by their text."""
    return {
        opcode: sorted(map(str, value)) if opcode in ("am", "bm") and isinstance(value, list) else value
        for opcode, value in operations.items()
    }


def one(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    board = bitrook.Board()
    before = board.fen()
    try:
        operations = board.set_epd(text)
    except ValueError:
        assert board.fen() == before, "an error does not change the board"
        return
    if board.status() & bitrook.Status.TOO_MANY_KINGS:
        return  # python-chess then uses other rules for castling and writing
    try:
        written = board.epd(**operations)
    except ValueError:
        return  # some opcodes can be read but not written
    if "--" in written:
        return  # how python-chess writes a null move as an operand; it is read as an invalid number
    again = bitrook.Board()
    twice = again.set_epd(written)
    assert again.epd() == board.epd(), (text, written)
    assert repr(sorted_sets(twice)) == repr(sorted_sets(operations)), (text, written, twice, operations)


run(one)
