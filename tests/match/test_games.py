"""Single games of a match: how they end, clocks, adjudication, and players that fail."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from support import engine_scripts

from bitrook import Board, Move, match, pgn
from bitrook.match._players import Player
from bitrook.engine import Cp, Limit, Mate, PlayResult, PovScore, Score
from bitrook.match._clock import Clock
from bitrook.match._game import PlayedGame, play_game

NODES = Limit(nodes=100)
OFF = match.Adjudication(draw_moves=0, loss_moves=0)


def line(*sans: str) -> Callable[[Board, Limit], Move]:
    """Return a player that plays the given moves, whichever side it has."""
    return lambda board, limit: board.parse_san(sans[len(board.move_stack)])


def first_move(board: Board, limit: Limit) -> Move:
    return next(iter(board.legal_moves))


def play(
    white: Any,
    black: Any,
    fen: str | None = None,
    limit: Any = NODES,
    rules: match.Adjudication = OFF,
    tables: Any = None,
    margin: float = 0.05,
) -> PlayedGame:
    drivers = {True: Player.of(white).open(), False: Player.of(black).open()}
    try:
        return play_game(drivers, Board(fen) if fen else Board(), {True: limit, False: limit}, rules, tables, margin)
    finally:
        for driver in drivers.values():
            driver.close()


def end(game: PlayedGame) -> tuple[str, str, str]:
    return game.result, game.termination, game.reason


def test_the_rules_end_games() -> None:
    fool = line("f3", "e5", "g4", "Qh4#")
    assert end(play(fool, fool)) == ("0-1", "normal", "checkmate")
    knights = line(*["Nf3", "Nf6", "Ng1", "Ng8"] * 3)
    game = play(knights, knights)
    assert end(game) == ("1/2-1/2", "normal", "threefold repetition") and len(game.moves) == 8
    stale = line("Qc7")
    assert end(play(stale, stale, "k7/8/2Q5/8/8/8/8/1K6 w - - 0 1")) == ("1/2-1/2", "normal", "stalemate")
    king = line("Kxb2")
    assert end(play(king, king, "k7/8/8/8/8/8/1q6/1K6 w - - 0 1"))[2] == "insufficient material"
    rook = line("Ra2")
    assert end(play(rook, rook, "k7/8/8/8/8/8/8/RK6 w - - 99 90"))[2] == "fifty moves"
    assert end(play(fool, fool, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == (
        "1/2-1/2",
        "normal",
        "stalemate",
    )  # the game ends before the first move


def test_functions_can_resign_offer_scores_and_fail() -> None:
    def wrong(board: Board, limit: Limit) -> Any:
        return Move.from_uci("e2e5")

    def broken(board: Board, limit: Limit) -> Any:
        raise KeyError("oops")

    def spoils(board: Board, limit: Limit) -> Any:
        board.clear()
        return Move.from_uci("e7e5")

    assert end(play(lambda board, limit: None, first_move)) == ("0-1", "normal", "White resigned")
    assert end(play(first_move, lambda board, limit: None)) == ("1-0", "normal", "Black resigned")
    assert end(play(wrong, first_move)) == ("0-1", "rules infraction", "White played e2e5, which is illegal")
    assert end(play(first_move, broken)) == ("1-0", "abandoned", "Black crashed: KeyError: 'oops'")
    assert end(play(lambda board, limit: PlayResult(None, None), first_move))[1] == "rules infraction"
    game = play(line("e4"), spoils, rules=match.Adjudication(max_moves=1))
    assert end(game) == ("1/2-1/2", "adjudication", "1 moves") and len(game.moves) == 2


def test_bad_engines_lose() -> None:
    crash, illegal = engine_scripts.player("os._exit(1)"), engine_scripts.player('move = "a1a5"')
    assert play(crash, first_move).termination == "abandoned"
    game = play(first_move, illegal)
    assert (game.result, game.termination) == ("1-0", "rules infraction") and "a1a5" in game.reason


def test_losses_on_time() -> None:
    def slow(board: Board, limit: Limit) -> Move:
        time.sleep(0.3)
        return first_move(board, limit)

    control = match.ClockLimit(0.2)
    assert end(play(slow, first_move, limit=control)) == ("0-1", "time forfeit", "White lost on time")
    assert end(play(first_move, slow, limit=Limit(time=0.1))) == ("1-0", "time forfeit", "Black lost on time")
    game = play(slow, slow, limit=Limit(time=0.1), margin=30, rules=match.Adjudication(max_moves=1))
    assert game.termination == "adjudication" and all(0.3 <= move.seconds < 20 for move in game.moves)


def test_an_engine_that_hangs_loses_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitrook.match._game._PATIENCE", 0.3)
    hang = engine_scripts.player("time.sleep(100)")
    game = play(hang, first_move, limit=match.ClockLimit(0.2))
    assert end(game) == (
        "0-1",
        "time forfeit",
        "White did not answer: the engine did not send a move within 0.55 seconds",
    )
    assert game.hung is True


def test_an_engine_without_a_limit_on_time_may_think_as_long_as_it_sends_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bitrook.match._game._PATIENCE", 0.1)
    monkeypatch.setattr("bitrook.match._players._SILENCE", 2.0)
    slow = engine_scripts.player('for _ in range(8): time.sleep(0.4); say("info depth 1")')
    rules = match.Adjudication(max_moves=1)
    for limit in (Limit(nodes=9), Limit(depth=9)):
        assert play(slow, first_move, limit=limit, rules=rules).reason == "1 moves"
        silent = engine_scripts.player("time.sleep(100)")
        game = play(first_move, silent, limit=limit)
        reason = "Black did not answer: the engine sent nothing for 2 seconds"
        assert end(game) == ("1-0", "abandoned", reason) and game.hung is False


def test_each_player_can_have_its_own_limit() -> None:
    seen: dict[bool, list[Limit]] = {True: [], False: []}

    def records(board: Board, limit: Limit) -> Move:
        seen[board.turn].append(limit)
        return first_move(board, limit)

    limits: dict[bool, Limit | match.ClockLimit] = {True: match.ClockLimit(5, 0.5), False: Limit(nodes=7)}
    drivers = {color: Player.of(records).open() for color in (True, False)}
    game = play_game(drivers, Board(), limits, match.Adjudication(max_moves=2), None, 0.05)
    assert all(limit == Limit(nodes=7) for limit in seen[False]) and len(seen[False]) == 2
    assert (seen[True][0].white_clock, seen[True][0].white_inc, seen[True][0].black_clock) == (5, 0.5, None)
    assert [move.left is None for move in game.moves] == [False, True, False, True]
    limits = {True: Limit(nodes=7), False: Limit(time=0.01, depth=3)}

    def slow(board: Board, limit: Limit) -> Move:
        time.sleep(0.2)
        return first_move(board, limit)

    drivers = {color: Player.of(slow).open() for color in (True, False)}
    assert play_game(drivers, Board(), limits, OFF, None, 0.05).reason == "Black lost on time"


def test_the_preparation_of_a_game_is_not_timed() -> None:
    command = engine_scripts.player()
    command[-1] = command[-1].replace(
        'if words == ["uci"]:', 'if words == ["ucinewgame"]: time.sleep(3)\n    elif words == ["uci"]:'
    )
    game = play(command, first_move, limit=match.ClockLimit(2, 2), rules=match.Adjudication(max_moves=2))
    assert game.reason == "2 moves"


def test_time_controls() -> None:
    parse = match.ClockLimit.parse
    assert parse("10+0.1") == match.ClockLimit(10, 0.1) and parse("40/60+0.5") == match.ClockLimit(60, 0.5, 40)
    assert parse(" 300 ") == match.ClockLimit(300) and parse(".5") == match.ClockLimit(0.5)
    assert [str(parse(text)) for text in ("40/60+0.5", "10.50", "5+1")] == ["40/60+0.5", "10.5", "5+1"]
    for text in ("0.5+0.01", "40/60.5", ".5", "10+0.1", "40/60+0.5"):  # what a match writes can be read
        game = pgn.Game({"TimeControl": str(parse(text))})
        [part] = game.time_control().parts
        assert match.ClockLimit(part.time, part.increment, part.moves) == parse(text)
    for text in ("", "10+", "0", "x", "40/", "0/60", "10+0.1+1", "-5", "1e3", "0+0"):
        with pytest.raises(ValueError, match="expected a time control"):
            parse(text)


def test_clocks() -> None:
    control = match.ClockLimit(10, 0.5, 2)
    clock = Clock({True: control, False: control})
    assert clock.limit(True).remaining_moves == 2 and clock.limit(True).white_inc == 0.5
    assert clock.spend(True, 4, 0) and clock.left == {True: 6.5, False: 10}
    assert (clock.limit(True).remaining_moves, clock.limit(False).remaining_moves) == (1, 2)
    assert clock.spend(True, 6, 0) and clock.left[True] == 11 and clock.limit(True).remaining_moves == 2
    assert clock.spend(True, 11.04, 0.05) and clock.left[True] == 0.5
    assert not clock.spend(True, 0.56, 0.05)
    other = Clock({True: match.ClockLimit(1), False: match.ClockLimit(1)})
    assert clock.limit(True).clock_id == clock.limit(False).clock_id != other.limit(True).clock_id
    assert other.limit(True).remaining_moves is None


# --- Adjudication.


def says(score: Callable[[Board], Score | None]) -> Callable[[Board, Limit], PlayResult]:
    """Return a player that shuffles its pieces and reports *score*, from White's point of view."""

    def move(board: Board, limit: Limit) -> PlayResult:
        found = score(board)
        info: Any = {} if found is None else {"score": PovScore(found if board.turn else -found, board.turn)}
        # Prefer moves to the least visited positions, so that the game avoids repetitions for a long time.
        moves = sorted(board.legal_moves, key=lambda move: (board.is_capture(move), visits(board, move), move.uci()))
        return PlayResult(moves[0], None, info)

    return move


