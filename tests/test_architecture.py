"""Tests of the rules for the source tree: layers, modules, opening sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]

# --- Layers of the core: a folder of csrc/bitrook includes only folders on its own line or on a line above it, without
# include cycles. Files next to the folders (bitrook.hpp) may include everything.
LAYERS: list[set[str]] = [
    {"base", "util"},
    {"attacks"},
    {"position"},
    {"movegen"},
    {"game", "notation", "variants"},
    {"book", "nnue", "perft", "pgn", "query", "search", "tablebase"},
    {"data", "batch"},
    {"selfplay"},
]

# The Python modules that may import from the package itself. The others import from the module that defines the name.
ENTRY_POINTS = ("__init__", "__main__", "compat")

# The tools, which use the library as any program would. Nothing in the library imports them.
TOOLS = ("analysis", "cli", "explorer", "match", "selfplay", "_explore")

# Modules without chess, on which the library and the tools are both built.
SHARED = ("_arguments", "_files", "_lock", "_optional", "_progress", "_similar")

# The native halves of tools.
NATIVE_TOOLS = {"selfplay": ("bitrook._core._ENDINGS", "bitrook._core._selfplay", "bitrook._core._Selfplay")}

# The modules whose results are NumPy arrays. They are imported on first access.
IMPORT_NUMPY = ("batch", "envs", "_numpy")

COMPILER_WORDS = re.compile(
    r"\b(__builtin_\w+|_mm\d*_\w+|_(pext|pdep|tzcnt|lzcnt|blsr)_u\d+|_BitScan\w+|__popcnt\w*|_byteswap_\w+|__int128"
    r"|__GNUC__|__clang__|_MSC_VER|__BMI2?__|__AVX\w*__|__SSE\w*__|__x86_64__|_M_X64|__aarch64__|_M_ARM64"
    r"|__attribute__|__declspec|__forceinline|__asm\w*|__restrict\w*)"
    r"|#\s*pragma\s+(GCC|clang)|<(immintrin|intrin|arm_neon|x86intrin|cpuid)\.h>"
)
COMPILER_FILES = ("csrc/bitrook/base/intrinsics.hpp", "csrc/bitrook/base/simd.hpp", "csrc/bindings/cpu/")
PYTHON_WORDS = re.compile(r"\bPy[A-Z_]\w*|\bpybind11\b|<Python\.h>")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(home|root|work|Users|mnt|opt)/\w")

Files = dict[str, str]  # the text of each file by its path from the root, with slashes


def without_comments(text: str) -> str:
    """Return C++ text with comments and string literals blanked out, except in include lines."""
    pattern = r'^\s*#\s*include[^\n]*|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    keep = lambda m: m[0] if "include" in m[0] and m[0].lstrip().startswith("#") else " "  # noqa: E731
    return re.sub(pattern, keep, text, flags=re.DOTALL | re.MULTILINE)


def layer(path: PurePosixPath) -> int | None:
    """Return the layer of a file, given its path relative to csrc/bitrook, or None if its folder is in no layer."""
    if len(path.parts) == 1:
        return len(LAYERS)
    return next((number for number, folders in enumerate(LAYERS) if path.parts[0] in folders), None)


def core(files: Files) -> Iterator[tuple[PurePosixPath, str]]:
    for path, text in files.items():
        if path.startswith("csrc/bitrook/") and path.endswith((".hpp", ".cpp", ".inc")):
            yield PurePosixPath(path).relative_to("csrc/bitrook"), text


def includes(path: PurePosixPath, text: str, known: set[PurePosixPath]) -> Iterator[PurePosixPath | str]:
    """Yield the files of the core that a file includes, and as text the names that are not found."""
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE):
        parts: list[str] = []
        for part in (path.parent / name).parts:
            parts = parts[:-1] if part == ".." else [*parts, part]
        for candidate in (PurePosixPath(*parts), PurePosixPath(name.removeprefix("bitrook/"))):
            if candidate in known:
                yield candidate
                break
        else:
            yield name


def broken_layers(files: Files) -> Iterator[str]:
    known = {path for path, _ in core(files)}
    graph: dict[PurePosixPath, set[PurePosixPath]] = {}
    for path, text in core(files):
        here = layer(path)
        if here is None:
            yield f"csrc/bitrook/{path}: in no layer; add its folder to LAYERS in tests/test_architecture.py"
            continue
        for target in includes(path, text, known):
            if isinstance(target, str):
                yield f"csrc/bitrook/{path}: includes {target}, which is not in the core"
                continue
            there = layer(target)
            if there is not None and there > here:
                yield f"csrc/bitrook/{path}: includes {target}, which is in a higher layer"
            graph.setdefault(path, set()).add(target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield f"csrc/bitrook: a cycle of includes: {' > '.join(map(str, error.args[1]))}"


def imports(tree: ast.Module, package: str) -> Iterator[tuple[str, bool]]:
    """Yield the absolute name of each import, and whether it runs at import time (not those under TYPE_CHECKING)."""

    def visit(node: ast.AST, now: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            now = False
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            now = False
        if isinstance(node, ast.Import):
            yield from ((alias.name, now) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((f"{module}.{alias.name}", now) for alias in node.names)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, now)

    yield from visit(tree, True)


def broken_imports(files: Files) -> Iterator[str]:
    modules = {}
    for path, text in files.items():
        if path.startswith("python/bitrook/") and path.endswith(".py"):
            parts = PurePosixPath(path).with_suffix("").relative_to("python").parts
            modules[".".join(parts).removesuffix(".__init__")] = (path, text)
    natives = {"bitrook._cpu"}
    graph: dict[str, set[str]] = {}
    for module, (path, text) in modules.items():
        package = module if path.endswith("__init__.py") else module.rpartition(".")[0]
        inner = PurePosixPath(path).relative_to("python/bitrook").parts[0].removesuffix(".py")
        for name, now in imports(ast.parse(text), package):
            top = name.split(".")[0]
            if top == "chess" and inner != "compat":
                yield f"{path}: imports chess, which only compat may"
            if (top == "numpy" or name == "bitrook._numpy.np") and now and inner not in IMPORT_NUMPY:
                yield f"{path}: imports numpy when it is imported"
            if top != "bitrook":
                continue
            target = next((m for m in (name, name.rpartition(".")[0]) if m in modules or m in natives), "bitrook")
            if target == "bitrook" and inner not in (*ENTRY_POINTS, *TOOLS) and now:
                yield f"{path}: imports {name} from the package; import the module that defines it"
            if now and target not in natives:
                graph.setdefault(module, set()).add(target)
    for module in graph:  # a package's __init__ runs first in any case
        graph[module].discard(module)
    try:
        TopologicalSorter({m: t - {"bitrook"} if m != "bitrook" else t for m, t in graph.items()}).prepare()
    except CycleError as error:
        yield f"python/bitrook: a cycle of imports: {' > '.join(error.args[1])}"


def circular_stubs(files: Files) -> Iterator[str]:
    """Stubs import no module that imports theirs, not even in a function or for type checkers."""
    graph: dict[str, set[str]] = {}
    for path, text in files.items():
        if path.startswith("python/bitrook/") and path.endswith((".py", ".pyi")):
            parts = PurePosixPath(path).with_suffix("").relative_to("python").parts
            module = ".".join(parts).removesuffix(".__init__")
            package = module if parts[-1] == "__init__" else module.rpartition(".")[0]
            for name, _ in imports(ast.parse(text), package):
                graph.setdefault(module, set()).update((name, name.rpartition(".")[0]))
    for stub in [path for path in files if path.startswith("python/bitrook/_") and path.endswith(".pyi")]:
        module = f"bitrook.{PurePosixPath(stub).stem}"
        reached: set[str] = set()
        pending = graph.get(module, set()) - {"bitrook"}
        while pending:
            reached |= pending
            pending = set().union(*(graph.get(name, set()) for name in pending)) - reached - {"bitrook"}
        if module in reached:
            yield f"{stub}: imports a module that imports {module}"


def python_modules(files: Files) -> Iterator[tuple[str, str, str, ast.Module]]:
    """Yield the path, the package, the part of the package and the syntax tree of each Python module."""
    for path, text in files.items():
        if path.startswith("python/bitrook/") and path.endswith(".py"):
            parts = PurePosixPath(path).relative_to("python").parts
            yield path, ".".join(parts[:-1]), parts[1].removesuffix(".py"), ast.parse(text)


def broken_tools(files: Files) -> Iterator[str]:
    private: dict[str, set[str]] = {}
    own = {"_asdict", "_fields", "_actions"}  # of named tuples and argparse
    for path, package, part, tree in python_modules(files):
        for name, _ in imports(tree, package):
            root, *rest = name.split(".")
            if root != "bitrook" or not rest or part in ("__init__", "__main__"):
                continue
            if rest[0] in TOOLS and part not in TOOLS:
                yield f"{path}: the library imports {name}, which is in the tools"
            if part in TOOLS and rest[0] not in (*TOOLS, *SHARED) and not name.startswith(NATIVE_TOOLS.get(part, "-")):
                if any(word.startswith("_") and not word.endswith("__") for word in rest):
                    yield f"{path}: a tool imports {name}, which is not public"
        if part in TOOLS:
            used = private.setdefault(path, set())
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and re.fullmatch(r"_[a-z]\w*[^\W_]", node.attr):
                    (used if isinstance(node.ctx, ast.Load) else own).add(node.attr)
                elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    own.add(node.name)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    own.add(node.target.id)
    for path, names in private.items():
        for name in sorted(names - own):
            yield f"{path}: a tool uses the attribute {name}, which no tool defines"


def missing_opening(files: Files) -> Iterator[str]:
    for path, text in files.items():
        if path.endswith((".hpp", ".cpp", ".inc")):
            block = re.match(r"((?://[^\n]*\n)+)", text)
            opening = block[1] if block else ""
        elif path.endswith((".py", ".pyi")) and text.strip():
            opening = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
        else:
            continue
        if not re.search(r"[.!?:]$", opening, re.MULTILINE):
            yield f"{path}: does not open with a sentence that says what it is"


def compiler_words(files: Files) -> Iterator[str]:
    for path, text in files.items():
        if path.startswith("csrc/") and path.endswith((".hpp", ".cpp")) and not path.startswith(COMPILER_FILES):
            for found in COMPILER_WORDS.finditer(without_comments(text)):
                yield f"{path}: {found[0]} belongs in base/intrinsics.hpp"


def python_words(files: Files) -> Iterator[str]:
    for path, text in files.items():
        if path.startswith(("csrc/bitrook/", "csrc/tools/", "tests/cpp/")) and path.endswith((".hpp", ".cpp")):
            for found in PYTHON_WORDS.finditer(without_comments(text)):
                yield f"{path}: {found[0]} names Python outside bindings/"


def machine_paths(files: Files) -> Iterator[str]:
    for path, text in files.items():
        for found in MACHINE_PATHS.finditer(text):
            yield f"{path}: {text[found.start() : found.end() + 20].split()[0]} is a path of one machine"


Rule = Callable[[Files], Iterator[str]]
RULES: list[Rule] = [
    broken_layers,
    broken_imports,
    circular_stubs,
    broken_tools,
    missing_opening,
    compiler_words,
    python_words,
    machine_paths,
]


def the_tree() -> Files:
    texts: Files = {
        path.name: path.read_text(encoding="utf-8") for path in sorted([*ROOT.glob("*.md"), *ROOT.glob(".github/*.md")])
    }
    for top in ("csrc", "python", "tests", "docs", "examples", "benchmarks", "scripts", ".ci"):
        for path in sorted((ROOT / top).rglob("*")):
            if (
                path.suffix in {".hpp", ".cpp", ".inc", ".py", ".pyi", ".js", ".md", ".sh", ".cmake", ".txt"}
                or path.name == "run"
            ):
                if path.is_file() and "__pycache__" not in path.parts:
                    texts[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
    return texts


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_tree_keeps_the_rules(rule: Rule) -> None:
    if not (ROOT / "csrc").is_dir():
        pytest.skip("the sources are not here: an installed package is being tested")
    files = the_tree()
    assert len(files) > 150
    assert list(rule(files)) == []


GOOD = "// A file.\n"
PLANTED: list[tuple[Rule, Files]] = [
    (
        broken_layers,
        {
            "csrc/bitrook/base/move.hpp": '#include "bitrook/position/position.hpp"',
            "csrc/bitrook/position/position.hpp": GOOD,
        },
    ),
    (
        broken_layers,
        {"csrc/bitrook/attacks/walk.hpp": '#include "../movegen/x.hpp"', "csrc/bitrook/movegen/x.hpp": GOOD},
    ),
    (broken_layers, {"csrc/bitrook/game/game.hpp": '#include "bitrook/all.hpp"', "csrc/bitrook/all.hpp": GOOD}),
    (broken_layers, {"csrc/bitrook/mystery/move.hpp": GOOD}),
    (broken_layers, {"csrc/bitrook/base/move.hpp": '#include "bindings/support/convert.hpp"'}),
    (
        broken_layers,
        {
            "csrc/bitrook/base/move.hpp": '#include "bitboard.hpp"',
            "csrc/bitrook/base/bitboard.hpp": '#include "move.hpp"',
        },
    ),
    (broken_imports, {"python/bitrook/_square.py": "import chess"}),
    (broken_imports, {"python/bitrook/_square.py": "def f():\n    from chess import Board"}),
    (broken_imports, {"python/bitrook/_arrays.py": "import numpy as np"}),
    (broken_imports, {"python/bitrook/_arrays.py": "from ._numpy import np", "python/bitrook/_numpy.py": "np = 1"}),
    (broken_imports, {"python/bitrook/_square.py": "from . import Board", "python/bitrook/__init__.py": ""}),
    (broken_imports, {"python/bitrook/_a.py": "from ._b import x", "python/bitrook/_b.py": "from ._a import y"}),
    (
        circular_stubs,
        {
            "python/bitrook/_core.pyi": "from ._a import x",
            "python/bitrook/_a.py": "from ._b import x",
            "python/bitrook/_b.py": "if TYPE_CHECKING:\n    from ._core import Board",
        },
    ),
    (broken_tools, {"python/bitrook/pgn/_game.py": "def f():\n    from ..analysis import report"}),
    (broken_tools, {"python/bitrook/variant.py": "from .match import run"}),
    (broken_tools, {"python/bitrook/match/_game.py": "from ..engine._values import Limit"}),
    (broken_tools, {"python/bitrook/cli/pgn/find.py": "from ..._core import Board"}),
    (broken_tools, {"python/bitrook/cli/book.py": "def f(book):\n    return book._native"}),
    (broken_tools, {"python/bitrook/cli/selfplay.py": "from .._core import _selfplay"}),
    (missing_opening, {"csrc/bitrook/move.hpp": "#pragma once\n"}),
    (missing_opening, {"csrc/bitrook/move.hpp": "// moves\n#pragma once\n"}),
    (missing_opening, {"python/bitrook/_square.py": "import os\n"}),
    (compiler_words, {"csrc/bitrook/move.hpp": "int x = __builtin_ctzll(1);"}),
    (compiler_words, {"csrc/bindings/board.cpp": "#include <immintrin.h>"}),
    (compiler_words, {"csrc/bitrook/perft.cpp": "#if defined(__AVX512F__)"}),
    (python_words, {"csrc/bitrook/move.hpp": "PyObject* move();"}),
    (python_words, {"csrc/bitrook/move.hpp": "#include <pybind11/pybind11.h>"}),
    (machine_paths, {"scripts/build.sh": "cd /ho" + "me/somebody"}),
]


@pytest.mark.parametrize(("rule", "files"), PLANTED, ids=[f"{r.__name__}-{i}" for i, (r, _) in enumerate(PLANTED)])
def test_a_planted_violation_is_found(rule: Rule, files: Files) -> None:
    assert len(list(rule(files))) >= 1


ALLOWED: list[tuple[Rule, Files]] = [
    (
        broken_layers,
        {"csrc/bitrook/game/game.cpp": '#include "bitrook/base/move.hpp"', "csrc/bitrook/base/move.hpp": GOOD},
    ),
    (broken_layers, {"csrc/bitrook/all.hpp": '#include "base/move.hpp"', "csrc/bitrook/base/move.hpp": GOOD}),
    (broken_imports, {"python/bitrook/compat/_host.py": "import chess\nfrom .. import Board"}),
    (broken_imports, {"python/bitrook/_arrays.py": "def planes():\n    import numpy"}),
    (broken_imports, {"python/bitrook/_a.py": "from . import _cpu\nfrom ._core import Board"}),
    (circular_stubs, {"python/bitrook/_core.pyi": "from ._a import x", "python/bitrook/_a.py": "from . import _b"}),
    (broken_tools, {"python/bitrook/match/_game.py": "from .. import Board\nfrom .._files import write_file"}),
    (
        broken_tools,
        {"python/bitrook/analysis/_suite.py": "from ..match._players import Driver\nfrom ..engine import Limit"},
    ),
    (broken_tools, {"python/bitrook/selfplay/__init__.py": "from .._core import _selfplay_game"}),
    (broken_tools, {"python/bitrook/__init__.py": "from ._explore import explore"}),
    (compiler_words, {"csrc/bitrook/move.hpp": "// __builtin_ctzll would do\n"}),
    (compiler_words, {"csrc/bitrook/base/intrinsics.hpp": "#if defined(__GNUC__)"}),
    (python_words, {"csrc/bindings/board.cpp": "PyObject* x;"}),
]


@pytest.mark.parametrize(("rule", "files"), ALLOWED, ids=[f"{r.__name__}-{i}" for i, (r, _) in enumerate(ALLOWED)])
def test_what_is_allowed_is_not_reported(rule: Rule, files: Files) -> None:
    files = files | {"python/bitrook/_core.py": ""}
    assert list(rule(files)) == []
