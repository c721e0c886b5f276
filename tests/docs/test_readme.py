"""Runs every example of the README and of docs/, and compares its output with the page.

In ``console`` blocks, each ``$ bitrook ...`` must print the lines below it; other commands are not run. ``python``
blocks with prompts are doctests, and those without are executed; the blocks of a page share one namespace. Times,
speeds and machine-dependent output are not compared. A block that the reader should save as a file becomes a module,
which the following blocks have to import. A block after the comment ``<!-- not run -->`` is not run. A page
with the comment ``<!-- writes files -->`` runs in a temporary folder, which contains an archive of games if the page
mentions ``"games.pgn.xz"``.
"""

from __future__ import annotations

import doctest
import importlib.metadata
import os
import re
import runpy
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bitrook.cli import main
from support.children import run
from support.python_chess_source import unpack

ROOT = Path(__file__).resolve().parents[2]
PAGES = [page for page in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))) if page.exists()]
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<kind>[\w{}-]*)[^\n`]*\n(?P<text>.*?)^(?P=indent)``` *$", re.MULTILINE | re.DOTALL
)
ARCHIVE = ROOT / "tests" / "files" / "pgn" / "lichess-2021-10-999-games.pgn.xz"
NEEDED = {
    ".to_pandas()": ("pandas", "pyarrow"),
    "import polars": ("polars",),
    "import duckdb": ("duckdb", "pyarrow"),
}  # optional packages that examples use
OURS = {  # addresses of the documentation and of the repository, and the files that they show
    r"https://bitrook\.github\.io/bitrook/(.+)\.html$": r"docs/\1.md",
    r"https://github\.com/bitrook/bitrook/(?:blob|tree)/main/": "",
    r"https://raw\.githubusercontent\.com/bitrook/bitrook/main/": "",
}
VARIES = [
    (re.compile(r"[\d.,]+ s, [\d.,]+ million nodes a second"), "TIME"),
    (re.compile(r"^( +\d+ +[-+][\d.]+ +[\d,]+ +)[\d.]+", re.MULTILINE), r"\1TIME"),  # of a depth of a search
    (
        re.compile(
            r"^(version|build|builds|installed|architecture|processor|features|compiler|flags|sliders|python) .*", re.M
        ),
        r"\1",
    ),
]


class Block(NamedTuple):
    page: Path
    line: int
    kind: str
    text: str
    saved: str  # the name of the file that the reader should save the block as, or empty


def blocks(page: Path, *kinds: str) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    for match in FENCE.finditer(text):
        before = text[: match.start()].rstrip()
        if match["kind"] in kinds and not before.endswith("<!-- not run -->"):
            inner = re.sub(rf"^{match['indent']}", "", match["text"], flags=re.MULTILINE)
            line, paragraph = text.count("\n", 0, match.start()) + 2, before.rpartition("\n")[2]
            saved = re.search(r"\b[Ss]ave\b[^.]*?`(\w+)\.py`", paragraph)
            found.append(Block(page, line, match["kind"], inner, saved[1] if saved else ""))
    return found


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with its output."""
    _, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    return [(command.strip(), output) for command, _, output in (part.partition("\n") for part in parts)]


def normalized(text: str) -> str:
    for pattern, word in VARIES:
        text = pattern.sub(word, text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


PYTHON = [page for page in PAGES if blocks(page, "python", "pycon")]
CONSOLE = [
    pytest.param(
        command,
        output,
        id=f"{block.page.stem}-{block.line}-{i}",
        marks=[pytest.mark.slow] * ("/suite.epd" in command),
    )
    for page in PAGES
    for block in blocks(page, "console")
    for i, (command, output) in enumerate(commands(block))
    if command.startswith("bitrook ")
]


@pytest.mark.parametrize(
    ("kinds", "pages"),
    [
        ("python|pycon", {"README.md", "docs/tutorial.md", "docs/bitboards.md", "docs/how-to/engine.md"}),
        ("console", {"docs/how-to/command-line.md"}),
    ],
)
def test_every_block_is_found(kinds: str, pages: set[str]) -> None:
    found = {named(page): len(blocks(page, *kinds.split("|"))) for page in PAGES}
    assert pages <= {page for page, count in found.items() if count}
    for page in PAGES:
        lines = re.sub(r"<!-- not run -->\s*```", "", page.read_text(encoding="utf-8"))
        assert found[named(page)] == len(re.findall(rf"^\s*```(?:{kinds})\b", lines, re.MULTILINE)), page


@pytest.mark.parametrize(("command", "output"), CONSOLE)
def test_console(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(ROOT)
    main(shlex.split(command)[1:])
    printed = capsys.readouterr()
    assert normalized(printed.out + printed.err) == normalized(output)


def keep_files(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Plot without a display, and write a page's files to *folder*, or its plots to BITROOK_PLOTS if that is set."""
    plots = ROOT / os.environ.get("BITROOK_PLOTS", folder)
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.figure
    import numpy as np

    save_figure, save_arrays = matplotlib.figure.Figure.savefig, np.savez_compressed

    def save(figure: Any, name: Any, **how: Any) -> None:
        save_figure(figure, plots / name if isinstance(name, str) else name, **how)

    monkeypatch.setattr(matplotlib.figure.Figure, "savefig", save)
    monkeypatch.setattr(np, "savez_compressed", lambda name, **arrays: save_arrays(folder / name, **arrays))


