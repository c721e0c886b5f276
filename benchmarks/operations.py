"""What is measured: each operation as each library spells it, and what issue 4 asks of bitrook."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import built_in

LIBRARIES = ("chess", "bulletchess", "nchess", "rust_chess", "fastchess", "bitrook")


@dataclass
class Operation:
    """A row of the table: Python source by library, over the names of its namespace."""

    name: str
    code: dict[str, str]
    goal: float | None = None  # ns on the machine of issue 4
    reference: float | None = None  # python-chess there
    divisor: int = 1
    once: str = ""  # made anew before each sample, outside its time
    notes: dict[str, str] = field(default_factory=dict)


def both(code: str) -> dict[str, str]:
    """python-chess and bitrook spell it the same."""
    return {"chess": code, "bitrook": code}


_RUST_LIST = "b.reset_move_generator(); list(b.generate_legal_moves())"
_RUST_COUNT = "b.reset_move_generator(); b.get_generator_num_remaining()"


def _each(**code: str) -> dict[str, str]:
    return code


def _on(board: str, code: str) -> str:
    return re.sub(r"\bb\b", board, code)


OPERATIONS = [
    Operation("Board()", dict.fromkeys(LIBRARIES, "Board()"), 40, 986),
    Operation("Board(FEN)", dict.fromkeys(LIBRARIES, "board_of(K)"), 130, 40000),
    Operation(
        "fen()",
        {**dict.fromkeys(LIBRARIES, "kiwi.fen()"), "rust_chess": "kiwi.get_fen()"},
        70,
        27400,
        notes={"nchess": "its en-passant field is wrong"},
    ),
    *(
        Operation(
            f"list of legal moves, {name}{way}",
            {
                "chess": f"list({board}.legal_moves)",
                "bitrook": listing.format(board),
                **_each(
                    bulletchess=f"{board}.legal_moves()",
                    nchess=f"{board}.generate_legal_moves()",
                    rust_chess=_on(board, _RUST_LIST),
                    fastchess=f"{board}.legal_moves_uci()",
                ),
            },
            goal,
            reference,
            notes={"fastchess": "strings: it has no moves"},
        )
        for way, listing in (("", "list({}.legal_moves)"), (", by list_legal_moves()", "{}.list_legal_moves()"))
        for name, board, goal, reference in (("start (20)", "start", 75, 17537), ("Kiwipete (48)", "kiwi", 140, 35153))
    ),
    *(
        Operation(
            f"count of legal moves, {name}{way}",
            {
                "chess": f"{board}.legal_moves.count()",
                "bitrook": counting.format(board),
                **_each(bulletchess=f"count_moves({board})", rust_chess=_on(board, _RUST_COUNT)),
            },
            goal,
            reference,
        )
        for way, counting in (("", "{}.legal_moves.count()"), (", by count_legal_moves()", "{}.count_legal_moves()"))
        for name, board, goal, reference in (("start", "start", 25, 17462), ("Kiwipete", "kiwi", 40, 34717))
    ),
    Operation(
        "push + pop",
        {
            **both("start.push(e2e4); start.pop()"),
            **_each(bulletchess="start.apply(e2e4); start.undo()", nchess="start._makemove(e2e4); start.undo()"),
        },
        30,
        2667,
    ),
    Operation(
        "push_uci, per ply of a game",
        {
            **dict.fromkeys(("chess", "bitrook", "fastchess"), "b = Board()\nfor u in ucis: b.push_uci(u)"),
            **_each(
                bulletchess="b = Board()\nfor u in ucis: b.apply(Move.from_uci(u))",
                nchess="b = Board()\nfor u in ucis: b.step(u)",
                rust_chess="b = Board()\nfor u in ucis: b.make_move(Move.from_uci(u))",
            ),
        },
        50,
        8023,
        80,
        notes={"bulletchess": "unchecked", "fastchess": "unchecked"},
    ),
    Operation(
        "push_san, per ply of a game",
        {
            **dict.fromkeys(("chess", "bitrook", "fastchess"), "b = Board()\nfor s in GAME: b.push_san(s)"),
            **_each(
                bulletchess="b = Board()\nfor s in GAME: b.apply(Move.from_san(s, b))",
                rust_chess="b = Board()\nfor s in GAME: b.make_move(b.get_move_from_san(s))",
            ),
        },
        75,
        8172,
        80,
    ),
    Operation(
        "parse_san",
        {
            **both("kiwi.parse_san('Nxd7')"),
            **_each(bulletchess="Move.from_san('Nxd7', kiwi)", rust_chess="kiwi.get_move_from_san('Nxd7')"),
        },
        28,
        4475,
    ),
    Operation("san(move)", {**both("kiwi.san(e5d7)"), "bulletchess": "e5d7.san(kiwi)"}, 75, 7256),
    Operation(
        "is_check",
        {
            **dict.fromkeys(("chess", "bitrook", "rust_chess", "fastchess"), "kiwi.is_check()"),
            **_each(bulletchess="kiwi in CHECK", nchess="kiwi.is_check"),
        },
        7,
        645,
    ),
    *(
        Operation(
            f"is_checkmate, {name}",
            {
                **dict.fromkeys(("chess", "bitrook", "rust_chess"), f"{board}.is_checkmate()"),
                "bulletchess": f"{board} in CHECKMATE",
            },
            goal,
            reference,
        )
        for name, board, goal, reference in (("no", "kiwi", 10, 673), ("yes", "mated", 40, 9087))
    ),
    Operation(
        "is_game_over",
        {
            **both("kiwi.is_game_over()"),
            **_each(
                bulletchess="kiwi in MATE or kiwi in FORCED_DRAW",
                nchess="kiwi.get_game_state()",
                rust_chess="kiwi.get_status()",
            ),
        },
        30,
        5026,
    ),
    Operation(
        "position key",
        _each(chess="zobrist_hash(kiwi)", bitrook="kiwi.key", bulletchess="hash(kiwi)", rust_chess="kiwi.zobrist_hash"),
        10,
        12511,
    ),
    Operation(
        "copy after 80 plies",
        dict.fromkeys(("chess", "bitrook", "bulletchess", "nchess", "fastchess"), "played.copy()"),
        50,
        95336,
        notes={"fastchess": "no history"},
    ),
    Operation(
        "piece_at",
        {
            **dict.fromkeys(("chess", "bitrook", "fastchess"), "kiwi.piece_at(28)"),
            **_each(bulletchess="kiwi[E4]", nchess="kiwi.on_square(28)", rust_chess="kiwi.get_piece_on(E4)"),
        },
        7,
        242,
    ),
    Operation(
        "is_legal(move)",
        {
            **both("kiwi.is_legal(e5d7)"),
            **_each(nchess="kiwi.is_move_legal(e5d7)", rust_chess="kiwi.is_legal_move(e5d7)"),
        },
        30,
        2027,
    ),
    Operation(
        "is_legal(castling)",
        {
            **both("kiwi.is_legal(castle)"),
            **_each(nchess="kiwi.is_move_legal(castle)", rust_chess="kiwi.is_legal_move(castle)"),
        },
    ),
    Operation("turn", {**dict.fromkeys(LIBRARIES, "kiwi.turn"), "nchess": "kiwi.side"}, 9, 3.0),
    Operation(
        "move.from_square",
        {**both("e2e4.from_square"), **_each(bulletchess="e2e4.origin", nchess="e2e4.from_", rust_chess="e2e4.source")},
        3,
        1.7,
    ),
    Operation(
        "Move(from, to)",
        {**both("Move(12, 28)"), **_each(bulletchess="Move(E2, E4)", rust_chess="Move(E2, E4)")},
        22,
        107,
    ),
    Operation(
        "Move.from_uci",
        {n: "Move('e2e4')" if n == "nchess" else "Move.from_uci('e2e4')" for n in LIBRARIES if n != "fastchess"},
        28,
        676,
    ),
    Operation(
        "move.uci()", {**both("e2e4.uci()"), **_each(bulletchess="e2e4.uci()", rust_chess="e2e4.get_uci()")}, 9, 115
    ),
    Operation("move == move", {n: "e2e4 == other" for n in LIBRARIES if n != "fastchess"}, 6, 94),
    Operation("hash(move)", dict.fromkeys(("chess", "bitrook", "bulletchess", "nchess"), "hash(e2e4)"), 9, 87),
    Operation(
        "iterate a set of 32 squares",
        {
            **dict.fromkeys(("chess", "bitrook", "bulletchess", "nchess"), "for s in set32: pass"),
            "rust_chess": "for s in M.Bitboard(SET32): pass",  # it is its own iterator, and then empty
        },
        230,
        3216,
    ),
    Operation(
        "[m.uci() for m in legal moves], 48",
        {
            **both("[m.uci() for m in kiwi.legal_moves]"),
            **_each(
                bulletchess="[m.uci() for m in kiwi.legal_moves()]",
                rust_chess="kiwi.reset_move_generator(); [m.get_uci() for m in kiwi.generate_legal_moves()]",
                fastchess="kiwi.legal_moves_uci()",
            ),
        },
        1000,
        42190,
    ),
    Operation(
        "[san(m) for m in legal moves], 48",
        {**both("[kiwi.san(m) for m in kiwi.legal_moves]"), "bulletchess": "[m.san(kiwi) for m in kiwi.legal_moves()]"},
        3800,
        377827,
    ),
    Operation(
        "all UCI strings in one call, 48",
        {
            "chess": "[m.uci() for m in kiwi.legal_moves]",
            "bitrook": "kiwi.legal_moves.uci()",
            "fastchess": "kiwi.legal_moves_uci()",
        },
        250,
        42190,
        notes={"chess": "as a list comprehension"},
    ),
    Operation(
        "all SAN strings in one call, 48",
        {"chess": "[kiwi.san(m) for m in kiwi.legal_moves]", "bitrook": "kiwi.legal_moves.san()"},
        2500,
        377827,
        notes={"chess": "as a list comprehension"},
    ),
    *(
        Operation(
            f"perft(4) in Python, counting the last ply{way}",
            {**dict.fromkeys(("chess", "bulletchess", "rust_chess"), "counted(Board(), 4)"), "bitrook": counting},
            1.1e6,
            210e6,
        )
        for way, counting in (("", "counted(Board(), 4)"), (", by count_legal_moves()", "counted_directly(Board(), 4)"))
    ),
    *(
        Operation(
            f"perft(4) in Python, listing the last ply{way}",
            {**dict.fromkeys(LIBRARIES, "listed(Board(), 4)"), "bitrook": listing},
            1.7e6,
        )
        for way, listing in (("", "listed(Board(), 4)"), (", by list_legal_moves()", "listed_directly(Board(), 4)"))
    ),
    Operation(
        "10,000 positions: FEN parse", dict.fromkeys(LIBRARIES, "[board_of(fen) for fen in fens]"), 250, 35442, 10_000
    ),
    Operation(
        "10,000 positions: copy",
        dict.fromkeys(("chess", "bitrook", "bulletchess", "nchess", "fastchess"), "copies(boards)"),
        60,
        1448,
        10_000,
        "boards = [board_of(fen) for fen in fens]",
    ),
    *(
        Operation(
            f"10,000 positions: list of legal moves{way}",
            {**dict.fromkeys(("chess", "bulletchess", "nchess", "rust_chess"), "lists(boards)"), "bitrook": listing},
            300,
            26628,
            10_000,
            "boards = [board_of(fen) for fen in fens]",
        )
        for way, listing in (
            ("", "lists(boards)"),
            (", by list_legal_moves()", "[board.list_legal_moves() for board in boards]"),
        )
    ),
]
for operation in OPERATIONS:
    if operation.name in built_in.LIKE:
        operation.code["builtins"] = built_in.LIKE[operation.name]
