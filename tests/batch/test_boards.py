"""Boards: construction, indexing, copies, pickles, and the results of each call, compared with single boards."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from support import children

import bitrook
from bitrook import Board
from bitrook.batch import Boards, Reason, concatenate

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
FENS = [bitrook.STARTING_FEN, KIWIPETE, MATE, EN_PASSANT, "8/8/8/8/8/4k3/8/4K3 w - - 0 1"]


def played(n: int = 20, plies: int = 30, **options: Any) -> Boards:
    boards = Boards(n, **options)
    for ply in range(plies):
        boards.step(boards.random_moves(seed=ply), illegal="ignore")
    return boards


# --- Construction.


def test_from_a_number() -> None:
    boards = Boards(3)
    assert len(boards) == 3
    assert [board.fen() for board in boards] == [bitrook.STARTING_FEN] * 3
    assert len(Boards(0)) == 0 and len(Boards()) == 1


def test_from_fens_boards_and_packed_positions() -> None:
    for source in (FENS, np.array(FENS), [Board(fen) for fen in FENS], Boards(FENS), tuple(FENS), iter(FENS)):
        assert Boards(source).fens() == FENS
    packed = np.frombuffer(b"".join(Board(fen).packed() for fen in FENS), np.uint8).reshape(-1, 24)
    for source in (packed, packed.tobytes(), bytearray(packed.tobytes()), OnlyDlpack(packed.copy())):
        assert [Board(fen).board_fen() for fen in Boards(source).fens()] == [Board(fen).board_fen() for fen in FENS]
    assert np.array_equal(Boards(packed).packed(), packed)


def test_from_chess960_numbers() -> None:
    numbers = np.arange(960)
    boards = Boards.from_chess960(numbers)
    assert [board.chess960_pos() for board in boards] == list(numbers)
    assert all(board.chess960 for board in boards[:3])
    with pytest.raises(ValueError, match=r"numbers\[1\]: a Chess960 number must be in 0..959, not 960"):
        Boards.from_chess960([0, 960])


class OnlyDlpack:
    """A tensor that supports DLPack but not the buffer protocol."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack__(self, **arguments: Any) -> Any:
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


