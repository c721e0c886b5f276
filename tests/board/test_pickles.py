"""Copies and pickles of boards with attributes assigned between the moves, compared with python-chess."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import chess
import pytest
from support.positions import unwound

import bitrook
from bitrook import Board

RIGHTS = [0, 0x81, 0xFF, 0x8100000000000081, 0xFF000000000000FF, 0x4100000000000022, 0x8000000000000000]
VALUES: dict[str, list[Any]] = {
    "castling_rights": RIGHTS,
    "ep_square": [None, 16, 20, 43, 44],
    "turn": [True, False],
    "halfmove_clock": [0, 7, 99],
    "fullmove_number": [1, 5, 70_000],
    "promoted": [0, 0xFF, 0xFFFF << 48],
    "chess960": [True, False],
}


def with_assigned_state(lib: Any, seed: int, attributes: list[str]) -> Any:
    """Return a board of *lib* with attributes assigned between its moves."""
    rng = random.Random(seed)
    board = lib.Board()
    for _ in range(12):
        for attribute in rng.choices(attributes, k=rng.randrange(3)):
            value = rng.choice(VALUES[attribute])
            setattr(board, attribute, value & board.occupied if attribute == "promoted" else value)
        moves = sorted(board.legal_moves, key=str)
        if moves and rng.random() < 0.9:
            board.push(rng.choice(moves))
    return board


def history(board: Any) -> list[tuple[Any, ...]]:
    states = []
    for _ in range(len(board.move_stack) + 1):
        states.append((board.fen(en_passant="fen", promoted=True), *[getattr(board, name) for name in VALUES]))
        if board.move_stack:
            states.append((board.pop().uci(),))
    return states


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_copies_and_pickles_hold_what_was_assigned_in_mid_game(how: Callable[[Any], Any]) -> None:
    usual = [name for name in VALUES if name != "chess960"]
    for seed in range(150):
        expected = history(with_assigned_state(chess, seed, usual))
        assert history(how(with_assigned_state(bitrook, seed, usual))) == expected, seed
        mode = unwound(
            with_assigned_state(bitrook, seed, list(VALUES))
        )  # a pop does not restore the mode in python-chess
        assert unwound(how(with_assigned_state(bitrook, seed, list(VALUES)))) == mode, seed


def test_a_pickle_holds_rights_that_were_assigned_twice() -> None:
    board = Board()
    board.push_uci("g1f3")
    board.castling_rights = 0xFF
    board.push_uci("g8f6")
    board.castling_rights = 0x81
    again = pickle.loads(pickle.dumps(board))
    rights = [again.castling_rights, again.pop() and again.castling_rights, again.pop() and again.castling_rights]
    assert rights == [0x81, 0xFF, 0x8100000000000081]
