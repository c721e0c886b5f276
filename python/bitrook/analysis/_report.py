"""Reports on games with evaluations: centipawn loss, accuracy and bad moves of each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .._scores import Cp, Mate, Score
from ..pgn._game import Game
from ._accuracy import START, Judgment, centipawns, game_accuracy, judge_moves


@dataclass(frozen=True)
class PlayerReport:
    """How well a player played in a game, or in several."""

    name: str
    """The player's name."""
    games: int
    """The number of games."""
    moves: int
    """The number of moves that were evaluated."""
    average_centipawn_loss: float | None
    """The mean of what the moves lose, in centipawns; None without moves."""
    accuracy: float | None
    """The accuracy, 0 to 100; the mean of the games if there are several."""
    inaccuracies: int
    """The number of moves that lose 5 points of win percentage or more."""
    mistakes: int
    """The number of moves that lose 10 points or more."""
    blunders: int
    """The number of moves that lose 15 points or more."""


@dataclass(frozen=True)
class GameReport:
    """How well both players played in a game."""

    event: str
    """The event, and the round if there is one."""
    result: str
    """The result."""
    white: PlayerReport
    """The player of the white pieces."""
    black: PlayerReport
    """The player of the black pieces."""
    scores: list[Score | None]
    """The score before the first move and after each move, from White's view; None where there is no evaluation."""
    judgments: list[Judgment | None]
    """How bad each move is."""


def report(game: Game) -> GameReport:
    """Return how well both players of a game played, by the evaluations in the game.

    Average centipawn loss counts scores as at most 10 pawns, either way, and a mate as 10 pawns. Accuracy and
    judgments follow the formulas of Lichess.

    >>> import io
    >>> from bitrook import pgn
    >>> game = pgn.read_game(io.StringIO("1. f3 { [%eval -0.6] } e5 { [%eval -0.5] } 2. g4 { [%eval #-1] } Qh4# 0-1"))
    >>> white = report(game).white
    >>> white.moves, white.average_centipawn_loss, white.inaccuracies, white.blunders
    (2, 512.5, 1, 1)
    """
    scores, white_moves_first = _scores(game), game.turn()
    judgments = judge_moves(scores, white_moves_first)
    accuracies = game_accuracy(scores, white_moves_first)
    players: list[PlayerReport] = []
    for white, accuracy in zip((True, False), accuracies):
        plies = [ply for ply in range(len(judgments)) if (ply % 2 == 0) == (white == white_moves_first)]
        losses = [
            max(0, (centipawns(before) - centipawns(after)) * (1 if white else -1))
            for before, after in ((scores[ply], scores[ply + 1]) for ply in plies)
            if before is not None and after is not None
        ]
        counts = [sum(judgments[ply] == kind for ply in plies) for kind in Judgment]
        name = game.headers.get("White" if white else "Black", "?")
        mean = sum(losses) / len(losses) if losses else None
        players.append(PlayerReport(name, 1, len(losses), mean, accuracy, *counts))
    event = game.headers.get("Event", "?")
    number = game.headers.get("Round", "?")
    event = f"{event} {number}" if number not in ("?", "-", "") else event
    return GameReport(event, game.headers.get("Result", "*"), players[0], players[1], scores, judgments)


def _scores(game: Game) -> list[Score | None]:
    """Return the scores of a game's positions from White's view; a last position that is mate or stalemate has one."""
    nodes = [game, *game.mainline()]
    evaluations = [node.eval() for node in nodes]
    scores: list[Score | None] = [evaluation and evaluation.white() for evaluation in evaluations]
    if "FEN" not in game.headers:
        scores[0] = START
    if scores[-1] is None:
        board = nodes[-1].board()
        if board.is_checkmate():
            scores[-1] = Mate(-0) if board.turn else -Mate(-0)
        elif board.is_stalemate():
            scores[-1] = Cp(0)
    return scores


def summarize(reports: Iterable[GameReport]) -> list[PlayerReport]:
    """Return a report of each player over all games, in the order of their names.

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
