"""Every name of conditions is compared with an equivalent written with python-chess, on random positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import numpy.typing as npt
import pytest

from bitrook import Board, pawns, variant
from bitrook._core import _condition_names
from bitrook.batch import Boards

NAMES, FUNCTIONS = _condition_names()
FILES = chess.BB_FILES
Board_ = chess.Board  # for annotations next to bitrook's
Set = Callable[[chess.Board], int]


# --- python-chess's side. Sets of pawns are those of bitrook.pawns, which search/test_pawns.py compares with definitions.


def mask(squares: Any) -> int:
    return sum(1 << square for square in set(squares))


def of_pawns(sets: Callable[[chess.Color, int, int], int]) -> Set:
    return lambda board: sum(
        sets(color, board.pieces_mask(chess.PAWN, color), board.pieces_mask(chess.PAWN, not color))
        for color in chess.COLORS
    )


def of_type(kind: int, *colors: chess.Color) -> Set:
    return lambda board: sum(board.pieces_mask(kind, color) for color in colors or chess.COLORS)


VALUES: dict[str, Set] = {
    "white": lambda board: board.occupied_co[chess.WHITE],
    "black": lambda board: board.occupied_co[chess.BLACK],
    "us": lambda board: board.occupied_co[board.turn],
    "them": lambda board: board.occupied_co[not board.turn],
    "occupied": lambda board: board.occupied,
    "empty": lambda board: chess.BB_ALL & ~board.occupied,
    "promoted": lambda board: board.promoted,
    "castling_rights": lambda board: board.clean_castling_rights(),
    "en_passant": lambda board: 0 if board.ep_square is None else chess.BB_SQUARES[board.ep_square],
    "checkers": lambda board: int(board.checkers()),
    "pinned": lambda board: mask(s for s, piece in board.piece_map().items() if board.is_pinned(piece.color, s)),
    "passed_pawns": of_pawns(pawns.passed),
    "isolated_pawns": of_pawns(lambda color, own, enemy: pawns.isolated(own)),
    "doubled_pawns": of_pawns(lambda color, own, enemy: pawns.doubled(color, own)),
    "backward_pawns": of_pawns(pawns.backward),
    "connected_pawns": of_pawns(lambda color, own, enemy: pawns.connected(color, own)),
    "open_files": lambda board: sum(file for file in FILES if not file & board.pawns),
    "ply": lambda board: board.ply(),
    "halfmove_clock": lambda board: board.halfmove_clock,
    "fullmove_number": lambda board: board.fullmove_number,
    "check": lambda board: board.is_check(),
    "checkmate": lambda board: board.is_checkmate(),
    "stalemate": lambda board: board.is_stalemate(),
}
for kind, name in enumerate(chess.PIECE_NAMES[1:], 1):
    for each in (name, f"{name}s"):
        VALUES |= {
            each: of_type(kind), f"white_{each}": of_type(kind, True), f"black_{each}": of_type(kind, False),
        }  # fmt: skip
CONSTANTS: dict[str, int] = {
    "all": chess.BB_ALL,
    "none": chess.BB_EMPTY,
    "light": chess.BB_LIGHT_SQUARES,
    "light_squares": chess.BB_LIGHT_SQUARES,
    "dark": chess.BB_DARK_SQUARES,
    "dark_squares": chess.BB_DARK_SQUARES,
    "corners": chess.BB_CORNERS,
    "center": chess.BB_CENTER,
    "backranks": chess.BB_BACKRANKS,
    "edges": chess.BB_BACKRANKS | chess.BB_FILE_A | chess.BB_FILE_H,
    **{f"file_{name}": FILES[i] for i, name in enumerate(chess.FILE_NAMES)},
    **{f"rank_{name}": chess.BB_RANKS[i] for i, name in enumerate(chess.RANK_NAMES)},
    **{name: chess.BB_SQUARES[s] for s, name in enumerate(chess.SQUARE_NAMES)},
}
OTHERS = {"turn", "move", "move_from", "move_to", "capture", "clock", "eval"}  # with tests of their own


def union(word: int, of: Callable[[chess.Square], Any]) -> int:
    found = 0
    for square in chess.scan_forward(word):
        found |= int(of(square))
    return found


def shift(files: int, ranks: int) -> Callable[[chess.Board, int], int]:
    def of(_: chess.Board, word: int) -> int:
        moved = ((chess.square_file(s) + files, chess.square_rank(s) + ranks) for s in chess.scan_forward(word))
        return mask(chess.square(f, r) for f, r in moved if 0 <= f < 8 and 0 <= r < 8)

    return of


def slider(kind: chess.PieceType) -> Callable[..., int]:
    def on(square: chess.Square, occupied: int) -> int:
        found = 0
        if kind != chess.ROOK:
            found |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
        if kind != chess.BISHOP:
            found |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
            found |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
        return found

    return lambda _, word, occupied=0: union(word, lambda square: on(square, occupied))


def turned(to: Callable[[int, int], tuple[int, int]]) -> Callable[[chess.Board, int], int]:
    """Apply a function of file and rank to each square."""
    return lambda _, word: mask(
        chess.square(*to(chess.square_file(s), chess.square_rank(s))) for s in chess.scan_forward(word)
    )


def targets(board: chess.Board, word: int) -> int:
    return mask(move.to_square for move in board.generate_legal_moves(word))


APPLIED: dict[str, Callable[..., int]] = {
    "knight": lambda _, word: union(word, chess.BB_KNIGHT_ATTACKS.__getitem__),
    "king": lambda _, word: union(word, chess.BB_KING_ATTACKS.__getitem__),
    "white_pawn": lambda _, word: union(word, chess.BB_PAWN_ATTACKS[chess.WHITE].__getitem__),
    "black_pawn": lambda _, word: union(word, chess.BB_PAWN_ATTACKS[chess.BLACK].__getitem__),
    "bishop": slider(chess.BISHOP),
    "rook": slider(chess.ROOK),
    "queen": slider(chess.QUEEN),
    "attacks": lambda board, word: union(word, board.attacks_mask),
    "white_attackers": lambda board, word: union(word, lambda s: board.attackers_mask(chess.WHITE, s)),
    "black_attackers": lambda board, word: union(word, lambda s: board.attackers_mask(chess.BLACK, s)),
    "moves": targets,
    "file": lambda _, word: union(word, lambda s: FILES[chess.square_file(s)]),
    "rank": lambda _, word: union(word, lambda s: chess.BB_RANKS[chess.square_rank(s)]),
    "north": shift(0, 1),
    "south": shift(0, -1),
    "east": shift(1, 0),
    "west": shift(-1, 0),
    "north_east": shift(1, 1),
    "north_west": shift(-1, 1),
    "south_east": shift(1, -1),
    "south_west": shift(-1, -1),
    "north_fill": lambda _, word: union(word, lambda s: mask(range(s, 64, 8))),
    "south_fill": lambda _, word: union(word, lambda s: mask(range(s, -1, -8))),
    "flip_vertical": turned(lambda f, r: (f, 7 - r)),
    "flip_horizontal": turned(lambda f, r: (7 - f, r)),
    "flip_diagonal": turned(lambda f, r: (r, f)),
    "flip_anti_diagonal": turned(lambda f, r: (7 - r, 7 - f)),
    "first": lambda _, word: mask([chess.lsb(word)] if word else []),
    "last": lambda _, word: mask([chess.msb(word)] if word else []),
    "count": lambda _, word: chess.popcount(word),
}
# Sets with which functions are called, each with its equivalent.
ARGUMENTS: dict[str, Set] = {
    "us & ~pawns": lambda board: board.occupied_co[board.turn] & ~board.pawns,
    "kings | rank_4 & white": lambda board: board.kings | chess.BB_RANK_4 & board.occupied_co[True],
}


# --- Our side.


def boards_of(count: int, seed: int) -> tuple[Boards, list[chess.Board]]:
    """Return positions of random games, a quarter of them of Chess960 and some of them over, on both sides."""
    rng = random.Random(seed)
    fens, chess960 = list[str](), list[bool]()
    while len(fens) < count:
        board = Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 0.25 else Board()
        while len(fens) < count:
            moves = board.list_legal_moves()
            if rng.random() < 0.2 or not moves:
                fens.append(board.fen(en_passant="fen", shredder=board.chess960))
                chess960.append(board.chess960)
            if not moves or board.ply() > 160:
                break
            mates = [move for move in moves if board.gives_check(move)]  # so that there are checks
            board.push(rng.choice(mates if mates and rng.random() < 0.3 else moves))
    ours = Boards([Board(fen, chess960=is_960) for fen, is_960 in zip(fens, chess960, strict=True)], history=0)
    return ours, [chess.Board(fen, chess960=is_960) for fen, is_960 in zip(fens, chess960, strict=True)]


def words(boards: Boards, text: str) -> npt.NDArray[np.uint64]:
    """Return the value of an expression for each board, from the truth of its bits."""
    if isinstance(truth_of(text), bool):
        return boards.where(text).astype(np.uint64)
    found = np.zeros(len(boards), np.uint64)
    for bit in range(64):
        found |= boards.where(f"({text}) & {1 << bit}").astype(np.uint64) << np.uint64(bit)
    return found


def truth_of(text: str) -> object:
    from bitrook.cli.bitboard import evaluate

    return evaluate(text, Board()).value


def compare(boards: Boards, theirs: list[chess.Board], text: str, of: Set) -> None:
    expected = np.array([of(board) for board in theirs], np.uint64)
    found = words(boards, text)
    wrong = np.flatnonzero(found != expected)
    assert not wrong.size, (text, theirs[wrong[0]].fen(), hex(int(found[wrong[0]])), hex(int(expected[wrong[0]])))


def compare_all(count: int, seed: int) -> None:
    boards, theirs = boards_of(count, seed)
    for name, of in VALUES.items():
        if f"{name}s" in VALUES:  # the singular of pieces, with the plural compared
            assert boards.where(f"{name} == {name}s").all()
        else:
            compare(boards, theirs, name, of)
    for name, function in APPLIED.items():
        text = random.Random(f"{name}{seed}").choice(list(ARGUMENTS))
        argument = ARGUMENTS[text]
        slides = name in ("bishop", "rook", "queen")
        compare(
            boards, theirs, f"{name}({text}{', occupied' * slides})",
            (lambda board, f=function, a=argument: f(board, a(board), board.occupied)) if slides
            else (lambda board, f=function, a=argument: f(board, a(board))),
        )  # fmt: skip


def test_every_name_has_an_equivalent() -> None:
    assert {*VALUES, *CONSTANTS, *OTHERS} == set(NAMES)
    with_tests_below = {"between", "line", "lsb", "msb", "piece", "material", "position"}
    assert {*APPLIED, *with_tests_below} == set(FUNCTIONS)


def test_constants() -> None:
    board = Boards(1, history=0)
    for name, word in CONSTANTS.items():
        assert board.where(f"{name} == 0x{word:x}").all() and not board.where(f"{name} == 0x{word ^ 1:x}").any(), name


def test_every_name_is_as_in_python_chess() -> None:
    compare_all(1000, 1)


@pytest.mark.slow
def test_every_name_is_as_in_python_chess_on_100_000_positions() -> None:
    compare_all(100_000, 2)


def test_functions_of_squares() -> None:
    board = Boards(1, history=0)
    rng = random.Random(3)
    for _ in range(400):
        a, b = rng.randrange(64), rng.randrange(64)
        text = f"({chess.SQUARE_NAMES[a]}, {chess.SQUARE_NAMES[b]})"
        assert board.where(f"between{text} == {chess.between(a, b)}").all(), text
        assert board.where(f"line{text} == {chess.ray(a, b)}").all(), text
        word = rng.getrandbits(64) & rng.getrandbits(64) | 1 << a
        assert board.where(f"lsb({word}) == {chess.lsb(word)} and msb({word}) == {chess.msb(word)}").all(), word
        assert board.where(f"rook({word}, {word}) == {APPLIED['rook'](None, word, word)}").all(), word


def test_pieces_and_the_side_to_move() -> None:
    boards, theirs = boards_of(300, 4)
    for square in (0, 4, 27, 60):
        for letter in "PNBRQKpnbrqk":
            found = boards.where(f"piece({chess.SQUARE_NAMES[square]}) == {letter}")
            assert found.tolist() == [board.piece_at(square) == chess.Piece.from_symbol(letter) for board in theirs]
        found = boards.where(f"piece({chess.SQUARE_NAMES[square]}) == none")
        assert found.tolist() == [board.piece_at(square) is None for board in theirs]
    assert boards.where("piece(e1) == piece(d1)").tolist() == [b.piece_at(4) == b.piece_at(3) for b in theirs]
    assert boards.where("turn == white").tolist() == [board.turn for board in theirs]
    assert boards.where("black != turn").tolist() == [board.turn for board in theirs]


def has_material(board: chess.Board, white: str, black: str) -> bool:
    for color, letters in ((chess.WHITE, white), (chess.BLACK, black.upper())):
        counts = {kind: len(board.pieces(kind, color)) for kind in chess.PIECE_TYPES}
        wanted = {kind: letters.count(chess.piece_symbol(kind).upper()) for kind in chess.PIECE_TYPES}
        further = sum(counts.values()) - sum(wanted.values())
        if any(counts[kind] < wanted[kind] for kind in wanted) or further < letters.count("?"):
            return False
        if further > letters.count("?") and "*" not in letters:
            return False
    return True


def test_material() -> None:
    rng = random.Random(5)
    theirs = []
    while len(theirs) < 1500:  # endings, so that there are hits
        board = chess.Board(None)
        letters = "Kk" + "".join(rng.choices("QRRBBNPPPqrrbbnppp", k=rng.randrange(1, 4)))
        for square, letter in zip(rng.sample(range(8, 56), len(letters)), letters, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        theirs.append(board)
    boards = Boards([board.fen() for board in theirs], history=0)
    hits = 0
    for white, black in [
        ("KR", "kr"), ("KQ", "k"), ("KRP", "kr"), ("K*", "k"), ("KR*", "kp*"), ("K?", "k"), ("K??", "k*"), ("KP?", "k"),
        ("K", "k*"), ("KBB", "k"), ("K?P", "k?"), ("K*", "k*"),
    ]:  # fmt: skip
        found = boards.where(f'material("{white}{black}")')
        assert found.tolist() == [has_material(board, white, black) for board in theirs], (white, black)
        either = boards.where(f"material('{white}v{black.upper()}')")
        assert either.tolist() == [
            has_material(board, white, black) or has_material(board, black.upper(), white.lower()) for board in theirs
        ], (white, black)
        hits += int(found.sum())
    assert hits > 1000


def test_positions_by_repetition_key() -> None:
    boards, theirs = boards_of(400, 6)
    for i in range(0, 400, 10):
        board = theirs[i]
        if board.chess960:  # in X-FEN, python-chess cannot write the rights of all rooks
            continue
        fen = board.fen(en_passant="fen")
        same = [b._transposition_key() == board._transposition_key() for b in theirs]
        assert boards.where(f'position("{fen}")').tolist() == same, fen
        placement, turn, *_ = fen.split()
        assert boards.where(f"position('{placement}')").tolist() == [b.board_fen() == placement for b in theirs]
        assert boards.where(f"position('{placement} {turn}')").tolist() == [
            b.board_fen() == placement and b.turn == board.turn for b in theirs
        ]
    repeated = Board()
    for uci in ("g1f3", "g8f6", "f3g1", "f6g8"):
        repeated.push_uci(uci)
    assert repeated.matches(f'position("{Board().fen()}")')
    # An en-passant square that no pawn can use makes no difference; one that a pawn can use does.
    after = Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert after.matches('position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")')
    usable = Board("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    assert not usable.matches('position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")')
    assert usable.matches('position("4k3/8/8/8/3pP3/8/8/4K3 b -")')  # what is left out may be anything


def test_the_last_move_of_a_board() -> None:
    rng = random.Random(7)
    board, theirs = Board(), chess.Board()
    for _ in range(300):
        moves = list(theirs.legal_moves)
        if not moves:
            board, theirs = Board(), chess.Board()
            continue
        move = rng.choice(moves)
        san, capture = theirs.san(move), theirs.is_capture(move)
        board.push_uci(move.uci())
        theirs.push(move)
        assert board.matches(f'move == "{san}"') and not board.matches(f'move != "{san}"')
        assert board.matches(f'move == "{san.rstrip("+#")}"')
        assert board.matches(f'move == "{san.rstrip("+#")}+"') == san.endswith("+")
        assert not board.matches('move == "Na1xb3"')
        assert board.matches(f"move_from == {move.uci()[:2]} and move_to == {move.uci()[2:4]}")
        assert board.matches("capture") == capture
    assert not Board().matches('move == "e4"') and not Board().matches('move != "e4"')
    assert not Board().matches("capture") and not Board().matches("move_to")


def test_castling_and_promotions_as_moves() -> None:
    board = Board("r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for san, others in (
        ("O-O", ("O-O-O",)),
        ("O-O-O", ("O-O",)),
        ("gxh8=Q+", ("gxh8=R",)),
        ("g8=N", ("g8=Q", "g8=N#")),
    ):
        board.push_san(san)
        assert board.matches(f'move == "{san}"') and board.matches(f"move == '{san.replace('O', '0')}'")
        assert not any(board.matches(f'move == "{other}"') for other in others)
        board.pop()


@pytest.mark.parametrize("cls", variant.VARIANTS[1:], ids=lambda cls: cls.__name__)
def test_boards_of_variants(cls: Any) -> None:
    from chess.variant import VARIANTS

    other = next(c for c in VARIANTS if c.uci_variant == cls.uci_variant)
    rng = random.Random(8)
    board, theirs = cls(), other()
    for _ in range(150):
        moves = list(theirs.legal_moves)
        if not moves:
            board, theirs = cls(), other()
            continue
        move = rng.choice(moves)
        san = theirs.san(move)
        board.push_uci(move.uci())
        theirs.push(move)
        assert board.matches(f'move == "{san}"'), (theirs.fen(), san)
        for name in ("check", "checkmate", "stalemate"):
            assert board.matches(name) == getattr(theirs, f"is_{name}")(), (name, theirs.fen())
        for name in ("checkers", "pinned", "moves(all)"):
            value = targets(theirs, chess.BB_ALL) if name.startswith("moves") else VALUES[name](theirs)
            assert board.matches(f"{name} == {value}"), (name, theirs.fen())
