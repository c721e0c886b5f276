"""Tests that a second build in the same directory recompiles nothing, even if pip's build environment has moved."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_compile_commands_do_not_depend_on_the_place_of_pybind11(tmp_path: Path) -> None:
    pybind11 = pytest.importorskip("pybind11", reason="pybind11 is not installed")
    cmake = shutil.which("cmake") or shutil.which("cmake", path=str(Path(sys.executable).parent))
    if cmake is None or not (ROOT / "CMakeLists.txt").exists():
        pytest.skip("needs cmake and the sources")
    build = tmp_path / "build"
    seen = []
    for environment in ("first", "second"):
        place = tmp_path / environment / "pybind11"
        shutil.copytree(Path(pybind11.__file__).parent, place)
        (build / "CMakeCache.txt").unlink(missing_ok=True)  # as scikit-build-core does for a new environment
        shutil.rmtree(build / "CMakeFiles", ignore_errors=True)
        command = [
            cmake, "-S", ROOT, "-B", build, f"-DPython_EXECUTABLE={sys.executable}", "-DBITROOK_BUILDS=generic",
            f"-Dpybind11_DIR={place / 'share' / 'cmake' / 'pybind11'}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        ]  # fmt: skip
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        commands = json.loads((build / "compile_commands.json").read_text())
        headers = sorted((build / "csrc" / "pybind11").rglob("*.h"))
        seen.append(([each["command"] for each in commands], [(h, h.stat().st_mtime_ns) for h in headers]))
        shutil.rmtree(place)
    assert len(seen[0][0]) > 20 and len(seen[0][1]) > 20
    assert seen[0] == seen[1]
    assert not any(str(tmp_path / "first") in command for command in seen[0][0])
