"""Tests for bitrook.compat: `import chess` imports bitrook, and python-chess's other modules run on it."""

from __future__ import annotations

import sys
import textwrap
import threading
from pathlib import Path

import chess
import chess.svg
import pytest

import bitrook
import bitrook.compat
from support.children import WITHOUT_PYTHON_CHESS, installed, python
from support.engine_scripts import replies


GAME = """
    [Event "A short one"]
    [Result "0-1"]

    1. f3 {weak} e5 2. g4 (2. e4 Nc6) Qh4# 0-1
"""
GAME = textwrap.dedent(GAME).strip() + "\n"


# The name `chess`.


def test_chess_is_bitrook_with_the_version_that_programs_test() -> None:
    installed(f"""
        import chess
        assert chess.__version__ == {chess.__version__!r} and chess.__author__ == {chess.__author__!r}
        assert chess.__email__ == {chess.__email__!r}
        from chess import Move, SquareSet, WHITE
        assert chess.Board is bitrook.Board and Move is bitrook.Move and SquareSet is bitrook.SquareSet
        assert chess.__name__ == "chess"
        assert chess is bitrook.compat.install() and bitrook.compat.installed()
        import pickle, copy
        board = chess.Board()
        board.push_san("e4")
        assert pickle.loads(pickle.dumps(board)).move_stack == [chess.Move.from_uci("e2e4")]
    """)


def test_unknown_names_are_attribute_errors() -> None:
    installed("""
        import chess
        assert not hasattr(chess, "Bord") and not hasattr(chess, "perft")
        try:
            from chess import Bord
        except ImportError as error:
            assert "Bord" in str(error)
        else:
            raise AssertionError
        try:
            import chess.pgm
        except ModuleNotFoundError as error:
            assert error.name == "chess.pgm"
        else:
            raise AssertionError
    """)


def test_pgn_runs_on_bitrook() -> None:
    installed(f"""
        import io, chess.pgn
        game = chess.pgn.read_game(io.StringIO({GAME!r}))
        assert not game.errors
        end = game.end().board()
        assert type(end) is bitrook.Board and end.is_checkmate()
        assert all(type(move) is bitrook.Move for move in game.mainline_moves())
        assert "2. g4 ( 2. e4 Nc6 )" in str(game) and "{{ weak }}" in str(game)
        assert chess.pgn.Game.from_board(end).headers["Result"] == "0-1"
    """)


def test_svg_runs_on_bitrook() -> None:
    board = chess.Board()
    board.push_san("e4")
    drawings = [
        chess.svg.board(board, lastmove=board.peek(), squares=chess.SquareSet(chess.BB_CENTER)),
        chess.svg.piece(chess.Piece.from_symbol("Q")),
    ]
    done = installed("""
        import chess.svg
        board = chess.Board()
        board.push_san("e4")
        print(chess.svg.board(board, lastmove=board.peek(), squares=chess.SquareSet(chess.BB_CENTER)))
        print(chess.svg.piece(chess.Piece.from_symbol("Q")))
        assert board._repr_svg_().startswith("<svg")
    """)
    assert done.stdout.splitlines() == "\n".join(drawings).splitlines()


def test_polyglot_syzygy_and_gaviota_run_on_bitrook(tmp_path: Path) -> None:
    installed(f"""
        import chess.polyglot, chess.syzygy, chess.gaviota
        board = chess.Board()
        assert chess.polyglot.zobrist_hash(board) == 0x463B96181691FC9C
        board.push_san("e4")
        assert chess.polyglot.zobrist_hash(board) == 0x823C9B50FD114196
        with chess.syzygy.open_tablebase({str(tmp_path)!r}) as tables:
            assert tables.probe_wdl(chess.Board("8/8/8/8/8/8/8/K1k5 w - - 0 1")) == 0
            try:
                tables.probe_wdl(chess.Board("8/8/8/8/8/2k5/8/K6R w - - 0 1"))
            except chess.syzygy.MissingTableError as error:
                assert "KRvK" in str(error), error
            else:
                raise AssertionError
        assert chess.polyglot.open_reader is bitrook.polyglot.open_reader
        assert chess.syzygy.Tablebase is bitrook.syzygy.Tablebase
        tables = chess.gaviota.PythonTablebase()
        assert tables.probe_dtm(chess.Board("8/8/8/8/8/8/8/K1k5 w - - 0 1")) == 0
        try:
            tables.probe_dtm(chess.Board("8/8/8/8/8/2k5/8/K6R w - - 0 1"))
        except chess.gaviota.MissingTableError as error:
            assert "KRvK" in str(error), error
        else:
            raise AssertionError
    """)


