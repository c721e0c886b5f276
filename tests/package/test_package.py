"""The package's namespace: the names that it exports, and the modules that it loads on import and later."""

from __future__ import annotations

import dataclasses
import json
import os
import pickle
import subprocess
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from support import children

import bitrook

# Names that bitrook adds to python-chess: first its own, then names that exist only in python-chess's master branch.
ADDITIONS = set(
    "Bitboard Condition Layout BuildInfo build_info explore get_cmake_dir get_include show side_by_side perft divide queen_attacks "
    "rook_attacks bishop_attacks File FILE_A FILE_B FILE_C FILE_D FILE_E FILE_F FILE_G FILE_H FILES Rank RANK_1 RANK_2 "
    "RANK_3 RANK_4 RANK_5 RANK_6 RANK_7 RANK_8 RANKS parse_file file_name parse_rank rank_name".split()
)


def fresh(code: str) -> Any:
    """Run *code* in a new interpreter without site packages, and return the JSON value that it prints."""
    children.skip_if_editable()
    command = [sys.executable, "-S", "-c", code]
    environment = os.environ | {"PYTHONPATH": str(Path(bitrook.__file__).parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_all_is_the_interface_of_python_chess_and_our_additions() -> None:
    from bitrook.compat._replacement import NAMES

    assert set(bitrook.__all__) == set(NAMES) | ADDITIONS
    assert len(bitrook.__all__) == len(set(bitrook.__all__))
    for name in bitrook.__all__:
        assert not isinstance(getattr(bitrook, name), types.ModuleType), name


def test_dir_is_all_the_version_and_the_public_modules() -> None:
    assert dir(bitrook) == sorted([*bitrook.__all__, "__version__", *bitrook._LATER])


def test_star_import_gives_all() -> None:
    names = fresh(
        "import json\nold = set(globals())\nfrom bitrook import *\nprint(json.dumps(sorted(set(globals()) - old)))"
    )
    assert [name for name in names if name != "old"] == bitrook.__all__


@pytest.mark.parametrize("name", ["bitrook", "bitrook.engine", "bitrook.data"])
def test_names_are_plain_attributes_of_the_module(name: str) -> None:
    """CPython does not specialize the attribute loads of a module that has a `__getattr__` or is of a subclass."""
    module = import_module(name)
    assert type(module) is types.ModuleType and type(vars(module)) is dict
    assert "__getattr__" not in vars(module) and set(module.__all__) <= vars(module).keys()


def test_unknown_names_are_attribute_errors() -> None:
    for name in ("nothing", "_nothing", "__path_hooks__"):
        with pytest.raises(AttributeError, match=f"module 'bitrook' has no attribute '{name}'"):
            getattr(bitrook, name)


@pytest.mark.parametrize("name", bitrook._MISSING)
def test_modules_that_only_python_chess_has_say_what_to_do(name: str) -> None:
    message = f"No module named 'bitrook.{name}': .*compat.install\\(\\); import chess.{name}"
    for statement in (f"import bitrook.{name}", f"from bitrook import {name}", f"from bitrook.{name} import Board"):
        with pytest.raises(ModuleNotFoundError, match=message):
            exec(statement)
    assert not hasattr(bitrook, name)


def test_other_modules_are_missing_as_usual() -> None:
    with pytest.raises(ModuleNotFoundError, match="No module named 'bitrook.engines'"):
        import_module("bitrook.engines")
    with pytest.raises(ModuleNotFoundError, match="No module named 'bitrook.tables.engine'"):
        import_module("bitrook.tables.engine")
    with pytest.raises(ImportError, match="cannot import name 'engines'"):
        exec("from bitrook import engines")
    with pytest.raises(AttributeError, match="'engines'$"):
        _ = bitrook.engines  # type: ignore[attr-defined]


def test_import_loads_no_slow_modules() -> None:
    slow = "dataclasses inspect pathlib asyncio json datetime numpy chess".split()
    code = f"import sys, bitrook; print([name for name in {slow} if name in sys.modules])"
    assert fresh(code) == []


@pytest.mark.parametrize("name", ["compat", "envs", "openings", "pgn", "svg", "tables"])
def test_submodules_are_attributes_that_load_on_first_use(name: str) -> None:
    code = f"""if True:
        import json, sys, bitrook
        from bitrook import {name}
        name, before = "bitrook.{name}", "bitrook.{name}" in sys.modules
        untouched = name not in sys.modules
        has_all = len(vars({name})) > 8
        plain = type({name}) is type(sys) and {name} is sys.modules[name] is bitrook.{name}
        print(json.dumps([before, untouched, has_all, plain, "{name}" in dir(bitrook), {name}.__spec__.loader is {name}.__loader__]))"""
    assert fresh(code) == [False, True, True, True, True, True]


def test_a_submodule_can_be_imported_and_changed_before_it_is_used() -> None:
    code = """if True:
        import bitrook, json
        bitrook.pgn.ours = 1
        import bitrook.svg as svg
        print(json.dumps([bitrook.pgn.ours, callable(bitrook.pgn.read_game), type(svg) is type(json), svg is bitrook.svg]))"""
    assert fresh(code) == [1, True, True, True]


def test_threads_that_use_a_submodule_first() -> None:
    """All of them see it complete, whichever loads it, and none waits forever."""
    code = """if True:
        import bitrook, json, sys, threading
        sys.setswitchinterval(1e-6)
        start, seen = threading.Barrier(8), []
        def use(i):
            start.wait()
            if i % 2:
                seen.append(callable(bitrook.pgn.read_game) and callable(bitrook.uci.SearchEngine))
            else:
                from bitrook import uci, pgn
                seen.append(callable(uci.SearchEngine) and callable(pgn.read_game))
        threads = [threading.Thread(target=use, args=(i,)) for i in range(8)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(json.dumps(seen))"""
    environment = os.environ | {"PYTHONPATH": str(Path(bitrook.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0 and json.loads(done.stdout) == [True] * 8, done.stderr


def test_a_submodule_that_cannot_be_imported_is_tried_again() -> None:
    code = """if True:
        import sys, bitrook, json
        sys.modules["bitrook._scores"] = None
        failed = []
        for statement in ("bitrook.pgn.read_game", "import bitrook.pgn", "from bitrook.pgn import read_game"):
            try:
                exec(statement)
            except ImportError:
                failed.append(hasattr(sys, "modules") and "bitrook.pgn" not in sys.modules)
        del sys.modules["bitrook._scores"]
        print(json.dumps([*failed, callable(bitrook.pgn.read_game)]))"""
    assert fresh(code) == [True, True, True, True]


def test_outcomes_are_dataclasses_that_can_be_extended() -> None:
    assert fresh("import sys, bitrook; bitrook.Outcome(1, None); print(int('dataclasses' in sys.modules))") == 0

    @dataclasses.dataclass
    class More(bitrook.Outcome):
        reason: str = ""

    made = More(bitrook.Termination.STALEMATE, None, "x")
    assert dataclasses.asdict(made) == {"termination": bitrook.Termination.STALEMATE, "winner": None, "reason": "x"}


@pytest.mark.parametrize("name", ["epd", "unicode", "status", "outcome", "from_epd", "_repr_svg_"])
def test_methods_in_python_are_pickled_by_name(name: str) -> None:
    board = bitrook.Board("4k3/8/8/8/8/8/8/4K2R w K - 3 9")
    bound = pickle.loads(pickle.dumps(getattr(board, name)))
    if name != "from_epd":
        assert bound.__self__ == board and bound() == getattr(board, name)()
    method = getattr(bitrook.Board, name)
    assert pickle.loads(pickle.dumps(method)) == method


def test_subclasses_override_methods_in_python() -> None:
    class Mine(bitrook.Board):
        def epd(self, **operations: Any) -> str:  # type: ignore[override]
            return super().epd(**operations, by="me")

        def fen(self, **options: Any) -> str:  # type: ignore[override]
            return super().fen(**options).replace("KQkq", "-")

    assert Mine().epd(id=1) == 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - id 1; by "me";'
    with pytest.raises(TypeError):
        bitrook.Board.epd(bitrook.BaseBoard())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("absent", "code", "extra"),
    [
        ("numpy", "import bitrook.batch", "numpy"),
        ("numpy", "import bitrook; bitrook.batch.Boards(1)", "numpy"),
        ("numpy", "import bitrook.data as d; d.read_pgn(b'1. e4 *')['result']", "numpy"),
        ("numpy", "import bitrook.data as d; d.read_pgn(b'1. e4 *').moves(0)", "numpy"),
        ("pandas", "import bitrook.data as d; d.read_pgn(b'1. e4 *').to_pandas()", "pandas"),
        ("pandas pyarrow", "import bitrook.data as d; d.scan_pgn(b'1. e4 *').to_pandas()", "pandas"),
        ("pyarrow", "import bitrook.data as d; d.read_pgn(b'1. e4 *').to_arrow()", "arrow"),
    ],
)
def test_missing_packages_are_named_with_the_extra_that_installs_them(absent: str, code: str, extra: str) -> None:
    hidden = f"import sys; sys.modules.update(dict.fromkeys({absent.split()}))\n"
    command = [sys.executable, "-c", hidden + code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ") and last.endswith(f": pip install 'bitrook[{extra}]'"), done.stderr
