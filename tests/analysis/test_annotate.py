"""Evaluation and annotation of games: engine pools, crashes, reuse, journals and interrupts."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import pytest
from support import engine_scripts

from bitrook import Board, analysis, nnue, pgn
from bitrook.engine import Cp, EngineError, Limit, Mate
from bitrook.search import Search

TRAP = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1"
FOOL = "1. f3 e5 2. g4 Qh4# 0-1"
NODES = Limit(nodes=2000)
KING_PAWN = Board()
KING_PAWN.push_san("e4")


def game(text: str = TRAP) -> pgn.Game:
    found = pgn.read_game(io.StringIO(text))
    assert found
    return found


def scores(found: analysis.GameAnalysis) -> list[str]:
    return [str(each.score.white()) if each else "-" for each in found.evaluations]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the positions analyzed by bitrook's search."""
    from bitrook.match import _players

    seen: list[str] = []
    analyze = _players.SearchDriver.analyze

    def count(self: Any, board: Board, *rest: Any) -> Any:
        seen.append(board.epd())
        return analyze(self, board, *rest)

    monkeypatch.setattr(_players.SearchDriver, "analyze", count)
    return seen


def test_games_get_evaluations_marks_better_moves_and_lines() -> None:
    [found] = analysis.annotate([game()], limit=Limit(depth=8), variations=True)
    nodes = list(found.mainline())
    assert all(node.eval() and node.eval_depth() for node in nodes[:-1])
    assert nodes[-1].eval() is None and nodes[-2].eval().white() == Mate(-1)  # not a mate in n moves
    blunder = nodes[8]  # 5. Nxf7
    assert blunder.san() == "Nxf7" and blunder.nags == {pgn.NAG_BLUNDER}
    assert blunder.comment.endswith("] Blunder. Bxf7+ was best.")
    better = nodes[7].variations[1]
    assert better.san() == "Bxf7+" and better.variations
    assert pgn.read_game(io.StringIO(str(found))).errors == []
    assert not nodes[0].nags and "was" not in nodes[0].comment


def test_comments_and_variations_are_optional() -> None:
    [found] = analysis.annotate([game()], limit=NODES, comments=False)
    assert "was best" not in str(found) and "(" not in str(found) and "$4" in str(found)


def test_results_are_those_of_the_search_for_any_number_of_workers() -> None:
    [one] = analysis.evaluate([game()], limit=NODES)
    board = Board()
    for node, each in zip([None, *game().mainline()], one.evaluations):
        if node:
            board.push(node.move)
        if board.legal_moves:
            fresh = Search(nnue.default()).run(board.copy(stack=False), nodes=2000)
            assert each and (each.score.relative, each.depth, each.line) == (fresh.score, fresh.depth, fresh.pv)
    for workers in (2, 5):
        assert [*analysis.evaluate([game()], limit=NODES, workers=workers)][0].evaluations == one.evaluations


def test_each_position_is_evaluated_once(counted: list[str]) -> None:
    games = [game(), game(FOOL), game(TRAP.replace("7. Be2 Nf3# 0-1", "*")), game(FOOL)]
    found = list(analysis.evaluate(games, limit=NODES, workers=2))
    assert len(counted) == len(set(counted)) == 1 + 13 + 3  # the final positions, which are mates, are not searched
    assert scores(found[1]) == scores(found[3]) and scores(found[2]) == scores(found[0])[:13]
    assert [each.game for each in found] == games


def test_evaluations_depend_on_a_half_move_clock_from_sixty_on(counted: list[str]) -> None:
    for clock, searches in ((58, 1), (59, 1), (60, 2), (61, 2)):
        counted.clear()
        fens = [f"4k3/8/8/8/8/8/8/R3K3 w - - {n} 90" for n in (0, clock)]
        list(analysis.evaluate([game(f'[FEN "{fen}"]\n\n*') for fen in fens], limit=Limit(depth=1)))
        assert len(counted) == searches, clock


