"""The choice among the processor builds that this installation has."""

from __future__ import annotations

from collections.abc import Iterable


def rows(table: str) -> dict[str, tuple[str, ...]]:
    """The builds in the table, best first, each with the processor features that it needs."""
    pairs = (row.partition(":") for row in table.split("|"))
    return {name: tuple(needs.split()) for name, _, needs in pairs}


def runnable(table: str, features: Iterable[str]) -> tuple[str, ...]:
    """The builds in the table that a processor with these features can run, best first."""
    present = frozenset(features)
    return tuple(name for name, needs in rows(table).items() if present.issuperset(needs))


def choose(table: str, features: Iterable[str], forced: str | None = None) -> str:
    """The build to load: the best that runs, or the forced one, which nobody second-guesses.

    A forced build is loaded even if the detector would refuse it (slow PEXT, an emulator that hides a feature); on a
    processor that lacks its instructions the process then dies of an illegal instruction.

    Raises:
        ImportError: there is no build of the forced name, or none that this processor runs.
    """
    installed = rows(table)
    if forced:
        if forced not in installed:
            raise ImportError(f"BITROOK_BUILD: no such build; installed: {', '.join(installed)}: {forced!r}")
        return forced
    suitable = runnable(table, features)
    if not suitable:
        needs = "; ".join(f"{name} needs {' '.join(needs)}" for name, needs in installed.items())
        raise ImportError(f"no installed build of bitrook runs on this processor: {needs}")
    return suitable[0]
