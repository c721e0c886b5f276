"""Where C++ programs find the core that this installation comes with."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def _found(installed: Path, in_source_tree: Path, marker: str) -> str:
    for folder in (installed, in_source_tree):
        if (folder / marker).is_file():
            return str(folder.resolve())
    raise FileNotFoundError(f"this installation of bitrook came without its C++ files: {installed}")


def get_include() -> str:
    """The directory of bitrook's C++ headers, for ``#include <bitrook/position.hpp>``.

    Raises:
        FileNotFoundError: the installation came without them.
    """
    return _found(_HERE / "include", _HERE.parents[1] / "csrc", "bitrook/position.hpp")


def get_cmake_dir() -> str:
    """The directory to pass to CMake as ``bitrook_DIR``, for ``find_package(bitrook)``.

    The target ``bitrook::bitrook`` is then the core, compiled from its sources with the flags of your project.

    Raises:
        FileNotFoundError: the installation came without them.
    """
    return _found(_HERE / "cmake", _HERE.parents[1] / "cmake", "bitrookConfig.cmake")
