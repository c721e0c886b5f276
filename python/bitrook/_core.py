"""Becomes the build of the native core that suits the processor this process runs on."""

import os
import sys
from importlib import import_module

from . import _cpu
from ._builds import choose

# Moves and pieces are one object each for the whole process, which objects of several interpreters cannot be.
if not _cpu.in_main_interpreter():
    raise ImportError("bitrook works in the main interpreter only: subinterpreters are not supported")

# A build that is listed and does not load is an error: the exception passes through.
_build = choose(_cpu.table, _cpu.features(), os.environ.get("BITROOK_BUILD"))
sys.modules[__name__] = import_module(f"{__package__}._core_{_build}")
