"""A state machine that compares Boards, single bitrook boards and python-chess boards after the same calls."""

from __future__ import annotations

import copy
import os
import pickle
from typing import Any

import chess
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

import bitrook
from bitrook.batch import Boards, Reason, concatenate

N = 5
FENS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 96 80",
    "7k/P7/8/8/8/8/7p/K7 w - - 0 1",
    "k7/8/8/8/8/8/8/K6N b - - 4 9",
    "5k2/8/8/8/8/8/r7/4K2R w K - 0 1",
]
numbers = st.integers(0, 10**6)
masks = st.lists(st.booleans(), min_size=N, max_size=N)


class Single:
    """A single game, implemented on a python-chess board after the documentation of Boards."""

    def __init__(self, fen: str, limit: int | None, claim: bool, repeats: bool) -> None:
        self.start = fen
        self.limit = limit
        self.claim = claim
        self.repeats = repeats
        self.restart()

    def restart(self) -> None:
        self.board = chess.Board(self.start)
        self.illegal = False

    def reason(self) -> int:
        board = self.board
        if self.illegal:
            return Reason.ILLEGAL
        if board.is_checkmate():
            return Reason.CHECKMATE
        if board.is_insufficient_material():
            return Reason.MATERIAL
        if board.is_stalemate():
            return Reason.STALEMATE
        if board.halfmove_clock >= (100 if self.claim else 150):
            return Reason.FIFTY_MOVES
        if self.repeats and board.is_repetition(3 if self.claim else 5):
            return Reason.REPETITION
        return Reason.LIMIT if self.limit and len(board.move_stack) >= self.limit else Reason.NONE

    def step(self, word: int, illegal: str, autoreset: str) -> tuple[float, int]:
        if self.reason():
            if autoreset != "off":
                self.restart()
            return 0, self.reason()
        legal = {bitrook.Move(m.from_square, m.to_square, m.promotion).word: m for m in self.board.legal_moves}
        move = chess.Move(word & 63, word >> 6 & 63)
        if word < 4096 and self.board.is_legal(move):  # castling may be encoded as king-takes-rook
            legal[word] = move
        if word not in legal:
            self.illegal = illegal == "terminate"
            return (-1 if self.illegal else 0), self.reason()
        self.board.push(legal[word])
        return float(self.board.is_checkmate()), self.reason()


