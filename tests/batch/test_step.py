"""Boards.step(): autoreset, illegal moves, undo, outputs and threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bitrook
from bitrook import Board
from bitrook.batch import Boards, Playout, Reason, Step

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
QUIET = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
ALMOST_FIFTY = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"


def word(uci: str) -> int:
    return bitrook.Move.from_uci(uci).word


def step(boards: Boards, *ucis: str, **options: Any) -> Step:
    return boards.step(np.array([word(uci) for uci in ucis], np.int16), **options)


# --- Ends of games.


def test_rewards_and_reasons() -> None:
    boards = Boards(
        [MATE_IN_ONE, QUIET, "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", ALMOST_FIFTY, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1"]
    )
    result = step(boards, "a1a8", "a1a8", "g5g6", "a1a2", "e1e2")
    assert result.rewards.tolist() == [1, 0, 0, 0, 0] and result.rewards.dtype == np.float32
    assert result.terminated.tolist() == [True, False, True, True, False] and result.terminated.dtype == np.bool_
    assert not result.truncated.any() and result.truncated.dtype == np.bool_
    expected = [Reason.CHECKMATE, Reason.NONE, Reason.STALEMATE, Reason.FIFTY_MOVES, Reason.NONE]
    assert result.reason.tolist() == expected and result.reason.dtype == np.uint8
    assert step(Boards(["4k3/8/8/8/8/8/3r4/4K3 w - - 0 1"]), "e1d2").reason == Reason.MATERIAL


@pytest.mark.parametrize(("adjudication", "times"), [("claim", 3), ("automatic", 5)])
def test_repetition(adjudication: str, times: int) -> None:
    boards = Boards(2, adjudication=adjudication)
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for ply in range(4 * (times - 1)):
        assert not boards.is_over().any()
        assert boards.repetitions.tolist() == [ply // 4] * 2
        result = step(boards, moves[ply % 4], moves[ply % 4])
    assert result.reason.tolist() == [Reason.REPETITION] * 2


def test_without_history_nothing_is_repeated() -> None:
    boards = Boards(1, history=0)
    for ply in range(40):
        step(boards, ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4])
    assert not boards.is_over().any() and boards.repetitions.tolist() == [0]
    with pytest.raises(IndexError, match="these boards keep no history"):
        boards.undo()


@pytest.mark.parametrize(("adjudication", "clock"), [("claim", 100), ("automatic", 150)])
def test_the_clock(adjudication: str, clock: int) -> None:
    boards = Boards([f"4k3/8/8/8/8/8/8/R3K3 w - - {clock - 2} 80"], adjudication=adjudication)
    assert step(boards, "a1a2").reason == Reason.NONE
    assert step(boards, "e8d8").reason == Reason.FIFTY_MOVES


# --- Autoreset.


def test_same_resets_an_assigned_game_that_is_over() -> None:
    board = Board()
    for uci in ("f2f3", "e7e5", "g2g4", "d8h4"):
        board.push_uci(uci)
    boards = Boards(2, autoreset="same")
    boards[0] = board
    result = step(boards, "a1a8", "e2e4")  # the first move is ignored, legal or not
    assert not any(array.any() for array in result) and boards.plies.tolist() == [0, 1]
    assert boards.fens()[0] == bitrook.STARTING_FEN


def test_undo_of_a_game_that_went_on_after_its_end() -> None:
    board = Board(ALMOST_FIFTY)
    for uci in ("a1a2", "e8e7", "a2a3"):
        board.push_uci(uci)
    boards = Boards([board])
    for clock in (102, 101, 100):
        assert boards.reasons[0] == Reason.FIFTY_MOVES and boards.halfmove_clocks[0] == clock
        boards.undo()
    assert not boards.is_over().any()


def test_reset_with_positions_and_seed() -> None:
    boards = Boards(3, seed=4)
    first = boards.random_moves()
    assert not np.array_equal(boards.random_moves(), first) or not np.array_equal(boards.random_moves(), first)
    boards.reset(np.array([False, True, True]), [QUIET, MATE_IN_ONE], seed=4)
    assert boards.fens() == [bitrook.STARTING_FEN, QUIET, MATE_IN_ONE]
    assert boards.random_moves()[0] == first[0]
    step(boards, "e2e4", "a1a8", "a1a8")
    boards.reset()
    assert boards.fens() == [bitrook.STARTING_FEN, QUIET, MATE_IN_ONE]
    with pytest.raises(ValueError, match="fens must have 3 texts, not 1"):
        boards.reset(fens=[QUIET])
    with pytest.raises(ValueError, match=r"mask must have the shape \(3,\)"):
        boards.reset(np.array([True]))
    with pytest.raises(TypeError, match="array of bools"):
        boards.reset(np.array([1.0, 0.0, 1.0]))


# --- Illegal moves.


def test_raise_changes_nothing() -> None:
    boards = Boards([QUIET, MATE_IN_ONE])
    with pytest.raises(bitrook.IllegalMoveError, match="illegal move on board 1, .*: 'a8a1' in 6k1"):
        step(boards, "a1a2", "a8a1")
    assert boards.fens() == [QUIET, MATE_IN_ONE] and boards.plies.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("index", "codec", "reason"),
    [
        (5000, "alphazero", "5000 is not a move of the codec alphazero: expected 0..4671"),
        (-1, "lc0", "-1 is not a move of the codec lc0: expected 0..1857"),
        (2**40, "deepmind", f"{2**40} is not a move of the codec deepmind: expected 0..1967"),
        (2**63, "lc0", f"{2**63} is not a move of the codec lc0: expected 0..1857"),
        (5, "alphazero", "5 is not a move of the codec alphazero: it leads off the board or back to its origin"),
        (65, "maia3", "65 is not a move of the codec maia3: it leads off the board or back to its origin"),
    ],
)
def test_indices_without_a_move_are_named(index: int, codec: str, reason: str) -> None:
    boards = Boards([QUIET, MATE_IN_ONE])
    legal = int(boards.legal_mask(codec)[0].argmax())
    indices = np.array([legal, index], np.uint64 if index == 2**63 else np.int64)
    with pytest.raises(bitrook.IllegalMoveError, match=f"^illegal move on board 1: {reason}$"):
        boards.step(indices, codec)
    assert boards.fens() == [QUIET, MATE_IN_ONE]
    with pytest.raises(ValueError, match=reason.replace(" is not", ", is not")):
        bitrook.batch.codec(codec).decode(boards, indices)
    assert boards.step(indices, codec, illegal="terminate").reason[1] == Reason.ILLEGAL


def test_indices_of_finished_games_are_ignored() -> None:
    boards = Boards([QUIET, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
    legal = int(boards.legal_mask("alphazero")[0].argmax())
    assert boards.step(np.array([legal, 0]), "alphazero").reason.tolist() == [Reason.NONE, Reason.STALEMATE]


def test_a_limit_truncates_games() -> None:
    boards = Boards([QUIET, MATE_IN_ONE], max_plies=1)
    result = step(boards, "a1a2", "a1a8")
    assert result.truncated.tolist() == [True, False] and result.terminated.tolist() == [False, True]
    assert result.reason.tolist() == [Reason.LIMIT, Reason.CHECKMATE]


def test_terminate_and_undo() -> None:
    boards = Boards([QUIET, MATE_IN_ONE])
    result = step(boards, "a1a2", "a8a1", illegal="terminate")
    assert result.rewards.tolist() == [0, -1] and result.terminated.tolist() == [False, True]
    assert result.reason[1] == Reason.ILLEGAL and boards.fens()[1] == MATE_IN_ONE
    with pytest.raises(IndexError, match="board 1 has no move to undo"):
        boards.undo()
    step(boards, "e8e7", "a1a2", illegal="terminate")
    boards.undo(np.array([True, False]))
    assert boards.plies.tolist() == [1, 0]


@pytest.mark.parametrize("illegal", ["terminate", "ignore"])
def test_any_of_the_moves_is_survived(illegal: str) -> None:
    boards = Boards(1, history=2)[[0] * 65536]
    legal = [move.word for move in Board().legal_moves]
    result = boards.step(np.arange(65536).astype(np.uint16), illegal=illegal)
    assert np.flatnonzero(boards.plies).tolist() == sorted(legal)
    assert (result.rewards == -1).sum() == (65536 - 20 if illegal == "terminate" else 0)


# --- Random numbers.


def test_random_moves_are_uniform() -> None:
    moves = Boards(1, history=0)[[0] * 40_000].random_moves(seed=3)
    words, counts = np.unique(moves, return_counts=True)
    assert len(words) == 20 and abs(counts - 2000).max() < 5 * 2000**0.5


def test_playouts_end_by_the_rules() -> None:
    boards = Boards(300)
    result = boards.playout(seed=2)
    assert isinstance(result, Playout) and boards == Boards(300)
    assert set(result.reasons.tolist()) <= {1, 2, 3, 4, 5} and (result.plies > 3).all()
    assert ((result.results != 0) == (result.reasons == Reason.CHECKMATE)).all()
    short = boards.playout(seed=2, max_plies=10)
    assert (short.plies <= 10).all() and (short.reasons[short.plies == 10] == 0).sum() > 250
    mated = Boards(["R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1"]).playout()
    assert (mated.results[0], mated.plies[0]) == (1, 0)


# --- Outputs.


class OnlyDlpack:
    def __init__(self, array: np.ndarray[Any, Any], device: tuple[int, int] = (1, 0)) -> None:
        self.array = array
        self.device = device

    def __dlpack__(self, **arguments: Any) -> Any:
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


def test_out() -> None:
    boards = Boards([QUIET, MATE_IN_ONE])
    out = np.zeros(2, np.float32), np.zeros(2, np.bool_), bytearray(2), OnlyDlpack(np.zeros(2, np.uint8))
    result = step(boards, "a1a8", "a1a8", out=out)
    assert all(a is b for a, b in zip(result, out))
    assert out[0].tolist() == [0, 1] and out[1].tolist() == [False, True] and out[3].array.tolist() == [0, 1]
    packed = OnlyDlpack(np.zeros((2, 24), np.uint8))
    assert boards.packed(out=packed) is packed and np.array_equal(packed.array, boards.packed())
    offsets, moves = np.zeros(3, np.int32), np.full(300, 77, np.int16)
    boards.legal_moves(out=(offsets, moves))
    assert moves[offsets[-1]] == 77 and np.array_equal(moves[: offsets[-1]], boards.legal_moves()[1])
    assert np.from_dlpack(boards.keys).tolist() == boards.keys.tolist()


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (np.zeros(3, np.int32), ValueError, r"out must have the shape \(2,\), not \(3,\)"),
    (np.zeros((2, 1), np.int32), ValueError, r"out must have the shape \(2,\), not \(2, 1\)"),
    (np.zeros(2, np.int64), TypeError, "out must have the dtype int32, not int64"),
    (np.zeros(2, np.float32), TypeError, "out must have the dtype int32, not float32"),
    (np.zeros(4, np.int32)[::2], BufferError, "out must be C-contiguous"),
    (np.frombuffer(bytes(8), np.int32), BufferError, "out must be writable"),
    (np.zeros(2, ">i4"), TypeError, "out must have the dtype int32"),
    ([0, 0], TypeError, "out must be a writable buffer of 32-bit integers, not list"),
    (OnlyDlpack(np.zeros(2, np.float32)), TypeError, "32-bit integers"),
    (OnlyDlpack(np.zeros(4, np.int32)[::2]), BufferError, "out must be C-contiguous"),
    (
        OnlyDlpack(np.zeros(2, np.int32), (2, 0)),
        BufferError,
        "out must be in CPU memory, not on a device of the DLPack type 2",
    ),
]


@pytest.mark.parametrize(("out", "error", "match"), REFUSED)
def test_wrong_outputs_are_refused(out: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        Boards(2).count_legal_moves(out=out)


@pytest.mark.parametrize(
    ("moves", "error", "match"),
    [
        (np.array([0.5, np.nan]), TypeError, "moves must be integers, not float64"),
        (np.zeros(3, np.int16), ValueError, r"moves must have the shape \(2,\), not \(3,\)"),
        (np.zeros((2, 1), np.int16), ValueError, "shape"),
        ([1, 70_000], ValueError, r"moves\[1\] is not a 16-bit move: 70000"),
        (["e2e4", 1.5], TypeError, "moves must be Moves, UCI texts or integers, not 1.5"),
        ([None, None], TypeError, "moves must be Moves, UCI texts or integers, not None"),
    ],
)
def test_wrong_moves_are_refused(moves: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        Boards(2).step(moves)


def test_moves_in_other_forms() -> None:
    move = bitrook.Move.from_uci("e2e4")
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    for moves in ([move], [move.word], ["e2e4"], np.array([move.word]), np.array([move.word], np.uint16), (move,)):
        boards = Boards(1)
        boards.step(moves)
        assert boards.fens() == [fen]
