"""Prepares the objects and functions of each library that the rows of operations.py use."""

from __future__ import annotations

from typing import Any

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
GAME = """e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 Nc1 O-O-O Nb3 exd4
Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3
Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8
c3""".split()  # Kasparov - Topalov, Wijk aan Zee 1999, the first 80 plies
SET32 = 0xFFFF00000000FFFF


def namespace(library: str, fens: list[str]) -> dict[str, Any]:
    """Return the objects that the source of a library's rows uses."""
    if library == "bulletchess":
        keep_constants_alive()
    names: dict[str, Any] = {"K": KIWIPETE, "MATED": MATED, "SET32": SET32, "GAME": GAME, "fens": fens}
    names["ucis"], names["uci"] = uci_moves(), "e2e4"
    exec(SOURCES[library], names)
    return names


def uci_moves() -> list[str]:
    """Return the moves of GAME in UCI notation."""
    import bitrook

    board = bitrook.Board()
    return [board.push_san(san).uci() for san in GAME]


def keep_constants_alive() -> None:
    """Raise the reference counts of None and the booleans.

    bulletchess assumes that they are immortal, which is true from Python 3.12 on. Before that, it would free them.
    """
    import ctypes
    import sys

    if sys.version_info < (3, 12):
        for constant in (None, True, False, NotImplemented):
            ctypes.c_ssize_t.from_address(id(constant)).value += 1 << 40


def walk(name: str, leaves: str, moves: str, step: str) -> str:
    """Return the source of a function that counts the leaves of the tree of moves. {} in *step* is its name."""
    return f"""
def {name}(board, depth):
    if depth == 1: return {leaves}
    nodes = 0
    for move in {moves}:
        {step.format("nodes += " + name)}
    return nodes
"""


APPLY = "board.apply(move); {}(board, depth - 1); board.undo()"
MAKE = "{}(board.make_move_new(move, False), depth - 1)"
PUSH = "board.push(move); {}(board, depth - 1); board.pop()"
# Source for libraries with the interface of python-chess.
CHESS_LIKE = """
Board, Move = M.Board, M.Move
board_of = Board
kiwi, same, start, mated = Board(K), Board(K), Board(), Board(MATED)
e2e4, other, castle, e5d7 = map(Move.from_uci, ("e2e4", "e2e4", "e1g1", "e5d7"))
null, pawn, buffer = Move.null(), M.Piece(1, True), bytearray(1024)
played = Board()
for san in GAME:
    played.push_san(san)
set32 = M.SquareSet(SET32)
"""
CHESS_LIKE += walk("counted", "board.legal_moves.count()", "board.legal_moves", PUSH)
CHESS_LIKE += walk("listed", "len(list(board.legal_moves))", "list(board.legal_moves)", PUSH)

# Operations that only bitrook has.
DIRECTLY = walk("counted_directly", "board.count_legal_moves()", "board.list_legal_moves()", PUSH)
DIRECTLY += walk("listed_directly", "len(board.list_legal_moves())", "board.list_legal_moves()", PUSH)

# What bitrook needs for the rows about networks. Without NumPy, they are left out.
FOR_NETWORKS = """
try:
    import bitrook.batch, numpy
    planes, codec = bitrook.batch.encoding("pieces"), bitrook.batch.codec("alphazero")
    array, mask = numpy.empty((12, 8, 8), numpy.float32), numpy.empty(codec.size, numpy.uint8)
except ImportError:
    pass
"""

SOURCES = {
    "chess": "import chess as M\nfrom chess.polyglot import zobrist_hash\n" + CHESS_LIKE,
    "bitrook": "import bitrook as M\n" + CHESS_LIKE + DIRECTLY + FOR_NETWORKS,
    "pyrust_chess": "import pyrust_chess as M\n" + CHESS_LIKE,
    "cozy_chess": """
import cozy_chess as M
kiwi, e2e4 = M.Board.from_fen(K, False), M.Move.from_str("e2e4")
""",
    "spooky_chess": """
import spooky_chess as M
kiwi, start, fresh, played = M.Game(8, 8, K, True), M.Game.standard(), M.Game.standard(), M.Game.standard()
e2e4 = start.move_from_lan("e2e4")
for uci in ucis: played.make_move_from_lan(uci)
""",
    "chessmg": "import chessmg as M\n",
    "esca": """
import esca as M
kiwi, same, start, played = M.Position.from_fen(K), M.Position.from_fen(K), M.Game(), M.Game()
e2e4 = M.Move.from_uci("e2e4")
for uci in ucis: played.play(uci)
""",
    "bulletchess": """
import bulletchess as M
from bulletchess import CHECK, CHECKMATE, FORCED_DRAW, MATE, E2, E4, Board, Move
from bulletchess.utils import count_moves
board_of = Board.from_fen
kiwi, same, start, mated = Board.from_fen(K), Board.from_fen(K), Board(), Board.from_fen(MATED)
e2e4, other, castle, e5d7 = map(Move.from_uci, ("e2e4", "e2e4", "e1g1", "e5d7"))
played = Board()
for uci in ucis: played.apply(Move.from_uci(uci))
set32 = M.Bitboard.from_int(SET32)
"""
    + walk("counted", "count_moves(board)", "board.legal_moves()", APPLY)
    + walk("listed", "len(board.legal_moves())", "board.legal_moves()", APPLY),
    "nchess": """
import nchess as M
from nchess import Board, Move
board_of = Board
kiwi, same, start, mated = Board(K), Board(K), Board(), Board(MATED)
e2e4, other, castle, e5d7 = map(Move, ("e2e4", "e2e4", "e1g1", "e5d7"))
played = Board()
for uci in ucis: played.step(uci)
set32 = M.BitBoard(SET32)
"""
    + walk(
        "listed",
        "len(board.generate_legal_moves())",
        "board.generate_legal_moves()",
        "board._makemove(move); {}(board, depth - 1); board.undo()",
    ),
    "rust_chess": """
import rust_chess as M
from rust_chess import E2, E4, Board, Move
board_of = Board
kiwi, same, start, mated = Board(K), Board(K), Board(), Board(MATED)
e2e4, other, castle, e5d7 = map(Move.from_uci, ("e2e4", "e2e4", "e1g1", "e5d7"))
set32 = M.Bitboard(SET32)
"""
    + walk("counted", "board.get_generator_num_remaining()", "list(board.generate_legal_moves())", MAKE)
    + walk("listed", "len(list(board.generate_legal_moves()))", "list(board.generate_legal_moves())", MAKE),
    "fastchess": """
import fastchess as M
from fastchess import Board
board_of = Board
kiwi, start, mated = Board(K), Board(), Board(MATED)
played = Board()
for uci in ucis: played.push_uci(uci)
"""
    + walk(
        "listed",
        "len(board.legal_moves_uci())",
        "board.legal_moves_uci()",
        "after = board.copy(); after.push_uci(move); {}(after, depth - 1)",
    ),
    "nothing": """
import nothing as M
kiwi = same = start = played = e2e4 = planes = codec = array = mask = M.Object()
M.Move, M.WHITE = M.Object, True
""",
    "builtins": """
from collections import deque
keys20, keys48 = (dict.fromkeys(map(str, range(n))).keys() for n in (20, 48))
list20, list48, list32 = list(keys20), list(keys48), list(range(32))
queue, table, text, other, number = deque([1]), dict.fromkeys(range(64)), "text", "tex", 28
memory, cut = memoryview(bytes(1000)), slice(12, 28)
""",
}
