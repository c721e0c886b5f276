"""Every member of every type is called while code that runs during the call changes the same object.

CPython 3.10 and 3.11 run the garbage collector, and therefore finalizers, inside allocations. Later versions run it
only between bytecode instructions. With them, the changes happen in methods of the arguments and between the calls.
"""

from __future__ import annotations

import children
import members
import pytest

STORM = str(children.SUPPORT / "storm.py")


def storm(name: str, rounds: int, seed: int) -> tuple[int, int]:
    """Return the number of calls, and the number of changes during them."""
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
