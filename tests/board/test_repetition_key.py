"""`board.repetition_key`: equal exactly if python-chess's transposition keys are equal."""

from __future__ import annotations

import random

import chess
import pytest
from support.positions import random_position

import bitrook


def compare_keys(seed: int) -> tuple[int, int]:
    """Compare variants of a random placement with each other; return the numbers of equal and of different pairs."""
    rng = random.Random(seed)
    boards = random_position(rng)
    corners, rooks = chess.BB_CORNERS, int(boards[0].rooks) & chess.BB_BACKRANKS
    keys: list[tuple[object, int, bytes]] = []
    for _ in range(24):
        state: dict[str, object] = {"turn": rng.random() < 0.5, "chess960": rng.random() < 0.5}
        state["ep_square"] = rng.choice((None, boards[0].ep_square, 16 + rng.randrange(8), 40 + rng.randrange(8)))
        state["castling_rights"] = rng.choice(
            (0, corners, rooks, rooks & rng.getrandbits(64), corners & rng.getrandbits(64))
        )
        for board in boards:
            for name, value in state.items():
                setattr(board, name, value)
        theirs, ours = boards
        keys.append((theirs._transposition_key(), ours.repetition_key, ours._transposition_key()))
    same = different = 0
    for i, (theirs_i, key, words) in enumerate(keys):
        for theirs_j, other_key, other_words in keys[:i]:
            assert (key == other_key) == (theirs_i == theirs_j) == (words == other_words), (seed, theirs_i, theirs_j)
            same += key == other_key
            different += key != other_key
    return same, different


def test_keys_are_equal_exactly_if_transposition_keys_are() -> None:
    counts = [compare_keys(seed) for seed in range(150)]
    assert sum(same for same, _ in counts) > 2000 and sum(different for _, different in counts) > 2000


@pytest.mark.slow
def test_keys_of_many_positions() -> None:
    for seed in range(1000, 8000):
        compare_keys(seed)


@pytest.mark.parametrize("fen", ["4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 2", "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1"])
def test_an_en_passant_square_without_a_legal_capture_does_not_count(fen: str) -> None:
    board, without = bitrook.Board(fen), bitrook.Board(fen)
    without.ep_square = None
    assert board == without and board.key != without.key
    assert board.repetition_key == without.repetition_key == without.key


def test_a_legal_capture_counts_and_the_clocks_do_not() -> None:
    board = bitrook.Board("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2")
    without = bitrook.Board("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 2")
    assert board != without and board.repetition_key != without.repetition_key
    later = bitrook.Board("4k3/8/8/2pP4/8/8/8/4K3 w - - 7 30")
    assert without.repetition_key == later.repetition_key and without != later


def test_two_rooks_on_one_side_have_different_rights() -> None:
    inner, outer = (bitrook.Board(f"4k3/8/8/8/8/8/8/4KR1R w {right} - 0 1", chess960=True) for right in "FH")
    assert inner.key == outer.key
    assert inner.repetition_key != outer.repetition_key and inner != outer


def test_it_can_only_be_read() -> None:
    with pytest.raises(AttributeError):
        bitrook.Board().repetition_key = 0  # type: ignore[misc]
