"""Encodings of Boards, compared with the encodings of each Board."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import bitrook.batch as bb


def played(history: int, plies: int = 90, n: int = 40) -> bb.Boards:
    """Return boards after random games in which pieces often move back, so that positions repeat."""
    boards = bb.Boards(n, history=history)
    rng = np.random.default_rng(7)
    before: list[np.ndarray] = []
    for _ in range(plies):
        moves = boards.random_moves()
        if len(before) > 1:
            words = before[-2].view(np.uint16)
            back = ((words & 63) << 6 | (words >> 6 & 63)).view(np.int16)
            use = boards.is_legal(back) & (rng.random(n) < 0.4)
            moves = np.where(use, back, moves)
        boards.step(moves, illegal="ignore")
        before.append(moves)
    return boards


NAMES = ["pieces", "alphazero", "pgx", "openspiel", "pettingzoo", "maia2", "maia3", "lc0"]
ENCODINGS = [bb.encoding(name) for name in NAMES] + [bb.encoding("lc0", input_format=f) for f in (2, 3, 4)]
ENCODINGS.append(
    bb.encoding(["legal_en_passant@3", "fullmove_number@2", "halfmove_clock@1", "ply@5", "white_to_move@1"])
)


def test_every_encoding_is_tested_and_documented() -> None:
    with pytest.raises(ValueError, match="must be (.*) or a list of planes, not 'none'") as error:
        bb.encoding("none")
    known = str(error.value).removeprefix("encoding must be ").partition(" or ")[0].split(", ")
    assert known == NAMES, "add the encoding to NAMES in this file"
    page = (Path(__file__).parents[2] / "docs" / "reference" / "encodings.md").read_text(encoding="utf-8")
    assert not [name for name in NAMES if f"``{name}``" not in str(bb.encoding.__doc__)], "the docstring lacks names"
    assert not [name for name in NAMES if f"`{name}`" not in page], "docs/reference/encodings.md lacks names"


@pytest.mark.parametrize("encoding", ENCODINGS, ids=repr)
def test_planes(encoding: bb.Encoding) -> None:
    for plies in (0, 3, 25, 90):
        boards = played(8, plies)
        expected = encoding.encode(list(boards))
        assert (boards.observe(encoding) == expected).all()
        assert (encoding.encode(boards, threads=2) == expected).all()
    assert encoding.encode(bb.Boards(0)).shape[0] == 0


def test_positions_repeat() -> None:
    recurring = [name.startswith("recurring") for name in bb.encoding("alphazero").planes]
    assert played(8).observe("alphazero")[..., recurring].any()


def test_without_history_there_is_one_position() -> None:
    boards = played(0, 30)
    planes = boards.observe("alphazero", layout="channels_first")
    current = boards.observe("pieces")[:, :, ::-1]
    assert (planes[:, :12] == current).all() and not planes[:, 14:26].any()


@pytest.mark.parametrize(
    "name", ["alphazero", "openspiel", "pettingzoo", "lc0", "deepmind", "maia2", "maia3", "lc0_attention", "rookforge"]
)
def test_codecs(name: str) -> None:
    codec = bb.codec(name)
    boards = played(8, 40)
    boards = boards[~boards.is_over()]
    assert (boards.legal_mask(codec) == codec.legal_mask(list(boards))).all()
    moves = boards.random_moves()
    numbers = codec.encode(boards, moves)
    assert (codec.decode(boards, numbers) == moves).all()
    offsets, legal = boards.legal_moves()
    assert (codec.decode(boards, codec.encode(boards, legal, offsets=offsets), offsets=offsets) == legal).all()
    copy = boards.copy()
    boards.step(moves)
    copy.step(numbers, codec)
    assert boards == copy


def test_tokens_and_features() -> None:
    boards = played(8, 40)
    for name in ("deepmind", "squares"):
        assert (bb.tokenizer(name).encode(boards) == bb.tokenizer(name).encode(list(boards))).all()
    for name in ("halfkp", "halfkav2_hm", "chess768"):
        assert (bb.features(name).encode(boards) == bb.features(name).encode(list(boards))).all()
    vocabulary = bb.vocabulary("san")
    boards = boards[~boards.is_over()]
    moves = boards.random_moves()
    assert (vocabulary.decode(boards, vocabulary.encode(boards, moves)) == moves).all()
