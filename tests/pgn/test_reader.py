"""The PGN reader, compared with python-chess's: the same bytes give the same events, however they are split.

Texts that are not what a reader expects are in test_hostile.py and test_layouts.py.
"""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pgn_comparison import bitrook_events, python_chess_events

from bitrook import _core

DATA = Path(__file__).parents[1] / "files" / "pgn"
TRAPS = sorted((DATA / "traps").glob("*.pgn"))

# Where bitrook deliberately reads something else than python-chess: mostly text that python-chess ignores without an
# error, layouts that it splits or joins, and results after an illegal move (docs/reference/data-formats.md).
DIFFERENT = set(
    """
    blank_lines_between_tags byte_order_mark_in_line_two castling_that_is_illegal chess960_without_fen
    close_after_an_error close_in_main_line comment_in_skipped_line comment_never_ends comments_nested
    dollar_without_number drops escape_lines fen_bad fen_empty fen_two_kings games_without_blank_lines headers_then_two_blank_lines
    illegal_move illegal_move_in_variation invalid_utf8 nul_bytes numbers_that_are_moves promotion_missing
    queen_of_bishop result_in_variation results stray_bracket tag_after_movetext tags_malformed
    unknown_variant variant_name_that_goes_on variant_names variation_before_moves variation_never_ends
    variation_of_variation_at_once
    """.split()
)


def real_games() -> bytes:
    return lzma.decompress((DATA / "lichess-2021-10-999-games.pgn.xz").read_bytes())


def compare(text: bytes, chunks: list[int]) -> None:
    expected = python_chess_events(text)
    for chunk in chunks:
        assert bitrook_events(text, chunk=chunk) == expected, chunk


def test_there_are_traps() -> None:
    assert len(TRAPS) > 60


@pytest.mark.parametrize("path", TRAPS, ids=lambda path: path.stem)
def test_traps(path: Path) -> None:
    text = path.read_bytes()
    if path.stem in DIFFERENT:
        assert bitrook_events(text) != python_chess_events(text)
    else:
        compare(text, [0])
    whole = bitrook_events(text)
    for chunk in (1, 2, 3, 7, 31):
        assert bitrook_events(text, chunk=chunk) == whole
    # Truncate the file at every position, and read the rest both in one piece and byte by byte.
    for end in range(len(text)):
        assert bitrook_events(text[:end], chunk=1) == bitrook_events(text[:end])


def test_real_games() -> None:
    text = real_games()
    compare(text[: text.rindex(b"[Event ", 0, 200_000)], [0, 1, 1000])


@pytest.mark.slow
def test_all_real_games() -> None:
    text = real_games()
    compare(text, [0, 1, 65536])
    events = bitrook_events(text)
    assert sum(event[0] == "end_game" for event in events) == 999
    assert ("error",) not in events


@given(st.binary(max_size=40), st.integers(1, 10))
def test_bytes(text: bytes, chunk: int) -> None:
    for each in (text, b"1. e4 e5\n" + text, b'[Event "a"]\n\n1. e4 {' + text):
        assert bitrook_events(each, chunk=chunk) == bitrook_events(each)


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
        b'[Variant "Bughouse"]\n\n1. Nf3 Nf6\n\n[White "y"]\n\n1. Nf3 Nf6 2. Nd4 Nd5 3. Nc3 Nc6\n4. Nb5'
    )
    first = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    last = "r1bqkb1r/pppppppp/2n5/3n4/3N4/2N5/PPPPPPPP/R1BQKB1R w KQkq - 6 4"
    places = [(b"Ke3", 4, 4, 2), (b"8/8", 6, 7, 0), (b"Bughouse", 10, 11, 0), (b"Nb5", 17, 4, 6)]
    reasons = [
        f"line 4, column 4: illegal move 'Ke3', the piece does not move like that (after 2 plies, in {first})",
        "line 6, column 7: invalid FEN '8/8 w', expected 8 rows",
        "line 10, column 11: unsupported variant 'Bughouse'",
        f"line 17, column 4: ambiguous move 'Nb5' (after 6 plies, in {last})",
    ]
    expected = [(text.index(word), *place, reason) for (word, *place), reason in zip(places, reasons, strict=True)]
    assert errors(text, chunk=chunk) == expected


def test_errors_in_variants_show_the_position_of_the_variant() -> None:
    found = errors(b'[Variant "Crazyhouse"]\n\n1. e4 d5 (1... N@e5) 2. exd5 Zz 1-0\n')
    start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1"
    after = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2"
    assert [message for *_, message in found] == [
        "line 3, column 16: illegal move 'N@e5', the pocket does not have that piece (after 1 plies, in " + start + ")",
        "line 3, column 30: not a move: 'Zz' (after 3 plies, in " + after + ")",
    ]


def test_moves_of_other_variants_are_skipped() -> None:
    """The rules are not known. The comments before the moves, and the result, are read."""
    text = b'[Variant "Losers"]\n\n{ a } 1. e4 { b } N@e5 (1... e8 Ke9) 2. Zz e5 { c } 1-0\n'
    events = _core.pgn_events(text)
    assert events[3] == ("error", 0, 10, 1, 11, 0, b"line 1, column 11: unsupported variant 'Losers'")
    assert events[4:] == [("comment", b"a"), ("result", b"1-0"), ("end_game",)]


def test_without_replay_any_variant_is_text() -> None:
    events = _core.pgn_events(b'[Variant "Losers"]\n\n1. e4 N@e5 (1... e8) 2. e5 1-0\n', replay=False)
    assert [event[1] for event in events if event[0] == "san"] == [b"e4", b"N@e5", b"e8", b"e5"]
    assert all(event[0] != "error" for event in events)
