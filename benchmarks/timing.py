"""Measures functions: the average time of a call, and the shortest one in rounds in which the functions take turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Key = TypeVar("Key")


def average(call: Callable[[], Any], least: float, clock: Callable[[], float] = time.process_time) -> float:
    """Return the seconds of a call, averaged over at least *least* seconds of the clock."""
    done, begin = 0, clock()
    while (used := clock() - begin) < least:
        call()
        done += 1
    return used / done


def best(programs: Mapping[Key, Callable[[], Any]], rounds: int) -> dict[Key, float]:
    """Return the shortest processor time of each program in rounds in which they take turns."""
    times: dict[Key, list[float]] = {key: [] for key in programs}
    for _ in range(rounds):
        for key, program in programs.items():
            begin = time.process_time()
            program()
            times[key].append(time.process_time() - begin)
    return {key: min(each) for key, each in times.items()}
