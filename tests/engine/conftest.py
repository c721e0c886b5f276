"""A check that a test of engines leaves nothing behind."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_scripts import children


@pytest.fixture
def nothing_is_left() -> Iterator[None]:
    """Require that processes, descriptors and threads of engines have ended after the test."""
    threads = set(threading.enumerate())
    if Path("/proc/self/fd").exists():
        before, files = children(), len(os.listdir("/proc/self/fd"))
        yield
        gc.collect()
        assert not children() - before
        assert len(os.listdir("/proc/self/fd")) <= files
    else:
        yield
    assert not [thread for thread in set(threading.enumerate()) - threads if "SimpleEngine" in thread.name]