@pytest.mark.parametrize("page", PYTHON, ids=named)
def test_python(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path if "<!-- writes files -->" in text else ROOT)
    if '"games.pgn.xz"' in text:
        shutil.copyfile(ARCHIVE, tmp_path / "games.pgn.xz")
    if "matplotlib" in text:
        keep_files(monkeypatch, tmp_path)
    if 'open_tablebase("syzygy")' in text:
        (tmp_path / "syzygy").symlink_to(unpack(tmp_path) / "data" / "syzygy" / "regular")
    code = "".join(block.text for block in blocks(page, "python", "pycon"))
    for call, packages in NEEDED.items():
        for package in packages if call in code else ():
            pytest.importorskip(package)
    names: dict[str, Any] = {"__name__": page.stem}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    failures: list[str] = []
    executed = 0
    monkeypatch.syspath_prepend(tmp_path)
    for block in blocks(page, "python", "pycon"):
        if block.saved:
            monkeypatch.setitem(sys.modules, block.saved, None)  # removes the module after the test
            del sys.modules[block.saved]
            (tmp_path / f"{block.saved}.py").write_text(block.text, encoding="utf-8")
        elif ">>>" in block.text:
            name = f"{page.name}:{block.line}"
            test = doctest.DocTestParser().get_doctest(block.text, names, name, str(page), block.line - 1)
            runner.run(test, out=failures.append, clear_globs=False)
            names = test.globs
        else:
            exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)
            executed += 1
    assert not failures, "".join(failures)
    assert runner.tries + executed


def installed_by(extras: str) -> set[str]:
    """Return the distributions that `pip install bitrook[extras]` installs here, in normalized form."""
    packaging = pytest.importorskip("packaging.requirements")
    found: set[str] = set()
    todo = [("bitrook", extra.strip()) for extra in f"{extras},".split(",")]
    while todo:
        name, extra = todo.pop()
        try:
            requirements = importlib.metadata.requires(name) or ()
        except importlib.metadata.PackageNotFoundError:
            continue  # the examples fail if they need it
        for text in requirements:
            needed = packaging.Requirement(text)
            key = re.sub(r"[-_.]+", "-", needed.name).lower()
            if (needed.marker is None or needed.marker.evaluate({"extra": extra})) and key not in found:
                found.add(key)
                todo += [(needed.name, each) for each in ("", *needed.extras)]
    return found


