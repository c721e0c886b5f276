"""Positions for tests: well-known ones, lists from tests/files, random ones (legal or not), and random games on a board
of each library."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bitrook
import chess
from bitrook import Board

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"  # has most kinds of moves
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PINNED = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

DATA = Path(__file__).parents[1] / "files"


def data_lines(path: str) -> list[str]:
    """Return the lines of tests/files/*path*, without comments and empty lines."""
    lines = (DATA / path).read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if line and not line.startswith("#")]
    assert found, f"{path} holds no data"
    return found


def random_fens(count: int, seed: int = 20261122) -> list[str]:
    """Return *count* positions from games of random moves that are not over; a third of the games are Chess960."""
    rng, found = random.Random(seed), list[str]()
    while len(found) < count:
        board = Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 1 / 3 else Board()
        for _ in range(rng.randrange(6, 120)):
            moves = board.list_legal_moves()
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over() and board.halfmove_clock < 90:
            found.append(board.fen())
    return found


Boards = tuple[chess.Board, bitrook.Board]
MoveFields = tuple[int, int, "int | None", "int | None"]  # from_square, to_square, promotion, drop


def both(boards: Boards, change: Callable[[Any, Any], None]) -> None:
    """Call change(library, board) for each of the two boards."""
    change(chess, boards[0])
    change(bitrook, boards[1])


def random_position(rng: random.Random) -> Boards:
    """Return a position that may break any rule: missing, several or promoted kings, pawns and rights anywhere."""
    chess960 = rng.random() < 0.5
    boards = chess.Board(None, chess960=chess960), bitrook.Board(None, chess960=chess960)

    def put(square: int, piece_type: int, color: bool, promoted: bool = False) -> None:
        both(boards, lambda lib, board: board.set_piece_at(square, lib.Piece(piece_type, color), promoted))

    for _ in range(rng.choice((2, 6, 14, 30, 60))):
        square = rng.choice((0, 4, 7, 56, 60, 63)) if rng.random() < 0.15 else rng.randrange(64)
        put(square, rng.choice((1, 1, 1, 2, 3, 4, 4, 5, 6)), rng.random() < 0.5, rng.random() < 0.1)
    if rng.random() < 0.8:
        for color in chess.COLORS:
            if boards[0].king(color) is None:
                put(rng.choice((rng.randrange(64), 4 if color else 60)), chess.KING, color)
    turn = rng.random() < 0.5
    both(boards, lambda lib, board: setattr(board, "turn", turn))
    if rng.random() < 0.3:  # en passant after a double push, with a pawn that attacks the square
        file = rng.randrange(1, 8)
        pushed, passed = (chess.square(file, 4), 40 + file) if turn else (chess.square(file, 3), 16 + file)
        put(pushed, chess.PAWN, not turn)
        put(pushed - 1, chess.PAWN, turn)
        both(boards, lambda lib, board: board.remove_piece_at(passed))
        both(boards, lambda lib, board: setattr(board, "ep_square", passed))
    elif rng.random() < 0.3:
        square = rng.randrange(64)
        both(boards, lambda lib, board: setattr(board, "ep_square", square))
    if rng.random() < 0.5:
        corners = chess.BB_CORNERS
        rights = rng.choice((rng.getrandbits(64), int(boards[0].rooks) & chess.BB_BACKRANKS, corners))
        both(boards, lambda lib, board: setattr(board, "castling_rights", rights))
    return boards


def random_move(rng: random.Random, board: chess.Board) -> MoveFields:
    """Return a move that python-chess can push on *board*, usually a pseudo-legal one, sometimes any other."""
    while True:
        pseudo_legal = list(board.pseudo_legal_moves)
        if pseudo_legal and rng.random() < 0.6:
            move = rng.choice(pseudo_legal)
            return move.from_square, move.to_square, move.promotion, move.drop
        from_square = rng.choice(list(board.piece_map()) or [0])
        to_square = rng.randrange(64)
        if rng.random() < 0.1 and board.ep_square is not None:
            to_square = board.ep_square
        promotion = rng.choice((None, None, None, 1, 2, 5, 6))
        drop = rng.choice((None, None, None, None, None, 1, 4, 6)) if promotion is None else None
        if rng.random() < 0.05:
            from_square = to_square = 0
            promotion = drop = None
        is_null = not (from_square or to_square or promotion or drop)
        if is_null or drop is not None or board.piece_type_at(from_square):
            return from_square, to_square, promotion, drop


def pins(board: chess.Board, color: bool) -> tuple[int, int]:
    """Return the blockers, each the only piece between the king and an enemy slider, and the sliders that pin one."""
    king = board.king(color)
    blockers = pinners = 0
    if king is None:
        return 0, 0
    for square in chess.SquareSet(board.occupied_co[not color] & (board.bishops | board.rooks | board.queens)):
        between = chess.between(king, square) & board.occupied
        empty_board = chess.BB_EMPTY
        reaches = board.attackers_mask(not color, king, empty_board) & chess.BB_SQUARES[square]
        if reaches and between.bit_count() == 1:
            blockers |= between
            if between & board.occupied_co[color]:
                pinners |= chess.BB_SQUARES[square]
    return blockers, pinners


def to_bitrook(move: chess.Move) -> bitrook.Move:
    return bitrook.Move(move.from_square, move.to_square, move.promotion, move.drop)


def random_game(plies: int, seed: int = 1, fen: str = START, chess960: bool = False) -> Boards:
    """Play *plies* random legal moves. If the game ends earlier, pop 30 moves and continue."""
    rng = random.Random(seed)
    theirs, ours = chess.Board(fen, chess960=chess960), bitrook.Board(fen, chess960=chess960)
    while len(theirs.move_stack) < plies:
        moves = list(theirs.legal_moves)
        if moves:
            move = rng.choice(moves)
            theirs.push(move)
            ours.push(to_bitrook(move))
        else:
            for _ in range(min(len(theirs.move_stack), 30)):
                theirs.pop()
                ours.pop()
    return theirs, ours


def move_back(board: chess.Board) -> chess.Move | None:
    """Return the move of the piece moved two plies ago back to its origin, if the move is legal and not zeroing."""
    if len(board.move_stack) < 2:
        return None
    last = board.move_stack[-2]
    back = chess.Move(last.to_square, last.from_square)
    return back if board.is_legal(back) and not board.is_zeroing(back) else None


def choose_varied(rng: random.Random, board: chess.Board) -> chess.Move:
    """Return a legal move: often castling, en passant or a promotion, sometimes one back to a piece's origin."""
    moves = list(board.legal_moves)
    rare = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
    if rare and rng.random() < 0.5:
        return rng.choice(rare)
    back = move_back(board) if rng.random() < 0.2 else None
    return back or rng.choice(moves)


def choose_shuffling(rng: random.Random, board: chess.Board) -> chess.Move | None:
    """Return a legal move, rarely a capture or a pawn move, often one back to a piece's origin, or None."""
    moves = list(board.legal_moves)
    quiet = [move for move in moves if not board.is_zeroing(move)]
    if not quiet or rng.random() < 0.01:
        return rng.choice(moves) if moves else None
    back = move_back(board) if rng.random() < 0.6 else None
    return back or rng.choice(quiet)


def unwound(board: bitrook.Board) -> list[tuple[object, ...]]:
    """Pop every move of *board*, and return its state before each pop and at the end."""
    states: list[tuple[object, ...]] = []
    while True:
        moves = board.move_stack.copy()
        fen = board.fen(en_passant="fen", promoted=True)
        states.append((fen, board.castling_rights, board.chess960, board.key, board.is_repetition(2), moves))
        if not moves:
            return states
        board.pop()


def encoding_vectors() -> dict[str, Any]:
    """Return the test vectors for encodings by the names of their positions."""
    return json.loads((DATA / "batch" / "encodings.json").read_text())  # type: ignore[no-any-return]


def random_boards(n: int, seed: int = 0, chess960: bool = False) -> list[Board]:
    """Return positions from random games."""
    rng = random.Random(seed)
    boards = []
    board = Board()
    while len(boards) < n:
        if board.is_game_over() or board.ply() > 150 or not boards:
            board = Board.from_chess960_pos(rng.randrange(960)) if chess960 else Board()
        boards.append(board.copy())
        board.push(rng.choice(list(board.legal_moves)))
    return boards
