"""A few facts that any installed wheel must get right, with nothing but the standard library."""

from __future__ import annotations

import sys


def test_a_build_was_chosen() -> None:
    import bitrook

    info = bitrook.build_info()
    assert info.build in info.builds
    assert info.version == bitrook.__version__


def test_no_numpy_at_import() -> None:
    import subprocess

    code = "import sys, bitrook; raise SystemExit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_free_threaded_builds_stay_so() -> None:
    import bitrook  # noqa: F401

    enabled = getattr(sys, "_is_gil_enabled", None)
    if enabled is not None and not getattr(sys.flags, "gil", 1):
        assert not enabled()


if __name__ == "__main__":
    tests = [(name, test) for name, test in sorted(globals().items()) if name.startswith("test_")]
    for name, test in tests:
        test()
        print(name, "ok")
    print(len(tests), "passed")
