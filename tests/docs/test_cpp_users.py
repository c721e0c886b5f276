"""Builds and runs the C++ examples against an installed core."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bitrook

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*command: str | Path, **environment: str) -> str:
    env = {**os.environ, **environment}
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=600, check=False, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def cmake() -> str:
    info = bitrook.build_info()
    if info.build != info.builds[0]:
        pytest.skip("independent of the processor build: run with the best one")
    found = shutil.which("cmake") or shutil.which("cmake", path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip("cmake is not installed")
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl")):
        pytest.skip("no C++ compiler is installed")
    return found


def build(where: Path, *arguments: str, examples: str = "cpp_perft") -> str:
    """Build the examples as parts of one project, so that the core is compiled once."""
    if not EXAMPLES.is_dir():
        pytest.skip("an installed package is tested, without the examples")
    where.mkdir(exist_ok=True)
    parts = (f'add_subdirectory("{EXAMPLES.as_posix()}/{name}" {name})' for name in examples.split())
    heading = "cmake_minimum_required(VERSION 3.20)", "project(examples LANGUAGES CXX)"
    (where / "CMakeLists.txt").write_text("\n".join([*heading, *parts]), encoding="utf-8")
    run(cmake(), "-S", where, "-B", where / "build", f"-DPython_EXECUTABLE={sys.executable}", *arguments)
    commands = run(cmake(), "--build", where / "build", "--config", "Release", "--parallel", "2", "--verbose")
    assert "NDEBUG" in commands  # the examples default to Release builds
    return commands


def program(where: Path, name: str) -> Path:
    return next(p for p in where.rglob(f"{name}*") if p.name in {name, f"{name}.exe"} and p.is_file())


def test_paths_point_at_the_files() -> None:
    assert (Path(bitrook.get_include()) / "bitrook" / "position" / "position.hpp").is_file()
    assert (Path(bitrook.get_cmake_dir()) / "bitrookConfig.cmake").is_file()


def test_parts_contain_what_their_folders_include() -> None:
    """Compare csrc/cmake/parts.cmake with the includes of the core."""
    core = Path(bitrook.get_include()) / "bitrook"
    rows = re.findall(r'"(\w+) +\| ([\w ]*)\| ?([\w ]*)"', (Path(bitrook.get_cmake_dir()) / "parts.cmake").read_text())
    folders = {part: set(names.split()) for part, names, _ in rows}
    needs = {part: set(names.split()) for part, _, names in rows}
    assert folders["board"] and needs["bitrook"] and set().union(*needs.values()) <= set(folders)

    def within(part: str) -> set[str]:
        return folders[part].union(*(within(need) for need in needs[part]))

    assert within("bitrook") == {path.name for path in core.iterdir() if path.is_dir() and any(path.rglob("*.?pp"))}
    for part, names in folders.items():
        for path in (path for name in names for path in (core / name).rglob("*") if path.is_file()):
            included = re.findall(r'^#include "bitrook/(\w+)/', path.read_text(encoding="utf-8"), re.MULTILINE)
            assert set(included) <= within(part), path


@pytest.mark.slow
def test_cpp_program_after_cmake_install(tmp_path: Path) -> None:
    root = EXAMPLES.parent
    if not (root / "CMakeLists.txt").is_file():
        pytest.skip("an installed package is tested, without the sources")
    options = ["-DBITROOK_PYTHON=OFF", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_INSTALL_PREFIX={tmp_path / 'prefix'}"]
    run(cmake(), "-S", root, "-B", tmp_path / "core", *options, "-DBITROOK_CHECKED=ON")
    library = run(cmake(), "--build", tmp_path / "core", "--config", "Release", "--parallel", "2", "--verbose")
    run(cmake(), "--install", tmp_path / "core", "--config", "Release")
    program_commands = build(tmp_path / "example", f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}")
    for commands in (library, program_commands):  # inline functions must be compiled with the same flags in both
        assert "BITROOK_CHECKED=1" in commands
        assert "-fno-ipa-ra" in commands or not bitrook.build_info().compiler.startswith("GNU")
    assert run(program(tmp_path / "example", "cpp_perft"), "3").split() == ["8902"]


EXTENSION = """
import bitrook, mobility
board = bitrook.Board()
assert mobility.mobility(board) == 0
board.push_san("e4")
board.push_san("f6")
assert mobility.mobility(board) == 14 - 3, mobility.mobility(board)
assert mobility.checks(board) == [bitrook.Move.from_uci("d1h5")], mobility.checks(board)
after = mobility.after(board, bitrook.Move.from_uci("d1h5"))
assert type(after) is bitrook.Board and after.is_check() and not after.move_stack and not board.is_check()
for wrong in ("a board", None, bitrook.BaseBoard()):
    try:
        mobility.mobility(wrong)
    except TypeError as error:
        assert "bitrook.Board" in str(error)
    else:
        raise AssertionError(wrong)