ONLY = r"""
import sys, doctest, importlib.metadata, re
blocked = set(sys.argv[2].split())
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Finder())
text = open(sys.argv[1], encoding="utf-8").read()
code = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
test = doctest.DocTestParser().get_doctest(code, {}, "README", None, 0)
result = doctest.DocTestRunner().run(test)
print(result.attempted, "examples")
sys.exit(result.failed)
"""


def test_the_examples_run_after_the_readmes_installation() -> None:
    """Run them without the modules of distributions that the README's command does not install."""
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    path = ROOT / "README.md"
    command = re.search(
        r"<!-- run command -->\n```sh\npip install \"\.\[([\w,]+)\]\"", path.read_text(encoding="utf-8")
    )
    assert command is not None
    kept = installed_by(command[1]) | {"bitrook"}
    assert {"numpy", "pandas", "pyarrow"} <= kept and "polars" not in kept
    modules = importlib.metadata.packages_distributions()
    others = {
        module
        for module, owners in modules.items()
        if module.isidentifier() and not kept & {re.sub(r"[-_.]+", "-", owner).lower() for owner in owners}
    }
    done = run("-c", ONLY, str(path), " ".join(sorted(others)), cwd=ROOT)
    assert re.search(r"^1\d examples$", done.stdout, re.MULTILINE), done.stdout + done.stderr


def test_the_programs_of_the_tutorial_play(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    player, play = re.findall(r"^```python\n(import bitrook\n.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "player.py").write_text(player, encoding="utf-8")
    (tmp_path / "play.py").write_text(play, encoding="utf-8")
    done = run("play.py", lines="Ke2\ne4\n", cwd=tmp_path, code=None, PYTHONIOENCODING="utf-8")
    assert "illegal san" in done.stdout and "I play" in done.stdout and "   a b c d e f g h" in done.stdout, done
    assert done.stderr.strip().endswith("EOFError: EOF when reading a line"), done.stderr


def test_the_readmes_table_repeats_rows_of_the_measured_one() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, measured = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8").partition("<!-- benchmarks -->")

    def cells(line: str) -> list[str]:
        return [cell.strip() for cell in line.strip("|").split("|")]

    def table(text: str) -> list[dict[str, str]]:
        """Return the rows of the table of operations as dictionaries with the column names as keys."""
        found = re.search(r"^(\| operation, ns .*)\n\|[-:|]*\n((?:\|.*\n)+)", text, re.MULTILINE)
        assert found is not None
        return [dict(zip(cells(found[1]), cells(line), strict=True)) for line in found[2].splitlines()]

    rows = {row["operation, ns"]: row for row in table(measured)}
    for row in table(first):
        assert row.items() <= rows[row["operation, ns"]].items()


def test_the_pictures_are_those_that_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    images = ROOT / "docs" / "images"
    monkeypatch.syspath_prepend(images)
    pictures = runpy.run_path(str(images / "make.py"))["PICTURES"]
    assert {image.stem for image in images.glob("*.svg")} == set(pictures)
    for name, draw in pictures.items():
        assert (images / f"{name}.svg").read_text(encoding="utf-8").strip() == draw()


def test_a_code_host_shows_no_directives() -> None:
    """Directives are in comments, which docs/conf.py removes."""
    for page in PAGES:
        assert not re.findall(r"^ *(?:```|:::+)\{.*", page.read_text(encoding="utf-8"), re.MULTILINE), page


def test_links_lead_somewhere() -> None:
    if not (ROOT / "csrc").is_dir():
        pytest.skip("an installed package is tested, without the sources")
    assert PAGES
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)", FENCE.sub("", page.read_text(encoding="utf-8"))):
            for address, path in OURS.items():
                if re.match(address, target):
                    assert (ROOT / re.sub(address, path, target)).exists(), f"{page.name}: {target}"
            if "://" not in target and not target.startswith("mailto:"):
                assert page.name != "README.md", f"a package index cannot resolve {target}"
                assert (page.parent / target).exists(), f"{page.name}: {target}"
