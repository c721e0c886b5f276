"""The build backend: scikit-build-core, with docstrings in the stub, and a build tag if a wheel is not portable."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from scikit_build_core import build as original
from scikit_build_core.build import *  # noqa: F403  # the other hooks

PORTABLE = {"x86_64", "aarch64", "generic"}  # the builds that need no optional CPU features; see csrc/CMakeLists.txt


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, list[str] | str] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel and return its name. If it contains no portable build, its build tag lists the builds."""
    wheel = Path(wheel_directory, original.build_wheel(wheel_directory, config_settings, metadata_directory))
    with tempfile.TemporaryDirectory() as folder:
        python(["-m", "wheel", "unpack", "--dest", folder, str(wheel)])
        (tree,) = Path(folder).iterdir()
        if not python([str(Path(__file__).with_name("stub_docstrings.py")), str(tree)], check=False):
            print("the stub has no docstrings, because the extension module cannot be imported here", file=sys.stderr)
        builds = {module.name.split(".")[0].removeprefix("_core_") for module in tree.glob("bitrook/_core_*")}
        tag = [] if builds & PORTABLE else ["--build-number", "_".join(["1", *sorted(builds)])]
        packed = Path(folder, "packed")
        packed.mkdir()
        python(["-m", "wheel", "pack", "--dest-dir", str(packed), *tag, str(tree)])
        (result,) = packed.iterdir()
        wheel.unlink()
        return Path(shutil.move(result, wheel_directory)).name


def python(arguments: list[str], check: bool = True) -> bool:
    """Run Python without writing bytecode; return whether it succeeded."""
    return subprocess.run([sys.executable, "-B", *arguments], check=check, stdout=subprocess.PIPE).returncode == 0