class Mine(bitrook.Board):
    def push(self, move): raise AssertionError
assert mobility.mobility(Mine()) == 0

# The history, and changes in place.
game = bitrook.Board()
for san in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split():
    game.push_san(san)
keys = [mobility.key_at(game, i) for i in range(8)]
replay = game.root()
assert keys[0] == replay.key and keys[7] == game.key and keys[0] == keys[4]
for i, move in enumerate(game.move_stack):
    assert keys[i] == replay.key
    replay.push(move)
assert mobility.occurrences(game) == 2 and mobility.occurrences(bitrook.Board()) == 1
assert mobility.last_moves(game, 2) == game.move_stack[-2:] and mobility.last_moves(game, 99) == game.move_stack
before = game.copy()
quiet = mobility.quiet_replies(game)
assert game == before and game.move_stack == before.move_stack
assert bitrook.Move.from_uci("f6g8") not in quiet and quiet
mobility.push(game, bitrook.Move.from_uci("f6g8"))
assert game.is_repetition(3) and mobility.occurrences(game) == 3 and len(game.move_stack) == 8
assert mobility.pop(game) == bitrook.Move.from_uci("f6g8") and game == before
edited = bitrook.Board()
edited.push_san("e4")
edited.halfmove_clock = 7
edited.turn = True
edited.push_san("d4")
assert mobility.key_at(edited, 2) == edited.key
edited.pop()
assert mobility.key_at(edited, 1) == edited.key
mine = Mine()
mobility.push(mine, bitrook.Move.from_uci("e2e4"))
assert mine.peek() == bitrook.Move.from_uci("e2e4")
for error, call in [
    (IndexError, lambda: mobility.pop(bitrook.Board())),
    (IndexError, lambda: mobility.key_at(game, 9)),
    (AssertionError, lambda: mobility.push(game, bitrook.Move.from_uci("e4e5"))),
    (TypeError, lambda: mobility.occurrences(bitrook.BaseBoard())),
    (TypeError, lambda: mobility.occurrences("a board")),
]:
    try:
        call()
    except error:
        pass
    else:
        raise AssertionError(error)
assert game == before and game.move_stack == before.move_stack
print("ok")
"""


@pytest.mark.slow
def test_examples_from_an_installed_package(tmp_path: Path) -> None:
    pybind11 = pytest.importorskip("pybind11", reason="pybind11 is not installed")
    packages = f"-Dbitrook_DIR={bitrook.get_cmake_dir()}", f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"
    commands = build(tmp_path, *packages, examples="cpp_perft pybind_extension")
    compiled = set(re.findall(r"bitrook_(\w+)\.dir", commands))
    assert compiled == {"board"}, compiled  # not the parts that the examples do not link

    perft = program(tmp_path, "cpp_perft")
    assert run(perft).split() == ["197281"]
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert run(perft, "3", kiwipete).split() == ["97862"]
    bad = subprocess.run([perft, "1", "8/8/8 w - - 0 1"], capture_output=True, text=True, check=False)
    assert bad.returncode == 2
    assert bad.stderr.rstrip().endswith("8/8/8 w - - 0 1")

    (module,) = (p for p in tmp_path.rglob("mobility*") if p.suffix in {".so", ".pyd"})
    path = os.pathsep.join([str(module.parent), str(Path(bitrook.__file__).parents[1])])
    assert run(sys.executable, "-c", EXTENSION, PYTHONPATH=path).strip() == "ok"
