"""Every member of every type is called while code that runs during the call changes the same object.

CPython 3.10 and 3.11 run the garbage collector, and therefore finalizers, inside allocations. Later versions run it
only between bytecode instructions. With them, the changes happen in methods of the arguments and between the calls.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support import children, members


def storm(name: str, rounds: int, seed: int, folder: Path) -> tuple[int, int]:
    """Return the number of calls, and the number of changes during them."""
    ended = children.run(
        "-m", "support.storm", name, str(rounds), str(seed), timeout=1800, cwd=folder, PYTHONHASHSEED="0"
    ).stdout.splitlines()[-1]
    word, calls, changes = ended.split()
    assert word == "done"
    return int(calls), int(changes)


@pytest.mark.parametrize("name", ["functions", *sorted(members.classes())] if children.LONG else ["all"])
def test_every_member_while_the_object_is_changed(name: str, tmp_path: Path) -> None:
    for seed in range(4) if children.LONG else (1,):
        calls, changes = storm(name, 25 if children.LONG else 1, seed, tmp_path)
        assert calls > (4000 if name == "all" else 0) and changes > (5000 if name == "all" else 0)
