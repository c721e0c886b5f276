"""Compares the boards of variants with python-chess's, in lockstep and in single positions."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import chess
import chess.variant
import pytest
from support.oracle import QUERIES, Query, compare, move_queries

import bitrook
import bitrook.variant

NAMES = [board.__name__ for board in bitrook.variant.VARIANTS[1:]]
ATTRIBUTES = (
    "aliases uci_variant xboard_variant starting_fen one_king connected_kings captures_compulsory tbw_suffix tbz_suffix "
    "tbw_magic tbz_magic pawnless_tbw_suffix pawnless_tbz_suffix pawnless_tbw_magic pawnless_tbz_magic"
).split()


def classes(name: str) -> tuple[Any, Any]:
    return getattr(bitrook.variant, name), getattr(chess.variant, name)


def extra(name: str) -> list[Query]:
    """Return the queries that only this variant has."""
    if name == "ThreeCheckBoard":
        return [("remaining_checks", lambda lib, board: list(board.remaining_checks))]
    if name == "CrazyhouseBoard":
        return [
            ("pockets", lambda lib, board: [str(pocket) for pocket in board.pockets]),
            ("len(pockets)", lambda lib, board: [len(pocket) for pocket in board.pockets]),
            ("legal_drop_squares", lambda lib, board: board.legal_drop_squares()),
            ("legal_drop_squares_mask", lambda lib, board: board.legal_drop_squares_mask() & chess.BB_ALL),
            ("generate_legal_drops", lambda lib, board: board.generate_legal_drops()),
            ("generate_pseudo_legal_drops", lambda lib, board: board.generate_pseudo_legal_drops()),
        ]
    return []


def lockstep(name: str, seed: int, plies: int) -> int:
    """Play random moves on a board of each library, and compare everything about once in eight plies."""
    rng = random.Random(f"{name}{seed}")
    ours, theirs = classes(name)
    chess960 = rng.random() < 0.3 and name not in ("RacingKingsBoard", "HordeBoard")
    number = rng.randrange(960)
    a, b = (each.from_chess960_pos(number) if chess960 else each() for each in (ours, theirs))
    # python-chess's Crazyhouse boards ignore the operations of epd().
    queries = [*(query for query in QUERIES if name != "CrazyhouseBoard" or query[0][:5] != "epd({"), *extra(name)]
    compared = compare(a, b, queries, copies=False)
    keys: dict[Any, Any] = {}
    for ply in range(plies):
        moves = list(b.legal_moves)
        found = [move.uci() for move in a.legal_moves]
        assert found == [move.uci() for move in moves], b.fen()
        compared += 1
        if rng.random() < 0.1 and b.move_stack:
            assert a.pop().uci() == b.pop().uci()
            continue
        if not moves:
            break
        captures = [move for move in moves if b.is_capture(move)]
        move = rng.choice(captures if captures and rng.random() < 0.25 else moves)
        san = b.san(move)
        assert a.san(bitrook.Move.from_uci(move.uci())) == san, (b.fen(), move)
        b.push(move)
        if rng.random() < 0.5:
            a.push(bitrook.Move.from_uci(move.uci()))
        else:
            assert a.push_san(san).uci() == move.uci()
        assert a.fen(en_passant="fen") == b.fen(en_passant="fen")
        compared += 3
        if rng.random() < 0.12:
            compared += compare(a, b, queries, copies=False)
            for some in [*moves[:: max(1, len(moves) // 3)], chess.Move(ply % 64, ply * 7 % 64)]:
                if some in b.legal_moves if some.drop else b.color_at(some.from_square) == b.turn:
                    compared += compare(a, b, move_queries(some), copies=False)
            key = a._transposition_key()
            assert keys.setdefault(b._transposition_key(), key) == key
            for again in (
                pickle.loads(pickle.dumps(a)),
                a.copy(),
                copy.deepcopy(a),
                ours(a.fen(en_passant="fen"), chess960=chess960),
            ):
                assert again == a
            assert a.root().fen() == b.root().fen()
    while b.move_stack:
        assert a.pop().uci() == b.pop().uci()
        assert a.fen(en_passant="fen") == b.fen(en_passant="fen")
    return compared


@pytest.mark.parametrize("name", NAMES)
def test_boards_play_in_lockstep_with_python_chess(name: str) -> None:
    assert sum(lockstep(name, seed, 40) for seed in range(2)) > 500


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_boards_play_long_games_in_lockstep(name: str) -> None:
    assert sum(lockstep(name, seed, 150) for seed in range(100, 106)) > 10_000


@pytest.mark.parametrize("name", NAMES)
def test_classes_have_the_attributes_of_python_chess(name: str) -> None:
    ours, theirs = classes(name)
    for attribute in ATTRIBUTES:
        assert getattr(ours, attribute) == getattr(theirs, attribute), attribute
    ours_bases = [base.__name__ for base in ours.__mro__ if base.__name__ != "_VariantBoard"]
    assert ours_bases == [base.__name__ for base in theirs.__mro__]
    assert issubclass(ours, bitrook.Board) and ours.__module__ == "bitrook.variant"


def test_variants_are_found_by_their_aliases() -> None:
    for ours, theirs in zip(bitrook.variant.VARIANTS, chess.variant.VARIANTS, strict=True):
        for alias in theirs.aliases:
            assert bitrook.variant.find_variant(alias.upper()) is ours
    with pytest.raises(ValueError, match="unsupported variant: Chess960"):
        bitrook.variant.find_variant("Chess960")


S = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.parametrize(
    "rest", ["", " w", " w - - 3+3 0 1", " w - - 0 1", " w - - 0 1 +1+2", " w - - 1+2", " w - - 1+1 5"]
)
def test_three_check_reads_the_fens_of_python_chess(rest: str) -> None:
    ours, theirs = classes("ThreeCheckBoard")
    assert ours(S + rest).fen() == theirs(S + rest).fen()


@pytest.mark.parametrize(
    "fen", [S + " w", S + "[] w", S + "[QRpp] b - - 3 4", S + "/QRpp w - - 0 1", S + "/ w", S[:-1] + "2Q~[q] w"]
)
def test_crazyhouse_reads_the_fens_of_python_chess(fen: str) -> None:
    ours, theirs = classes("CrazyhouseBoard")
    assert ours(fen).fen() == theirs(fen).fen()


@pytest.mark.parametrize(
    ("name", "fen", "message"),
    [
        ("CrazyhouseBoard", S + "[Qx] w - - 0 1", "pocket: expected letters of PNBRQpnbrq at offset 21"),
        ("CrazyhouseBoard", S + "[K] w - - 0 1", "pocket: expected letters of PNBRQpnbrq at offset 20"),
        ("CrazyhouseBoard", S + "[Q w - - 0 1", "pocket: expected letters of PNBRQpnbrq at offset 21"),
        ("CrazyhouseBoard", S + "/Q1 w - - 0 1", "pocket: expected letters of PNBRQpnbrq at offset 21"),
        ("CrazyhouseBoard", S + "[" + "p" * 65 + "] w - - 0 1", "pocket: too many pieces in the pocket at offset 84"),
        ("CrazyhouseBoard", S + "[Q] x - - 0 1", "turn: expected 'w' or 'b' at offset 23"),
        ("ThreeCheckBoard", S + " w - - 4+3 0 1", "remaining checks: expected two numbers of checks up to 3 at offset 26"),
        ("ThreeCheckBoard", S + " w - - 0 1 +4+0", "remaining checks: expected two numbers of checks up to 3 at offset 30"),
        ("ThreeCheckBoard", S + " w - - 3+3 0 1 +0+0", "after the last field: more fields than expected at offset 34"),
        ("AtomicBoard", S + "[Q] w - - 0 1", "placement: invalid character at offset 19"),
    ],
)  # fmt: skip
def test_invalid_fens_are_reported_with_field_and_offset(name: str, fen: str, message: str) -> None:
    board = classes(name)[0]()
    with pytest.raises(ValueError) as error:
        board.set_fen(fen)
    assert message in str(error.value)
    assert board == type(board)()


@pytest.mark.parametrize(
    ("name", "fen", "san", "reason"),
    [
        ("CrazyhouseBoard", S + "[N] w - - 0 1", "N@e8", "the square is occupied"),
        ("CrazyhouseBoard", S + "[N] w - - 0 1", "Q@e4", "the pocket does not have that piece"),
        ("CrazyhouseBoard", S + "[P] w - - 0 1", "@e1", "the square is occupied"),
        ("CrazyhouseBoard", S + "[P] w - - 0 1", "@a8", "a pawn cannot be dropped on an outer rank"),
        ("CrazyhouseBoard", "4k3/8/8/8/8/8/4r3/4K3[P] w - - 0 1", "@a5", "it does not answer the check"),
        ("AntichessBoard", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e5", "another move captures, and captures are compulsory"),
        ("AtomicBoard", "4k3/8/8/8/8/8/3p4/4K2R w - - 0 1", "Kxd2", "the king would explode"),
        ("RacingKingsBoard", "8/8/8/8/8/k7/8/1R5K w - - 0 1", "Ra1", "it would give check"),
        ("KingOfTheHillBoard", "4k3/8/8/8/4K3/8/8/8 b - - 0 1", "Ke7", "the game is over"),
    ],
)  # fmt: skip
def test_illegal_moves_are_reported_with_the_reason(name: str, fen: str, san: str, reason: str) -> None:
    board = classes(name)[0](fen)
    with pytest.raises(bitrook.IllegalMoveError) as error:
        board.push_san(san)
    assert f"illegal san, {reason}: {san!r} in {board.fen()}" in str(error.value)
    assert board.fen() == fen


def test_pockets_are_views_of_the_board() -> None:
    board = bitrook.variant.CrazyhouseBoard()
    board.pockets[chess.WHITE].add(chess.KNIGHT)
    assert board.fen().split()[0].endswith("[N]")
    board.push_san("N@e4")
    assert str(board.pockets[chess.WHITE]) == ""
    board.pockets[chess.BLACK] = bitrook.variant.CrazyhousePocket("qp")
    assert board.fen().split()[0].endswith("[qp]") and len(board.pockets[chess.BLACK]) == 2
    board.pop()
    assert board.fen().split()[0].endswith("[N]")
    with pytest.raises(AssertionError, match="cannot remove r"):
        board.pockets[chess.WHITE].remove(chess.ROOK)


def test_counters_are_views_of_the_board() -> None:
    board = bitrook.variant.ThreeCheckBoard()
    board.remaining_checks[chess.BLACK] = 1
    assert list(board.remaining_checks) == [1, 3] and " 3+1 " in board.fen()
    board.remaining_checks = [2, 0]
    assert board.is_variant_end() and board.outcome().winner is True  # type: ignore[union-attr]


def test_what_no_fen_can_hold_is_refused() -> None:
    board = bitrook.variant.ThreeCheckBoard("4k3/8/8/8/8/8/8/4K3 w - - 1+2 0 1")
    with pytest.raises(ValueError, match="at most 3 checks to give, not 4"):
        board.remaining_checks[chess.WHITE] = 4
    with pytest.raises(ValueError, match="at most 3 checks to give, not 5"):
        board.remaining_checks = [1, 5]
    assert board.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 1+2 0 1"

    house = bitrook.variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1")
    with pytest.raises(TypeError, match="expected a CrazyhousePocket, not str"):
        house.pockets = ["q", "n"]  # type: ignore[list-item]
    with pytest.raises(TypeError, match="expected a CrazyhousePocket, not int"):
        house.pockets[chess.WHITE] = 5  # type: ignore[call-overload]
    pocket = bitrook.variant.CrazyhousePocket("p" * 64)
    with pytest.raises(ValueError, match="room for 64 pieces"):
        pocket.add(chess.PAWN)
    house.pockets = [pocket, bitrook.variant.CrazyhousePocket()]
    assert bitrook.variant.CrazyhouseBoard(house.fen()) == house


def test_racing_kings_with_an_attacked_king() -> None:
    for fen in (
        "8/8/8/8/8/8/k5R1/7K w - - 0 1",
        "8/8/8/8/8/8/krbnNBrq/KbKnNBRQ w - - 0 1",
        "8/8/8/8/8/k7/8/R6K w - - 0 1",
    ):
        board, theirs = bitrook.variant.RacingKingsBoard(fen), chess.variant.RacingKingsBoard(fen)
        assert sorted(move.uci() for move in board.legal_moves) == sorted(move.uci() for move in theirs.legal_moves)
        assert all(map(board.is_legal, board.legal_moves)) and board.legal_moves.count() == theirs.legal_moves.count()


@pytest.mark.parametrize("goal", ["4K3", "n3K3", "N3K3", "1n2K3"])
@pytest.mark.parametrize("attackers", ["1R6", "7B", "1R5B"])  # of b8 and a8
def test_black_may_reach_the_goal_with_the_next_move(goal: str, attackers: str) -> None:
    fen = f"{goal}/k7/8/8/8/8/8/{attackers} b - - 0 1"
    board, theirs = bitrook.variant.RacingKingsBoard(fen), chess.variant.RacingKingsBoard(fen)
    assert (board.is_variant_end(), board.result()) == (theirs.is_variant_end(), theirs.result())


@pytest.mark.parametrize("pieces", ["4KN2", "4KB2", "3BKN2", "4KP2"])
@pytest.mark.parametrize("pocket", ["", "n", "p", "nb"])
def test_three_pieces_and_pockets_may_be_insufficient(pieces: str, pocket: str) -> None:
    fen = f"4k3/8/8/8/8/8/8/{pieces}[{pocket}] w - - 0 1"
    board, theirs = bitrook.variant.CrazyhouseBoard(fen), chess.variant.CrazyhouseBoard(fen)
    for color in (chess.WHITE, chess.BLACK):
        assert board.has_insufficient_material(color) == theirs.has_insufficient_material(color)


def test_a_check_is_irreversible_in_three_check() -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"
    board, theirs = bitrook.variant.ThreeCheckBoard(fen), chess.variant.ThreeCheckBoard(fen)
    found = {move.uci(): board.is_irreversible(move) for move in board.legal_moves}
    assert found == {move.uci(): theirs.is_irreversible(move) for move in theirs.legal_moves}
    assert found["a1a8"] and not found["a1a2"]


def test_pockets_and_counters_are_part_of_the_position() -> None:
    crazyhouse, three_check = bitrook.variant.CrazyhouseBoard, bitrook.variant.ThreeCheckBoard
    for a, b in [
        (crazyhouse(S + "[Q] w - - 0 1"), crazyhouse(S + "[q] w - - 0 1")),
        (three_check(S + " w - - 1+3 0 1"), three_check(S + " w - - 3+1 0 1")),
    ]:
        assert a != b and a.key != b.key and a.repetition_key != b.repetition_key
        assert a.mirror().mirror() == a and a.mirror() != b
        with pytest.raises(ValueError, match="no room for pockets or counters"):
            a.packed()


def test_functions_for_standard_chess_refuse_variants() -> None:
    board = bitrook.variant.AtomicBoard()
    for call in (
        lambda: board.see(bitrook.Move.from_uci("e2e4")),
        lambda: board.ordered_moves(),
        lambda: bitrook.search.Search().run(board, depth=1),
        lambda: bitrook.batch.Boards([board]),
        lambda: bitrook.perft(board, 2, hash_mb=1),
    ):
        with pytest.raises(ValueError, match=r"standard chess|variants"):
            call()


COUNTS = {
    "SuicideBoard": 153_299,
    "AntichessBoard": 153_299,
    "AtomicBoard": 197_326,
    "KingOfTheHillBoard": 197_281,
    "RacingKingsBoard": 296_242,
    "HordeBoard": 23_310,
    "ThreeCheckBoard": 197_281,
    "CrazyhouseBoard": 197_281,
}  # of fairy-stockfish or python-chess, at depth 4


@pytest.mark.parametrize("name", COUNTS)
def test_perft(name: str) -> None:
    board = classes(name)[0]()
    assert bitrook.perft(board, 4) == COUNTS[name]
    assert sum(bitrook.divide(board, 3, threads=2).values()) == bitrook.perft(board, 3)


def their_perft(board: Any, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()  # type: ignore[no-any-return]
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += their_perft(board, depth - 1)
        board.pop()
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_perft_of_random_positions_is_that_of_python_chess(name: str) -> None:
    ours, theirs = classes(name)
    rng = random.Random(name)
    for number in range(200):
        chess960 = number % 4 == 0 and name not in ("RacingKingsBoard", "HordeBoard")
        board = theirs.from_chess960_pos(rng.randrange(960)) if chess960 else theirs()
        for _ in range(rng.randrange(60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        depth = 2 if board.legal_moves.count() < 20 else 1
        fen = board.fen(en_passant="fen", shredder=chess960)
        assert bitrook.perft(ours(fen, chess960=chess960), depth) == their_perft(board, depth), fen


def test_castling_of_chess960_is_read_from_epd() -> None:
    """python-chess reads the moves on a board of standard castling, and refuses them."""
    board = bitrook.variant.AtomicBoard(chess960=True)
    read = board.set_epd("4k3/8/8/8/8/8/8/1R2K2R w HB - am O-O-O; pv O-O Kd7;")
    assert read == {
        "am": [bitrook.Move.from_uci("e1b1")],
        "pv": [bitrook.Move.from_uci(uci) for uci in ("e1h1", "e8d7")],
    }
