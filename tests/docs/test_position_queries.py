"""The counts of the ten queries in docs/how-to/position-queries.md, compared with slow versions for python-chess."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import pytest
from support.column_oracle import lichess_text

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "position-queries.md"
# A game as its positions: the nodes, and for each the board. The first one is the start position.
Positions = list[tuple[chess.pgn.GameNode, chess.Board]]
Test = Callable[[Positions], bool]


def any_position(test: Callable[[chess.Board], bool]) -> Test:
    return lambda game: any(test(board) for _, board in game)


def isolated(board: chess.Board) -> bool:
    files = {chess.square_file(square) for square in board.pieces(chess.PAWN, chess.WHITE)}
    return 3 in files and not files & {2, 4}


def lasting(game: Positions) -> bool:
    row = 0
    for _, board in game:
        row = row + 1 if isolated(board) else 0
        if row == 20:
            return True
    return False


def greek_gift(game: Positions) -> bool:
    for (_, before), (node, board) in zip(game, game[1:]):
        square = {chess.H7: chess.G8, chess.H2: chess.G1}.get(node.move.to_square)
        if square is not None and board.king(board.turn) == square:
            san = before.san(node.move)
            if san in ("Bxh7+", "Bxh2+", "Bxh7#", "Bxh2#"):
                return True
    return False


def opposite_bishops(board: chess.Board) -> bool:
    bishops = [list(board.pieces(chess.BISHOP, color)) for color in chess.COLORS]
    if [len(each) for each in bishops] != [1, 1] or board.knights | board.rooks | board.queens:
        return False
    colors = {(chess.square_file(square) + chess.square_rank(square)) % 2 for each in bishops for square in each}
    return len(colors) == 2


def rook_ending(board: chess.Board) -> bool:
    if chess.popcount(board.occupied) != 11:
        return False
    sides = [
        "".join(sorted(p.symbol().upper() for p in board.piece_map().values() if p.color == c)) for c in chess.COLORS
    ]
    return sorted(sides) == ["KPPPPR", "KPPPR"]


def underpromotion(game: Positions) -> bool:
    pieces = (chess.KNIGHT, chess.BISHOP, chess.ROOK)
    return any(node.move.promotion in pieces for node, _ in game[1:])


def saved(board: chess.Board) -> bool:
    ours, theirs = (chess.popcount(board.occupied_co[color]) for color in (board.turn, not board.turn))
    return theirs - ours >= 3 and board.is_stalemate()


def sicilian(board: chess.Board) -> bool:
    return board.epd() == "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"


def smothered(board: chess.Board) -> bool:
    if not board.checkers() & board.knights or not board.is_checkmate():
        return False
    king = board.king(board.turn)
    assert king is not None
    return all(board.color_at(square) == board.turn for square in board.attacks(king))


def seventh(board: chess.Board) -> bool:
    ranks = {chess.WHITE: chess.BB_RANK_7, chess.BLACK: chess.BB_RANK_2}
    return any(chess.popcount(board.pieces_mask(chess.ROOK, color) & rank) == 2 for color, rank in ranks.items())


def turned(game: Positions) -> bool:
    ahead = False
    for node, _ in game:
        score, clock = node.eval(), node.clock()
        value = None if score is None else score.white().score(mate_score=100_000)
        if ahead and value is not None and value < -300 and clock is not None and clock < 30:
            return True
        ahead |= value is not None and value > 300
    return False


SLOW: dict[str, Test] = {
    "An isolated queen's pawn": lasting,
    "The Greek gift": greek_gift,
    "Opposite-colored bishops": any_position(opposite_bishops),
    "Rook endings, four pawns against three": any_position(rook_ending),
    "Underpromotion": underpromotion,
    "A stalemate that saves the game": any_position(saved),
    "Who reached this position?": any_position(sicilian),
    "Smothered mate": any_position(smothered),
    "Two rooks on the seventh rank": any_position(seventh),
    "A won game, lost in time trouble": turned,
}


@pytest.mark.slow
def test_the_counts_are_those_of_python_chess() -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"^## (.*)\n[^#]*?^>>> count\([^`]*?^(\d+)\n```", page, re.MULTILINE)
    assert [title for title, _ in shown] == list(SLOW)
    counts = dict.fromkeys(SLOW, 0)
    file = io.StringIO(lichess_text().decode())
    while (game := chess.pgn.read_game(file)) is not None:
        positions: Positions = [(game, game.board())]
        for node in game.mainline():
            positions.append((node, positions[-1][1].copy(stack=False)))
            positions[-1][1].push(node.move)
        for title, test in SLOW.items():
            counts[title] += test(positions)
    assert {title: int(count) for title, count in shown} == counts