def visits(board: Board, move: Move) -> int:
    board.push(move)
    count = sum(board.is_repetition(n) for n in (2, 3))
    board.pop()
    return count


def test_draws_by_scores() -> None:
    rules = match.Adjudication(draw_after=10, draw_moves=3, draw_score=10, loss_moves=0)
    quiet = says(lambda board: Cp(10 if board.turn else -10))
    game = play(quiet, quiet, rules=rules)
    assert end(game) == ("1/2-1/2", "adjudication", "both scores are within 10") and len(game.moves) == 19
    # At move 8, the score of one player is too high, so the count restarts.
    unsure = says(lambda board: Cp(11) if board.fullmove_number == 8 else Cp(0))
    assert len(play(quiet, unsure, rules=rules).moves) == 16 + 6
    silent = says(lambda board: None)
    game = play(quiet, silent, rules=match.Adjudication(draw_after=1, draw_moves=1, loss_moves=0, max_moves=12))
    assert game.reason == "12 moves" and len(game.moves) == 24


def test_losses_by_scores() -> None:
    rules = match.Adjudication(draw_moves=0, loss_moves=2, loss_score=600)
    for score, result in ((Cp(600), "1-0"), (Cp(-600), "0-1"), (Mate(5), "1-0"), (Mate(-5), "0-1")):
        sure = says(lambda board, score=score: score)
        game = play(sure, sure, rules=rules)
        assert (game.result, game.termination, len(game.moves)) == (result, "adjudication", 4), score
    white, black = says(lambda board: Cp(900)), says(lambda board: Cp(599))
    assert play(white, black, rules=match.Adjudication(draw_moves=0, max_moves=8)).reason == "8 moves"
    other = says(lambda board: Cp(-900))
    assert play(white, other, rules=match.Adjudication(draw_moves=0, max_moves=8)).reason == "8 moves"


class Tables:
    """A tablebase that returns one value for every position with at most three men."""

    def __init__(self, value: int) -> None:
        self.value, self.probed = value, list[Board]()

    def probe_wdl(self, board: Board) -> int:
        self.probed.append(board.copy())
        if board.occupied.bit_count() > 3:
            raise KeyError("missing")
        return self.value


@pytest.mark.parametrize(
    ("value", "result"), [(2, "0-1"), (1, "1/2-1/2"), (0, "1/2-1/2"), (-1, "1/2-1/2"), (-2, "1-0")]
)
def test_tablebases_decide_after_captures_and_pawn_moves(value: int, result: str) -> None:
    tables = Tables(value)
    player = line("Rd4", "Kb6", "Rxd1")
    game = play(player, player, "8/k7/8/8/8/3R4/1K6/3r4 w - - 0 1", tables=tables)
    # Black is to move after Rxd1.
    assert end(game) == (result, "adjudication", "tablebase") and len(game.moves) == 3
    assert [board.halfmove_clock for board in tables.probed] == [0]
