"""Fuzzes pickled states of boards: they raise ValueError, or give a consistent board that can be pickled again."""

from __future__ import annotations

import pickle

from support.driver import instrumented, run

with instrumented():
    import bitrook
    import bitrook.batch

RECORD, MOVE = 96, 2


class Reader:
    """Reads numbers from the start of the input, and zeros after its end."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __bool__(self) -> bool:
        return bool(self.data)

    def number(self, size: int = 1) -> int:
        taken, self.data = self.data[:size], self.data[size:]
        return int.from_bytes(taken, "little")

    def change(self, state: bytes) -> bytes:
        """Return the state with some bytes replaced, removed or repeated."""
        changed = bytearray(state)
        for _ in range(self.number() % 8):
            at, act = self.number(2) % (len(changed) + 1), self.number()
            if act < 160:
                changed[at : at + 1] = bytes([self.number()])
            elif act < 200:
                changed[at : at + 8] = self.number(8).to_bytes(8, "little")
            elif act < 225:
                del changed[at : at + (RECORD if act & 1 else MOVE)]
            else:
                changed[at:at] = changed[at : at + (RECORD if act & 1 else MOVE)]
        return bytes(changed)


def game(reader: Reader) -> bitrook.Board:
    """Return a board after some legal moves, with attributes assigned in between."""
    board = bitrook.Board(chess960=bool(reader.number() & 1))
    for _ in range(reader.number() % 40):
        moves = board.list_legal_moves()
        if not moves:
            break
        choice = reader.number()
        board.push(moves[choice % len(moves)])
        if choice > 250:
            board.halfmove_clock = reader.number(4)
    return board


def use(board: bitrook.Board) -> None:
    """Call functions that read a board, so that the sanitizers can find errors in them."""
    for moves in (board.list_legal_moves(), list(board.pseudo_legal_moves)):
        for move in moves:
            board.is_capture(move)
    assert board.fen() and repr(board) and board.status() is not None
    board.outcome(claim_draw=True), board.is_repetition(), board.key
    plies = len(board.move_stack)
    assert pickle.loads(pickle.dumps(board)) == board
    again = board.copy()
    for _ in range(plies):
        again.pop()
    assert not again.move_stack


def one_board(reader: Reader) -> None:
    state = game(reader).__reduce__()[2]
    records, moves = state[0]
    kind = bitrook.Board if reader.number() & 1 else bitrook.BaseBoard
    board = kind()
    before = board.board_fen()
    try:
        board.__setstate__(((reader.change(records), reader.change(moves)), state[1]))
    except ValueError:
        assert board.board_fen() == before, "an error does not change the board"
        return
    if isinstance(board, bitrook.Board):
        use(board)


def many_boards(reader: Reader) -> None:
    boards = bitrook.batch.Boards([game(reader) for _ in range(1 + reader.number() % 3)], history=reader.number() % 3)
    make, arguments = boards.__reduce__()
    *settings, (starts, moves, plies, chess960, ends) = arguments
    starts = [reader.change(start.encode()).decode("latin-1") if reader.number() & 8 else start for start in starts]
    moves = [reader.change(words) for words in moves]
    plies = [reader.number(4) if reader.number() & 8 else n for n in plies]
    state = (starts, moves, plies, reader.change(chess960), reader.change(ends))
    try:
        restored = make(*settings, state)
    except ValueError:
        return
    restored.legal_moves(), restored.observe("alphazero"), restored.legal_mask("lc0"), restored.fens()
    if restored.history:
        restored.undo(restored.plies > 0)
    for board in restored:
        use(board)


def one(data: bytes) -> None:
    reader = Reader(data)
    one_board(reader) if reader.number() & 1 else many_boards(reader)


run(one)
