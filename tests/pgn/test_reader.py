"""The PGN reader, compared with python-chess's: the same bytes give the same events, however they are split."""

from __future__ import annotations

import lzma
import random
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from pgn_comparison import LONG_NUMBER, bitrook_events, python_chess_events

from bitrook import _core

DATA = Path(__file__).parents[1] / "files" / "pgn"
TRAPS = sorted((DATA / "traps").glob("*.pgn"))

# Tokens of PGN texts, and mistakes that occur in them.
WORDS = [
    *(
        "e4",
        "e5",
        "Nf3",
        "Nc6",
        "Nf6",
        "Nd2",
        "d4",
        "d5",
        "exd5",
        "Qxd5",
        "Qh5+",
        "Qxf7#",
        "Bb5",
        "O-O",
        "O-O-O",
        "0-0",
    ),
    *(
        "0-0-0",
        "--",
        "Z0",
        "0000",
        "@@@@",
        "N@e4",
        "@e4",
        "e8=Q",
        "e8Q",
        "a8=n",
        "Ng1f3",
        "Ngf3",
        "N1f3",
        "g1f3",
        "e2-e4",
    ),
    *("Nxe4", "e2e4", "1.", "1...", "12.", "100.", "1-0", "0-1", "1/2-1/2", "*", "(", ")", "( ", ") ", "{", "}", "{ "),
    *(
        " }",
        "{ x }",
        "{}",
        ";",
        "$1",
        "$",
        "$4294967295",
        "$4294967296",
        "!",
        "?",
        "!!",
        "??",
        "!?",
    ),
    *(" ", " ", " ", " ", "\n", "\n", "\n\n", "\r\n", "\r", "%", "[", "]", '"', '[Event "x"]\n', '[FEN "bad"]\n'),
    *('[FEN "4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1"]\n', '[Variant "Chess960"]\n', '[Variant "nope"]\n', '[A "b"] x\n'),
    *('[Variant "From Position"]\n', '[A\u00a0"b"]\u2003\n', '[A "b\rc"]\n', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n'),
    *(
        "\ufeff",
        "\u00a0",
        "\u3000",
        "\x1c",
        "\x85",
        "\x0b",
        "\x00",
        "é",
        "€",
        "8/8",
        "K",
        "N",
        "x",
        "-",
        "=",
        "0",
        "1",
        "a",
    ),
]
SOUPS = st.lists(st.sampled_from([word.encode() for word in WORDS] + [b"\xff", b"\xc2"]), max_size=50).map(b"".join)


def real_games() -> bytes:
    return lzma.decompress((DATA / "lichess-2021-10-999-games.pgn.xz").read_bytes())


def compare(text: bytes, chunks: list[int], *, universal_newlines: bool = True) -> None:
    expected = python_chess_events(text, universal_newlines=universal_newlines)
    for chunk in chunks:
        assert bitrook_events(text, chunk=chunk, universal_newlines=universal_newlines) == expected, chunk


def test_there_are_traps() -> None:
    assert len(TRAPS) > 60


@pytest.mark.parametrize("universal_newlines", [True, False])
@pytest.mark.parametrize("path", TRAPS, ids=lambda path: path.stem)
def test_traps(path: Path, universal_newlines: bool) -> None:
    text = path.read_bytes()
    compare(text, [0, 1, 2, 3, 7, 31], universal_newlines=universal_newlines)
    # Truncate the file at every position, and read the rest both in one piece and byte by byte.
    for end in range(len(text)):
        compare(text[:end], [0, 1], universal_newlines=universal_newlines)


@pytest.mark.parametrize("universal_newlines", [True, False])
def test_all_traps_in_one_file(universal_newlines: bool) -> None:
    for seed in range(5):
        paths = random.Random(seed).sample(TRAPS, len(TRAPS))
        compare(b"\n\n".join(path.read_bytes() for path in paths), [0, 5, 4096], universal_newlines=universal_newlines)


def test_real_games() -> None:
    compare(real_games()[:200_000], [0, 1, 1000])


@pytest.mark.slow
def test_all_real_games() -> None:
    text = real_games()
    compare(text, [0, 1, 65536])
    events = bitrook_events(text)
    assert sum(event[0] == "end_game" for event in events) == 999
    assert ("error",) not in events


@given(SOUPS, st.integers(0, 40), st.booleans())
@example(b"1. e4 e5 {a}", 0, True)
def test_soups(text: bytes, chunk: int, universal_newlines: bool) -> None:
    assume(not LONG_NUMBER.search(text))
    compare(text, [chunk], universal_newlines=universal_newlines)


@given(st.text(alphabet='abeh1248NBKRQPOxZ0-=@/*$()!?;{}%[] .\n\r"', max_size=60), st.integers(0, 10))
def test_characters(text: str, chunk: int) -> None:
    assume(not LONG_NUMBER.search(text.encode()))
    compare(text.encode(), [chunk])


@given(st.binary(max_size=40))
def test_bytes(text: bytes) -> None:
    compare(text, [0, 1])
    compare(b"1. e4 e5\n" + text, [0, 1])


def mutated(text: bytes, dice: random.Random) -> bytes:
    """Return an excerpt from real games with a few mistakes in it."""
    start = dice.randrange(len(text) - 3000)
    part = bytearray(text[start : start + dice.randrange(1, 3000)])
    for _ in range(dice.randrange(1, 15)):
        at = dice.randrange(len(part) + 1)
        match dice.randrange(4):
            case 0:
                part[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                del part[at : at + dice.randrange(1, 40)]
            case 2:
                part[at:at] = dice.choice(WORDS).encode()
            case _:
                part[at:at] = part[at : at + dice.randrange(40)]
    return bytes(part)


@pytest.mark.parametrize("seeds", [range(100), pytest.param(range(100, 3000), marks=pytest.mark.slow)], ids=str)
def test_mutated_games(seeds: range) -> None:
    text = real_games()[:300_000]
    for seed in seeds:
        dice = random.Random(seed)
        mutant = mutated(text, dice)
        if LONG_NUMBER.search(mutant):
            continue
        compare(mutant, [0, dice.randrange(1, 100)], universal_newlines=bool(seed % 2))


def test_without_replay_the_texts_are_the_same() -> None:
    text = real_games()[:100_000]
    kept = {"begin_game", "tag", "begin_movetext", "san", "comment", "nag", "result", "end_game"}
    with_replay, without = (
        [event for event in _core.pgn_events(text, replay=replay) if event[0] in kept] for replay in (True, False)
    )
    assert with_replay == without


# --- Errors report their position and reason.


def errors(text: bytes, **options: int) -> list[tuple[int, int, int, int, str]]:
    """Return offset, line, column, ply and message of each error."""
    return [
        (offset, line, column, ply, message.decode())
        for name, *values in _core.pgn_events(text, **options)
        if name == "error"
        for _, offset, line, column, ply, message in [values]
    ]


@pytest.mark.parametrize("chunk", [0, 1, 5])
def test_places_and_reasons_of_errors(chunk: int) -> None:
    text = (
        b'[White "x"]\r\n\r\n1. e4 e5\r\n2. Ke3 Nc6\r\n\r\n[FEN "8/8 w"]\n\n1. e4\n\n'
        b'[Variant "Bughouse"]\n\n1. Nf3 Nf6 2. Nd4 Nd5 3. Nc3 Nc6\n4. Nb5'
    )
    first = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    last = "r1bqkb1r/pppppppp/2n5/3n4/3N4/2N5/PPPPPPPP/R1BQKB1R w KQkq - 6 4"
    places = [(b"Ke3", 4, 4, 2), (b"8/8", 6, 7, 0), (b"Bughouse", 10, 11, 0), (b"Nb5", 13, 4, 6)]
    reasons = [
        f"line 4, column 4: illegal move 'Ke3', the piece does not move like that (after 2 plies, in {first})",
        "line 6, column 7: invalid FEN '8/8 w', expected 8 rows",
        "line 10, column 11: unknown variant 'Bughouse'",
        f"line 13, column 4: ambiguous move 'Nb5' (after 6 plies, in {last})",
    ]
    expected = [(text.index(word), *place, reason) for (word, *place), reason in zip(places, reasons, strict=True)]
    assert errors(text, chunk=chunk) == expected


def test_errors_of_other_variants() -> None:
    found = errors(b'[Variant "Atomic"]\n\n1. e4 1-0 (1. d4 *)\n')
    assert [message for *_, message in found] == [
        "line 1, column 11: unsupported variant 'Atomic'",
        "line 3, column 18: not a move: '*'",
    ]


def test_other_variants_are_read_as_text() -> None:
    events = _core.pgn_events(b'[Variant "Crazyhouse"]\n\n1. e4 N@e5 (1... Ke9 e8) 2. Zz e5 { a } 1-0\n')
    texts = [event[1] for event in events if event[0] == "san"]
    assert texts == [b"e4", b"N@e5", b"e8", b"e5"]
    assert [event[0] for event in events if event[0] not in ("san", "tag")] == [
        *("begin_game", "begin_movetext", "error", "begin_variation", "end_variation", "comment", "result", "end_game")
    ]