@pytest.mark.parametrize(
    ("source", "error", "match"),
    [
        (["8/8 w"], ValueError, r"fens\[0\]: placement.*: '8/8 w'"),
        ([bitrook.STARTING_FEN, "x"], ValueError, r"fens\[1\]"),
        (-1, ValueError, "source must be in 0"),
        (1.5, TypeError, "not iterable"),
        (FENS[0], TypeError, "not a str"),
        (Board(), TypeError, "not a Board"),
        ([Board(), None], TypeError, "board must be a Board"),
        (np.zeros((2, 23), np.uint8), ValueError, r"uint8 of the shape \(n, 24\), not uint8 of the shape \(2, 23\)"),
        (np.zeros((2, 24), np.float32), ValueError, "not float32"),
        (np.full((1, 24), 255, np.uint8), ValueError, r"packed\[0\]: more than 32 pieces"),
    ],
)
def test_wrong_sources_are_refused(source: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        Boards(source)


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"history": 256}, ValueError, "history must be in 0..255, not 256"),
        ({"history": True}, TypeError, "history must be an int, not bool"),
        ({"autoreset": "never"}, ValueError, "autoreset must be 'off', 'next' or 'same', not 'never'"),
        ({"adjudication": None}, ValueError, "adjudication must be 'claim' or 'automatic'"),
        ({"max_plies": 0}, ValueError, "max_plies must be in 1"),
        ({"threads": 0}, ValueError, "threads must be in 1..1024"),
        ({"seed": 2**64}, ValueError, "seed must be in"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        Boards(2, **options)


def test_the_options_can_be_read() -> None:
    boards = Boards(2, history=3, autoreset="same", adjudication="automatic", max_plies=7, threads=2)
    settings = boards.history, boards.autoreset, boards.adjudication, boards.max_plies, boards.threads
    assert settings == (3, "same", "automatic", 7, 2)
    assert boards[:1].threads == 2 and boards.copy().autoreset == "same"


# --- As a sequence.


def test_an_index_gives_a_copy_with_its_moves() -> None:
    boards = played()
    for i, board in enumerate(boards):
        again = Board()
        for move in board.move_stack:
            assert again.is_legal(move)
            again.push(move)
        assert again.fen() == board.fen() == boards.fens()[i]
        assert len(board.move_stack) == boards.plies[i]
    board = boards[0]
    board.clear()
    assert boards[0].fen() == boards.fens()[0] != board.fen()
    assert boards[-1] == boards[19] and boards[np.int64(2)] == boards[2]
    for i in (20, -21):
        with pytest.raises(IndexError, match="out of range for 20 boards"):
            boards[i]


def test_parts() -> None:
    boards = played()
    fens = boards.fens()
    assert boards[3:9:2].fens() == fens[3:9:2]
    assert boards[::-1].fens() == fens[::-1]
    assert boards[[5, 5, -1]].fens() == [fens[5], fens[5], fens[-1]]
    assert boards[np.array([1, 2], np.uint8)].fens() == fens[1:3]
    mask = np.arange(20) % 3 == 0
    assert boards[mask].fens() == fens[::3]
    assert len(boards[[]]) == 0
    assert boards[3:5][0].move_stack == boards[3].move_stack
    with pytest.raises(IndexError, match="index 20 is out of range"):
        boards[[0, 20]]
    with pytest.raises(IndexError, match=r"must have the shape \(20,\), not \(2,\)"):
        boards[np.array([True, False])]
    with pytest.raises(TypeError, match="selected by"):
        boards[np.array([1.5])]
    with pytest.raises(TypeError, match="selected by"):
        boards["a"]  # type: ignore[call-overload]


def test_assignment() -> None:
    boards = Boards(4)
    board = Board(KIWIPETE)
    board.push_uci("e1g1")
    boards[1] = board
    assert boards[1] == board and boards[1].move_stack == board.move_stack
    boards.reset()
    assert boards[1].fen() == KIWIPETE
    boards[2:] = played(2, 5)
    assert boards.plies.tolist() == [0, 0, 5, 5]
    boards[[0, 1]] = boards[2:]
    assert boards.plies.tolist() == [5, 5, 5, 5]
    boards[:] = boards
    with pytest.raises(ValueError, match="2 boards cannot be assigned to 4"):
        boards[:] = boards[:2]
    with pytest.raises(ValueError, match="the same history"):
        boards[:1] = Boards(1, history=2)
    with pytest.raises(TypeError, match="a single board can only be assigned a Board"):
        boards[0] = boards


def test_a_history_that_cannot_be_replayed_is_left_out() -> None:
    board = Board()
    board.push_uci("e2e4")
    board.push(bitrook.Move.null())
    boards = Boards([board])
    assert boards[0].fen() == board.fen() and not boards[0].move_stack
    assert boards.plies.tolist() == [0]


def test_concatenate_copy_and_equality() -> None:
    boards = played()
    assert concatenate([boards[:5], boards[5:]]) == boards
    assert concatenate([boards, boards]).fens() == boards.fens() * 2
    assert boards.copy() == boards and copy.copy(boards) == boards and copy.deepcopy(boards) == boards
    other = boards.copy()
    other.step(other.random_moves(seed=1))
    assert other != boards and boards != boards[:3] and boards != 3
    assert Boards([EN_PASSANT]) != Boards([EN_PASSANT.replace("d6", "-")])
    with pytest.raises(TypeError, match="unhashable"):
        hash(boards)
    with pytest.raises(ValueError, match="at least one"):
        concatenate([])
    mixed = concatenate([Boards(2), Boards([KIWIPETE])])
    mixed.reset()
    assert mixed.fens() == [bitrook.STARTING_FEN] * 2 + [KIWIPETE]


@pytest.mark.parametrize("options", [{}, {"history": 0}, {"history": 1, "autoreset": "next", "max_plies": 33}])
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(options: dict[str, Any], protocol: int) -> None:
    boards = concatenate([played(**options), Boards([KIWIPETE, MATE], **options)])
    boards[:2] = Boards.from_chess960([0, 1], **options)
    boards.step(np.zeros(len(boards), np.int16), illegal="terminate")
    again = pickle.loads(pickle.dumps(boards, protocol))
    assert again == boards and repr(again) == repr(boards)
    for name in ("reasons", "plies", "repetitions", "keys"):
        assert np.array_equal(getattr(again, name), getattr(boards, name)), name
    assert [board.move_stack for board in again] == [board.move_stack for board in boards]
    assert (again.autoreset, again.max_plies) == (boards.autoreset, boards.max_plies)
    again.reset()
    boards.reset()
    assert again == boards


def test_memory() -> None:
    assert Boards(100_000, history=0).nbytes < 25e6
    assert Boards([KIWIPETE] * 10_000, history=0).nbytes < 2.5e6


# --- Queries, compared with single boards.


def random_boards() -> tuple[Boards, list[Board]]:
    rng = random.Random(5)
    singles = []
    for i in range(60):
        board = Board() if i % 3 else Board.from_chess960_pos(rng.randrange(960))
        for _ in range(rng.randrange(120)):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over(claim_draw=True):
                break
            board.push(rng.choice(moves))
        singles.append(board)
    singles += [Board(fen) for fen in FENS]
    return Boards(singles), singles


BOARDS, SINGLES = random_boards()


def test_numbers() -> None:
    values = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900, 6: 0}
    pieces = [(color, kind) for color in (True, False) for kind in range(1, 7)]
    for i, board in enumerate(SINGLES):
        counts = [len(board.pieces(kind, color)) for color, kind in pieces]
        assert BOARDS.keys[i] == board.key
        assert BOARDS.turns[i] == board.turn
        assert BOARDS.in_check[i] == board.is_check()
        assert BOARDS.piece_counts[i].tolist() == counts
        assert BOARDS.material[i] == sum(n * values[k] * (1 if c else -1) for n, (c, k) in zip(counts, pieces))
        assert BOARDS.status[i] == board.status()
        assert BOARDS.halfmove_clocks[i] == board.halfmove_clock
        assert BOARDS.fullmove_numbers[i] == board.fullmove_number
        assert BOARDS.castling_rights[i] == board.castling_rights
        assert BOARDS.en_passant_squares[i] == (-1 if board.ep_square is None else board.ep_square)
        assert BOARDS.packed()[i].tobytes() == board.packed()
        assert BOARDS.plies[i] == len(board.move_stack)
        for layout in ("classical", "indexed", "dense", "quad"):
            assert BOARDS.words(layout)[i].tolist() == list(board.layout(layout))