def test_the_end_of_the_game_needs_no_engine(counted: list[str]) -> None:
    text = '[FEN "k7/8/2Q5/8/8/8/8/1K6 b - - 0 1"]\n\n1... Ka7 2. Qc7+ Ka8 3. Qc8+ Ka7 4. Qb7# *'
    stale = '[FEN "k7/8/3Q4/8/8/8/8/1K6 w - - 0 1"]\n\n1. Qc7 1/2-1/2'
    bare = '[FEN "k7/8/8/8/8/8/8/1K6 w - - 0 1"]\n\n1. Kb2 1/2-1/2'
    found = list(analysis.evaluate([game(stale), game(bare)], limit=NODES))
    assert [each and each.score.white() for each in (found[0].evaluations[-1], *found[1].evaluations)] == [Cp(0)] * 3
    assert len(counted) == 1
    [odd] = analysis.evaluate([game(text)], limit=NODES)  # starts with the position before a blunder
    assert odd.evaluations[0] and odd.evaluations[0].score.turn is False


def test_null_moves_are_not_mistakes() -> None:
    """They are placeholders; the position after them is evaluated all the same."""
    text = "1. e4 {[%eval 0.3]} -- {[%eval 3.0]} 2. d4 {[%eval 3.0]} d5 {[%eval 9.0]} *"
    [found] = analysis.evaluate([game(text)], limit=NODES, reuse=True)
    assert found.judgments[1] is None and found.judgments[3] is analysis.Judgment.BLUNDER
    [annotated] = analysis.annotate([game(text)], limit=NODES, reuse=True)
    marks = [node.nags for node in annotated.mainline()]
    assert not marks[1] and marks[3] == {pgn.NAG_BLUNDER}


def test_games_from_a_position_have_an_evaluation_in_front() -> None:
    [found] = analysis.annotate([game('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *')], limit=NODES)
    assert found.eval() is not None and found.comment.startswith("[%eval ")
    assert [*analysis.annotate([game(FOOL)], limit=NODES)][0].comment == ""


def test_evaluations_of_the_game_are_reused(counted: list[str]) -> None:
    text = "1. e4 { [%eval 0.2,30] } e5 { [%eval 0.3,31] } 2. Qh5 { [%eval -2.5,32] } Nc6 3. Bc4 { [%eval 0.1] } *"
    [found] = analysis.annotate([game(text)], limit=NODES, reuse=True)
    board = game(text).board()
    boards = [board.copy()]
    for node in game(text).mainline():
        board.push(node.move)
        boards.append(board.copy())
    # The position without an evaluation, and the one before the blunder, to find the better move.
    assert {boards[4].epd(), boards[2].epd()} <= set(counted) and len(counted) in (2, 3)
    nodes = list(found.mainline())
    assert [node.eval_depth() for node in nodes[:3]] == [30, 31, 32]
    assert nodes[2].nags == {4} and "was best" in nodes[2].comment
    counted.clear()
    [again] = analysis.annotate([found], limit=NODES, reuse=True, comments=False)
    assert not counted and str(again) == str(found)


def test_annotating_twice_changes_nothing() -> None:
    [first] = analysis.annotate([game()], limit=NODES, variations=True)
    text = str(first)
    [second] = analysis.annotate([game(text)], limit=NODES, variations=True)
    assert str(second) == text


@pytest.mark.parametrize("workers", [1, 3])
def test_engine_processes(workers: int) -> None:
    [found] = analysis.evaluate([game()], engine_scripts.player(), NODES, workers)
    assert scores(found)[:3] == ["+21", "-21", "+21"] and found.evaluations[0]
    assert found.evaluations[0].depth == 3 and len(found.evaluations[0].line) == 1


@pytest.mark.parametrize(
    "name", ["stockfish", "ethereal-chess", "toga2", "gnuchess --uci", "phalanx -b- protocol=xboard"]
)
@pytest.mark.slow
def test_real_engines(name: str) -> None:
    program = name.split()[0]
    path = shutil.which(program) or shutil.which(f"/usr/games/{program}")
    if not path:
        pytest.skip(f"{program} is not installed")
    [found] = analysis.evaluate([game(FOOL)], name.replace(program, path), Limit(depth=6, time=2), workers=2)
    last = [each.score.white() for each in found.evaluations if each][-2:]
    assert last[1] == Mate(-0) and last[0] < Cp(-20000)  # phalanx reports -29999, the others mate in 1