class Batch(RuleBasedStateMachine):
    """Makes the same calls on Boards and on N single games."""

    @initialize(
        fens=st.lists(st.sampled_from(FENS), min_size=N, max_size=N),
        history=st.sampled_from([0, 1, 3, 8]),
        autoreset=st.sampled_from(["off", "next", "same"]),
        claim=st.booleans(),
        limit=st.sampled_from([None, 12]),
        threads=st.sampled_from([1, 2]),
    )
    def begin(
        self, fens: list[str], history: int, autoreset: str, claim: bool, limit: int | None, threads: int
    ) -> None:
        adjudication = "claim" if claim else "automatic"
        options: dict[str, Any] = {"history": history, "autoreset": autoreset, "adjudication": adjudication}
        self.boards = Boards(fens, max_plies=limit, threads=threads, **options)
        self.singles = [Single(fen, limit, claim, history > 0) for fen in fens]
        self.check()

    def word(self, i: int, choice: int) -> int:
        """Return a legal move of a single board, often one back to its origin, so that positions repeat."""
        board = self.singles[i].board
        moves = list(board.legal_moves)
        if not moves:
            return choice & 0x7FFF
        move = moves[choice % len(moves)]
        if choice % 3 and len(board.move_stack) >= 2:
            last = board.move_stack[-2]
            back = chess.Move(last.to_square, last.from_square)
            move = back if board.is_legal(back) else move
        return bitrook.Move(move.from_square, move.to_square, move.promotion).word

    def step(self, words: list[int], illegal: str) -> None:
        autoreset = self.boards.autoreset
        result = self.boards.step(np.array(words, np.uint16), illegal=illegal)
        ended = []
        for i, single in enumerate(self.singles):
            reward, reason = single.step(words[i], illegal, autoreset)
            assert (result.rewards[i], result.reason[i]) == (reward, reason)
            assert result.truncated[i] == (reason == Reason.LIMIT)
            assert result.terminated[i] == (reason not in (Reason.NONE, Reason.LIMIT))
            if reason and autoreset == "same":
                ended.append((i, single.board.fen()))
                single.restart()
        if autoreset == "same":
            indices, final = self.boards.final
            assert list(zip(indices.tolist(), final.fens())) == ended

    @rule(choices=st.lists(st.lists(numbers, min_size=N, max_size=N), min_size=1, max_size=8))
    def legal_steps(self, choices: list[list[int]]) -> None:
        for row in choices:
            self.step([self.word(i, choice) for i, choice in enumerate(row)], "ignore")
        self.check()

    @rule(
        words=st.lists(st.integers(0, 0xFFFF), min_size=N, max_size=N), illegal=st.sampled_from(["terminate", "ignore"])
    )
    def any_step(self, words: list[int], illegal: str) -> None:
        self.step(words, illegal)
        self.check()

    @rule(mask=masks)
    def undo(self, mask: list[bool]) -> None:
        movable = [bool(single.board.move_stack) for single in self.singles]
        if self.boards.history == 0 or any(m and not has for m, has in zip(mask, movable)):
            if any(mask):
                with pytest.raises(IndexError):
                    self.boards.undo(np.array(mask))
            return self.check()
        self.boards.undo(np.array(mask))
        for single, chosen in zip(self.singles, mask):
            if chosen and single.illegal:
                single.illegal = False
            elif chosen:
                single.board.pop()
        self.check()

    @rule(mask=masks, fens=st.lists(st.sampled_from(FENS), min_size=N, max_size=N), given=st.booleans())
    def reset(self, mask: list[bool], fens: list[str], given: bool) -> None:
        chosen = [i for i in range(N) if mask[i]]
        self.boards.reset(np.array(mask), [fens[i] for i in chosen] if given else None)
        for i in chosen:
            self.singles[i].start = fens[i] if given else self.singles[i].start
            self.singles[i].restart()
        self.check()

    @rule(i=st.integers(0, N - 1), j=st.integers(0, N - 1))
    def assign_board(self, i: int, j: int) -> None:
        """Assign a single board, including its history, to an item."""
        if self.singles[j].illegal or self.boards.history == 0:
            return
        self.boards[i] = self.boards[j]
        self.singles[i] = copy.deepcopy(self.singles[j])
        self.check()

    @rule(order=st.permutations(range(N)))
    def select(self, order: list[int]) -> None:
        self.boards = self.boards[order]
        self.singles = [self.singles[i] for i in order]
        self.check()

    @rule(how=st.sampled_from(["copy", "pickle", "concatenate", "mirror twice"]))
    def copies(self, how: str) -> None:
        before = self.boards
        if how == "copy":
            self.boards = copy.copy(before)
        elif how == "pickle":
            self.boards = pickle.loads(pickle.dumps(before))
        elif how == "concatenate":
            self.boards = concatenate([before[:2], before[2:]])
        elif self.boards.history:
            assert before.mirror().mirror().fens() == before.fens()
        assert self.boards == before
        self.check()

    def check(self) -> None:
        boards = self.boards
        offsets, moves = boards.legal_moves()
        assert boards.fens() == [single.board.fen() for single in self.singles]
        for i, single in enumerate(self.singles):
            theirs, ours = single.board, boards[i]
            assert ours.fen() == theirs.fen()
            reason = single.reason()
            assert boards.reasons[i] == reason
            legal = (
                []
                if reason
                else [bitrook.Move(m.from_square, m.to_square, m.promotion).word for m in theirs.legal_moves]
            )
            assert moves[offsets[i] : offsets[i + 1]].tolist() == legal
            if boards.history:
                assert [str(m) for m in ours.move_stack] == [m.uci() for m in theirs.move_stack]
                assert theirs.is_repetition(int(boards.repetitions[i]) + 1)
                assert not theirs.is_repetition(int(boards.repetitions[i]) + 2)
            assert boards.plies[i] == len(theirs.move_stack)
        assert boards == Boards([bitrook.Board(single.board.fen()) for single in self.singles])


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Batch,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_same_calls_on_single_boards() -> None:
    run(15, 12)


@pytest.mark.slow
def test_many_calls_on_single_boards() -> None:
    run(int(os.environ.get("STATE_MACHINE_EXAMPLES", 40)), 20)
