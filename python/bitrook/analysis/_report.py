"""Win percentages, accuracies and judgments of moves, computed with Lichess's formulas; and reports on evaluated games."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..pgn import Cp, Game, Mate, MateGiven, PovScore, Score

if TYPE_CHECKING:
    from .. import Board
    from ..pgn import Game


LIMIT = 1000
"""Scores are clamped to this many centipawns in either direction. Mates count as the limit."""
START = Cp(15)
"""The score assumed for the starting position, from White's point of view."""


class Judgment(enum.IntEnum):
    """How bad a move is. The values are the numeric annotation glyphs for ?!, ? and ??.

    >>> Judgment.BLUNDER, str(Judgment.BLUNDER)
    (<Judgment.BLUNDER: 4>, 'Blunder')
    """

    INACCURACY = 6
    MISTAKE = 2
    BLUNDER = 4

    def __str__(self) -> str:
        return self.name.capitalize()


# The minimum loss for each judgment, in percentage points. On Lichess's scale from -1 to 1, these are 0.3, 0.2 and 0.1.
_LOSSES = ((15.0, Judgment.BLUNDER), (10.0, Judgment.MISTAKE), (5.0, Judgment.INACCURACY))


def centipawns(score: Score) -> int:
    """Convert a score to centipawns, clamped to -1000..1000. A mate counts as the limit.

    >>> from bitrook.pgn import Mate
    >>> centipawns(Cp(-2500)), centipawns(Mate(3)), centipawns(Mate(-0))
    (-1000, 1000, -1000)
    """
    return max(-LIMIT, min(score.score(mate_score=1 << 30) or 0, LIMIT))


def end_of(board: Board) -> PovScore:
    """Return the score of a position in which the game is over.

    >>> end_of(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).white()  # stalemate
    Cp(0)
    """
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return PovScore(Cp(0), board.turn)
    return PovScore(MateGiven if outcome.winner == board.turn else Mate(-0), board.turn)


def win_percent(score: Score) -> float:
    """Return the win percentage for a score, 0 to 100: the points that this side can expect from the game.

    >>> from bitrook.pgn import Cp
    >>> win_percent(Cp(0)), round(win_percent(Cp(100)), 2)
    (50.0, 59.1)
    """
    return 50 + 50 * (2 / (1 + math.exp(-0.00368208 * centipawns(score))) - 1)


def move_accuracy(before: float, after: float) -> float:
    """Return the accuracy of a move, 0 to 100, given the mover's win percentages before and after it.

    >>> move_accuracy(50.0, 60.0), round(move_accuracy(50.0, 45.0), 2)
    (100.0, 80.82)
    """
    if after >= before:
        return 100.0
    accuracy = 103.1668100711649 * math.exp(-0.04354415386953751 * (before - after)) - 3.166924740191411 + 1
    return max(0.0, min(accuracy, 100.0))


def judge(before: Score, after: Score) -> Judgment | None:
    """Judge a move by the scores before and after it, from the mover's point of view. Return None if it is not bad.

    Between two scores without a mate, the loss of win percentage decides. A move that loses a forced mate, or allows one
    for the opponent, is a blunder, unless the other score is clear anyway: a mistake if it is beyond 7 pawns, and an
    inaccuracy if it is 10 pawns or more. Moves from one mate to another of the same side are never bad.

    >>> from bitrook.pgn import Cp, Mate
    >>> judge(Cp(0), Cp(-60)), judge(Cp(0), Cp(-120)), judge(Cp(300), Mate(-1)), judge(Cp(0), Cp(-30))
    (<Judgment.INACCURACY: 6>, <Judgment.MISTAKE: 2>, <Judgment.BLUNDER: 4>, None)
    """
    if before.is_mate() or after.is_mate():
        return _judge_mates(before, after)
    loss = win_percent(before) - win_percent(after)
    return next((judgment for least, judgment in _LOSSES if loss >= least - 1e-9), None)


def _judge_mates(before: Score, after: Score) -> Judgment | None:
    """Judge a move if one of the scores is a mate. See `judge`."""
    if before.is_mate() and before > Cp(0):
        if after.is_mate() and after > Cp(0):
            return None
        rest = after.score() or 0  # 0 for a mate by the opponent
    elif after.is_mate() and after < Cp(0) and not before.is_mate():
        rest = -(before.score() or 0)
    else:
        return None
    return Judgment.INACCURACY if rest > 999 else Judgment.MISTAKE if rest > 700 else Judgment.BLUNDER