def test_an_engine_that_crashes_once_is_restarted(tmp_path: Path) -> None:
    mark = tmp_path / "crashed"
    script = f"""
        if board.epd() == {KING_PAWN.epd()!r} and not os.path.exists({str(mark)!r}):
            open({str(mark)!r}, "w").close()
            os._exit(1)
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        [found] = analysis.evaluate([game()], engine_scripts.player(script), NODES)
    assert mark.exists() and "-" not in scores(found)


def test_a_position_that_crashes_the_engine_twice_is_skipped() -> None:
    script = f"if board.epd() == {KING_PAWN.epd()!r}: os._exit(1)"
    with pytest.warns(RuntimeWarning, match="skipped .* the engine failed twice: ") as caught:
        [found] = analysis.annotate([game()], engine_scripts.player(script), NODES)
    assert len(caught) == 1 and KING_PAWN.epd() in str(caught[0].message)
    nodes = list(found.mainline())
    assert nodes[0].eval() is None and nodes[1].eval() is not None


def test_a_score_is_required() -> None:
    silent = engine_scripts.player('say(f"bestmove {move}"); continue')
    with pytest.warns(RuntimeWarning, match="sent no score"):
        [found] = analysis.evaluate([game("1. e4 *")], silent, NODES)
    assert scores(found) == ["-", "-"]


def test_errors_of_arguments() -> None:
    with pytest.raises(FileNotFoundError):
        list(analysis.evaluate([game()], "no-such-engine"))
    with pytest.raises(ValueError, match="limit must have a time, depth, nodes or mate"):
        analysis.evaluate([game()], limit=Limit())
    with pytest.raises(ValueError, match="bitrook has no option 'Hashh'; its options are Hash, Threads, "):
        list(analysis.evaluate([game()], "bitrook option.Hashh=1"))
    with pytest.raises(ValueError, match="option null_move must be true or false, not 'maybe'"):
        list(analysis.evaluate([game()], "bitrook option.null_move=maybe"))
    with pytest.raises(EngineError, match="no option 'Nothing'"):
        list(analysis.evaluate([game()], analysis.Player(engine_scripts.player(), options={"Nothing": 1})))
    with pytest.raises(TypeError, match="engine must be a command"):
        analysis.evaluate([game()], 7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="workers must be in 1..1024"):
        list(analysis.evaluate([game()], workers=0))
    with pytest.raises(TypeError, match="a Python function cannot analyze"):
        list(analysis.evaluate([game()], lambda board, limit: None))
    with pytest.raises(TypeError, match="progress must be a bool or a callable, not int"):
        analysis.evaluate([game()], progress=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="progress must be a bool or a callable, not str"):
        analysis.solve([], progress="bar")  # type: ignore[arg-type]


def test_a_search_with_another_evaluation() -> None:
    search = Search(lambda board: 77.0, null_move=False)
    [found] = analysis.evaluate([game("1. e4 *")], search, Limit(depth=1))
    assert scores(found)[0] in ("+77", "-77") and search.table.hashfull() == 0  # the analysis uses a separate table


# --- Journals and interrupts.


def test_a_journal_continues(tmp_path: Path, counted: list[str]) -> None:
    path = tmp_path / "journal"
    first = [str(each) for each in analysis.annotate([game()], limit=NODES, journal=path, variations=True)]
    assert len(counted) == 14
    assert len(path.read_text().splitlines()) == 15
    with path.open("a") as file:
        file.write('{"position": "cut o')
    counted.clear()
    seen: list[tuple[int, int, int]] = []
    again = analysis.annotate(
        [game(), game(FOOL)], limit=NODES, journal=path, variations=True, progress=lambda *numbers: seen.append(numbers)
    )
    assert str(next(again)) == first[0]
    again.close()  # type: ignore[attr-defined]
    assert len(counted) <= 3 and all(json.loads(line) for line in path.read_text().splitlines())
    assert seen[0][1:] == (20, 14) and seen[-1][0] >= 15


def test_a_journal_of_other_settings_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    list(analysis.annotate([game(FOOL)], limit=NODES, journal=path))
    before = path.read_bytes()
    with pytest.raises(
        ValueError, match=r"with other settings \(limit: 'Limit\(nodes=2000\)', now 'Limit\(nodes=3000\)'\)"
    ):
        list(analysis.annotate([game(FOOL)], limit=Limit(nodes=3000), journal=path))
    with pytest.raises(ValueError, match="other settings"):
        list(analysis.annotate([game(FOOL)], "bitrook option.Hash=1", NODES, journal=path))
    assert path.read_bytes() == before
    path.write_bytes(before.partition(b"\n")[0] + b"\n")  # no evaluations, as if the engine had not started
    assert len(list(analysis.annotate([game(FOOL)], limit=Limit(nodes=3000), journal=path))) == 1
    assert b"nodes=3000" in path.read_bytes()
    path.write_text("1. e4 *\n")
    with pytest.raises(ValueError, match="is not a journal"):
        list(analysis.annotate([game(FOOL)], limit=NODES, journal=path))


@pytest.mark.parametrize("engine", [None, engine_scripts.player("time.sleep(60)")], ids=["bitrook", "process"])
def test_an_interrupt_ends_all_engines_at_once(engine: list[str] | None, tmp_path: Path) -> None:
    calls = 0

    def interrupt(*numbers: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    before = set(threading.enumerate())
    path = tmp_path / "journal"
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        limit = Limit(nodes=10) if engine else Limit(time=20)
        list(analysis.evaluate([game(FOOL)], engine, limit, 2, journal=path, progress=interrupt))
    assert time.monotonic() - began < 20
    assert engine_scripts.threads_end(before)
    assert len(path.read_text().splitlines()) == 1  # truncated evaluations are not recorded


def test_progress_counts_positions() -> None:
    seen: list[tuple[int, int, int]] = []
    list(analysis.evaluate([game(FOOL), game(FOOL)], limit=NODES, progress=lambda *numbers: seen.append(numbers)))
    assert seen[-1] == (10, 10, 0) and all(total == 10 for _, total, _ in seen)


def score_of(value: float) -> Any:
    return lambda board: value


def test_a_journal_of_another_evaluation_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    one = Limit(depth=1)
    first = scores(next(analysis.evaluate([game(FOOL)], Search(score_of(100)), one, journal=path)))
    assert scores(next(analysis.evaluate([game(FOOL)], Search(score_of(100)), one, journal=path))) == first
    for other in (
        Search(score_of(-500)), Search(lambda board: 100), Search(score_of(100), null_move=False), Search(), None,
    ):  # fmt: skip
        with pytest.raises(ValueError, match="with other settings"):
            list(analysis.evaluate([game(FOOL)], other, one, journal=path))
    lock = threading.Lock()
    with pytest.raises(ValueError, match="a lock cannot be identified"):
        list(analysis.evaluate([game(FOOL)], Search(lambda board: lock.locked()), one, journal=tmp_path / "other"))
    versions = [analysis.Player(Search(lambda board: lock.locked()), version=text) for text in ("1", "2")]
    for _ in range(2):
        list(analysis.evaluate([game(FOOL)], versions[0], one, journal=tmp_path / "other"))
    with pytest.raises(ValueError, match="version: '1', now '2'"):
        list(analysis.evaluate([game(FOOL)], versions[1], one, journal=tmp_path / "other"))


def test_a_journal_of_another_program_version_or_network_is_rejected(tmp_path: Path) -> None:
    path, network, version = tmp_path / "journal", tmp_path / "net", tmp_path / "version"
    network.write_text("1")
    version.write_text("1.0")
    source = engine_scripts.player()[-1].replace(
        'say("uciok")',
        f'say("id name Brain " + open({str(version)!r}).read()); say("option name EvalFile type string default a.nnue"); say("uciok")',
    )
    (tmp_path / "engine.py").write_text(source)

    def run(**changed: Any) -> None:
        settings = {
            "engine": [sys.executable, "engine.py"],
            "options": {"EvalFile": str(network)},
            "cwd": str(tmp_path),
        }
        player = analysis.Player(**{**settings, **changed})
        list(analysis.evaluate([game(FOOL)], player, NODES, journal=path))

    run()
    run(name="another name")
    for file, text in ((network, "2"), (version, "1.1"), (tmp_path / "engine.py", source + "# changed")):
        before = file.read_text()
        file.write_text(text)
        with pytest.raises(ValueError, match="with other settings"):
            run()
        file.write_text(before)
    for changed in ({"protocol": "xboard"}, {"options": {}}):
        with pytest.raises((ValueError, EngineError), match="with other settings|ping|no option"):
            run(**changed)
    run()


@pytest.mark.parametrize(
    "line",
    [
        "x", "[]", "{}", "7", '{"position": "a"}', '{"position": "a", "cp": "5", "depth": 1, "line": []}',
        '{"position": "a", "cp": 5, "depth": 1}', '{"position": "a", "cp": 5, "depth": 1, "line": ["e9"]}',
        '{"position": "a", "cp": 5, "depth": "x", "line": []}', '{"position": "a", "mate": null, "depth": 1, "line": []}',
    ],
)  # fmt: skip
def test_a_damaged_journal_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "journal"
    list(analysis.evaluate([game(FOOL)], limit=NODES, journal=path))
    text = path.read_text() + line + "\n"
    path.write_text(text)
    with pytest.raises(
        ValueError, match="journal:6: this line of the journal is damaged; delete the line, or the file"
    ):
        list(analysis.evaluate([game(FOOL)], limit=NODES, journal=path))
    assert path.read_text() == text
    path.write_text(line + "\n")
    with pytest.raises(ValueError, match="is not a journal of an analysis"):
        list(analysis.evaluate([game(FOOL)], limit=NODES, journal=path))


def test_an_illegal_move_in_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    list(analysis.evaluate([game(FOOL)], limit=NODES, journal=path))
    path.write_text(re.sub(r'"line": \["....', '"line": ["a1a8', path.read_text()))
    with pytest.raises(ValueError, match="journal: a1a8 is illegal in .*; delete the journal to start over"):
        list(analysis.evaluate([game(FOOL)], limit=NODES, journal=path))


def test_two_analyses_cannot_write_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = analysis.evaluate([game(), game(FOOL)], limit=NODES, journal=path)
    next(first)
    with pytest.raises(BlockingIOError, match="another run is writing this file"):
        list(analysis.evaluate([game()], limit=NODES, journal=path))
    assert len(list(first)) == 1
    assert len(list(analysis.evaluate([game()], limit=NODES, journal=path))) == 1


# --- Columns.


def test_columns() -> None:
    pytest.importorskip("pyarrow")
    games = [game(FOOL), game("1. e4 *"), game("*")]
    found = list(analysis.evaluate(games, limit=NODES))
    rows = analysis.batches(iter(found)).read_all().to_pylist()
    assert [row["moves"] or [] for row in rows] == [[move.word for move in each.mainline_moves()] for each in games]
    for row, each in zip(rows, found):
        expected = [e.line[0].word if e and e.line else None for e in each.evaluations[:-1]]
        assert row["best_moves"] == expected
        assert row["depths"] == [e.depth if e else None for e in each.evaluations[1:]]
    assert rows[0]["evals"][2:] == [-32768, None] and rows[0]["result"] == -1
    assert analysis.batches(iter(())).read_all().num_rows == 0


# --- Unusual games.


def test_games_that_cannot_be_analyzed_are_passed_on() -> None:
    bad = ['[White "Ann"]\n[Variant "Crazyhouse"]\n\n1. e4 e5 *', '[FEN "8/8 w - - 0 1"]\n\n1. e4 *']
    with pytest.warns(UserWarning, match="skipped the game ") as caught:
        found = list(analysis.evaluate([game(bad[0]), game(FOOL), game(bad[1])], limit=NODES))
    assert [len(each.evaluations) for each in found] == [0, 5, 0] and len(caught) == 2
    assert "Ann - ?: the engine does not play crazyhouse" in str(caught[0].message)
    assert not found[0].judgments
    with pytest.warns(UserWarning):
        [same] = analysis.annotate([game(bad[0])], limit=NODES)
    assert [move.uci() for move in same.mainline_moves()] == ["e2e4", "e7e5"]
    pytest.importorskip("pyarrow")
    with pytest.warns(UserWarning):
        bad[0] = bad[0].replace("Ann", r'A \"B\" C\\D "')
        [row, fool] = (
            analysis.batches(analysis.evaluate([game(bad[0]), game(FOOL)], limit=NODES)).read_all().to_pylist()
        )
    assert (row["White"], row["Variant"], row["best_moves"], row["depths"]) == (
        r'A \"B\" C\\D "', "Crazyhouse", None, None,
    )  # fmt: skip
    assert len(fool["best_moves"]) == 4


def test_positions_that_are_not_legal_are_not_given_to_engines() -> None:
    crash = engine_scripts.player("if not board.is_valid(): os._exit(1)")
    for text, missing in (
        ('[FEN "8/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *', 2),
        ("1. e4 e5 2. Bc4 -- 3. Bxf7+ -- 4. d3 *", 1),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            [found] = analysis.evaluate([game(text)], crash, NODES)
        assert sum(each is None for each in found.evaluations) == missing, text
        assert len(analysis.GameAnalysis(found.game, found.evaluations).judgments) == len(found.evaluations) - 1


def test_chess960() -> None:
    start = Board.from_chess960_pos(100)
    text = f'[Variant "Chess960"]\n[FEN "{start.fen()}"]\n\n1. e4 e5 *'
    [found] = analysis.annotate([game(text)], limit=NODES, variations=True)
    assert len(list(found.mainline())) == 2 and found.eval() is not None and str(found).count("[%eval") == 3


def test_marks_of_an_earlier_analysis_are_replaced() -> None:
    text = "1. f3 e5 2. g4 $2 { (0.1 → -0.9) Mistake. Nc3 was best. Sad. } Qh4# 0-1"
    [found] = analysis.annotate([game(text)], limit=Limit(depth=4))
    node = list(found.mainline())[2]
    assert node.nags == {4} and node.comment.startswith("Sad. [%eval #-1,4] Blunder. ")


def evals(*numbers: float) -> list[str]:
    return [f"[%eval {number}]" for number in numbers]


@pytest.mark.parametrize("mark", ["Blunder. c5 was best.", "(0.32 → 3.10) Blunder. c5 was best.", "Blunder.",
                                  "(0.3 → #5) Checkmate is now unavoidable. c5 was best.",
                                  "Lost forced checkmate sequence. c5 was best."])  # fmt: skip
def test_marks_of_moves_that_are_no_longer_bad_are_removed(mark: str) -> None:
    # The earlier analysis thought that 1... e5 was a blunder, and that 2. Nf3 $2 was fine: a person did not like it.
    text = f"1. e4 {{ [%eval 0.3] }} e5 $4 {{ [%eval 4.0] Why not? {mark} }} ( 1... c5 2. Nf3 ) ( 1... c6 {{ mine }} ) "
    text += "2. Nf3 $2 { [%eval 4.0] A person wrote this. } Nc6 $1 *"
    [found] = analysis.annotate([game(text)], limit=NODES)
    first, reply, knight, last = found.mainline()
    assert reply.nags == set() and re.fullmatch(r"\[%eval [^]]*\] Why not\?", reply.comment)
    keeps = [] if "c5" in mark else ["c5"]
    assert [node.san() for node in first.variations] == ["e5", *keeps, "c6"]
    assert knight.nags == {2} and knight.comment.endswith("] A person wrote this.") and last.nags == {1}
    assert analysis.report(found).black.blunders == 0


def test_glyphs_without_comments_are_replaced_if_they_follow_from_the_evaluations() -> None:
    text = "1. e4 { [%eval 0.3] } e5 $4 { [%eval 4.0] } 2. Nf3 $4 { [%eval 3.9] } Nc6 *"
    for comments in (True, False):
        [found] = analysis.annotate([game(text)], limit=NODES, comments=comments)
        assert [node.nags for node in found.mainline()] == [set(), set(), {4}, set()]


def test_another_better_move_replaces_the_earlier_variation() -> None:
    [found] = analysis.annotate([game("1. f3 e5 2. g4 Qh4# 0-1")], limit=Limit(depth=4), variations=True)
    node = list(found.mainline())[2]
    best = node.comment.partition("Blunder. ")[2].split()[0]
    other = "d4" if best != "d4" else "e4"
    text = str(found).replace(f"{best} was best", f"{other} was best").replace(f"( 2. {best}", f"( 2. {other}")
    assert text != str(found)
    [again] = analysis.annotate(
        [game(text.partition(f"( 2. {other}")[0] + f"( 2. {other} ) Qh4# 0-1")], limit=Limit(depth=4), variations=True
    )
    node = list(again.mainline())[2]
    assert f"{best} was best" in node.comment and [each.san() for each in node.parent.variations] == ["g4", best]


# --- Engines that ignore the node limit or stop answering.


def test_an_engine_that_ignores_the_node_limit_is_stopped() -> None:
    body = """
    say(f"info depth 1 score cp 5 nodes 100 pv {move}")
    say(f"info depth 2 score cp 7 nodes 900 pv {move}")
    assert next(sys.stdin) == "stop\\n"
    """
    [found] = analysis.evaluate([game(FOOL)], engine_scripts.player(body), Limit(nodes=300))
    assert all(each and each.depth == 3 for each in found.evaluations[:-1])


def test_a_silent_engine_counts_as_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitrook.match._players._SILENCE", 1.0)
    engine = engine_scripts.player("if board.fullmove_number == 2: time.sleep(100)")
    with pytest.warns(RuntimeWarning, match="failed twice: the engine sent nothing for 1 seconds"):
        [found] = analysis.evaluate([game("1. f3 e5 *")], engine, Limit(nodes=300))
    assert [each is None for each in found.evaluations] == [False, False, True]


def test_an_analysis_ends_if_the_engine_hangs_on_several_positions_in_a_row(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bitrook.match._players._ANSWER", 0.3)
    journal = tmp_path / "journal"
    engine = engine_scripts.player("if board.fullmove_number > 2: time.sleep(100)")
    games = [game(FOOL), game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *")]
    found = analysis.evaluate(games, engine, Limit(time=0.01), journal=journal)
    assert all(next(found).evaluations)
    text = (
        "the engine hung on 3 positions in a row, so the analysis ends: the engine did not end its analysis within 0.31"
    )
    with pytest.warns(RuntimeWarning, match="failed twice"), pytest.raises(EngineError, match=text):
        list(found)
    assert len(journal.read_text().splitlines()) == 1 + 4 + 3  # the evaluations before that are kept


def test_an_engine_that_hangs_now_and_then_does_not_end_the_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitrook.match._players._ANSWER", 0.3)
    engine = engine_scripts.player("if board.fullmove_number % 2 == 0: time.sleep(100)")
    line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"
    with pytest.warns(RuntimeWarning, match="failed twice"):
        [found] = analysis.evaluate([game(line)], engine, Limit(time=0.01))
    assert [each is None for each in found.evaluations] == [False, False, True, True, False, False, True, True, False]


def test_an_analysis_ends_if_the_engine_always_fails() -> None:
    crash = engine_scripts.player('say("info string ERROR: no network"); os._exit(1)')
    long = game(" ".join(["1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Ke2 Ke7 5. Ke3 Ke6 6. Kf3 Kf6 7. Kg3 Kg6 *"]))
    with pytest.warns(RuntimeWarning), pytest.raises(EngineError, match="failed on 10 positions in a row.*no network"):
        list(analysis.evaluate([long], crash, Limit(nodes=300)))
    puzzles = analysis.read_suite(["6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;"] * 12)
    solutions = analysis.solve(puzzles, crash, Limit(nodes=300))
    with pytest.raises(EngineError, match="failed on 10 positions in a row"):
        for number, solution in enumerate(solutions):
            assert number < 10 and "no network" in solution.error


def test_settings_of_matches_are_refused() -> None:
    for player, name in (
        (analysis.Player(limit=Limit(nodes=5)), "limit"),
        (analysis.Player(engine_scripts.player(), ponder=True), "ponder"),
    ):
        with pytest.raises(ValueError, match=f"a Player's {name} applies only to matches"):
            list(analysis.evaluate([game(FOOL)], player))
