"""Tests for whole programs under `python -m bitrook.compat`: ways to start one, and the processes that it starts."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest
from support.children import WITHOUT_PYTHON_CHESS, python

import bitrook

COMPAT = ("-m", "bitrook.compat")

# The same program is started in every possible way. It prints its library, its arguments and its file.
SHOW = "import sys, chess; print(chess.Board.__module__, sys.argv[1:], globals().get('__file__'))\n"


def test_ways_to_start_a_program(tmp_path: Path) -> None:
    (tmp_path / "show.py").write_text(SHOW)
    assert python(*COMPAT, "show.py", "x", cwd=tmp_path).stdout.strip() == f"bitrook ['x'] {tmp_path / 'show.py'}"
    assert python(*COMPAT, "-", "x", lines=SHOW).stdout.strip() == "bitrook ['x'] None"
    assert python(*COMPAT, "-c", SHOW, "x").stdout.strip() == "bitrook ['x'] None"
    assert "usage" in python(*COMPAT, "-c", code=2).stderr
    if os.path.exists("/dev/stdin"):
        assert python(*COMPAT, "/dev/stdin", "x", lines=SHOW).stdout.strip() == "bitrook ['x'] /dev/stdin"


def test_a_program_is_compiled_without_our_future_imports() -> None:
    python(*COMPAT, "-c", "def f(board: 1 + 1): pass\nassert f.__annotations__ == {'board': 2}")


# Programs that start processes. The child receives a board from the parent and sends back a move.

POOL = """
    import concurrent.futures, multiprocessing, sys
    import chess, helper
    from chess import SquareSet

    class Work:
        def __init__(self, fen):
            self.board = chess.Board(fen)

    def best(work):
        move = next(iter(work.board.legal_moves))
        work.board.push(move)
        return helper.library(), chess.Board.__module__, move, SquareSet([3]), work.board

    def check(result):
        library, module, move, squares, board = result
        assert library == module == "bitrook", (library, module)
        assert isinstance(move, chess.Move) and board.move_stack == [move] and 3 in squares
        print("done")

    if __name__ == "__main__":
        assert __file__ == sys.argv[0] or __file__.endswith(sys.argv[0])
        context = multiprocessing.get_context(sys.argv[1])
        work = Work(chess.STARTING_FEN)
        if sys.argv[2] == "pool":
            with context.Pool(2) as pool:
                check(pool.map(best, [work, work])[1])
        elif sys.argv[2] == "executor":
            with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
                check(pool.submit(best, work).result())
        else:
            if sys.argv[1] == "forkserver":
                context.set_forkserver_preload(["helper"])
            queue = context.SimpleQueue()
            process = context.Process(target=helper.put, args=(queue, work.board))
            process.start()
            assert queue.get() == ("bitrook", chess.Move.from_uci("g1h3"))
            process.join()
            assert process.exitcode == 0
            print("done")
"""
HELPER = """
    import chess

    def library():
        return chess.Board.__module__

    def put(queue, board):
        queue.put((library(), next(iter(chess.Board().legal_moves))))
"""


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text(textwrap.dedent(HELPER))
    (tmp_path / "pool.py").write_text(textwrap.dedent(POOL))
    return tmp_path


METHODS = ["fork", "spawn", "forkserver"] if hasattr(os, "fork") else ["spawn"]


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("way", ["pool", "executor", "process"])
@pytest.mark.parametrize("start", [["pool.py"], ["-m", "pool"]], ids=["script", "module"])
def test_children_of_multiprocessing_run_on_bitrook(pool: Path, method: str, way: str, start: list[str]) -> None:
    # Some Python versions warn about threads with some start methods, so warnings are not errors here.
    done = python("-W", "default", *COMPAT, *start, method, way, cwd=pool)
    assert done.stdout.strip() == "done"


def test_spawned_children_run_on_bitrook(pool: Path) -> None:
    done = python(*COMPAT, "pool.py", "spawn", "process", cwd=pool)
    assert done.stdout.strip() == "done"


CHILD = """
    import subprocess, sys, chess
    def child(*flags, **options):
        command = [sys.executable, *flags, "-c", "import chess, chess.variant; print(chess.Board.__module__)"]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout.strip()
"""


def test_children_of_subprocess_run_on_bitrook_and_theirs_as_well() -> None:
    python(
        *COMPAT,
        "-c",
        textwrap.dedent(CHILD)
        + textwrap.dedent("""
            assert child() == "bitrook"
            nested = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import chess; print(chess.Board)'])"
            done = subprocess.run([sys.executable, "-c", nested], stdout=subprocess.PIPE, text=True, check=True)
            assert "bitrook" in done.stdout
            import chess.pgn, bitrook.compat
            assert chess.pgn.chess is chess
            assert bitrook.compat.python_chess().Board.__module__ == "chess"
            code = "import chess.pgn; from bitrook.compat import *; print(chess.pgn.chess.Board, python_chess().Board)"
            done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
            assert "bitrook.Board" in done.stdout and "chess.Board" in done.stdout
        """),
    )


def test_children_are_reached_on_request_and_until_uninstall() -> None:
    python(
        "-c",
        "import os, sys, bitrook.compat; before = dict(os.environ), list(sys.path); bitrook.compat.install()"
        + textwrap.dedent(CHILD)
        + textwrap.dedent("""
            assert child() == "chess"
            bitrook.compat.install(children=True)
            bitrook.compat.install(children=True)
            assert child() == "bitrook"
            bitrook.compat.uninstall()
            assert (dict(os.environ), list(sys.path)) == before
            assert child() == "chess"
            del os.environ["PYTHONPATH"]
            bitrook.compat.install(children=True)
            bitrook.compat.uninstall()
            assert "PYTHONPATH" not in os.environ
        """),
    )


def test_children_run_on_bitrook_without_python_chess() -> None:
    hide = WITHOUT_PYTHON_CHESS + "import chess; assert chess.Board().legal_moves.count() == 20, chess\n"
    python(*COMPAT, "-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SHOW!r}], check=True)")
    python(*COMPAT, "-c", hide)


def test_a_child_that_has_no_bitrook_says_so_and_runs_on_python_chess() -> None:
    hide = "import sys; sys.modules['bitrook'] = None; import chess, chess.pgn; print(chess.Board.__module__)"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-W', 'default', '-c', {hide!r}], check=True)"
    done = python(*COMPAT, "-c", code)
    assert done.stdout.strip() == "chess"
    assert "runs on python-chess, because it cannot import bitrook" in done.stderr


def test_messages_name_both_libraries() -> None:
    import chess

    board = bitrook.Board()
    with pytest.raises(TypeError, match=r"^move must be a bitrook\.Move, not a chess\.Move$"):
        board.push(chess.Move(12, 28))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^piece must be a bitrook\.Piece, not a chess\.Piece$"):
        board.set_piece_at(3, chess.Piece(1, True))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^move must be a Move, not str: use push_uci\(\) or push_san\(\) "):
        board.push("e2e4")  # type: ignore[arg-type]
