"""Commands for contributors: `nox -l` lists them, `nox -s tests` runs one."""

from __future__ import annotations

import nox

nox.options.sessions = ["lint", "types", "tests"]
nox.options.default_venv_backend = "uv|virtualenv"
PROJECT = nox.project.load_toml("pyproject.toml")


def install(session: nox.Session, *groups: str) -> None:
    session.install(*nox.project.dependency_groups(PROJECT, *groups))


@nox.session
def tests(session: nox.Session) -> None:
    """Run the quick suite with the best build; arguments go to pytest (`nox -s tests -- -m slow`)."""
    session.install(".[test]")
    session.run("pytest", "-q", *(session.posargs or ["-m", "not slow"]))


@nox.session
def every_build(session: nox.Session) -> None:
    """Run the quick suite with each processor build that this machine can run."""
    session.install(".[test]")
    show = "import bitrook; print(*bitrook.build_info().builds)"
    for build in str(session.run("python", "-c", show, silent=True)).split():
        session.run("pytest", "-q", *(session.posargs or ["-m", "not slow"]), env={"BITROOK_BUILD": build})


@nox.session
def lint(session: nox.Session) -> None:
    """Check format, lint and spelling."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    sources = str(session.run("git", "ls-files", "*.hpp", "*.cpp", external=True, silent=True)).split()
    session.run("clang-format", "--dry-run", "-Werror", *sources)
    session.run("typos")


@nox.session
def types(session: nox.Session) -> None:
    """Run mypy --strict and pyright, and check the stubs against the built module."""
    session.install(".[test]")
    install(session, "types")
    session.run("bash", "scripts/types.sh", external=True)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation in docs/_build; a warning is an error."""
    session.install(".")
    install(session, "docs")
    session.run("python", "-m", "sphinx", "-W", "--keep-going", "-b", "html", "docs", "docs/_build")


@nox.session
def cxx(session: nox.Session) -> None:
    """Run the C++ tests with invariants checked after each change of a position."""
    install(session, "build")
    options = ["-DBITROOK_PYTHON=OFF", "-DBITROOK_CXX_TESTS=ON", "-DBITROOK_CHECKED=ON", "-DCMAKE_BUILD_TYPE=Release"]
    session.run("cmake", "-S", ".", "-B", "build/cxx", "-G", "Ninja", *options)
    session.run("cmake", "--build", "build/cxx")
    session.run("ctest", "--test-dir", "build/cxx", "--output-on-failure")


@nox.session
def sanitize(session: nox.Session) -> None:
    """Run the suite under a sanitizer: `nox -s sanitize -- address` or `-- thread`."""
    session.run("bash", "scripts/sanitize.sh", *(session.posargs or ["address"]), external=True)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fuzz each target for a minute; `nox -s fuzz -- 3600 san` for an hour of one."""
    session.run("bash", "scripts/fuzz.sh", *(session.posargs or ["60"]), external=True)


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure the line coverage of Python and C++."""
    session.run("bash", "scripts/coverage.sh", *session.posargs, external=True)