def score_pairs(
    scores: Sequence[Score | None], white_moves_first: bool
) -> Iterator[tuple[bool, tuple[Score, Score] | None]]:
    """Yield for each move whether it is White's, and the scores before and after it from the mover's point of view.

    The parameters are the same as for `game_accuracy`. If one of the scores is unknown, None replaces both.
    """
    for ply, (before, after) in enumerate(zip(scores, scores[1:])):
        is_white = (ply % 2 == 0) == white_moves_first
        if before is None or after is None:
            yield is_white, None
        else:
            yield is_white, (before, after) if is_white else (-before, -after)


def judged(game: Game, judgments: list[Judgment | None]) -> list[Judgment | None]:
    """Return the judgments without those of null moves, which are placeholders and not bad moves."""
    return [judgment if node.move else None for node, judgment in zip(game.mainline(), judgments)]


def judge_moves(scores: Sequence[Score | None], white_moves_first: bool) -> list[Judgment | None]:
    """Judge every move of a game. The parameters are the same as for `game_accuracy`."""
    return [pair and judge(*pair) for _, pair in score_pairs(scores, white_moves_first)]


def game_accuracy(scores: Sequence[Score | None], white_moves_first: bool = True) -> tuple[float | None, float | None]:
    """Return White's and Black's accuracy in a game, 0 to 100. It is None for a player without evaluated moves.

    A player's accuracy is the average of two means of the accuracies of the moves: a mean weighted by how volatile
    the game is around each move, and the harmonic mean.

    :param scores: the score before the first move and after each move, from White's point of view; None if unknown.
        Moves that lead to or from a position without a score do not count.
    :param white_moves_first: whether the first move is White's.

    >>> from bitrook.pgn import Cp
    >>> game_accuracy([Cp(15), Cp(15), Cp(15)])
    (100.0, 100.0)
    """
    known = [50.0 if score is None else win_percent(score) for score in scores]
    moves: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for weight, (is_white, pair) in zip(_weights(known), score_pairs(scores, white_moves_first)):
        if pair:
            moves[is_white].append((move_accuracy(*map(win_percent, pair)), weight))
    return _mean(moves[True]), _mean(moves[False])


