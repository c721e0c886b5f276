"""What is a FEN and what is none: the same texts as for python-chess, with the same meaning."""

from __future__ import annotations

import random

import chess
import pytest

import bitrook

EMPTY = "8/8/8/8/8/8/8/8"
HOME = "r3k2r/8/8/8/8/8/8/R3K2R"
TEXTS = [
    "",
    " ",
    "\t\n",
    EMPTY,
    f"  {EMPTY}  ",
    f"{EMPTY}\tb\n-\x0b-\x0c0\r1",
    f"{EMPTY}\x1cw\x1db",
    f"{EMPTY} W",
    f"{EMPTY} x",
    f"{EMPTY} w - e9",
    f"{EMPTY} w - E3",
    f"{EMPTY} w - e33",
    f"{EMPTY} w - a1",
    f"{EMPTY} w - h8",
    f"{EMPTY} w - e4 0 1",
    f"{EMPTY} w - - 0 1 1",
    f"{EMPTY} w - - x 1",
    f"{EMPTY} w - - 1.0 1",
    f"{EMPTY} w - - +1 01",
    f"{EMPTY} w - - -0 -0",
    f"{EMPTY} w - - -1 1",
    f"{EMPTY} w - - 1 -1",
    f"{EMPTY} w - - 1_0 1__0",
    f"{EMPTY} w - - 1_0 1_1",
    f"{EMPTY} w - - _1 1",
    f"{EMPTY} w - - 1_ 1",
    f"{EMPTY} w - - 5 0",
    f"{EMPTY} w - - + 1",
    f"{EMPTY} w - - 4294967295 4294967295",
    f"{EMPTY}/",
    f"/{EMPTY}",
    f"{HOME} w KQkq- 0 1",
    *(f"{HOME} w {castling}\x00 - 0 1" for castling in ("-", "Q", "KQk", "KQkq")),
    f"{HOME}\x00 w KQkq - 0 1",
    "pppppppp/" * 7 + "pppppppp",
    "pppppppp/" * 7 + "pppppppp w - - 0 1",
    "pppppppp/" * 7 + "ppppppppp w - - 0 1",
    "pppp1/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp3",
    "1p1p1p1p/p1p1p1p1/" * 3 + "1p1p1p1p/ppppppp1 b - - 0 1",
    "ppppppp1/1ppppppp/" * 4 + " w - - 0 1",
    "ppppppp1/1ppppppp/" * 3 + "ppppppp1/1ppppppp w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1/",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1/8",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBN w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP@/RNBQKBNR w KQkq - 0 1",
    "pNBRQK2/PnbrqkP1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/8/8/8",
    "8/8/8/8/8/8/8/8/8",
    "8/8/8/8/8/8/8/7",
    "8/8/8/8/8/8/8/9",
    "8/8/8/8/8/8/8/0",
    "8/8/8/8/8/8/8/44",
    "8/8/8/8/8/8/8/4p4",
    "8/8/8/8/8/8/8/pppppppp",
    "8/8/8/8/8/8/8/ppppppppp",
    "8/8/8/8/8/8/8/x7",
    "8/8/8/8/8/8/8/~7",
    "8/8/8/8/8/8/8/Q~7",
    "8/8/8/8/8/8/8/Q~~7",
    "8/8/8/8/8/8/8/Q1~6",
    "8/8/8/8/8/8/Q7/~8",
    "8/8/8/8/8/8/8/7Q~",
    "8/8/8/8/8/8/8/\u00e97",
    "\ud800",
    "8/8/8/8/8/8/8/8\x00",
    *(
        f"{HOME} w {castling} - 0 1"
        for castling in "KQkq kqKQ QKqk KKkk KQkq- -- K- AHah KA haHA q KQKQ kK KQkqk i I EeE CDcd Hk".split()
    ),
    *(
        f"{placement} b KQkq - 0 1"
        for placement in (
            "4k3/8/8/8/8/8/8/4K3",
            EMPTY,
            "8/8/8/8/8/8/8/R6R",
            "4k3/8/8/8/8/8/8/4KR2",
            "4k3/8/8/8/4K3/8/8/R6R",
            "4kr2/8/8/4K3/8/8/8/8",
            "4K3/8/8/8/8/8/8/8",
            "1r2k1rr/8/8/8/8/8/8/RR2K1R1",
            "r3k2r/8/8/8/8/8/8/R3K~2R",
        )
    ),
]


def outcome(library: object, text: str, chess960: bool) -> object:
    try:
        board = library.Board(text, chess960=chess960)  # type: ignore[attr-defined]
    except ValueError:
        return "no FEN"
    except UnicodeEncodeError:
        return "no FEN"
    return (
        [board.fen(en_passant=spec, promoted=True) for spec in ("legal", "xfen", "fen")],
        board.shredder_fen(),
        board.castling_xfen(),
        board.castling_shredder_fen(),
        board.board_fen(promoted=None),
        int(board.castling_rights),
        int(board.clean_castling_rights()),
        int(board.status()),
    )


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_text(text: str) -> None:
    for chess960 in (False, True):
        assert outcome(bitrook, text, chess960) == outcome(chess, text, chess960)


def mutated(rng: random.Random, text: str) -> str:
    at = rng.randrange(len(text) + 1)
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + rng.choice("pnbrqkPNBRQK12345678/~ -wbKQkqABCabc0e3") + text[at:]
    if kind == 2:
        other = rng.randrange(len(text) + 1)
        return text[: min(at, other)] + text[max(at, other) :]
    return text[:at] + text[rng.randrange(len(text) + 1) :]


def test_damaged_texts() -> None:
    rng = random.Random(3)
    starts = ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "bn1brk~qn/8/8/8/8/8/8/R3K2R w Qk - 12 34"]
    for _ in range(1500):
        text = rng.choice(starts)
        for _ in range(rng.randrange(1, 3)):
            text = mutated(rng, text) or " "
        assert outcome(bitrook, text, False) == outcome(chess, text, False), ascii(text)


def test_a_wrong_text_is_shown_and_leaves_the_board_alone() -> None:
    board = bitrook.Board()
    before = board.fen()
    for text in (f"{EMPTY} x", "8/8/8/8/8/8/8/44", f"{EMPTY} w KK"):
        with pytest.raises(ValueError) as raised:
            board.set_fen(text + " - - 0")
        assert str(raised.value).endswith(repr(text + " - - 0"))
        assert board.fen() == before


# What python-chess takes and bitrook does not, on purpose: digits and spaces beyond ASCII, clocks beyond 32 bits.
@pytest.mark.parametrize("tail", ["w - - \u0663 1", "w\u2003- - 0 1", "w - - 0 4294967296"])
def test_known_differences(tail: str) -> None:
    chess.Board(f"{EMPTY} {tail}")
    with pytest.raises(ValueError):
        bitrook.Board(f"{EMPTY} {tail}")
