"""Replaces itself with the build of the native core that suits the processor."""

import os
import sys
from importlib import import_module

from . import _cpu
from ._builds import choose

# The whole process shares one object for each move and piece; subinterpreters cannot share objects.
if not _cpu.in_main_interpreter():
    raise ImportError("bitrook works in the main interpreter only: subinterpreters are not supported")

if not _cpu.in_first_interpreter():
    raise ImportError("bitrook works in the first interpreter of a process only, not after Py_Finalize()")

# If the selected build cannot be loaded, its ImportError propagates. No other build is tried.
_build = choose(_cpu.table, _cpu.features(), os.environ.get("BITROOK_BUILD"))
sys.modules[__name__] = import_module(f"{__package__}._core_{_build}")
