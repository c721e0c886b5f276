"""Every member of every type is called while code that runs in the middle of the call changes that very object.

CPython 3.10 and 3.11 run the collector, and so finalizers, inside allocations. Later versions run it between two
instructions: then the changes happen in the methods of arguments and in what runs between the calls.
"""

from __future__ import annotations

import children
import members
import pytest

STORM = str(children.SUPPORT / "storm.py")


def storm(name: str, rounds: int, seed: int) -> tuple[int, int]:
    """The number of calls, and of changes during them."""
    ended = children.run(STORM, name, str(rounds), str(seed), timeout=1800, PYTHONHASHSEED="0").stdout.splitlines()[-1]
    word, calls, changes = ended.split()
    assert word == "done"
    return int(calls), int(changes)


def test_every_member_while_the_object_is_changed() -> None:
    calls, changes = storm("all", 1, 1)
    assert calls > 4000
    assert changes > 5000


@children.long
@pytest.mark.parametrize("name", ["functions", *sorted(members.classes())])
def test_every_member_many_times(name: str) -> None:
    for seed in range(4):
        calls, changes = storm(name, 25, seed)
        assert calls > 0
        assert changes > 0
