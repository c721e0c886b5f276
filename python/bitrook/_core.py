"""Becomes the build of the native core that suits the processor this process runs on."""

import os
import sys
from importlib import import_module

from . import _cpu
from ._builds import choose

# A build that is listed and does not load is an error: the exception passes through.
_build = choose(_cpu.table, _cpu.features(), os.environ.get("BITROOK_BUILD"))
sys.modules[__name__] = import_module(f"{__package__}._core_{_build}")
