"""Compiles and runs the C++ examples of the documentation, and compares their output with the page.

A block without ``main`` is compiled as the body of ``main``. The ``text`` block that follows a ``cpp`` block is its
expected output. Blocks after the comment ``<!-- not run -->`` are not compiled, nor are indented blocks, which quote
lines of the source.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

import bitrook

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(ROOT.glob("docs/**/*.md"))
BLOCK = re.compile(r"^```cpp\n(?P<code>.*?)^```\n(?:\s*^```text\n(?P<output>.*?)^```\n)?", re.MULTILINE | re.DOTALL)
MAIN = """#include <bitrook/bitrook.hpp>
#include <cstdio>
using namespace bitrook;
int main() {{
#line {line} "{page}"
{code}}}
"""


class Example(NamedTuple):
    page: Path
    line: int
    code: str
    output: str

    @property
    def program(self) -> str:
        name = self.page.relative_to(ROOT).as_posix()
        if "int main(" in self.code:
            return f'#line {self.line} "{name}"\n{self.code}'
        return MAIN.format(line=self.line, page=name, code=self.code)


def examples() -> list[Example]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            if not text[: match.start()].rstrip().endswith("<!-- not run -->"):
                line = text.count("\n", 0, match.start()) + 2
                found.append(Example(page, line, match["code"], match["output"] or ""))
    return found


def run(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_each_example_compiles_and_prints_what_the_page_says(tmp_path: Path) -> None:
    """All examples share one test, so that the core is compiled only once."""
    if not PAGES:
        pytest.skip("an installed package is tested, without the documentation")
    info = bitrook.build_info()
    if info.build != info.builds[0]:
        pytest.skip("independent of the processor build: run with the best one")
    compiler = shutil.which("g++") or shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler is installed")
    include = Path(bitrook.get_include())
    flags = ["-std=c++20", "-O0", "-DNDEBUG", "-pthread", "-I", str(include)]

    def compiled(number: int, folder: Path) -> Path:
        unit = tmp_path / f"core_{number}.cpp"  # all files of a folder, because parsing the headers takes longest
        unit.write_text("".join(f'#include "{source}"\n' for source in sorted(folder.glob("*.cpp"))), encoding="utf-8")
        run(compiler, *flags, "-c", unit, "-o", unit.with_suffix(".o"))
        return unit.with_suffix(".o")

    def printed(number: int, example: Example) -> str:
        source, program = tmp_path / f"example_{number}.cpp", tmp_path / f"example_{number}"
        source.write_text(example.program, encoding="utf-8")
        run(compiler, *flags, "-Wall", "-Wextra", "-Werror", source, *objects, "-o", program)
        return run(program)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        folders = sorted({source.parent for source in (include / "bitrook").rglob("*.cpp")})
        objects = list(pool.map(compiled, *zip(*enumerate(folders))))
        outputs = list(pool.map(printed, *zip(*enumerate(examples()))))
    assert len(outputs) >= 8
    for example, output in zip(examples(), outputs):
        assert output == example.output, f"{example.page.name}:{example.line} prints:\n{output}"