def test_python_chess_s_own_polyglot_and_syzygy_run_on_bitrook(tmp_path: Path) -> None:
    change = 'bitrook.compat.uninstall(); bitrook.compat.install(theirs=["polyglot", "syzygy"])'
    installed(f"""
        {change}
        import chess.polyglot, chess.syzygy
        assert chess.polyglot.open_reader is not bitrook.polyglot.open_reader
        assert chess.polyglot.zobrist_hash(chess.Board()) == chess.Board().key
        with chess.syzygy.open_tablebase({str(tmp_path)!r}) as tables:
            assert type(tables) is not bitrook.syzygy.Tablebase
            assert tables.probe_wdl(chess.Board("8/8/8/8/8/8/8/K1k5 w - - 0 1")) == 0
    """)


def test_engine_runs_on_bitrook() -> None:
    program = f"""
        import chess.engine
        with chess.engine.SimpleEngine.popen_uci({replies("info depth 1 score cp 13 pv e2e4 e7e5", "bestmove e2e4")!r}) as engine:
            played = engine.play(chess.Board(), chess.engine.Limit(time=1))
            assert type(played.move) is bitrook.Move and played.move.uci() == "e2e4"
            told = engine.analyse(chess.Board(), chess.engine.Limit(depth=1))
            assert told["score"].white().score() == 13 and told["pv"][1] == bitrook.Move.from_uci("e7e5")
        assert (type(told["score"]) is bitrook.engine.PovScore) == own
    """
    installed("import bitrook.engine; own = True" + textwrap.dedent(program))
    change = 'bitrook.compat.uninstall(); bitrook.compat.install(theirs=["engine"])'
    installed(f"{change}; import bitrook.engine; own = False" + textwrap.dedent(program))


def test_the_engine_module_is_bitrooks_unless_it_is_asked_for() -> None:
    installed("""
        import io, logging, chess.engine, chess.pgn, bitrook.engine
        assert chess.engine.SimpleEngine is bitrook.engine.SimpleEngine and chess.engine is not bitrook.engine
        assert chess.engine.LOGGER is logging.getLogger("chess.engine") is bitrook.engine._log.logger()
        game = chess.pgn.read_game(io.StringIO("1. e4 {[%eval 0.5]} e5"))
        assert type(game.next().eval()) is chess.engine.PovScore is bitrook.engine.PovScore
        bitrook.compat.uninstall()
        assert bitrook.engine._log.logger() is bitrook.engine.LOGGER is logging.getLogger("bitrook.engine")
        import chess, chess.engine
        assert chess.engine.SimpleEngine is not bitrook.engine.SimpleEngine
        chess = bitrook.compat.install(theirs=["engine"])
        import chess.engine
        assert chess.engine.SimpleEngine is not bitrook.engine.SimpleEngine and chess.engine.chess is chess
        game = chess.pgn.read_game(io.StringIO("1. e4 {[%eval 0.5]} e5"))
        assert type(game.next().eval()) is chess.engine.PovScore is not bitrook.engine.PovScore
        bitrook.compat.uninstall()
        bitrook.compat.install(theirs=["pgn"])
        import chess.pgn
        assert chess.pgn.Game is not bitrook.pgn.Game and chess.pgn.chess.engine.Cp is bitrook.engine.Cp
    """)


# Without python-chess.


def test_without_python_chess_the_core_works_and_errors_say_how_to_install_it() -> None:
    python(
        "-c",
        WITHOUT_PYTHON_CHESS
        + textwrap.dedent("""
            import bitrook.compat
            bitrook.compat.install()
            import chess
            assert chess.Board().legal_moves.count() == 20
            import io, chess.pgn
            game = chess.pgn.read_game(io.StringIO("1. e4 {[%eval 0.5]} e5 {[%cal Ge2e4]}"))
            assert repr(game.next().eval()) == "PovScore(Cp(-50), BLACK)" and len(game.end().arrows()) == 1
            for ask in (
                lambda: __import__("chess.gaviota"), bitrook.compat.python_chess, lambda: bitrook.compat.to_python_chess(chess.Board())
            ):
                try:
                    ask()
                except ModuleNotFoundError as error:
                    assert "pip install chess" in str(error), error
                else:
                    raise AssertionError
            import chess.engine
            assert chess.engine.Limit(depth=3).depth == 3
            bitrook.compat.uninstall()
            try:
                bitrook.compat.python_chess()
            except ModuleNotFoundError as error:
                assert "pip install chess" in str(error), error
            else:
                raise AssertionError
        """),
    )


