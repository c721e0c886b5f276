"""A program that runs python-chess's modules on bitrook's boards, for the type checkers; see bitrook.compat."""

from __future__ import annotations

import io
from typing import cast

import bitrook.compat

bitrook.compat.install()

import bitrook as chess  # noqa: E402
from chess import pgn  # noqa: E402


def last_board(text: str) -> chess.Board:
    game = pgn.read_game(io.StringIO(text))
    assert game is not None
    return cast(chess.Board, game.end().board())


def key_of(board: chess.Board) -> int:
    return board.repetition_key


def main() -> None:
    board = last_board("1. e4 e5 2. Nf3 Nc6")
    assert type(board) is bitrook.Board
    print(key_of(board) == board.key, board.fullmove_number)


if __name__ == "__main__":
    main()
