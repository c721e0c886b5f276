"""A slow reference implementation of .binpack with python-chess's boards, after the description of the format."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

import chess
from bitrook import Board


class Entry(NamedTuple):
    """A position and its data, from the point of view of the side to move."""

    board: chess.Board
    move: chess.Move
    score: int
    result: int


def bits_for(count: int) -> int:
    return (count - 1).bit_length() if count else 0


def fold(number: int) -> int:
    return number << 1 if number >= 0 else (number & 0xFFFF ^ 0x7FFF) << 1 & 0xFFFF | 1


def unfold(number: int) -> int:
    return number >> 1 if number % 2 == 0 else (number >> 1 ^ 0x7FFF) - 0x8000


def signed(number: int) -> int:
    return (number + 0x8000) % 0x10000 - 0x8000


def targets(board: chess.Board, origin: int) -> list[int]:
    own = board.occupied_co[board.turn]
    if board.piece_type_at(origin) != chess.PAWN:
        return [square for square in board.attacks(origin) if not own >> square & 1]
    step, rank = (8, 1) if board.turn else (-8, 6)
    found = set[int]()
    if board.piece_at(origin + step) is None:
        found.add(origin + step)
        if chess.square_rank(origin) == rank and board.piece_at(origin + 2 * step) is None:
            found.add(origin + 2 * step)
    for square in board.attacks(origin):
        if board.color_at(square) == (not board.turn) or (square == board.ep_square and board.has_legal_en_passant()):
            found.add(square)
    return sorted(found)


def moves_of(board: chess.Board, origin: int) -> list[chess.Move]:
    """Return the moves of the piece on *origin* in the order of their numbers in the format."""
    found = [chess.Move(origin, target) for target in targets(board, origin)]
    if board.piece_type_at(origin) == chess.KING:
        rights = board.clean_castling_rights() & chess.BB_RANKS[0 if board.turn else 7]
        found += [chess.Move(origin, origin + (2 if rook > origin else -2)) for rook in chess.scan_forward(rights)]
    if board.piece_type_at(origin) == chess.PAWN and chess.square_rank(origin) == (6 if board.turn else 1):
        found = [chess.Move(m.from_square, m.to_square, piece) for m in found for piece in range(2, 6)]
    return found


def move_bits(board: chess.Board, move: chess.Move) -> str:
    own = sorted(chess.SquareSet(board.occupied_co[board.turn]))
    moves = moves_of(board, move.from_square)
    numbers = (own.index(move.from_square), len(own)), (moves.index(move), len(moves))
    return "".join(f"{number:0{bits_for(count)}b}" if count > 1 else "" for number, count in numbers)


def number_bits(number: int) -> str:
    blocks = []
    while True:
        blocks.append(number & 15)
        number >>= 4
        if not number:
            return "".join(f"{block | 16 * (i + 1 < len(blocks)):05b}" for i, block in enumerate(blocks))


def entry_bytes(e: Entry) -> bytes:
    promotion = e.move.promotion - 2 if e.move.promotion else 0
    kind, target = 1 if e.move.promotion else 0, e.move.to_square
    if e.move and e.board.is_castling(e.move):
        kind, target = 2, chess.square(7 if target > e.move.from_square else 0, chess.square_rank(target))
    elif e.move and e.board.is_en_passant(e.move):
        kind = 3
    word = kind << 14 | e.move.from_square << 8 | target << 2 | promotion if e.move else 0
    ply = e.board.ply() | (fold(e.result) & 3) << 14
    return Board(e.board.fen()).packed() + struct.pack(">4H", word, fold(e.score), ply, e.board.halfmove_clock)


def follows(a: Entry, b: Entry) -> bool:
    after = a.board.copy(stack=False)
    after.push(a.move)
    return bool(a.move and b.move) and a.result == -b.result and after.fen() == b.board.fen()


def encode(entries: list[Entry]) -> bytes:
    file, chunk, i = b"", b"", 0
    while i < len(entries):
        if len(chunk) >= 1 << 20:
            file += b"BINP" + struct.pack("<I", len(chunk)) + chunk
            chunk = b""
        first, text = i, ""
        while i + 1 < len(entries) and follows(entries[i], entries[i + 1]):
            i += 1
            e = entries[i]
            text += move_bits(e.board, e.move) + number_bits(fold(signed(e.score + entries[i - 1].score)))
        text += "0" * (-len(text) % 8)
        chain = bytes(int(text[k : k + 8], 2) for k in range(0, len(text), 8))
        chunk += entry_bytes(entries[first]) + struct.pack(">H", i - first) + chain
        i += 1
    return file + (b"BINP" + struct.pack("<I", len(chunk)) + chunk if chunk else b"")


class Bits:
    def __init__(self, data: bytes) -> None:
        self.text, self.at = "".join(f"{byte:08b}" for byte in data), 0

    def read(self, count: int) -> int:
        self.at += count
        return int(self.text[self.at - count : self.at] or "0", 2)


def first_entry(data: bytes) -> Entry:
    packed, word, score, ply, clock = struct.unpack(">24s4H", data)
    board = chess.Board(Board.from_packed(packed).fen())
    board.halfmove_clock, board.fullmove_number = clock, ((ply & 0x3FFF) - (not board.turn)) // 2 + 1
    origin, target = word >> 8 & 63, word >> 2 & 63
    if word >> 14 == 2:
        target = origin + (2 if target > origin else -2)
    move = chess.Move(origin, target, (word & 3) + 2 if word >> 14 == 1 else None) if word else chess.Move.null()
    return Entry(board, move, unfold(score), {0: 0, 1: -1, 2: 1}[ply >> 14])


def decode(file: bytes) -> Iterator[Entry]:
    while file:
        assert file[:4] == b"BINP"
        (size,) = struct.unpack_from("<I", file, 4)
        chunk, file = file[8 : 8 + size], file[8 + size :]
        while chunk:
            entry, count = first_entry(chunk[:32]), int.from_bytes(chunk[32:34], "big")
            chunk = chunk[34:]
            yield entry
            bits = Bits(chunk[: 5 * count])
            for _ in range(count):
                board = entry.board.copy(stack=False)
                board.push(entry.move)
                own = sorted(chess.SquareSet(board.occupied_co[board.turn]))
                moves = moves_of(board, own[bits.read(bits_for(len(own)))])
                move = moves[bits.read(bits_for(len(moves)))]
                change, shift = 0, 0
                while (block := bits.read(5)) > 15:
                    change, shift = change | (block & 15) << shift, shift + 4
                change |= block << shift
                entry = Entry(board, move, signed(unfold(change) - entry.score), -entry.result)
                yield entry
            chunk = chunk[(bits.at + 7) // 8 :]
