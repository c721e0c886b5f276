"""Any bytes as an EPD, with its operations: a board and values that can be written and read again, or a ValueError."""

from __future__ import annotations

import os
import sys

try:
    import atheris  # type: ignore[import-not-found, unused-ignore]
except ImportError:  # inputs can be replayed without it
    atheris = None

if atheris:
    with atheris.instrument_imports(include=["bitrook"]):
        import bitrook
        import bitrook._epd
else:
    import bitrook


def sorted_sets(operations: dict[str, object]) -> dict[str, object]:
    """The moves to play and to avoid are sets, written in the order of their texts, as the standard wants it."""
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
    assert repr(sorted_sets(twice)) == repr(sorted_sets(operations)), (text, written, twice, operations)


def replay(arguments: list[str]) -> int:
    """As libFuzzer's -runs=0: each file of the directories named, once."""
    files = [
        os.path.join(place, name)
        for place in arguments
        if not place.startswith("-")
        for name in sorted(os.listdir(place))
    ]
    for file in files:
        with open(file, "rb") as stream:
            one(stream.read())
    print(f"stat::number_of_executed_units: {len(files)}")
    return 0


if atheris:
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
else:
    sys.exit(replay(sys.argv[1:]))
