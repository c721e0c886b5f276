"""A fixture that checks that tests of engines leave no processes, descriptors or threads behind."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.engine_scripts import children


@pytest.fixture
def nothing_is_left() -> Iterator[None]:
    """Require that the processes, descriptors and threads of engines are gone after the test."""
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
