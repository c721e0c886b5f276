"""Test suites: reading EPD, solving positions, solution times."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import engine_scripts

from bitrook import Move, analysis
from bitrook.engine import Limit

MATES = Path(__file__).parents[2] / "examples" / "mates.epd"
BACK_RANK = '6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id "back rank";'
NODES = Limit(nodes=20000)


def test_suites_are_read() -> None:
    lines = ["# comment", "", BACK_RANK, "4k3/8/8/8/8/8/8/4K2R w K - am Ke2 Kf1;"]
    first, second = analysis.read_suite(lines)
    assert (first.name, first.best, first.avoid) == ("back rank", (Move.from_uci("a1a8"),), ())
    assert (second.name, second.best) == ("line 4", ())
    assert second.is_solved_by(Move.from_uci("e1g1")) and not second.is_solved_by(Move.from_uci("e1e2"))
    assert first.is_solved_by(Move.from_uci("a1a8")) and not first.is_solved_by(Move.from_uci("a1a7"))
    assert not first.is_solved_by(None)


def test_odd_lines_do_not_stop_a_suite(tmp_path: Path) -> None:
    """What can be read is read, and the rest is reported with its line."""
    position = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -"
    read = [
        f"{position} bm Ra8#;",
        f"{position} 0 1 bm Ra8;",
        f"{position} bm Ra8!;",
        f'{position} am Ra7?! Kd1; id "a!";',
    ]
    unread = [f"{position} dm 1;", f"{position} bm Rb8;", "mate in one", f"{position}", f"{position} bm;"]
    wanted = "expected an operation bm or am with moves"
    lines = [line for pair in zip(read, unread) for line in pair] + unread[len(read) :]
    path = tmp_path / "suite.epd"
    path.write_text("\n".join(lines) + "\n")
    errors: list[str] = []
    found = analysis.read_suite(path, errors=errors)
    assert [puzzle.best for puzzle in found] == [(Move.from_uci("a1a8"),)] * 3 + [()]
    assert found[3].avoid == (Move.from_uci("a1a7"), Move.from_uci("e1d1")) and found[3].name == "a!"
    assert [error.partition(": ")[0] for error in errors] == [f"{path}:{number}" for number in (2, 4, 6, 8, 9)]
    for number in (2, 4, 6, 8, 9):
        with pytest.raises(ValueError, match=f"line:1: {wanted if number in (2, 8) else ''}"):
            analysis.read_suite([lines[number - 1]])
    with pytest.raises(ValueError, match="suite.epd:2: "):
        analysis.read_suite(path)
    with pytest.raises(ValueError, match="no positions"):
        analysis.read_suite(["# comment"])


@pytest.mark.parametrize("workers", [1, 3])
def test_the_search_solves_the_mates(workers: int) -> None:
    puzzles = analysis.read_suite(MATES)
    found = list(analysis.solve(puzzles, limit=NODES, workers=workers))
    assert [each.puzzle for each in found] == puzzles and all(each.solved for each in found)
    assert all(0 <= each.info["time"] < 20 and each.info["depth"] >= 1 for each in found)


def test_the_time_is_that_of_the_last_change_of_mind() -> None:
    script = """
        for depth, best in ((1, "a1a8"), (2, "a1a7"), (3, "a1a8"), (4, "a1a8")):
            say(f"info depth {depth} time {depth * 100} score cp 5 pv {best}")
        say("bestmove a1a8")
        continue
    """
    [found] = analysis.solve(analysis.read_suite([BACK_RANK]), engine_scripts.player(script), NODES)
    assert found.solved and (found.info["depth"], found.info["time"]) == (3, 0.3)
    avoided = analysis.read_suite([BACK_RANK.replace("bm Ra8#", "am Ra8#")])
    [found] = analysis.solve(avoided, engine_scripts.player(script), NODES)
    assert not found.solved and (found.info["depth"], found.move) == (4, Move.from_uci("a1a8"))


def test_an_engine_that_crashes_has_not_solved_it() -> None:
    [found] = analysis.solve(analysis.read_suite([BACK_RANK]), engine_scripts.player("os._exit(3)"), NODES)
    assert not found.solved and found.move is None and "exit code: 3" in found.error


def test_progress() -> None:
    seen: list[tuple[int, int, str]] = []
    list(analysis.solve(analysis.read_suite(MATES), limit=NODES, progress=lambda *each: seen.append(each)))
    assert seen[0][0] == 0 and seen[-1] == (16, 17, "16 solved")
