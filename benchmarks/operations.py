"""Defines the rows of the benchmarks: one operation each, as Python source for every library that supports it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

LIBRARIES = ("chess", "bulletchess", "nchess", "rust_chess", "fastchess", "bitrook")
FURTHER = ("cozy_chess", "spooky_chess", "pyrust_chess", "chessmg", "esca")  # measured by calls.py only
COPYING = ("chess", "bitrook", "bulletchess", "nchess", "fastchess")
PYTHON_CHESS_LIKE = ("chess", "bitrook", "pyrust_chess")
CHECKING = ("chess", "bitrook", "rust_chess", "fastchess")
WITH_MOVES = ("chess", "bitrook", "bulletchess", "nchess", "rust_chess")


@dataclass
class Operation:
    """A row. The names in its source come from `libraries.namespace`."""

    name: str
    code: dict[str, str]  # by library; "builtins" is a similar expression over Python's own objects
    goal: float | None = None  # nanoseconds, on the machine where the goals were set
    reference: float | None = None  # python-chess's nanoseconds on that machine
    divisor: int = 1  # how many operations the code performs
    keep: bool = False  # the code runs once per sample, and its result is kept until the clock has stopped
    setup: str = ""  # runs untimed before each sample
    notes: dict[str, str] = field(default_factory=dict)


def row(name: str, goal: tuple[float, float | None] | None = None, **options: Any) -> Operation:
    """Return a row. Options are fields of Operation, source code under a library's name, or one of two short forms.

    *both* is the source for python-chess and bitrook; *each* is a tuple of libraries and their common source.
    """
    code: dict[str, str] = {}
    if each := options.pop("each", None):
        code = dict.fromkeys(*each)
    if both := options.pop("both", None):
        code |= {"chess": both, "bitrook": both}
    code |= {
        library: options.pop(library) for library in (*LIBRARIES, *FURTHER, "nothing", "builtins") if library in options
    }
    return Operation(name, code, *(goal or ()), **options)


def listing(board: str) -> dict[str, Any]:
    """Return the source that lists the legal moves in each of the other libraries."""
    return {
        "chess": f"list({board}.legal_moves)",
        "bulletchess": f"{board}.legal_moves()",
        "nchess": f"{board}.generate_legal_moves()",
        "rust_chess": f"{board}.reset_move_generator(); list({board}.generate_legal_moves())",
        "fastchess": f"{board}.legal_moves_uci()",
        "notes": {"fastchess": "strings: it has no moves"},
    }


def counting(board: str) -> dict[str, Any]:
    """Return the source that counts the legal moves in each of the other libraries."""
    return {
        "chess": f"{board}.legal_moves.count()",
        "bulletchess": f"count_moves({board})",
        "rust_chess": f"{board}.reset_move_generator(); {board}.get_generator_num_remaining()",
    }


def legal_moves() -> Iterator[Operation]:
    """Yield the rows that list and count the legal moves, each in two ways and for two positions."""
    lists, counts = ((75, 17537), (140, 35153)), ((25, 17462), (40, 34717))
    for title, others, goals, code, similar in (
        ("list of legal moves, {0} ({1})", listing, lists, "list({}.legal_moves)", "list(keys{})"),
        (
            "list of legal moves, {0} ({1}), by list_legal_moves()",
            listing,
            lists,
            "{}.list_legal_moves()",
            "list{}.copy()",
        ),
        ("count of legal moves, {0}", counting, counts, "{}.legal_moves.count()", ""),
        (
            "count of legal moves, {0}, by count_legal_moves()",
            counting,
            counts,
            "{}.count_legal_moves()",
            "number.bit_length()",
        ),
    ):
        for (board, name, count), goal in zip((("start", "start", 20), ("kiwi", "Kiwipete", 48)), goals, strict=True):
            builtins = {"builtins": similar.format(count)} if similar else {}
            yield row(title.format(name, count), goal, **others(board), bitrook=code.format(board), **builtins)


PERFT_COUNTING = {"each": (("chess", "bulletchess", "rust_chess"), "counted(Board(), 4)")}
PERFT_LISTING = {"each": (LIBRARIES, "listed(Board(), 4)")}
POSITIONS = {"divisor": 10_000, "keep": True}
BOARDS = {**POSITIONS, "setup": "boards = [board_of(fen) for fen in fens]"}
LISTED = {
    "chess": "[list(board.legal_moves) for board in boards]",
    "bulletchess": "[board.legal_moves() for board in boards]",
    "nchess": "[board.generate_legal_moves() for board in boards]",
    "rust_chess": "[list(board.generate_legal_moves()) for board in boards]",
}

# The README's table.
OPERATIONS = [
    row("Board()", (40, 986), each=(LIBRARIES, "Board()")),
    row("Board(FEN)", (130, 40000), each=(LIBRARIES, "board_of(K)")),
    row(
        "fen()",
        (70, 27400),
        each=(LIBRARIES, "kiwi.fen()"),
        rust_chess="kiwi.get_fen()",
        notes={"nchess": "its en-passant field is wrong"},
    ),
    *legal_moves(),
    row(
        "push + pop",
        (30, 2667),
        both="start.push(e2e4); start.pop()",
        bulletchess="start.apply(e2e4); start.undo()",
        nchess="start._makemove(e2e4); start.undo()",
        builtins="queue.append(text); queue.pop()",
    ),
    row(
        "push_uci, per ply of a game",
        (50, 8023),
        divisor=80,
        each=(("chess", "bitrook", "fastchess"), "b = Board()\nfor u in ucis: b.push_uci(u)"),
        bulletchess="b = Board()\nfor u in ucis: b.apply(Move.from_uci(u))",
        nchess="b = Board()\nfor u in ucis: b.step(u)",
        rust_chess="b = Board()\nfor u in ucis: b.make_move(Move.from_uci(u))",
        notes={"bulletchess": "unchecked", "fastchess": "unchecked"},
    ),
    row(
        "push_san, per ply of a game",
        (75, 8172),
        divisor=80,
        each=(("chess", "bitrook", "fastchess"), "b = Board()\nfor s in GAME: b.push_san(s)"),
        bulletchess="b = Board()\nfor s in GAME: b.apply(Move.from_san(s, b))",
        rust_chess="b = Board()\nfor s in GAME: b.make_move(b.get_move_from_san(s))",
    ),
    row(
        "parse_san",
        (28, 4475),
        both="kiwi.parse_san('Nxd7')",
        bulletchess="Move.from_san('Nxd7', kiwi)",
        rust_chess="kiwi.get_move_from_san('Nxd7')",
    ),
    row("san(move)", (75, 7256), both="kiwi.san(e5d7)", bulletchess="e5d7.san(kiwi)"),
    row(
        "is_check",
        (7, 645),
        each=(CHECKING, "kiwi.is_check()"),
        bulletchess="kiwi in CHECK",
        nchess="kiwi.is_check",
        builtins="text.isalpha()",
    ),
    row(
        "is_checkmate, no",
        (10, 673),
        each=(("chess", "bitrook", "rust_chess"), "kiwi.is_checkmate()"),
        bulletchess="kiwi in CHECKMATE",
    ),
    row(
        "is_checkmate, yes",
        (40, 9087),
        each=(("chess", "bitrook", "rust_chess"), "mated.is_checkmate()"),
        bulletchess="mated in CHECKMATE",
    ),
    row(
        "is_game_over",
        (30, 5026),
        both="kiwi.is_game_over()",
        bulletchess="kiwi in MATE or kiwi in FORCED_DRAW",
        nchess="kiwi.get_game_state()",
        rust_chess="kiwi.get_status()",
    ),
    row(
        "position key",
        (10, 12511),
        chess="zobrist_hash(kiwi)",
        bitrook="kiwi.key",
        bulletchess="hash(kiwi)",
        rust_chess="kiwi.zobrist_hash",
        builtins="memory.nbytes",  # an attribute that creates an int as well
    ),
    row("copy after 80 plies", (50, 95336), each=(COPYING, "played.copy()"), notes={"fastchess": "no history"}),
    row(
        "piece_at",
        (7, 242),
        each=(("chess", "bitrook", "fastchess"), "kiwi.piece_at(28)"),
        bulletchess="kiwi[E4]",
        nchess="kiwi.on_square(28)",
        rust_chess="kiwi.get_piece_on(E4)",
        builtins="table.get(28)",
    ),
    row(
        "is_legal(move)",
        (30, 2027),
        both="kiwi.is_legal(e5d7)",
        nchess="kiwi.is_move_legal(e5d7)",
        rust_chess="kiwi.is_legal_move(e5d7)",
        builtins="table.get(text)",
    ),
    row(
        "is_legal(castling)",
        both="kiwi.is_legal(castle)",
        nchess="kiwi.is_move_legal(castle)",
        rust_chess="kiwi.is_legal_move(castle)",
    ),
    row("turn", (9, 3.0), each=(LIBRARIES, "kiwi.turn"), nchess="kiwi.side", builtins="memory.readonly"),
    row(
        "move.from_square",
        (3, 1.7),
        both="e2e4.from_square",
        bulletchess="e2e4.origin",
        nchess="e2e4.from_",
        rust_chess="e2e4.source",
        builtins="cut.start",
    ),
    row("Move(from, to)", (22, 107), both="Move(12, 28)", bulletchess="Move(E2, E4)", rust_chess="Move(E2, E4)"),
    row("Move.from_uci", (28, 676), each=(WITH_MOVES, "Move.from_uci('e2e4')"), nchess="Move('e2e4')"),
    row("move.uci()", (9, 115), both="e2e4.uci()", bulletchess="e2e4.uci()", rust_chess="e2e4.get_uci()"),
    row("move == move", (6, 94), each=(WITH_MOVES, "e2e4 == other"), builtins="text == other"),
    row(
        "hash(move)", (9, 87), each=(("chess", "bitrook", "bulletchess", "nchess"), "hash(e2e4)"), builtins="hash(text)"
    ),
    row(
        "iterate a set of 32 squares",
        (230, 3216),
        each=(("chess", "bitrook", "bulletchess", "nchess"), "for s in set32: pass"),
        rust_chess="for s in M.Bitboard(SET32): pass",  # a set is its own iterator, and is empty after the loop
        builtins="for s in list32: pass",
    ),
    row(
        "[m.uci() for m in legal moves], 48",
        (1000, 42190),
        both="[m.uci() for m in kiwi.legal_moves]",
        bulletchess="[m.uci() for m in kiwi.legal_moves()]",
        rust_chess="kiwi.reset_move_generator(); [m.get_uci() for m in kiwi.generate_legal_moves()]",
        fastchess="kiwi.legal_moves_uci()",
    ),
    row(
        "[san(m) for m in legal moves], 48",
        (3800, 377827),
        both="[kiwi.san(m) for m in kiwi.legal_moves]",
        bulletchess="[m.san(kiwi) for m in kiwi.legal_moves()]",
    ),
    row(
        "all UCI strings in one call, 48",
        (250, 42190),
        chess="[m.uci() for m in kiwi.legal_moves]",
        bitrook="kiwi.legal_moves.uci()",
        fastchess="kiwi.legal_moves_uci()",
        notes={"chess": "as a list comprehension"},
    ),
    row(
        "all SAN strings in one call, 48",
        (2500, 377827),
        chess="[kiwi.san(m) for m in kiwi.legal_moves]",
        bitrook="kiwi.legal_moves.san()",
        notes={"chess": "as a list comprehension"},
    ),
    row("perft(4) in Python, counting the last ply", (1.1e6, 210e6), **PERFT_COUNTING, bitrook="counted(Board(), 4)"),
    row(
        "perft(4) in Python, counting the last ply, by count_legal_moves()",
        (1.1e6, 210e6),
        **PERFT_COUNTING,
        bitrook="counted_directly(Board(), 4)",
    ),
    row("perft(4) in Python, listing the last ply", (1.7e6, None), **PERFT_LISTING),
    row(
        "perft(4) in Python, listing the last ply, by list_legal_moves()",
        (1.7e6, None),
        **PERFT_LISTING,
        bitrook="listed_directly(Board(), 4)",
    ),
    row("10,000 positions: FEN parse", (250, 35442), **POSITIONS, each=(LIBRARIES, "[board_of(fen) for fen in fens]")),
    row("10,000 positions: copy", (60, 1448), **BOARDS, each=(COPYING, "[board.copy() for board in boards]")),
    row("10,000 positions: list of legal moves", (300, 26628), **BOARDS, **LISTED, bitrook=LISTED["chess"]),
    row(
        "10,000 positions: list of legal moves, by list_legal_moves()",
        (300, 26628),
        **BOARDS,
        **LISTED,
        bitrook="[board.list_legal_moves() for board in boards]",
    ),
]

# Further calls, measured by `compare.py --all`.
MORE = [
    row("push + pop, castling", bitrook="kiwi.push(castle); kiwi.pop()"),
    row("push + pop, null move", bitrook="kiwi.push(null); kiwi.pop()"),
    row("list(generate_legal_moves()), 48", bitrook="list(kiwi.generate_legal_moves())"),
    row("for m in legal_moves: pass, 48", bitrook="for m in kiwi.legal_moves: pass"),
    row("len(legal_moves)", bitrook="len(kiwi.legal_moves)"),
    row("bool(legal_moves)", bitrook="bool(kiwi.legal_moves)"),
    row("move in legal_moves", bitrook="e5d7 in kiwi.legal_moves"),
    row("legal_moves.words(buffer), 48", bitrook="kiwi.legal_moves.words(buffer)"),
    row("parse_uci", bitrook="kiwi.parse_uci('e5d7')"),
    row("outcome", bitrook="kiwi.outcome()"),
    row("_transposition_key()", bitrook="kiwi._transposition_key()"),
    row("piece_type_at", bitrook="kiwi.piece_type_at(28)"),
    row("pieces", bitrook="kiwi.pieces(1, True)"),
    row("attacks_mask", bitrook="kiwi.attacks_mask(28)"),
    row("gives_check(move)", bitrook="kiwi.gives_check(e5d7)"),
    row("is_capture(move)", bitrook="kiwi.is_capture(e5d7)"),
    row("pawns", bitrook="kiwi.pawns"),
    row("occupied_co[color]", bitrook="kiwi.occupied_co[True]"),
    row("piece.piece_type", bitrook="pawn.piece_type"),
    row("perft, start, depth 4", bitrook="M.perft(start, 4)"),
    row("perft, Kiwipete, depth 4", bitrook="M.perft(kiwi, 4)"),
]

# Calls as programs write them, with the module's name, and calls for networks, with all libraries that have something
# similar. Measured by calls.py.
AS_WRITTEN = [
    row("a constant: chess.WHITE", both="M.WHITE", nothing="M.WHITE", bulletchess="M.WHITE", rust_chess="M.WHITE"),
    row(
        "chess.Move.from_uci(text)",
        each=(
            ("chess", "bitrook", "bulletchess", "rust_chess", "pyrust_chess", "chessmg", "esca", "nothing"),
            "M.Move.from_uci(uci)",
        ),
        nchess="M.Move(uci)",
        cozy_chess="M.Move.from_str(uci)",
        spooky_chess="M.Move.from_lan(uci, 8, 8)",
    ),
    row(
        "board.copy()",
        each=((*COPYING, "pyrust_chess", "esca", "nothing"), "played.copy()"),
        spooky_chess="played.clone()",
    ),
    row("board.copy(stack=False)", each=((*PYTHON_CHESS_LIKE, "nothing"), "played.copy(stack=False)")),
    row(
        "push + pop",
        each=((*PYTHON_CHESS_LIKE, "nothing"), "start.push(e2e4); start.pop()"),
        bulletchess="start.apply(e2e4); start.undo()",
        nchess="start._makemove(e2e4); start.undo()",
        spooky_chess="start.make_move_unchecked(e2e4); start.unmake_move()",
        esca="start.play(e2e4); start.undo()",
    ),
    row(
        "board.turn",
        each=((*LIBRARIES, "pyrust_chess", "spooky_chess", "nothing"), "kiwi.turn"),
        nchess="kiwi.side",
        esca="kiwi.side_to_move",
    ),
    row("bool(board.move_stack)", each=((*PYTHON_CHESS_LIKE, "nothing"), "bool(played.move_stack)")),
    row("board.move_stack[-1]", each=((*PYTHON_CHESS_LIKE, "nothing"), "played.move_stack[-1]")),
    row(
        "board.piece_at(square)",
        each=((*PYTHON_CHESS_LIKE, "fastchess", "nothing"), "kiwi.piece_at(28)"),
        esca="kiwi.piece_at('e4')",
        bulletchess="kiwi[E4]",
        nchess="kiwi.on_square(28)",
        rust_chess="kiwi.get_piece_on(E4)",
    ),
    row("board == board", each=((*PYTHON_CHESS_LIKE, "bulletchess", "rust_chess", "esca", "nothing"), "kiwi == same")),
    row(
        "board.is_check()",
        each=((*CHECKING, "pyrust_chess", "spooky_chess", "nothing"), "kiwi.is_check()"),
        esca="kiwi.in_check",
        bulletchess="kiwi in CHECK",
        nchess="kiwi.is_check",
    ),
    row("hash(move)", each=((*WITH_MOVES, "cozy_chess", "pyrust_chess", "esca", "nothing"), "hash(e2e4)")),
    row(
        "a key of the position",
        chess="zobrist_hash(kiwi)",
        each=(("bitrook", "esca", "nothing"), "kiwi.key"),
        bulletchess="hash(kiwi)",
        rust_chess="kiwi.zobrist_hash",
        cozy_chess="kiwi.hash()",
        spooky_chess="kiwi.transposition_hash()",
    ),
    row(
        "encode one board for a network",
        each=(("bitrook", "nothing"), "planes.encode(kiwi)"),
        fastchess="kiwi.to_tensor()",
        nchess="kiwi.as_array()",
        notes={"bitrook": "12 x 8 x 8 float32"},
    ),
    row("the same into an array", fastchess="kiwi.to_tensor()", bitrook="planes.encode(kiwi, out=array)"),
    row("legal AlphaZero moves as a mask", bitrook="codec.legal_mask(kiwi)"),
    row("that mask into an array", bitrook="codec.legal_mask(kiwi, out=mask)"),
    row(
        "AlphaZero indices of all legal moves, start",
        bitrook="codec.encode(start, start.list_legal_moves())",
        spooky_chess="fresh.legal_alphazero_action_indices()",
    ),
    row(
        "AlphaZero index of one move",
        bitrook="codec.encode(start, e2e4)",
        spooky_chess="e2e4.encode_alphazero_action(8, 8)",
    ),
]

# Programs of examples/ that run on both libraries, and their arguments.
PROGRAMS = {
    "mate_finder.py": [],
    "uci_engine.py": ["bench", "4"],
    "annotate_pgn.py": ["games.pgn", "2"],
}
