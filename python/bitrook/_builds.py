"""Chooses among the installed builds of the native core, one for each set of processor features."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def rows(table: str) -> dict[str, tuple[str, ...]]:
    """Return the builds in the table, best first, each with the processor features that it needs."""
    pairs = (row.partition(":") for row in table.split("|"))
    return {name: tuple(needs.split()) for name, _, needs in pairs}


def runnable(table: str, features: "Iterable[str]") -> tuple[str, ...]:
    """Return the builds in the table that a processor with these features can run, best first."""
    present = frozenset(features)
    return tuple(name for name, needs in rows(table).items() if present.issuperset(needs))


def choose(table: str, features: "Iterable[str]", forced: str | None = None) -> str:
    """Return the build to load: *forced*, or the best that runs.

    A forced build is not compared with the features, so that a build which runs slowly here can be tried. A processor
    that lacks its instructions ends the process with an illegal-instruction signal.

    Raises ImportError if *forced* is not installed, or if no installed build runs here.
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
