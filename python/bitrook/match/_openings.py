"""The openings of a match, built in or read from a file."""

from __future__ import annotations

import io
import os
import random
import re
from collections.abc import Sequence

from .. import Board
from ..data import open_text
from ..pgn import read_game
from ..search import Search

_RANDOM = 100  # openings of a variant, if none are given

# Balanced openings, eight to ten plies each.
_LINES = """
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 | e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 | e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 | e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 | e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 | e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 | e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 | e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 | e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7
e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 | e4 e6 d4 d5 Nd2 c5 exd5 exd5 | e4 e6 d4 d5 e5 c5 c3 Nc6 | e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5
e4 c6 d4 d5 e5 Bf5 Nf3 e6 | e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 | e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 | e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 | d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 | d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 | d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6
d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O | d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 | d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 | d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7
d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 | d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 | d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6 | d4 Nf6 Nf3 e6 Bg5 c5 e3 Be7
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 | c4 c5 Nf3 Nf6 Nc3 Nc6 g3 g6 | c4 Nf6 Nc3 e6 e4 d5 e5 d4 | Nf3 d5 g3 Nf6 Bg2 c6 O-O Bf5
Nf3 Nf6 c4 g6 g3 Bg7 Bg2 O-O | f4 d5 Nf3 Nf6 e3 g6 Be2 Bg7 | b3 e5 Bb2 Nc6 e3 d5 Bb5 Bd6 | e4 g6 d4 Bg7 Nc3 d6 Be3 a6
d4 d6 e4 Nf6 Nc3 e5 Nf3 Nbd7
"""


def read_openings(
    path: str | os.PathLike[str], plies: int | None = None, *, chess960: bool = False, variant: type[Board] = Board
) -> list[Board]:
    """Read openings from a file: the positions in an EPD or FEN file, or the final positions of the games in a PGN file.

    :param path: the file. It may be compressed. If its name ends in .epd or .fen, before the extension of the
        compression, each line contains a position; otherwise it is PGN.
    :param plies: the maximum number of plies to play from each game; None for all.
    :param chess960: whether to read all positions as Chess960, so that engines castle by its rules. Otherwise, those
        with castling rights that only Chess960 has are, so that a file may have both.
    :param variant: the class of the boards of a variant, such as `bitrook.variant.AtomicBoard`. Games in a PGN file must
        be of this variant.
    :raises ValueError: if the file has no openings, or if a position or game is invalid.
    :raises OSError: if the file cannot be read.
    """
    name = os.fspath(path)
    with open_text(path) as file:
        text = file.read()
    boards: list[Board] = []

    def add(board: Board, place: str, text: str) -> None:
        if not board.is_valid() or board.is_game_over():
            raise ValueError(f"{place}: an opening is not valid, or the game is already over: {text}")
        boards.append(variant(board.fen(shredder=True), chess960=True) if chess960 else board)

    if re.search(r"\.(epd|fen)(\.(gz|bz2|xz|zst))?$", name, re.IGNORECASE):
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    board = _position(line, chess960 or None, variant)
                except ValueError as error:
                    raise ValueError(f"{name}:{number}: {error}") from None
                add(board, f"{name}:{number}", line)
    else:
        lines = io.StringIO(text)
        while (game := read_game(lines)) is not None:
            place = f"{name}: game {len(boards) + 1}"
            if game.errors:
                raise ValueError(f"{place}: {game.errors[0]}")
            board = game.board()
            if type(board) is not variant:
                raise ValueError(f"{place} is of {board.uci_variant}, not of {variant.uci_variant}")
            for move in [*game.mainline_moves()][:plies]:
                board.push(move)
            add(board, place, board.fen())
    if not boards:
        raise ValueError(f"{name}: no openings")
    return boards


def _position(line: str, chess960: bool | None, variant: type[Board]) -> Board:
    words = line.split()
    is_fen = len(words) in (6, 7) and words[-2].isdigit() and words[-1].isdigit()  # 7 with the checks of three-check

    def read(chess960: bool) -> Board:
        text = " ".join(words)
        return variant(text, chess960=chess960) if is_fen else variant.from_epd(text, chess960=chess960)[0]

    if chess960 is not None:
        return read(chess960)
    board = read(True)
    return board if board.has_chess960_castling_rights() else read(False)


class Openings:
    """The openings of a match by number, shuffled with a seed. When all have been played, they start over.

    On each further pass, the 40 built-in openings are extended by two plies, which differ each time. Otherwise two
    searches with a fixed number of nodes would repeat the games of the first pass.

    :param chess960: whether the built-in openings are the 960 starting positions of Chess960.
    :param variant: the variant of the built-in openings. Unless it is standard chess, these are random.
    """

    def __init__(
        self, boards: Sequence[Board] | None, seed: int, chess960: bool = False, variant: type[Board] = Board
    ) -> None:
        if boards is None and variant is not Board:
            boards = _random(variant, seed, chess960)
        self._extends = boards is None
        if boards is None and chess960:
            boards = [Board.from_chess960_pos(number) for number in range(960)]
        if boards is None:
            boards = [_played(line.split()) for line in _LINES.replace("\n", "|").split("|") if line.strip()]
        self._boards = [board.copy() for board in boards]
        random.Random(seed).shuffle(self._boards)

    def __getitem__(self, number: int) -> Board:
        turn, place = divmod(number, len(self._boards))
        board = self._boards[place].copy()
        if turn and self._extends:
            _extend(board, turn)
        return board


def _random(variant: type[Board], seed: int, chess960: bool) -> list[Board]:
    """Return positions after four random plies from the start position, in which the game is not over."""
    choose = random.Random(f"{variant.uci_variant} {seed}")
    boards: dict[str, Board] = {}
    while len(boards) < _RANDOM:
        board = variant.from_chess960_pos(choose.randrange(960)) if chess960 else variant()
        for _ in range(4):
            moves = list(board.legal_moves)
            if moves:
                board.push(choose.choice(moves))
        if not board.is_game_over():
            boards.setdefault(board.epd(), board)
    return list(boards.values())


def _played(line: Sequence[str]) -> Board:
    board = Board()
    for san in line:
        board.push_san(san)
    return board


def _extend(board: Board, turn: int) -> None:
    """Play two plies. Each is one of the five best moves of a short search, at most 60 centipawns below the best."""
    for choice in (turn - 1) % 5, (turn - 1) // 5:
        lines = Search().run(board, depth=5, multipv=5).lines
        scores = [line.score.score(mate_score=10_000) or 0 for line in lines]
        good = [line.moves[0] for line, score in zip(lines, scores) if score >= scores[0] - 60]
        board.push(good[choice % len(good)])
