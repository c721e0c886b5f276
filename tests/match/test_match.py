"""Matches: the schedule, openings, output, continuation, several players, SPRT, and interrupts."""

from __future__ import annotations

import functools
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest
from support import engine_scripts

from bitrook import Board, Move, match, nnue, pgn
from bitrook.match._players import Player
from bitrook.engine import EngineError, Limit
from bitrook.match._openings import Openings
from bitrook.match._runner import schedule
from bitrook.search import DefaultEvaluation

NODES = Limit(nodes=200)
WEAK = "bitrook name=weak option.quiescence=off"


def first(board: Board, limit: Limit) -> Move:
    return next(iter(board.legal_moves))


def last(board: Board, limit: Limit) -> Move:
    return list(board.legal_moves)[-1]


def games_of(path: Path) -> list[pgn.Game]:
    with path.open(encoding="utf-8") as file:
        return list(iter(lambda: pgn.read_game(file), None))


def facts(standings: match.Standings) -> set[tuple[Any, ...]]:
    return {(r.white, r.black, r.pair, r.number, r.result, r.termination) for r in standings.records}


def test_a_match_is_repeatable_and_does_not_depend_on_concurrency(tmp_path: Path) -> None:
    runs = []
    for concurrency in (1, 3):
        path = tmp_path / f"{concurrency}.pgn"
        standings = match.run(["bitrook", WEAK], NODES, games=8, concurrency=concurrency, output=path, seed=3)
        moves = {(g.headers["Round"]): [*g.mainline_moves()] for g in games_of(path)}
        runs.append((facts(standings), moves))
    assert runs[0] == runs[1] and len(runs[0][0]) == 8
    score = standings.score("bitrook")
    assert score.games == 8 and sum(score.pairs) == 4 and standings.score("weak", "bitrook").wins == score.losses
    with pytest.raises(KeyError, match="no player 'x'; the players are bitrook, weak"):
        standings.score("x")


