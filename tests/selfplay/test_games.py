"""Self-play games, replayed with python-chess: legal moves, correct results, adjudication, and the kept positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import chess
import numpy as np
import pytest

from bitrook import nnue, selfplay
from bitrook.search import DefaultEvaluation, PieceSquareTables
from bitrook.selfplay import PlayedGame, Settings

SETTINGS = Settings(seed=3, nodes=60)
TO_THE_END = replace(SETTINGS, win_plies=0, draw_plies=0)


def replayed(game: PlayedGame) -> Iterator[chess.Board]:
    """Yield python-chess's board before each searched move and after the last move that was played."""
    board = chess.Board()
    for move in map(chess.Move.from_uci, (move.uci() for move in game.opening)):
        assert move in board.legal_moves
        board.push(move)
    for move in map(chess.Move.from_uci, (move.uci() for move in game.moves)):
        assert move in board.legal_moves
        yield board
        board.push(move)
    if game.ending in ("winning score", "drawn score"):
        board.pop()
    yield board


def games(settings: Settings, count: int) -> list[PlayedGame]:
    return [selfplay.play(number, settings) for number in range(count)]


def test_games_are_legal_and_end_by_the_rules() -> None:
    by_rules = {
        "checkmate": chess.Board.is_checkmate,
        "stalemate": chess.Board.is_stalemate,
        "insufficient material": chess.Board.is_insufficient_material,
        "repetition": chess.Board.is_repetition,
        "fifty moves": chess.Board.is_fifty_moves,
    }
    endings = Counter[str]()
    for game in games(TO_THE_END, 60):
        *_, board = replayed(game)
        assert by_rules[game.ending](board)
        assert game.result == (0 if game.ending != "checkmate" else -1 if board.turn else 1)
        endings[game.ending] += 1
    assert endings["checkmate"] > 20 and endings["repetition"] > 0 and endings["fifty moves"] > 0


def test_no_game_goes_on_after_its_end() -> None:
    for game in games(SETTINGS, 20):
        *before, _ = [
            board.is_game_over() or board.is_repetition() or board.is_fifty_moves() for board in replayed(game)
        ]
        assert not any(before)


def test_the_adjudication_follows_the_scores() -> None:
    settings = replace(SETTINGS, win_score=400, win_plies=4, draw_score=25, draw_plies=4, draw_from=30)
    endings = Counter[str]()
    for game in games(settings, 60):
        decided = expected_verdict(game, settings)
        endings[game.ending] += 1
        if game.ending in ("winning score", "drawn score"):
            assert decided == (len(game.moves) - 1, game.result)
        else:
            assert decided is None
    assert endings["winning score"] > 20 and endings["drawn score"] > 3


def expected_verdict(game: PlayedGame, settings: Settings) -> tuple[int, int] | None:
    """Return the index of the first move at which the scores decide the game, and the result."""
    for i in range(len(game.scores)):
        won = game.scores[max(0, i + 1 - settings.win_plies) : i + 1]
        if len(won) == settings.win_plies:
            if min(won) >= settings.win_score:
                return i, 1
            if max(won) <= -settings.win_score:
                return i, -1
        first = i + 1 - settings.draw_plies
        drawn = game.scores[max(first, 0) : i + 1]
        if (
            first >= 0
            and len(game.opening) + first >= settings.draw_from
            and max(map(abs, drawn)) <= settings.draw_score
        ):
            return i, 0
    return None


def test_long_games_are_drawn() -> None:
    for game in games(replace(TO_THE_END, max_plies=30), 6):
        assert (game.ending, game.result) == ("max plies", 0)
        assert len(game.opening) + len(game.moves) == 30


def test_quiet_positions_are_kept() -> None:
    settings = replace(SETTINGS, max_score=300)
    reasons = Counter[str]()
    for game in games(settings, 20):
        for board, move, score, kept in zip(replayed(game), game.moves, game.scores, game.kept, strict=False):
            played = chess.Move.from_uci(move.uci())
            noisy = {
                "check": board.is_check(),
                "capture": board.is_capture(played),
                "promotion": bool(played.promotion),
                "score": abs(score) > 300,
            }
            reasons.update(name for name, found in noisy.items() if found)
            assert kept == (not any(noisy.values()))
    assert min(reasons[name] for name in ("check", "capture", "promotion", "score")) > 0


def test_scores_are_from_whites_side() -> None:
    for game in games(TO_THE_END, 30):
        if game.ending == "checkmate":
            assert game.scores[-1] == game.result * 31999  # mate in one ply
            return
    pytest.fail("no checkmate")


def test_openings_are_random_and_balanced() -> None:
    played = games(replace(SETTINGS, max_opening_score=80), 40)
    assert [len(game.opening) for game in played] == [8, 9] * 20
    assert len({game.opening for game in played}) == 40
    assert max(abs(game.scores[0]) for game in played) <= 200  # the hash table makes this second search deeper
    wild = games(replace(SETTINGS, max_opening_score=32000), 40)
    assert max(abs(game.scores[0]) for game in wild) > 200


def test_without_a_random_opening_all_games_are_the_same() -> None:
    first, *others = (selfplay.play(number, replace(SETTINGS, random_plies=0)) for number in (0, 2, 4))
    assert first.opening == ()
    assert {(game.moves, game.scores) for game in others} == {(first.moves, first.scores)}


def test_a_game_is_a_function_of_settings_and_number() -> None:
    assert selfplay.play(5, SETTINGS) == selfplay.play(5, SETTINGS)
    assert selfplay.play(5, SETTINGS).opening != selfplay.play(5, replace(SETTINGS, seed=4)).opening
    assert selfplay.play(5, SETTINGS).opening != selfplay.play(1 << 32 | 5, SETTINGS).opening
    assert selfplay.play(5, SETTINGS) == selfplay.play(5, SETTINGS, DefaultEvaluation())
    assert selfplay.play(5, SETTINGS) != selfplay.play(5, SETTINGS, PieceSquareTables())


def test_openings_that_end_the_game() -> None:
    game = selfplay.play(0, replace(SETTINGS, random_plies=10000, max_plies=10000))
    assert game.moves == () and len(game.opening) < 10000
    *_, board = replayed(game)
    assert board.is_game_over() or board.is_repetition() or board.is_fifty_moves()


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"nodes": 0}, ValueError, r"nodes must be in 1\.\."),
        ({"nodes": 1.5}, TypeError, "nodes must be an int, not float"),
        ({"seed": -1}, ValueError, r"seed must be in 0\.\."),
        ({"seed": 1 << 64}, ValueError, r"seed must be in 0\.\."),
        ({"win_score": 0}, ValueError, r"win_score must be in 1\.\."),
        ({"max_score": 32001}, ValueError, r"max_score must be in 0\.\.32000"),
        ({"random_plies": True}, TypeError, "random_plies must be an int, not bool"),
    ],
)
def test_wrong_settings(wrong: dict[str, int], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Settings(**wrong)


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="evaluation must be native"):
        selfplay.play(0, SETTINGS, lambda board: 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="evaluation must be"):
        selfplay.play(0, SETTINGS, "default")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="number must be in"):
        selfplay.play(-1, SETTINGS)


def test_games_with_a_network() -> None:
    network = nnue.Network.from_bytes(
        np.random.default_rng(1).integers(-9, 10, 771 * 8 + 1, np.int16).tobytes(), hidden=8
    )
    game = selfplay.play(5, SETTINGS, network)
    assert game == selfplay.play(5, SETTINGS, network) != selfplay.play(5, SETTINGS)
    *_, board = replayed(game)
    assert len(game.moves) > 1 and board.is_valid()
