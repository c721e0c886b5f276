"""Tests for converting the moves of many games to text and back."""

from __future__ import annotations

import signal

import chess
import numpy as np
import pytest
from support import children
from support.column_oracle import lichess_text

import bitrook
import bitrook.data as bd

GAMES = bd.read_pgn(lichess_text()[:300_000], columns=["moves"])


def test_moves_as_text_and_back() -> None:
    uci, san = bd.moves_to_uci(GAMES.column("moves")), bd.moves_to_san(GAMES.column("moves"))
    for i in range(0, len(GAMES), 7):
        board = chess.Board()
        for word, u, s in zip(GAMES.moves(i).tolist(), uci[i], san[i], strict=True):
            move = chess.Move.from_uci(u)
            assert bitrook.Move.from_word(word).uci() == u and board.san(move) == s
            board.push(move)
    moves = list(GAMES.column("moves"))
    assert list(bd.uci_to_moves([" ".join(each) for each in uci])) == moves
    assert list(bd.san_to_moves([" ".join(each) for each in san])) == moves


def test_start_positions_and_null_moves() -> None:
    fens = ["4k3/P7/8/8/8/8/8/4K3 w - - 0 1", None]
    moves = bd.san_to_moves(["a8=Q+ Kd7", "e4 --  d4"], fens=fens)
    assert list(bd.moves_to_uci(moves)) == [["a7a8q", "e8d7"], ["e2e4", "0000", "d2d4"]]
    assert list(bd.moves_to_san(moves, fens=fens)) == [["a8=Q+", "Kd7"], ["e4", "--", "d4"]]
    assert list(bd.uci_to_moves([None, "", "0000"])) == [None, [], [0]]


def test_moves_that_are_wrong() -> None:
    moves = bd.uci_to_moves(["e2e4", "e2e4 e2e4 e7e5", None])
    for column, rows, row, error in (
        (bd.moves_to_san(moves), [["e4"], ["e4"], None], 1, "ply 1: illegal move e2e4"),
        (bd.san_to_moves(["e4 e4", "d4"]), [[1804], [1739]], 0, "ply 1: not a legal move: 'e4'"),
        (bd.uci_to_moves(["", "e2e4", "e2e4 e9"]), [[], [1804], [1804]], 2, "ply 1: not a legal move: 'e9'"),
        (bd.san_to_moves(["e4", "d4"], fens=["8/8", None]), [[], [1739]], 0, "ply 0: invalid fen, placement"),
        (bd.san_to_moves(["e4"], variants=["Bughouse"]), [[]], 0, "ply 0: unsupported variant Bughouse"),
        (bd.uci_to_moves(["e2e4 P@e5"]), [[1804]], 0, "ply 1: not a legal move: 'P@e5'"),
    ):
        assert list(column) == rows
        errors = list(column.errors or ())
        assert str(errors.pop(row)).startswith(error) and set(errors) <= {None}
    with pytest.raises(ValueError, match="game 1, ply 1: illegal move e2e4"):
        bd.moves_to_san(moves, errors="raise")
    with pytest.raises(ValueError, match="game 0, ply 1: not a legal move: 'e4'"):
        bd.san_to_moves(["e4 e4"], errors="raise")
    with pytest.raises(ValueError, match="game 2, ply 0: not a legal move: 'e9'"):
        bd.uci_to_moves(["", "e2e4", "e9"], errors="raise")
    for word in (0x7000, -1):
        column = bd.moves_to_uci(bd.ListColumn(np.array([1804, word], "i2"), np.array([0, 2], "i4")))
        assert list(column) == [["e2e4"]] and list(column.errors or ()) == [f"ply 1: not a move: {word % 65536}"]
    with pytest.raises(ValueError, match="errors must be 'column' or 'raise', not 'drop'"):
        bd.uci_to_moves([], errors="drop")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="fens must have a row for each of 2 games, not 1"):
        bd.san_to_moves(["e4", "d4"], fens=[None])
    with pytest.raises(ValueError, match="variants must have a row for each of 1 games, not 2"):
        bd.moves_to_san(bd.uci_to_moves([""]), variants=[None, None])
    with pytest.raises(TypeError, match="moves must be a column of lists of int16"):
        bd.moves_to_uci([[1804]])  # type: ignore[arg-type]


