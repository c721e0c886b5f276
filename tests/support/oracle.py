"""All queries of a board and of a move, and the comparison of their results on bitrook and python-chess."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

import bitrook
import chess

EN_PASSANT = ("legal", "xfen", "fen")


def plain(value: Any) -> Any:
    """Return *value* without types of either library. Results of different types differ: True is not 1."""
    if isinstance(value, (chess.Move, bitrook.Move)):
        return ("Move", value.from_square, value.to_square, value.promotion, value.drop)
    if isinstance(value, (chess.Piece, bitrook.Piece)):
        return ("Piece", value.piece_type, value.color)
    if isinstance(value, (chess.SquareSet, bitrook.SquareSet)):
        return ("SquareSet", int(value))
    if isinstance(value, (chess.Outcome, bitrook.Outcome)):
        return ("Outcome", value.termination.name, value.winner)
    if isinstance(value, (chess.BaseBoard, bitrook.BaseBoard)):
        return (type(value).__name__, value.board_fen(promoted=True), getattr(value, "fen", str)())
    if isinstance(value, enum.Flag):
        return (type(value).__name__, int(value))
    if isinstance(value, Mapping):
        return ("mapping", [(plain(key), plain(item)) for key, item in value.items()])
    if isinstance(value, tuple):
        return ("tuple", [plain(item) for item in value])
    if isinstance(value, (list, Iterator, type(bitrook.Board().move_stack))):
        return [plain(item) for item in value]
    if isinstance(value, (bool, float)):
        return (type(value).__name__, value)
    return value if isinstance(value, (str, bytes, type(None))) else int(value)


def attempt(call: Callable[[], Any]) -> tuple[str, Any]:
    """Return the result of *call* as plain values, or the name of the exception that it raises."""
    try:
        value = call()
        if isinstance(value, Iterator):
            value = list(value)
    except Exception as error:
        return ("raised", type(error).__name__)
    return ("returned", plain(value))


ATTRIBUTES = (
    "turn castling_rights ep_square fullmove_number halfmove_clock promoted chess960 move_stack "
    "pawns knights bishops rooks queens kings occupied"
).split()

NO_ARGUMENTS = (
    "ply checkers checkers_mask is_check was_into_check is_checkmate is_stalemate is_insufficient_material "
    "is_seventyfive_moves is_fivefold_repetition is_fifty_moves can_claim_draw can_claim_fifty_moves "
    "can_claim_threefold_repetition is_game_over outcome result is_repetition is_variant_end is_variant_loss "
    "is_variant_win is_variant_draw status is_valid has_pseudo_legal_en_passant has_legal_en_passant "
    "clean_castling_rights has_chess960_castling_rights castling_shredder_fen castling_xfen chess960_pos "
    "fen shredder_fen board_fen epd piece_map unicode root mirror copy "
    "generate_legal_moves generate_pseudo_legal_moves generate_legal_captures generate_pseudo_legal_captures "
    "generate_legal_ep generate_pseudo_legal_ep generate_castling_moves peek __str__ __repr__"
).split()

OF_MOVE = (
    "is_legal is_pseudo_legal gives_check is_into_check is_capture is_zeroing is_irreversible is_en_passant is_castling "
    "is_kingside_castling is_queenside_castling san lan uci xboard"
).split()

Query = tuple[str, Callable[[ModuleType, Any], Any]]


def masks(board: Any) -> tuple[int, int]:
    """Return two sets that depend on the position and look random, each with about three quarters of all squares."""
    word = int(board.occupied) | 1
    a, b, c, d = (word * (0x9E3779B97F4A7C15 + 2 * i) & chess.BB_ALL for i in range(4))
    return a | b, c | d


def queries() -> Iterator[Query]:
    """Yield every query of a board as a name and a function that takes the library and the board."""
    for name in ATTRIBUTES:
        yield name, lambda lib, board, name=name: getattr(board, name)
    for name in NO_ARGUMENTS:
        yield f"{name}()", lambda lib, board, name=name: getattr(board, name)()
    yield "occupied_co", lambda lib, board: [board.occupied_co[False], board.occupied_co[True]]

    for color in (False, True):
        for name in (
            "king has_castling_rights has_kingside_castling_rights has_queenside_castling_rights "
            "has_insufficient_material"
        ).split():
            yield f"{name}({color})", lambda lib, board, name=name, color=color: getattr(board, name)(color)
        for piece_type in range(1, 7):
            for name in ("pieces", "pieces_mask"):
                yield (
                    f"{name}({piece_type}, {color})",
                    lambda lib, board, name=name, t=piece_type, c=color: getattr(board, name)(t, c),
                )
        for name in ("pin", "is_pinned", "attackers", "attackers_mask", "is_attacked_by"):
            yield (
                f"{name}({color}, every square)",
                lambda lib, board, name=name, c=color: [getattr(board, name)(c, s) for s in range(64)],
            )
        for name in ("attackers", "attackers_mask", "is_attacked_by"):
            yield (
                f"{name}({color}, every square, occupied=kings)",
                lambda lib, board, name=name, c=color: [getattr(board, name)(c, s, board.kings) for s in range(64)],
            )
    for name in ("attacks", "attacks_mask", "piece_at", "piece_type_at", "color_at"):
        yield f"{name}(every square)", lambda lib, board, name=name: [getattr(board, name)(s) for s in range(64)]

    for en_passant in EN_PASSANT:
        for shredder in (False, True):
            for promoted in (None, False, True):
                keywords = {"shredder": shredder, "en_passant": en_passant, "promoted": promoted}
                yield f"fen({keywords})", lambda lib, board, k=keywords: board.fen(**k)
                yield f"epd({keywords})", lambda lib, board, k=keywords: board.epd(**k, hmvc=board.halfmove_clock)
    for claim in (False, True):
        for name in ("is_game_over", "outcome", "result"):
            yield f"{name}(claim_draw={claim})", lambda lib, board, n=name, c=claim: getattr(board, n)(claim_draw=c)
        yield f"repr(outcome(claim_draw={claim}))", lambda lib, board, c=claim: repr(board.outcome(claim_draw=c))
    for count in range(1, 6):
        yield f"is_repetition({count})", lambda lib, board, n=count: board.is_repetition(n)
    for flags in range(8):
        keywords = {"ignore_turn": flags & 1, "ignore_castling": flags & 2, "ignore_counters": flags & 4}
        yield f"chess960_pos({keywords})", lambda lib, board, k=keywords: board.chess960_pos(**k)
    for flags in range(8):
        keywords = {"invert_color": bool(flags & 1), "borders": bool(flags & 2), "orientation": bool(flags & 4)}
        yield f"unicode({keywords})", lambda lib, board, k=keywords: board.unicode(**k, empty_square=".")

    for name in ("legal_moves", "pseudo_legal_moves"):
        yield f"list({name})", lambda lib, board, name=name: list(getattr(board, name))
        yield f"bool({name})", lambda lib, board, name=name: bool(getattr(board, name))
        yield f"{name}.count()", lambda lib, board, name=name: getattr(board, name).count()
    for name in (name for name in NO_ARGUMENTS if name.startswith("generate")):
        yield f"{name}(masks)", lambda lib, board, name=name: getattr(board, name)(*masks(board))
        yield f"{name}(to own half)", lambda lib, board, name=name: getattr(board, name)(to_mask=0xFFFFFFFF)
    yield "== copy", lambda lib, board: board == board.copy(stack=False)
    yield "== mirror", lambda lib, board: board == board.mirror()
    yield "== None", lambda lib, board: [board == None, board != None, board == "board"]  # noqa: E711


def move_queries(move: Any) -> Iterator[Query]:
    """Yield every query of a board about *move*, a move of either library."""
    fields = (move.from_square, move.to_square, move.promotion, move.drop)
    for name in OF_MOVE:
        yield f"{name}({move})", lambda lib, board, name=name: getattr(board, name)(lib.Move(*fields))
    yield f"{move} in legal_moves", lambda lib, board: lib.Move(*fields) in board.legal_moves
    yield f"{move} in pseudo_legal_moves", lambda lib, board: lib.Move(*fields) in board.pseudo_legal_moves
    for chess960 in (False, True):
        for name in ("uci", "xboard"):
            yield (
                f"{name}({move}, {chess960})",
                lambda lib, board, n=name, c=chess960: getattr(board, n)(lib.Move(*fields), chess960=c),
            )


QUERIES = tuple(queries())

# To find repetitions, python-chess pops the moves and pushes them again. This discards attributes assigned in mid-game,
# so that claims then concern a different position.
WITHOUT_CLAIMS = tuple(
    query
    for query in QUERIES
    if query[0] not in {"can_claim_draw()", "can_claim_threefold_repetition()"} and "claim_draw=True" not in query[0]
)

# Queries about the end of a game, which depend on the history, the clocks and the material.
ENDINGS = tuple(
    query
    for query in QUERIES
    if re.match(
        r"is_(checkmate|stalemate|insufficient|seventyfive|fifty|repetition|fivefold|game_over)|has_insufficient|can_claim"
        r"|outcome|result|repr\(outcome",
        query[0],
    )
)

REPLAYED = {name for name, _ in ENDINGS}

# Enough queries to distinguish any two states, for long games, where all queries would take python-chess too long.
SHORT = tuple(
    query
    for query in QUERIES
    if query[0] in {*ATTRIBUTES, "occupied_co", "list(legal_moves)", "clean_castling_rights()", "status()"}
    or query[0] in {"fen()", "is_check()", "was_into_check()", "checkers_mask()"}
)


def compare(ours: Any, theirs: Any, queries: Iterable[Query] = QUERIES, *, copies: bool = True) -> int:
    """Require the same result of each query on both boards, and return the number of results compared.

    When python-chess replays a game, it discards attributes assigned in mid-game. With *copies*, this happens on a copy
    of the board. Copies take most of the time of a comparison, and are not needed if nothing was assigned.
    """
    count = 0
    for name, query in queries:
        board = theirs.copy() if copies and name in REPLAYED else theirs
        expected = attempt(lambda query=query, board=board: query(chess, board))
        found = attempt(lambda query=query: query(bitrook, ours))
        assert found == expected, f"{name} on {describe(theirs)}:\nbitrook      {found}\npython-chess {expected}"
        count += 1
    return count


def describe(board: Any) -> str:
    """Return a text from which a python-chess board can be recreated."""
    root = attempt(lambda: board.root().fen(en_passant="fen"))[1]
    moves = " ".join(move.uci() for move in board.move_stack)
    here = attempt(lambda: board.fen(en_passant="fen"))[1]
    return (
        f"{here} (chess960={board.chess960}, castling_rights={board.castling_rights:#x}, ep_square={board.ep_square},"
        f" promoted={board.promoted:#x}; from {root} by {moves or 'no moves'})"
    )