SETS = (
    "passed_pawns", "isolated_pawns", "doubled_pawns", "backward_pawns", "connected_pawns", "pawn_front_span",
    "pawn_attack_span", "outposts", "half_open_files", "king_zone", "attacked_by", "blockers", "pinners", "threats",
)  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_sets_of_squares(name: str) -> None:
    both = getattr(BOARDS, name)()
    assert both.shape == (len(BOARDS), 2) and both.dtype == np.uint64 and both.any()
    for column, color in enumerate((bitrook.WHITE, bitrook.BLACK)):
        expected = [getattr(board, f"{name}_mask")(color) for board in SINGLES]
        assert both[:, column].tolist() == expected
        out = np.zeros(len(BOARDS), np.uint64)
        assert getattr(BOARDS, name)(color, out=out) is out
        assert out.tolist() == expected


def test_sets_of_packed_positions() -> None:
    column = bitrook.data.scan_pgn(b"1. e4 d5 2. exd5 c6 3. dxc6 *").positions(["position"]).read()["position"]
    boards = Boards(column, history=0)
    assert boards.passed_pawns(bitrook.BLACK).tolist() == [0] * 6
    assert boards.half_open_files().tolist() == [
        [board.half_open_files_mask(color) for color in (True, False)] for board in boards
    ]
    assert boards.open_files().tolist() == [board.open_files_mask() for board in boards]
    assert Boards(0).threats().shape == (0, 2)
    for query in ("passed_pawns", "passed_pawns.", "passed_pawns.red", "open_files.white", "", ".both"):
        with pytest.raises(ValueError, match="unknown query"):
            boards._native.query(query, np.zeros(6, np.uint64))


