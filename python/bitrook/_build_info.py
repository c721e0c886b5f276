"""What this installation of bitrook is made of."""

from __future__ import annotations

from typing import NamedTuple

from . import _builds, _core, _cpu

__all__ = ["BuildInfo", "build_info"]


class BuildInfo(NamedTuple):
    """What this installation of bitrook is made of, and which part of it runs; see `build_info`."""

    version: str
    """The version of the package."""
    build: str
    """The processor build that runs."""
    builds: tuple[str, ...]
    """The installed builds that this processor can run, best first."""
    installed: tuple[str, ...]
    """All the installed builds, best first."""
    architecture: str
    """The architecture they are made for: ``x86_64``, ``aarch64``, or ``any``."""
    processor: str
    """The name that the processor gives itself; empty where it has none."""
    features: tuple[str, ...]
    """The features that the processor has and the operating system supports."""
    compiler: str
    """The compiler and its version."""
    flags: str
    """The flags that the running build was compiled with."""
    sliders: str
    """How the running build finds the attacks of sliding pieces: ``pext``, ``magic`` or ``hyperbola``."""
    checked: bool
    """Whether the running build checks its invariants after each change (a debugging build)."""


def build_info() -> BuildInfo:
    """Which build of the native core runs here, what else is installed, and how it was made.

    The build is chosen at import by what the processor and the operating system can do. The environment variable
    ``BITROOK_BUILD`` forces one of those in `installed`.
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