def test_chess960_castling() -> None:
    fens = ["bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1", None, None, None]
    texts = ["Nf3 Nf6 O-O O-O", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", "e4"]
    variants = ["Chess960", "fischerandom", None, "Standard"]
    moves = bd.san_to_moves(texts, fens=fens, variants=variants, errors="raise")
    last = [each.split()[-1:] and uci[-1] for each, uci in zip(texts, bd.moves_to_uci(moves), strict=True)]
    assert last == ["f8g8", "e8h8", "e8g8", "e2e4"]
    assert [" ".join(each) for each in bd.moves_to_san(moves, fens=fens, variants=variants)] == texts
    # Castling rights that are impossible in standard chess imply Chess960, as in a PGN file.
    assert list(bd.san_to_moves(texts[:1], fens=fens[:1], errors="raise")) == list(moves)[:1]


def test_castling_in_uci_is_the_word_of_the_game() -> None:
    line, own = "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 {} {}", [("e1h1", "e8h8"), ("e1g1", "e8g8")]
    texts = [line.format(*form) for form in own]
    for variant in (None, "Standard"):
        words = list(bd.uci_to_moves(texts, variants=[variant] * 2))
        assert list(bd.moves_to_uci(bd.uci_to_moves(texts))) == [texts[1].split()] * 2 and words[0] == words[1]
        assert words == list(bd.san_to_moves(["e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O"] * 2, variants=[variant] * 2))
    chess960 = bd.uci_to_moves(texts, variants=["Chess960"] * 2)
    assert list(bd.moves_to_uci(chess960)) == [texts[0].split()] * 2
    fens = ["r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"]
    assert list(bd.moves_to_uci(bd.uci_to_moves(["e1a1 e8a8"], fens=fens))) == [["e1c1", "e8c8"]]


def test_uci_that_is_no_castling_is_kept() -> None:
    # A rook moves from e1 to h1; illegal moves, after which the position is unknown; a king that captures.
    fens = [
        "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        None,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "bnrbnkrq/8/8/8/8/8/8/BNRBNKRQ w GCgc - 0 1",
    ]
    texts = ["g1g2 e8d8 e1h1", "e1h1 e2e4", "h1h2 e8e7 e1h1", "f1g1"]
    moves = bd.uci_to_moves(texts, fens=fens, errors="raise")
    assert list(bd.moves_to_uci(moves)) == [text.split() for text in texts]
    converted = bd.uci_to_moves(["e2e4 nonsense"], fens=[None])
    assert list(bd.moves_to_uci(converted)) == [["e2e4"]] and "nonsense" in str(converted.errors[0])
    assert "invalid fen" in str(bd.uci_to_moves(["e2e4"], fens=["x"]).errors[0])
    assert "unsupported variant" in str(bd.uci_to_moves(["e2e4"], variants=["Bughouse"]).errors[0])


def test_moves_of_whole_games() -> None:
    text = b'[Variant "Chess960"]\n[FEN "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1"]\n\n1. Nf3 Nf6 2. O-O *\n'
    games = bd.read_pgn(text + b"\n1. e4 e5 *\n")
    expected = [["Nf3", "Nf6", "O-O"], ["e4", "e5"]]
    assert list(bd.moves_to_san(games)) == expected
    assert list(bd.moves_to_san(games[1:])) == expected[1:]
    assert list(bd.moves_to_uci(games["moves"])) == list(bd.moves_to_uci(games.column("moves")))
    assert list(bd.moves_to_uci(games[1:]["moves"])) == [["e2e4", "e7e5"]]
    assert list(bd.moves_to_uci(GAMES["moves"])) == list(bd.moves_to_uci(GAMES))


def test_threads_and_long_columns() -> None:
    texts = [f"e4 e5 Nf3 {'Nc6' if i % 7 else 'Nd5'}" for i in range(5000)]
    one, many = bd.san_to_moves(texts), bd.san_to_moves(texts, threads=4)
    assert list(one) == list(many) and list(one.errors or ()) == list(many.errors or ())
    assert [i for i, each in enumerate(one) if len(each) == 3] == list(range(0, 5000, 7))
    assert list(bd.moves_to_san(one, threads=3)) == list(bd.moves_to_san(one))
    with pytest.raises(ValueError, match="threads must be in 1..1024"):
        bd.moves_to_uci(one, threads=0)


INTERRUPTED = """
import signal, sys, time
import bitrook.data as bd

class Enough(Exception):
    pass

def stop(*_):
    raise Enough

signal.signal(signal.SIGVTALRM, stop)
texts = ["e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6"] * 1_000_000
moves = bd.san_to_moves(texts)
call = {"uci": lambda: bd.moves_to_uci(moves), "san": lambda: bd.moves_to_san(moves), "moves": lambda: bd.san_to_moves(texts)}
call = call[sys.argv[1]]
began = time.process_time()
call()
whole = time.process_time() - began
signal.setitimer(signal.ITIMER_VIRTUAL, whole / 10)  # of processor time, which other processes do not change
began = time.process_time()
try:
    call()
except Enough:
    print((time.process_time() - began) / whole)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers of processor time")
@pytest.mark.parametrize("what", ["uci", "san", "moves"])
def test_signals_stop_long_columns(what: str) -> None:
    done = children.run("-c", INTERRUPTED, what, PYTHONMALLOC="malloc")
    assert float(done.stdout) < 0.7  # as a fraction of the processor time of a whole call