# The context manager.


def test_the_context_restores_the_module() -> None:
    with bitrook.compat.standing_in() as outer:
        import chess as inside

        assert inside is outer and inside.Board is bitrook.Board
        import chess.pgn as inside_pgn

        assert inside_pgn.chess is outer
        with bitrook.compat.standing_in() as inner:
            assert inner is outer
        assert bitrook.compat.installed()
        assert bitrook.compat.python_chess() is chess
    assert not bitrook.compat.installed()
    assert sys.modules["chess"] is chess
    import chess.pgn as outside_pgn

    assert outside_pgn is not inside_pgn and outside_pgn.chess is chess
    with bitrook.compat.standing_in():
        import chess.pgn as again

        assert again is inside_pgn


def test_the_context_ends_with_an_exception_too() -> None:
    with pytest.raises(ZeroDivisionError), bitrook.compat.standing_in():
        raise ZeroDivisionError
    assert sys.modules["chess"] is chess


def test_blocks_of_several_threads_restore_the_module() -> None:
    entered, left = threading.Event(), threading.Event()

    def second() -> None:
        with bitrook.compat.standing_in():
            entered.set()
            left.wait(60)

    thread = threading.Thread(target=second)
    with bitrook.compat.standing_in():
        thread.start()
        assert entered.wait(60)
    assert bitrook.compat.installed()  # the other thread is still in its block
    left.set()
    thread.join()
    assert not bitrook.compat.installed()
    assert sys.modules["chess"] is chess


def test_contexts_do_not_uninstall() -> None:
    installed("""
        with bitrook.compat.standing_in():
            pass
        assert bitrook.compat.installed()
        import sys
        bitrook.compat.uninstall()
        assert "chess" not in sys.modules and not bitrook.compat.installed()
        import chess
        assert chess.Board is not bitrook.Board and chess.__name__ == "chess"
    """)


def test_both_libraries_at_once() -> None:
    installed("""
        import sys, chess
        genuine = bitrook.compat.python_chess()
        assert genuine.Board is not bitrook.Board and genuine is bitrook.compat.python_chess()
        assert sys.modules["chess"] is chess and chess.Board is bitrook.Board
        board = bitrook.compat.to_python_chess(chess.Board())
        assert type(board) is genuine.Board
    """)


# The command line.

SCRIPT = """
    import sys
    import chess
    import neighbor
    assert __name__ == "__main__" and chess.Board().legal_moves.__class__.__module__.startswith("bitrook")
    import __main__
    assert __main__.chess is chess
    print(sys.argv[1:], neighbor.NAME, chess.Board().fen())
    sys.exit(int(sys.argv[1]))
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "neighbor.py").write_text("NAME = 'its neighbor'\n")
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(SCRIPT))
    return path


def test_an_unmodified_script_runs_on_bitrook(script: Path) -> None:
    done = python("-m", "bitrook.compat", str(script), "3", "--flag", code=3)
    assert done.stdout.strip() == f"['3', '--flag'] its neighbor {chess.STARTING_FEN}"


def test_an_unmodified_module_runs_on_bitrook(script: Path) -> None:
    done = python("-m", "bitrook.compat", "-m", "script", "0", cwd=script.parent)
    assert done.stdout.strip() == f"['0'] its neighbor {chess.STARTING_FEN}"


def test_usage_and_errors_of_the_command_line(tmp_path: Path) -> None:
    assert "usage" in python("-m", "bitrook.compat", "--help").stdout
    assert "usage" in python("-m", "bitrook.compat", code=2).stdout
    assert "no such script" in python("-m", "bitrook.compat", str(tmp_path / "none.py"), code=1).stderr
    broken = tmp_path / "broken.py"
    broken.write_text("import chess\nchess.Board('not a position')\n")
    assert "broken.py" in python("-m", "bitrook.compat", str(broken), code=1).stderr
