"""Picks the build of the native core for the processor this process runs on."""

import os
import sys
from importlib import import_module

_build = os.environ.get("BITROOK_BUILD") or "x86_64_v3"
sys.modules[__name__] = import_module(f"{__package__}._core_{_build}")