def test_pgn_has_evaluations_clocks_and_reasons(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    match.run(["bitrook", first], "5+0.1", games=2, output=path)
    for number, game in enumerate(games_of(path), 1):
        assert not game.errors
        tags = game.headers
        assert tags["Round"] == f"1.{number}" and tags["TimeControl"] == "5+0.1" and tags["Termination"] in (
            "normal", "adjudication",
        )  # fmt: skip
        nodes = list(game.mainline())
        assert int(tags["PlyCount"]) == len(nodes)
        ours = [node for node in nodes if node.clock() is not None and (not node.turn()) == (number == 1)]
        assert len(ours) > 5 and all(node.eval() is not None and node.eval_depth() for node in ours[:-1])
        assert all(0 < (node.clock() or 0) <= 5.6 for node in ours)
        assert nodes[0].clock() is None  # a move of the opening
        result = game.end().board().outcome()
        assert result is None or result.result() == tags["Result"]
    one, two = games_of(path)
    opening = [node.move for node in one.mainline() if not node.comment]
    assert opening and opening == [node.move for node in two.mainline() if not node.comment]
    assert (one.headers["White"], two.headers["White"]) == ("bitrook", "first")


def test_fixed_limits_have_elapsed_times(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    match.run(["bitrook", first], Limit(depth=2), games=2, output=path)
    game = games_of(path)[0]
    assert "TimeControl" not in game.headers and game.end().parent
    assert [node.emt() is not None for node in game.mainline()][-6:] == [True] * 6


def test_a_match_continues(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    players: list[Any] = ["bitrook", WEAK]
    whole = facts(match.run(players, NODES, games=8))
    match.run(players, NODES, games=4, output=path)
    four = path.read_text()
    seen: list[int] = []
    standings = match.run(players, NODES, games=8, output=path, progress=lambda s: seen.append(len(s.records)))
    assert facts(standings) == whole and path.read_text().startswith(four) and min(seen) >= 4
    # A game that was only partly written is played again.
    text = path.read_text()
    for cut in (text[:-1], text[:-40], text[: text.rindex("1. ") + 20], text[: text.rindex("[PlyCount")]):
        path.write_text(cut)
        assert facts(match.run(players, NODES, games=8, output=path)) == whole
        assert len(games_of(path)) == 8 and path.read_text().count("[Event ") == 8
    before = path.read_text()
    assert facts(match.run(players, NODES, games=8, output=path)) == whole and path.read_text() == before


def test_other_games_are_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    match.run([first, last], NODES, games=2, output=path)
    before = path.read_bytes()
    for players, options in (
        ([first, last], {"seed": 1}),
        ([first, "bitrook"], {}),
        ([first, last], {"adjudication": match.Adjudication(draw_after=1)}),
        ([first, last], {"openings": [Board()]}),
    ):
        with pytest.raises(ValueError, match="has games of another match"):
            match.run(players, NODES, games=4, output=path, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has games of another match"):
        match.run([first, last], Limit(nodes=201), games=4, output=path)
    assert path.read_bytes() == before
    path.write_text('[White "Ann"]\n\n1. e4 *\n\n')
    with pytest.raises(ValueError, match="has games of another match"):
        match.run([first, last], NODES, games=2, output=path)
    path.write_text("no games")
    with pytest.raises(ValueError, match="does not contain games of a match"):
        match.run([first, last], NODES, games=2, output=path)


def test_schedules() -> None:
    a, b, c = (Player(first, name=name) for name in "abc")
    names = [(each.white.name, each.black.name, each.pair, each.number) for each in schedule([a, b, c], 4, False)]
    assert names[:6] == [
        ("a", "b", 1, 1),
        ("b", "a", 1, 2),
        ("a", "c", 1, 1),
        ("c", "a", 1, 2),
        ("b", "c", 1, 1),
        ("c", "b", 1, 2),
    ]
    assert len(names) == len(set(names)) == 12
    gauntlet = [(each.white.name, each.black.name) for each in schedule([a, b, c], 2, True)]
    assert gauntlet == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")]


def test_several_players() -> None:
    players: list[Any] = [first, last, "bitrook"]
    standings = match.run(players, NODES, games=2, concurrency=2)
    assert len(standings.records) == 6 and standings.score("bitrook").wins == 4
    assert standings.score("bitrook", "last").games == 2
    lines = str(standings).splitlines()
    assert lines[1].split()[:4] == ["bitrook", "4", "4", "0"] and lines[-1] == "6 of 6 games" and len(lines) == 5
    standings = match.run(players, NODES, games=2, gauntlet=True)
    assert standings.score("last", "bitrook").games == 0 and standings.score("first").games == 4


def test_bad_players_lose_and_are_counted() -> None:
    crash = Player(engine_scripts.player("if board.ply() > 14: os._exit(1)"), name="crash")
    illegal = Player(engine_scripts.player("if board.ply() > 14: move = 'a1a1'"), name="illegal")
    slow = Player(engine_scripts.player("if board.ply() > 14: time.sleep(1.5)"), name="slow")
    standings = match.run([first, crash, illegal, slow], "1+0", games=2, gauntlet=True, concurrency=2)
    assert [standings.faults(name) for name in standings.players] == [(0, 0, 0), (0, 2, 0), (0, 0, 2), (2, 0, 0)]
    assert standings.score("first").wins == 6
    lines = str(standings).splitlines()
    assert lines[2].split()[-1] in "02"
    assert re.fullmatch("last fault of crash: (White|Black) crashed: the engine process has ended.*", lines[5]), lines
    assert re.fullmatch("last fault of illegal: (White|Black) played an illegal move: .*", lines[6]), lines
    assert len(lines) == 8 and standings.last_fault("slow") == ""


def test_an_sprt_ends_the_match() -> None:
    standings = match.run([first, "bitrook"], Limit(nodes=50), games=1000, sprt=match.Sprt(-10, 100))
    assert standings.sprt and standings.sprt.decide(standings.score("first")) == "H0"
    assert 10 < len(standings.records) < 200 and standings.total == 1000
    assert "H0 accepted" in str(standings)


def test_errors() -> None:
    for players, options, message in (
        (["bitrook"], {}, "expected two or more players"),
        (["bitrook", "bitrook"], {}, "with different names, got bitrook, bitrook: give them names with name="),
        ([first, last], {"games": 3}, "games must be even"),
        ([first, last, None], {"sprt": match.Sprt(0, 5)}, "an SPRT needs two players"),
        ([first, last], {"limit": "soon"}, "expected a time control"),
        ([first, last], {"limit": Limit()}, "limit must be"),
        ([first, last], {"concurrency": 0}, "concurrency must be in"),
        ([first, "none.such:play"], {}, "works only on the command line of bitrook match; pass the function"),
        ([first, "x tc=1+0 nodes=5"], {}, "tc= and nodes= cannot be combined"),
        ([first, "x tc=soon"], {}, "expected a time control"),
        ([first, "x nodes=0"], {}, "nodes= must be a positive number, not '0'"),
        ([first, "x st=5"], {}, "unknown setting 'st=5' of an engine; the settings are name=, protocol=, "),
        (
            [first, match.MatchScore],
            {},
            "engine must be a function, not the class MatchScore; to play with a UCI engine, pass its",
        ),
        ([first, "bitrook ponder=on"], {}, "ponder applies only to engines that are separate programs"),
        ([first, Player(last, limit=Limit(mate=2))], {}, "limit must be"),
        ([first, "''"], {}, "expected the command"),
        ([first, "x protocol=y"], {}, "protocol must be one of"),
    ):
        with pytest.raises((ValueError, ImportError), match=message):
            match.run(players, **{"limit": NODES, "games": 2, **options})  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        match.run([first, "no-such-engine"], NODES, games=2)


def test_an_interrupt_ends_everything(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    slow = Player(engine_scripts.player("if board.ply() > 20: time.sleep(60)"), name="slow")

    def interrupt(standings: match.Standings) -> None:
        if standings.running and max(game.plies for game in standings.running) > 20:
            raise KeyboardInterrupt

    before = set(threading.enumerate())
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        match.run([last, slow], "100+1", games=4, concurrency=2, output=path, progress=interrupt)
    assert time.monotonic() - began < 40 and engine_scripts.threads_end(before) and path.read_text() == ""


# --- Several games at a time.


def test_many_random_games_at_a_time() -> None:
    def plays(seed: int) -> Any:
        rng = random.Random(seed)
        return lambda board, limit: rng.choice(list(board.legal_moves))

    players = [Player(plays(number), name=f"random {number}") for number in range(2)]
    rules = match.Adjudication(max_moves=20)
    standings = match.run(players, NODES, games=200, concurrency=8, adjudication=rules)
    assert len(standings.records) == 200 and standings.running == []


# --- Continuing.


class Evaluates:
    """An evaluation whose result depends on its class, its arguments and a constant."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __call__(self, board: Board) -> float:
        return self.value + BONUS


BONUS = 3


def with_bonus(board: Board, limit: Limit) -> Move:
    return list(board.legal_moves)[BONUS % 2]


def test_fingerprints() -> None:
    from bitrook.match._fingerprint import fingerprint

    def of(value: int, default: int = 3) -> Any:
        def plays(board: Board, limit: Limit, number: int = default) -> Any:
            return [value, number]

        return plays

    assert fingerprint(of(1)) == fingerprint(of(1)) != fingerprint(of(2)) != fingerprint(of(1, 4))
    assert fingerprint(first) != fingerprint(last)
    assert fingerprint(Evaluates(1)) == fingerprint(Evaluates(1)) != fingerprint(Evaluates(2))
    assert fingerprint(Evaluates(1).__call__) != fingerprint(Evaluates(2).__call__)
    assert fingerprint(functools.partial(of, 1)) != fingerprint(functools.partial(of, 2))
    assert fingerprint({"a", "b", "c"}) == fingerprint({"c", "b", "a"}) != fingerprint({"a", "b"})
    assert fingerprint((1, 2)) != fingerprint((2, 1)) and fingerprint(1) != fingerprint(1.0) != fingerprint(True)
    assert fingerprint(DefaultEvaluation()) == fingerprint(DefaultEvaluation()) != fingerprint(nnue.default())
    loop: list[Any] = []
    loop.append(loop)
    assert fingerprint(loop)  # ends


def test_fingerprints_follow_the_variables_of_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    from bitrook.match._fingerprint import fingerprint

    before = fingerprint(with_bonus), fingerprint(Evaluates(1)), fingerprint(lambda: with_bonus)
    monkeypatch.setitem(globals(), "BONUS", 4)
    after = fingerprint(with_bonus), fingerprint(Evaluates(1)), fingerprint(lambda: with_bonus)
    assert before[0] != after[0] and before[1] != after[1] and before[2] != after[2]


def test_a_match_of_functions_continues_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "entrants.py").write_text("""
from bitrook import Board, match, search
from bitrook.engine import Limit
NAMES = {"a", "b", "c", "dd"}
class Own:
    depth = 1
    def __call__(self, board): return len(NAMES) + self.depth
def nth(number):
    def plays(board, limit): return list(board.legal_moves)[number % board.legal_moves.count()]
    return plays
def run(games, number=7, value=50):
    players = [
        match.Player(nth(number), name="nth"), match.Player(search.Search(lambda board: value), name="constant"),
        match.Player(search.Search(Own(), null_move=False), name="own"),
    ]
    rules = match.Adjudication(max_moves=12)
    print(len(match.run(players, Limit(depth=1), games=games, output="o.pgn", adjudication=rules).records))
""")

    def run(arguments: str) -> tuple[str, str]:
        code = f"import entrants; entrants.run({arguments})"
        ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
        return ran.stdout.strip(), ran.stderr

    assert run("2") == ("6", "") and run("4") == ("12", "")
    assert len(games_of(tmp_path / "o.pgn")) == 12
    for arguments in ("4, number=8", "4, value=51"):
        assert "has games of another match" in run(arguments)[1]


def test_what_cannot_be_identified_is_refused(tmp_path: Path) -> None:
    lock = threading.Lock()

    def plays(board: Board, limit: Limit) -> Move:
        with lock:
            return first(board, limit)

    path = tmp_path / "o.pgn"
    with pytest.raises(ValueError, match="a lock cannot be identified, so a run with it .* give the Player a version="):
        match.run([plays, last], NODES, games=2, output=path)
    assert not path.exists()
    rules = match.Adjudication(max_moves=12)
    for games in (2, 4):
        match.run([Player(plays, version="1"), last], NODES, games=games, output=path, adjudication=rules)
    with pytest.raises(ValueError, match="has games of another match"):
        match.run([Player(plays, version="2"), last], NODES, games=4, output=path, adjudication=rules)


def test_two_matches_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    errors: list[BaseException] = []

    def again(standings: match.Standings) -> None:
        if not errors:
            with pytest.raises(BlockingIOError, match="another run is writing this file") as caught:
                match.run([first, last], NODES, games=4, output=path)
            errors.append(caught.value)

    match.run([first, last], NODES, games=4, output=path, progress=again)
    assert errors and len(games_of(path)) == 4
    assert len(match.run([first, last], NODES, games=4, output=path).records) == 4  # free again


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Round "1.1"]', '[Round "1"]', "game 1 has an invalid tag"),
        ('[Round "1.2"]', '[Round "x.y"]', "game 2 has an invalid tag"),
        ('[Termination "', '[Termimation "', "game 1 .* lacks one .'Termination'"),
        ('[White "', '[Whité "', "is damaged: line 5, column 1: invalid tag"),
        ('[Result "', '[Result "?', "the result is '.1-0'|the result is '.0-1'|the result is '.1/2-1/2'"),
    ],
)
def test_damaged_files_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "games.pgn"
    match.run([first, last], NODES, games=2, output=path, adjudication=match.Adjudication(max_moves=12))
    text = path.read_text().replace(old, new, 1)
    path.write_text(text)
    with pytest.raises(ValueError, match=message) as caught:
        match.run([first, last], NODES, games=2, output=path, adjudication=match.Adjudication(max_moves=12))
    assert str(path) in str(caught.value) and "choose another file" in str(caught.value)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "name", ['a "b"', "a\\b", "back\\", "Ünï ♞", "a  b", "[x]", "%a", ";b", "{c}", "a.b", "x" * 300]
)
def test_any_printable_name_continues(tmp_path: Path, name: str) -> None:
    path = tmp_path / "games.pgn"
    for games in (2, 4):
        standings = match.run(
            [Player(first, name=name), last], NODES, games=games, output=path,
            adjudication=match.Adjudication(max_moves=12),
        )  # fmt: skip
        assert standings.score(name).games == len(games_of(path)) == games


@pytest.mark.parametrize("name", ["a\nb", "a\rb", "a\x00", "\x1b[2J", " a", "a ", "\udc80", "\u2028", " "])
def test_names_that_do_not_fit_in_a_tag_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a name must be a line of printable text"):
        Player(first, name=name)
    assert Player([f"/bin/{name}"]).name  # the default name replaces them


# --- Engines that hang.


def test_a_match_ends_if_an_engine_hangs_in_several_games_in_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitrook.match._game._PATIENCE", 0.3)
    path = tmp_path / "o.pgn"
    hang = Player(engine_scripts.player("time.sleep(100)"), name="stuck")
    with pytest.raises(EngineError, match="stuck hung or did not start in 3 games in a row, .* did not answer"):
        match.run([hang, first], Limit(time=0.01), games=100, output=path)
    games = games_of(path)
    assert len(games) == 3 and {game.headers["Termination"] for game in games} == {"time forfeit"}


def test_an_engine_that_hangs_now_and_then_only_loses_these_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitrook.match._game._PATIENCE", 0.3)
    log = tmp_path / "games"
    script = f"""
    if board.ply() < 2:
        open({str(log)!r}, "a").write("x")
        if os.path.getsize({str(log)!r}) % 2: time.sleep(100)
    """
    monkeypatch.setattr("bitrook.match._runner._HANGS", 2)
    player = Player(engine_scripts.player(script), name="moody")
    standings = match.run([player, first], Limit(time=0.1), games=4, openings=[Board()], time_margin=1)
    assert [record.termination for record in standings.records] == ["time forfeit", "normal"] * 2


def test_errors_at_the_start_have_the_name_of_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    for code, limit, message in (
        ("time.sleep(100)", 0.5, r"Brain \(.*python.*\) did not start within 0.5 seconds"),
        ("sys.exit(7)", 30, r"Brain \(.*python.*\) did not start: .* \(exit code: 7\)"),
        ("raise ImportError('no brain')", 30, "ImportError: no brain"),
    ):
        monkeypatch.setattr("bitrook.match._players._STARTING", limit)
        command = [sys.executable, "-S", "-c", f"import sys, time; {code}"]
        with pytest.raises(EngineError, match=message):
            match.run([first, Player(command, name="Brain")], NODES, games=2)
    with pytest.raises(EngineError, match=r"Brain \(.*\): the engine has no option 'x'"):
        match.run([first, Player(engine_scripts.player(), name="Brain", options={"x": 1})], NODES, games=2)


# --- Openings.


def test_the_built_in_openings_are_balanced_and_different() -> None:
    openings = Openings(None, seed=0)
    boards = [openings[i] for i in range(85)]
    assert len({board.epd() for board in boards[:40]}) == 40
    assert all(8 <= len(board.move_stack) <= 10 for board in boards[:40])
    assert {len(board.move_stack) - len(openings[i].move_stack) for i, board in enumerate(boards[40:80])} == {2}
    assert len({board.epd() for board in boards}) > 80
    again, other = Openings(None, seed=0), Openings(None, seed=1)
    assert [again[i].epd() for i in range(41)] == [board.epd() for board in boards[:41]]
    assert [other[i].epd() for i in range(40)] != [board.epd() for board in boards[:40]]


def test_openings_from_files(tmp_path: Path) -> None:
    games = tmp_path / "book.pgn"
    games.write_text("1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 (1... Nf6) 2. c4 *\n")
    assert [len(board.move_stack) for board in match.read_openings(games)] == [4, 3]
    assert [board.move_stack[-1].uci() for board in match.read_openings(games, plies=2)] == ["e7e5", "d7d5"]
    positions = tmp_path / "book.epd"
    positions.write_text('# x\n4k3/8/8/8/8/8/4P3/4K3 w - - id "a";\n\n4k3/8/8/8/8/8/4P3/4K3 b - - 3 9\n')
    assert [board.fen() for board in match.read_openings(positions)] == [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9",
    ]  # fmt: skip
    standings = match.run(
        [first, last], NODES, games=4, openings=match.read_openings(positions), output=tmp_path / "o.pgn"
    )
    assert {game.headers["FEN"] for game in games_of(tmp_path / "o.pgn")} == {
        board.fen() for board in match.read_openings(positions)
    }
    assert len(standings.records) == 4
    for name, text, message in (
        ("bad.epd", "nonsense\n", "bad.epd:1: "),
        ("none.epd", "# nothing\n", "no openings"),
        ("over.fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "already over"),
        ("bad.pgn", "1. e4 Ke4 *\n", "game 1: "),
    ):
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(ValueError, match=message):
            match.read_openings(path)


CHESS960 = "brkbqrnn/pppppppp/8/8/8/8/PPPPPPPP/BRKBQRNN w"


@pytest.mark.parametrize(
    ("line", "fen"),
    [
        (f"{CHESS960} FBfb - 0 1", f"{CHESS960} KQkq - 0 1"),
        (f"{CHESS960} FBfb -", f"{CHESS960} KQkq - 0 1"),
        (f'{CHESS960} KQkq - id "X-FEN";', f"{CHESS960} KQkq - 0 1"),
        (
            "brkbqrnn/pppppppp/8/8/8/8/PPPPPPPP/BRKBQR1R w BFb - 3 7",
            "brkbqrnn/pppppppp/8/8/8/8/PPPPPPPP/BRKBQR1R w FQq - 3 7",
        ),
        ("4k2r/8/8/8/8/8/8/1R2K3 w B - 0 1", "4k2r/8/8/8/8/8/8/1R2K3 w Q - 0 1"),
    ],
)
@pytest.mark.parametrize("chess960", [False, True])
def test_openings_of_chess960(tmp_path: Path, line: str, fen: str, chess960: bool) -> None:
    """Positions with rights that only Chess960 has are read as such, with letters of files or in X-FEN."""
    path = tmp_path / "book.epd"
    path.write_text(f"{line}\n")
    [board] = match.read_openings(path, chess960=chess960)
    words = line.split()
    theirs = chess.Board(
        " ".join([*words[:4], *(words[4:] if len(words) == 6 else ["0", "1"])][:6]) if '"' not in line else fen,
        chess960=True,
    )
    assert board.chess960 and board.fen() == theirs.fen() == fen
    assert board.fen(shredder=True) == theirs.fen(shredder=True)


def test_files_with_chess_and_chess960(tmp_path: Path) -> None:
    """Without an option, each position has the rules that its castling rights need; with it, all are Chess960."""
    standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    epd, games = tmp_path / "book.epd", tmp_path / "book.pgn"
    epd.write_text(f"{standard}\n{CHESS960} FBfb - 0 1\n")
    games.write_text(
        f'[FEN "{standard}"]\n\n1. O-O *\n\n[Variant "Fischer Random"]\n[FEN "{CHESS960} KQkq - 0 1"]\n\n1. Ng3 *\n'
    )
    for path in (epd, games):
        assert [board.chess960 for board in match.read_openings(path)] == [False, True]
        assert [board.chess960 for board in match.read_openings(path, chess960=True)] == [True, True]
    for openings in (match.read_openings(epd), match.read_openings(epd, chess960=True)):
        output = tmp_path / f"{openings[0].chess960}.pgn"
        match.run([first, last], NODES, games=4, openings=openings, output=output)
        played = games_of(output)
        assert len(played) == 4 and not any(game.errors for game in played)
        assert {game.board().epd() for game in played} == {board.epd() for board in openings}
        assert sum(game.board().chess960 for game in played) == (4 if openings[0].chess960 else 2)
        with output.open() as file:  # python-chess reads the same positions and moves
            theirs = list(iter(lambda: chess.pgn.read_game(file), None))
        assert [str(game.end().board().epd()) for game in theirs] == [game.end().board().epd() for game in played]


def test_a_wrong_opening_is_shown_as_written(tmp_path: Path) -> None:
    """The message has the castling rights of the line, which are wrong here: there is no rook on the file g."""
    path = tmp_path / "book.epd"
    path.write_text(f"{CHESS960} GBgb - 0 1\n")
    with pytest.raises(ValueError, match="book.epd") as error:
        match.read_openings(path)
    assert "GBgb" in str(error.value)


def test_engine_settings_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    player = match.Player.of("'engines/my engine' -b- option.Hash=64 'option.Move Overhead=5' protocol=xboard name=X")
    assert (player.engine, player.name, player.protocol) == (["engines/my engine", "-b-"], "X", "xboard")
    assert player.options == {"Hash": "64", "Move Overhead": "5"}
    with monkeypatch.context() as patch:
        patch.setattr("bitrook.match._players.os.name", "nt")  # backslashes are part of Windows paths
        player = match.Player.of(r"""C:\a\e.exe 'D:\my tables\' "option.Path=E:\b c" """)
    assert (player.engine, player.options) == ([r"C:\a\e.exe", "D:\\my tables\\"], {"Path": r"E:\b c"})
    with monkeypatch.context() as patch:
        patch.setattr("bitrook.match._players.os.name", "posix")
        assert match.Player.of(r"a\ b#c").engine == ["a b#c"]
    assert match.Player.of("/usr/bin/stockfish").name == "stockfish"
    for command, name in {
        "python -u engines/negamax.py --depth 3": "negamax",
        "/usr/bin/python3.13 -m my_engines.grabber": "grabber",
        "python -c pass": "python",
        "pythia negamax.py": "pythia",
    }.items():
        assert match.Player.of(command).name == name
    assert match.Player.of("bitrook").engine is None and match.Player.of(None).name == "bitrook"
