"""Reports on evaluated games: each player's centipawn loss, accuracy and bad moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .._scores import Score
from ..pgn._game import Game
from ._accuracy import START, Judgment, centipawns, end_of, game_accuracy, judge_moves, judged, score_pairs


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
