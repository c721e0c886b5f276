"""Runs the programs in examples/ on bitrook and on python-chess, compares their results, and plays a game."""

from __future__ import annotations

import lzma
import os
import re
import shutil
import sys
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import pytest
from support.children import environment, python


EXAMPLES = Path(__file__).parents[2] / "examples"
LIBRARIES = ["bitrook", "chess"]
STOCKFISH = shutil.which("stockfish", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")


def run(script: str, *arguments: str, library: str = "bitrook", commands: str = "") -> str:
    return python(str(EXAMPLES / script), *arguments, lines=commands, CHESS_LIBRARY=library).stdout


def results(script: str, *arguments: str) -> list[str]:
    """Run *script* on bitrook and on python-chess, require equal output, and return it without the timing."""
    outputs = [run(script, *arguments, library=library).strip().splitlines() for library in LIBRARIES]
    assert outputs[0][-1].startswith("bitrook: ") and outputs[1][-1].startswith("python-chess: ")
    assert outputs[0][:-1] == outputs[1][:-1]
    assert outputs[0][-1].split()[1] == outputs[1][-1].split()[1]  # the number of nodes
    return outputs[0][:-1]


def test_the_engine_searches_the_same_nodes_on_both() -> None:
    assert len(results("uci_engine.py", "bench", "2")) == 4


def test_the_engine_searches_the_same_nodes_without_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = run("uci_engine.py", "bench", "3").splitlines()
    monkeypatch.setenv("ENGINE_TOOLS", "plain")
    plain = run("uci_engine.py", "bench", "3").splitlines()
    assert kit[:-1] == plain[:-1] and kit[-1].split()[1] == plain[-1].split()[1]


def test_the_engine_around_the_native_search_speaks_uci() -> None:
    engine = [sys.executable, str(EXAMPLES / "search_engine.py")]
    with chess.engine.SimpleEngine.popen_uci(engine, env=environment()) as player:
        mate = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
        assert player.play(mate, chess.engine.Limit(depth=3)).move == chess.Move.from_uci("a1a8")
        info = player.analyse(mate, chess.engine.Limit(time=0.05))
        assert info["score"].white().mate() == 1 and info["pv"] == [chess.Move.from_uci("a1a8")]
        clock = chess.engine.Limit(white_clock=1, black_clock=1)
        assert player.play(chess.Board(), clock).move
    style = "setoption name Style value Simple\n{}position fen 4k3/8/8/8/8/2N5/PP6/4K3 w - - 0 1\neval\n"
    simple = run("search_engine.py", commands=style.format(""))
    assert run("search_engine.py", commands=style.format("setoption name Hash value 1\n")) == simple
    assert run("search_engine.py", commands=style.replace("Simple", "Solid").format("")) != simple
    assert "bestmove (none)" in run("search_engine.py", commands="position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo\n")


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_engine_speaks_uci(library: str) -> None:
    engine = [sys.executable, str(EXAMPLES / "uci_engine.py")]
    with chess.engine.SimpleEngine.popen_uci(engine, env=environment(CHESS_LIBRARY=library)) as player:
        assert player.id["name"].endswith("example")
        mate = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
        assert player.play(mate, chess.engine.Limit(depth=3)).move == chess.Move.from_uci("a1a8")
        info = player.analyse(mate, chess.engine.Limit(time=0.05))
        assert info["score"].white().mate() == 1 and info["pv"] == [chess.Move.from_uci("a1a8")]
        board = chess.Board("bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1", chess960=True)
        assert player.play(board, chess.engine.Limit(depth=1)).move in board.legal_moves
        with player.analysis(chess.Board()) as endless:  # runs until it is stopped
            endless.get()
        clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
        assert player.play(chess.Board(), clock).move


def test_the_engine_answers_0000_when_there_is_no_move() -> None:
    commands = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\nisready\nquit\n"
    assert "bestmove (none)" in run("uci_engine.py", commands=commands)


@pytest.mark.slow
def test_the_engine_plays_a_whole_game_against_stockfish() -> None:
    """python-chess's engine module raises on an illegal move, a late bestmove and a crash."""
    if STOCKFISH is None:
        pytest.skip("stockfish is not installed")
    board = chess.Board()
    engine = [sys.executable, str(EXAMPLES / "uci_engine.py")]
    with (
        chess.engine.SimpleEngine.popen_uci(engine, env=environment()) as ours,
        chess.engine.SimpleEngine.popen_uci(STOCKFISH) as stockfish,
    ):
        stockfish.configure({"Skill Level": 0})
        players = {
            chess.WHITE: (ours, chess.engine.Limit(time=0.1)),
            chess.BLACK: (stockfish, chess.engine.Limit(nodes=200)),
        }
        while not board.is_game_over(claim_draw=True) and board.fullmove_number < 300:
            player, limit = players[board.turn]
            played = player.play(board, limit)
            assert played.move in board.legal_moves
            board.push(played.move)
    print(chess.pgn.Game.from_board(board).accept(chess.pgn.StringExporter(headers=False)))
    assert board.outcome(claim_draw=True) is not None, board.fen()


def test_the_mate_finder_finds_the_stated_mates() -> None:
    lines = results("mate_finder.py", str(EXAMPLES / "mates.epd"))
    assert len(lines) == 17
    assert not [line for line in lines if "NOT AS STATED" in line or "no mate" in line]
    assert lines[3] == "fool: mate in 1: 1...Qh4#"


def test_the_mate_finder_reports_a_missing_mate(tmp_path: Path) -> None:
    path = tmp_path / "none.epd"
    path.write_text('4k3/8/8/8/8/8/8/4K2R w - - dm 2; id "none";\n')
    assert "none: no mate in 2" in python(str(EXAMPLES / "mate_finder.py"), str(path), code=1).stdout


def test_the_annotator_reads_and_writes_pgn_with_python_chess(tmp_path: Path) -> None:
    lines = results("annotate_pgn.py", str(EXAMPLES / "games.pgn"), "3")
    path = tmp_path / "annotated.pgn"
    path.write_text("\n".join(lines) + "\n")
    with path.open() as file:
        game = chess.pgn.read_game(file)
    assert game is not None and not game.errors
    nodes = list(game.mainline())
    taken = next(node for node in nodes if node.san() == "Bxd1")
    assert chess.pgn.NAG_BLUNDER in taken.nags and taken.parent.variations[1].comment == "was better"
    assert "Pinned, it seems." in next(node.comment for node in nodes if node.san() == "Bg4")
    assert all(node.eval() is not None for node in nodes[:-1])


def test_the_comparison_is_printed() -> None:
    lines = run("mate_finder.py", "compare").strip().splitlines()
    assert lines[-1].startswith("same results, and bitrook is ") and lines[-1].endswith(" times as fast")


def test_texel_tuning_finds_what_pieces_are_worth(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    archive = EXAMPLES.parent / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
    games = tmp_path / "games.pgn"
    games.write_bytes(lzma.decompress(archive.read_bytes()))
    lines = run("texel_tuning.py", str(games), "--match", "2").splitlines()
    assert re.fullmatch(r"3\d{4} positions, 15 terms, int16", lines[0])
    losses = {line[:30].strip(): float(line.split()[-1]) for line in lines[2:4]}
    assert set(losses) == {"material alone", "all terms"} and max(losses.values()) < 0.66  # held out; log(2) is 0.693
    values = {line[:30].strip(): float(line[30:].split()[0]) for line in lines[4:19]}
    assert len(values) == 15
    assert 0 < values["pawn"] < values["knight"] < values["rook"] < values["queen"]
    assert lines[19].startswith("player") and "tuned" in "".join(lines[20:22])


@pytest.mark.slow
def test_spsa_plays_games_and_moves_the_weights() -> None:
    lines = run("spsa.py", "--iterations", "10", "--games", "2", "--nodes", "50").splitlines()
    scales = [float(number) for number in re.findall(r"[-+]\d\.\d\d", lines[9])]
    assert lines[9].split()[0] == "10" and len(scales) == 4 and any(scales)
    assert lines[10].startswith("player") and "tuned" in lines[11]
