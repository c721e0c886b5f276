"""Where C++ programs find the core that this installation comes with."""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.realpath(__file__))  # no pathlib: 1 ms of every import


def _found(name: str, in_source_tree: str, marker: str) -> str:
    installed = os.path.join(_HERE, name)
    for folder in (installed, os.path.join(_HERE, os.pardir, os.pardir, in_source_tree)):
        if os.path.isfile(os.path.join(folder, marker)):
            return os.path.normpath(folder)
    raise FileNotFoundError(f"this installation of bitrook came without its C++ files: {installed}")


def get_include() -> str:
    """The directory of bitrook's C++ headers, for ``#include <bitrook/position/position.hpp>``.

    Raises:
        FileNotFoundError: the installation came without them.
    """
    return _found("include", "csrc", "bitrook/position/position.hpp")


def get_cmake_dir() -> str:
    """The directory to pass to CMake as ``bitrook_DIR``, for ``find_package(bitrook)``.

    The target ``bitrook::bitrook`` is then the core, compiled from its sources with the flags of your project.

    Raises:
        FileNotFoundError: the installation came without them.
    """
    return _found("cmake", "cmake", "bitrookConfig.cmake")
