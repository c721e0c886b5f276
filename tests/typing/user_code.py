"""Typical user code, for the type checkers; tests/test_user_code.py runs it."""

from __future__ import annotations

from collections.abc import Iterator

import bitrook as chess

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def material(board: chess.Board) -> int:
    total = 0
    for piece_type, value in VALUES.items():
        total += value * len(board.pieces(piece_type, chess.WHITE))
        total -= value * len(board.pieces(piece_type, chess.BLACK))
    return total if board.turn == chess.WHITE else -total


def negamax(board: chess.Board, depth: int, alpha: int, beta: int) -> tuple[int, chess.Move | None]:
    if board.is_checkmate():
        return -10_000, None
    if depth == 0 or board.is_game_over():
        return material(board), None
    best: chess.Move | None = None
    for move in sorted(board.legal_moves, key=board.is_capture, reverse=True):
        board.push(move)
        score = -negamax(board, depth - 1, -beta, -alpha)[0]
        board.pop()
        if score > alpha or best is None:
            alpha, best = max(alpha, score), move
        if alpha >= beta:
            break
    return alpha, best


def random_lines(board: chess.Board, plies: int) -> Iterator[str]:
    copy = board.copy(stack=False)
    for _ in range(plies):
        moves = list(copy.legal_moves)
        if not moves:
            return
        move = moves[len(moves) // 2]
        yield copy.san(move)
        copy.push(move)


def describe(board: chess.Board) -> str:
    square: int = chess.E4
    piece: chess.Piece | None = board.piece_at(square)
    attackers: chess.SquareSet = board.attackers(chess.WHITE, square)
    names = [chess.square_name(s) for s in attackers]
    outcome: chess.Outcome | None = board.outcome(claim_draw=True)
    symbol = piece.symbol() if piece is not None else "-"
    result = outcome.result() if outcome is not None else "*"
    return f"{symbol} {' '.join(names)} {result} {board.fen()} {board.epd(hmvc=board.halfmove_clock)}"


class Recorder(chess.Board):
    """A board that counts the moves pushed."""

    pushes: int = 0

    def push(self, move: chess.Move) -> None:
        self.pushes += 1
        super().push(move)


def modules() -> list[str]:
    """Return names from modules that are loaded on first use, which type checkers know without an import."""
    return [chess.match.Sprt.__name__, chess.analysis.annotate.__name__, chess.uci.Engine.__name__]


def main() -> None:
    board = Recorder()
    board.push_san("e4")
    board.push_uci("e7e5")
    pawns: int = board.pawns
    center = chess.SquareSet(chess.BB_CENTER)
    print(len(center & pawns), chess.popcount(pawns), center.mask)
    print(describe(board), *random_lines(board, 6))
    score, move = negamax(board, 2, -10_000, 10_000)
    if move is not None:
        print(score, board.san(move), board.uci(move), board.lan(move), move.from_square, move.promotion)
    try:
        board.parse_san("Qxz9")
    except chess.InvalidMoveError as error:
        print(error)
    bitboard = chess.Bitboard(board.occupied)
    print(bitboard & ~chess.BB_RANK_1, board.status() == chess.Status.VALID, board.castling_rights)
    info = chess.build_info()
    print(info.build, info.version, board.pushes, chess.perft(board, 2))


if __name__ == "__main__":
    main()