def test_legal_moves_and_the_end_of_the_game() -> None:
    offsets, moves = BOARDS.legal_moves()
    over = BOARDS.is_over()
    assert offsets.dtype == np.int32 and moves.dtype == np.int16 and offsets[-1] == len(moves)
    for i, board in enumerate(SINGLES):
        expected = [] if over[i] else [move.word for move in board.legal_moves]
        assert moves[offsets[i] : offsets[i + 1]].tolist() == expected
        assert BOARDS.count_legal_moves()[i] == len(expected)
        outcome = board.outcome(claim_draw=False)
        assert over[i] == (outcome is not None or board.is_fifty_moves() or board.is_repetition(3))
    assert over.any() and not over.all()


def test_texts() -> None:
    assert BOARDS.fens() == [board.fen() for board in SINGLES]
    moves = BOARDS.random_moves(seed=3)
    named = [None if not word else bitrook.Move.from_word(int(word)) for word in moves]
    sans = [board.san(move) if move else None for board, move in zip(SINGLES, named)]
    ucis = [board.uci(move) if move else None for board, move in zip(SINGLES, named)]
    assert BOARDS.san(moves) == sans and BOARDS.uci(moves) == ucis
    assert np.array_equal(BOARDS.parse_san(sans), moves) and np.array_equal(BOARDS.parse_uci(ucis), moves)
    assert BOARDS.is_legal(moves).tolist() == [move is not None for move in named]
    for text, error in (("Ke3", bitrook.IllegalMoveError), ("??", bitrook.InvalidMoveError)):
        with pytest.raises(error, match=r"texts\[1\]: "):
            Boards(2).parse_san(["e4", text])
    with pytest.raises(ValueError, match="texts must have 2 items, not 1"):
        Boards(2).parse_uci(["e2e4"])
    with pytest.raises(bitrook.IllegalMoveError, match=r"moves\[1\], illegal move"):
        Boards(2).san([bitrook.Move.from_uci("e2e4"), bitrook.Move.from_uci("e2e5")])


def test_perft() -> None:
    boards = Boards([fen for fen in FENS if fen != MATE])
    assert boards.perft(3).tolist() == [bitrook.perft(board, 3) for board in boards]
    assert boards.perft(0).tolist() == [1] * 4


def test_mirrors() -> None:
    mirrored = BOARDS.mirror()
    for board, single in zip(mirrored, SINGLES):
        assert board.fen().split()[:5] == single.mirror().fen().split()[:5]
        assert board.root().fen() == single.root().mirror().fen()
    assert np.array_equal(mirrored.plies, BOARDS.plies) and mirrored.mirror() == BOARDS
    assert np.array_equal(mirrored.count_legal_moves(), BOARDS.count_legal_moves())
    flipped = BOARDS.flip()
    for i, (board, single) in enumerate(zip(flipped, SINGLES)):
        single = single.copy(stack=False)
        single.castling_rights = 0
        assert board.fen() == single.transform(bitrook.flip_horizontal).fen()
        if not single.root().castling_rights and not BOARDS[i].root().castling_rights:
            assert flipped.plies[i] == BOARDS.plies[i]
    bare = played(5, 40)
    bare[:] = Boards(["4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"] * 5)
    for ply in range(20):
        bare.step(bare.random_moves(seed=ply))
    assert bare.flip().flip() == bare and np.array_equal(bare.flip().plies, bare.plies)


# --- Imports.


def test_numpy_is_imported_only_with_the_module() -> None:
    code = "import bitrook, sys; assert 'numpy' not in sys.modules; bitrook.batch.Boards; assert 'numpy' in sys.modules"
    children.run("-c", code)


def test_reasons() -> None:
    assert [Boards([fen]).reasons[0] for fen in FENS] == [0, 0, Reason.CHECKMATE, 0, Reason.MATERIAL]