def _weights(percentages: Sequence[float]) -> list[float]:
    """Return a weight for each move: the standard deviation in a window of positions, clamped to 0.5..12."""
    plies = len(percentages) - 1
    size = min(max(plies // 10, 2), 8)
    windows = [percentages[:size]] * (min(size, plies + 1) - 2)  # so that each move has a window
    windows += [percentages[i : i + size] for i in range(plies + 2 - size)]
    return [min(max(_deviation(window), 0.5), 12.0) for window in windows[:plies]]


def _deviation(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def _mean(moves: list[tuple[float, float]]) -> float | None:
    if not moves:
        return None
    weighted = sum(accuracy * weight for accuracy, weight in moves) / sum(weight for _, weight in moves)
    harmonic = len(moves) / sum(1 / max(accuracy, 1.0) for accuracy, _ in moves)  # max() avoids division by zero
    return (weighted + harmonic) / 2


@dataclass(frozen=True)
class PlayerReport:
    """How well a player played, in one game or in several."""

    name: str
    """The player's name."""
    games: int
    """The number of games."""
    moves: int
    """The number of evaluated moves."""
    average_centipawn_loss: float | None
    """The average loss per move, in centipawns; None without evaluated moves."""
    accuracy: float | None
    """The accuracy, 0 to 100, averaged over the games; None without evaluated moves."""
    inaccuracies: int
    """The number of moves that lose at least 5 percentage points of win percentage, but less than 10. If a forced mate is
    lost or allowed, `judge` has other rules; this applies to mistakes and blunders, too."""
    mistakes: int
    """The number of moves that lose at least 10 percentage points, but less than 15."""
    blunders: int
    """The number of moves that lose at least 15 percentage points."""


@dataclass(frozen=True)
class GameReport:
    """How well both players played in a game."""

    event: str
    """The event, followed by the round if there is one."""
    result: str
    """The result: "1-0", "0-1", "1/2-1/2" or "*"."""
    white: PlayerReport
    """The report on White."""
    black: PlayerReport
    """The report on Black."""
    scores: list[Score | None]
    """The score before the first move and after each move, from White's point of view; None without an evaluation."""
    judgments: list[Judgment | None]
    """The judgment of each move; None for moves that are not bad."""


def report(game: Game) -> GameReport:
    """Report how well both players played, based on the evaluations in the game.

    For the average centipawn loss, scores are clamped to 10 pawns in either direction, and a mate counts as 10 pawns.
    Accuracy and judgments follow Lichess's formulas and rules for mates; see `judge`.

    >>> import io
    >>> from bitrook import pgn
    >>> game = pgn.read_game(io.StringIO("1. f3 { [%eval -0.6] } e5 { [%eval -0.5] } 2. g4 { [%eval #-1] } Qh4# 0-1"))
    >>> white = report(game).white
    >>> white.moves, white.average_centipawn_loss, white.inaccuracies, white.blunders
    (2, 512.5, 1, 1)
    """
    scores, white_moves_first = scores_of(game), game.turn()
    judgments = judged(game, judge_moves(scores, white_moves_first))
    accuracies = game_accuracy(scores, white_moves_first)
    pairs = [
        (is_white, pair if node.move else None)
        for node, (is_white, pair) in zip(game.mainline(), score_pairs(scores, white_moves_first))
    ]
    players: list[PlayerReport] = []
    for white, accuracy in zip((True, False), accuracies):
        moves = [(pair, judgment) for (is_white, pair), judgment in zip(pairs, judgments) if is_white == white]
        losses = [max(0, centipawns(pair[0]) - centipawns(pair[1])) for pair, _ in moves if pair]
        counts = [sum(judgment == kind for _, judgment in moves) for kind in Judgment]
        name = game.headers.get("White" if white else "Black", "?")
        mean = sum(losses) / len(losses) if losses else None
        players.append(PlayerReport(name, 1, len(losses), mean, accuracy, *counts))
    event = game.headers.get("Event", "?")
    number = game.headers.get("Round", "?")
    event = f"{event} {number}" if number not in ("?", "-", "") else event
    return GameReport(event, game.headers.get("Result", "*"), players[0], players[1], scores, judgments)


def scores_of(game: Game) -> list[Score | None]:
    """Return the scores from White's point of view, including that of the end of the game."""
    nodes = [game, *game.mainline()]
    evaluations = [node.eval() for node in nodes]
    scores: list[Score | None] = [evaluation and evaluation.white() for evaluation in evaluations]
    if "FEN" not in game.headers:
        scores[0] = START
    if scores[-1] is None:
        board = nodes[-1].board()
        if not board.legal_moves:
            scores[-1] = end_of(board).white()
    return scores


def summarize(reports: Iterable[GameReport]) -> list[PlayerReport]:
    """Combine reports into one for each player, sorted by name.

    >>> import io
    >>> from bitrook import pgn
    >>> text = '[White "Ann"]\\n[Black "Bob"]\\n\\n1. e4 { [%eval 0.3] } e5 { [%eval 1.6] } *\\n\\n'
    >>> file = io.StringIO(text + text.replace("Bob", "Cy"))
    >>> for player in summarize([report(pgn.read_game(file)), report(pgn.read_game(file))]):
    ...     print(player.name, player.games, player.average_centipawn_loss, player.mistakes)
    Ann 2 0.0 0
    Bob 1 130.0 1
    Cy 1 130.0 1
    """
    by_name: dict[str, list[PlayerReport]] = {}
    for each in reports:
        for player in (each.white, each.black):
            by_name.setdefault(player.name, []).append(player)
    return [_sum(name, by_name[name]) for name in sorted(by_name)]


def _sum(name: str, parts: Sequence[PlayerReport]) -> PlayerReport:
    moves = sum(part.moves for part in parts)
    loss = sum(part.moves * (part.average_centipawn_loss or 0) for part in parts)
    accuracies = [part.accuracy for part in parts if part.accuracy is not None]
    return PlayerReport(
        name,
        len(parts),
        moves,
        loss / moves if moves else None,
        sum(accuracies) / len(accuracies) if accuracies else None,
        sum(part.inaccuracies for part in parts),
        sum(part.mistakes for part in parts),
        sum(part.blunders for part in parts),
    )
