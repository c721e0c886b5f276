"""The builds of the native core and the C++ headers that are installed. Loaded on first use."""

import os
from typing import NamedTuple

from . import _builds, _core, _cpu

__all__ = ["BuildInfo", "build_info", "get_cmake_dir", "get_include"]


class BuildInfo(NamedTuple):
    """How this installation of bitrook was built, and which build is in use. See build_info()."""

    version: str
    """The version of the package."""
    build: str
    """The CPU-specific build that is in use."""
    builds: tuple[str, ...]
    """The installed builds that this processor can run, best first."""
    installed: tuple[str, ...]
    """All installed builds, best first."""
    architecture: str
    """The architecture of the builds: ``x86_64``, ``aarch64``, or ``any``."""
    processor: str
    """The processor's model name, empty if unknown."""
    features: tuple[str, ...]
    """The features that the processor has and the operating system supports."""
    compiler: str
    """The compiler and its version."""
    flags: str
    """The flags that the running build was compiled with."""
    sliders: str
    """How the running build computes the attacks of sliding pieces: ``pext``, ``magic`` or ``hyperbola``."""
    checked: bool
    """Whether the running build checks its invariants after each change (a debugging build)."""


def build_info() -> BuildInfo:
    """Return which build of the native core is in use, which others are installed, and how it was compiled.

    The build is selected at import, based on the features of the processor and the operating system. To force one of
    the `installed` builds, set the environment variable ``BITROOK_BUILD``.

    >>> build_info().build in build_info().installed
    True
    """
    features = _cpu.features()
    return BuildInfo(
        version=_core.__version__,
        build=_core._build,
        builds=_builds.runnable(_cpu.table, features),
        installed=tuple(_builds.rows(_cpu.table)),
        architecture=_cpu.architecture,
        processor=_cpu.processor(),
        features=features,
        compiler=_core._compiler,
        flags=_core._flags,
        sliders=_core._sliders,
        checked=_core._checked,
    )


def _directory(name: str, in_source_tree: str, marker: str) -> str:
    here = os.path.dirname(os.path.realpath(__file__))
    installed = os.path.join(here, name)
    for directory in (installed, os.path.join(here, os.pardir, os.pardir, in_source_tree)):
        if os.path.isfile(os.path.join(directory, marker)):
            return os.path.normpath(directory)
    raise FileNotFoundError(f"bitrook was installed without its C++ files: {installed!r}")


def get_include() -> str:
    """Return the directory of bitrook's C++ headers, for ``#include <bitrook/position/position.hpp>``.

    :raises FileNotFoundError: if bitrook was installed without the headers.

    >>> os.path.isfile(os.path.join(get_include(), "bitrook", "position", "position.hpp"))
    True
    """
    return _directory("include", "csrc", "bitrook/position/position.hpp")


def get_cmake_dir() -> str:
    """Return the directory to pass to CMake as ``bitrook_DIR``, for ``find_package(bitrook)``.

    The target ``bitrook::bitrook`` is the core, compiled from its sources with the flags of your project.

    :raises FileNotFoundError: if bitrook was installed without the sources.

    >>> os.path.isfile(os.path.join(get_cmake_dir(), "bitrookConfig.cmake"))
    True
    """
    return _directory("cmake", "csrc/cmake", "bitrookConfig.cmake")
