"""Selects one of the installed builds of the native core, based on the features of the processor."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def rows(table: str) -> dict[str, tuple[str, ...]]:
    """Return the builds in the table, best first, each with the processor features that it requires."""
    pairs = (row.partition(":") for row in table.split("|"))
    return {name: tuple(needs.split()) for name, _, needs in pairs}


def runnable(table: str, features: "Iterable[str]") -> tuple[str, ...]:
    """Return the builds in the table that a processor with these features can run, best first."""
    present = frozenset(features)
    return tuple(name for name, needs in rows(table).items() if present.issuperset(needs))


def choose(table: str, features: "Iterable[str]", forced: str | None = None) -> str:
    """Return the build to load: *forced*, or the best one that the processor can run.

    The features are not checked for a forced build, which makes it possible to try a build that is slow on this
    processor. If the processor lacks instructions that the build uses, the process crashes.

    :raises ImportError: if *forced* is not installed, or if the processor cannot run any installed build.
    """
    installed = rows(table)
    if forced:
        if forced not in installed:
            raise ImportError(f"BITROOK_BUILD: there is no build {forced!r}; installed: {', '.join(installed)}")
        return forced
    present = frozenset(features)
    suitable = runnable(table, present)
    if not suitable:
        raise ImportError(_why_none_runs(installed, present))
    return suitable[0]


def _why_none_runs(installed: "dict[str, tuple[str, ...]]", present: "frozenset[str]") -> str:
    """Return the error message for a processor that cannot run any of the builds, with the missing features."""
    lacking = {name: [need for need in needs if need not in present] for name, needs in installed.items()}
    text = "this installation of bitrook was compiled for another processor. "
    text += "; ".join(f"The build {name} needs {', '.join(needs)}" for name, needs in lacking.items())
    text += (
        ". Install bitrook on this machine (pip install --force-reinstall --no-cache-dir bitrook), or compile it for "
        "every processor (pip install bitrook -Ccmake.define.BITROOK_BUILDS=auto)."
    )
    slow = next((name for name, needs in lacking.items() if needs == ["fast_pext"]), None)
    return f"{text} With BITROOK_BUILD={slow} in the environment, it runs here, but slowly." if slow else text
