"""The choice of the CPU-specific build that is loaded, and the information from `build_info`."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import children

import bitrook
from bitrook import _builds, _cpu

ROOT = Path(__file__).parents[2]
TABLE = "new:avx2 fast_pext|middle:popcnt|old:"


def run(code: str, *, build: str | None = None, launcher: tuple[str, ...] = (), path: Path | None = None) -> str:
    """Return the output of a new interpreter, or the last line of its error."""
    environment = {k: v for k, v in os.environ.items() if k != "BITROOK_BUILD"}
    environment["PYTHONPATH"] = str(path or Path(bitrook.__file__).parents[1])
    if build is not None:
        environment["BITROOK_BUILD"] = build
    command = [*launcher, sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout.strip() if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


SHOW = "import bitrook; print(bitrook.build_info().build)"


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        (("avx2", "fast_pext", "popcnt"), "new"),
        (("avx2", "popcnt"), "middle"),
        (("avx2", "fast_pext"), "new"),
        ((), "old"),
    ],
)
def test_the_best_runnable_build_is_chosen(features: tuple[str, ...], expected: str) -> None:
    assert _builds.choose(TABLE, features) == expected


def test_a_forced_build_is_chosen_whatever_the_features() -> None:
    assert _builds.choose(TABLE, (), "new") == "new"
    assert _builds.choose(TABLE, (), "") == "old"


def test_an_unknown_build_is_an_error_that_lists_the_installed_ones() -> None:
    with pytest.raises(ImportError, match="there is no build 'fastest'; installed: new, middle, old"):
        _builds.choose(TABLE, (), "fastest")


def test_no_runnable_build_is_an_error_that_explains_what_to_do() -> None:
    with pytest.raises(ImportError, match=r"The build new needs avx2, bmi2\. Install .*BITROOK_BUILDS=auto\)\.$"):
        _builds.choose("new:avx2 bmi2 popcnt", iter(["popcnt"]))
    with pytest.raises(ImportError, match=r"needs fast_pext\. .* With BITROOK_BUILD=new .* slowly\.$"):
        _builds.choose("new:avx2 fast_pext", ("avx2",))


def test_build_info_describes_the_loaded_build() -> None:
    info = bitrook.build_info()
    assert info.version == bitrook.__version__
    assert info.build in info.builds
    assert set(info.builds) <= set(info.installed)
    assert info.architecture in {"x86_64", "aarch64", "any"}
    if "BITROOK_BUILD" not in os.environ:
        assert set(_builds.rows(_cpu.table)[info.build]) <= set(info.features)
    assert info.sliders in {"pext", "magic", "hyperbola"}
    assert info.compiler
    assert ("fast_pext" in _builds.rows(_cpu.table)[info.build]) == (info.sliders == "pext")


def test_the_version_is_that_of_the_distribution() -> None:
    try:
        version = importlib.metadata.version("bitrook")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("bitrook runs from its source tree, not from an installation")
    assert bitrook.__version__ == version


@pytest.mark.parametrize("build", bitrook.build_info().builds)
def test_the_environment_variable_forces_a_build(build: str) -> None:
    assert run(SHOW, build=build) == build


def test_an_unknown_forced_build_is_an_import_error() -> None:
    assert "BITROOK_BUILD: there is no build 'z80'; installed: " in run(SHOW, build="z80")


def test_a_listed_build_that_does_not_load_is_an_error(tmp_path: Path) -> None:
    """Whether the module is missing or broken, the next build is not tried."""
    children.skip_if_editable()
    package = Path(bitrook.__file__).parent
    shutil.copytree(package, tmp_path / "bitrook", ignore=shutil.ignore_patterns("__pycache__"))
    built = bitrook.build_info().build
    (module,) = (tmp_path / "bitrook").glob(f"_core_{built}.*[!i]")
    module.write_bytes(b"not a shared object")
    assert run(SHOW, path=tmp_path, build=built).startswith("ImportError")
    module.unlink()
    assert f"_core_{built}" in run(SHOW, path=tmp_path, build=built)


def test_the_detector_agrees_with_the_kernel() -> None:
    """Every feature that the detector reports is listed in /proc/cpuinfo."""
    try:
        flags = Path("/proc/cpuinfo").read_text()
    except OSError:
        pytest.skip("no /proc/cpuinfo here")
    line = next((line for line in flags.splitlines() if line.startswith("flags")), None)
    if line is None or _cpu.architecture != "x86_64":
        pytest.skip("/proc/cpuinfo lists no x86 flags")
    known = set(line.split(":")[1].split())
    kernel_names = {"lzcnt": "abm", "lahf": "lahf_lm", "sse3": "pni", "avx512vbmi": "avx512vbmi"}
    kernel_names |= {"avx512vpopcntdq": "avx512_vpopcntdq"}
    found = {kernel_names.get(name, name) for name in _cpu.features()} - {"fast_pext"}
    if "pni" not in known or not (found & known):
        pytest.skip("an emulated processor under the host's /proc")
    assert found <= known


def qemu() -> tuple[str, ...]:
    program = shutil.which("qemu-x86_64-static") or shutil.which("qemu-x86_64")
    if program is None:
        pytest.skip("qemu-user for x86-64 is not installed")
    if _cpu.architecture != "x86_64":
        pytest.skip("this Python is not an x86-64 program")
    return (program,)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("Nehalem", "x86_64"),
        ("Opteron_G5", "x86_64"),
        ("EPYC-Rome", "x86_64"),  # has BMI2, but implements PEXT in microcode
        ("Dhyana", "x86_64"),  # Hygon's Zen 1
        ("Haswell", "x86_64_v3"),
        ("EPYC-Milan", "x86_64_v3"),
        ("Haswell,-bmi2", "x86_64"),
        ("Haswell,-xsave", "x86_64"),  # the operating system does not save AVX registers
        ("EPYC-Rome,vendor=HygonGenuine,family=25", "x86_64"),
        ("EPYC-Rome,family=25", "x86_64_v3"),
    ],
)
def test_the_choice_for_models_of_processors(model: str, expected: str) -> None:
    if expected not in bitrook.build_info().installed:
        pytest.skip(f"the build {expected} is not installed")
    if len(bitrook.build_info().installed) == 1:
        pytest.skip("one build only: nothing to choose")
    assert run(SHOW, launcher=(*qemu(), "-cpu", model)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("features", "builds", "expected"),
    [
        ("sse3;popcnt", "native", "x86_64"),
        ("avx;avx2;bmi1;bmi2;cx16;f16c;fma;lahf;lzcnt;movbe;popcnt;sse4_2;fast_pext", "native", "x86_64_v3"),
        ("sse3;popcnt", "auto", "x86_64_v3 x86_64"),
        ("sse3;popcnt", "generic", "generic"),
    ],
)
def test_cmake_chooses_the_builds(features: str, builds: str, expected: str, tmp_path: Path) -> None:
    """CMake chooses builds by the features of the compiling machine, unless the builds are specified."""
    cmake = shutil.which("cmake") or shutil.which("cmake", path=str(Path(sys.executable).parent))
    if cmake is None or not (ROOT / "CMakeLists.txt").exists() or _cpu.architecture != "x86_64":
        pytest.skip("needs cmake and the sources, on x86-64")
    command = [cmake, "-S", ROOT, "-B", tmp_path, "-DBITROOK_PYTHON=OFF", f"-DBITROOK_FEATURES={features}"]
    done = subprocess.run([*command, f"-DBITROOK_BUILDS={builds}"], capture_output=True, text=True, check=False)
    assert f"-- bitrook: x86_64, builds: {expected}\n" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
def test_one_build_on_a_processor_that_cannot_run_it() -> None:
    """After `pip install .` on a newer machine, the import raises ImportError instead of crashing."""
    if bitrook.build_info().installed != ("x86_64_v3",):
        pytest.skip("x86_64_v3 is not the only build")
    for model, missing in (("Nehalem", "avx2"), ("EPYC-Rome", "fast_pext")):
        error = run(SHOW, launcher=(*qemu(), "-cpu", model))
        assert error.startswith("ImportError: this installation of bitrook was compiled for another processor.")
        assert missing in error and "pip install" in error


@pytest.mark.slow
def test_a_forced_build_runs_on_a_processor_with_slow_pext() -> None:
    """On Zen 2, PEXT is slow: the detector does not choose the build, but it can be forced."""
    if "x86_64_v3" not in bitrook.build_info().installed:
        pytest.skip("the build x86_64_v3 is not installed")
    assert run(SHOW, launcher=(*qemu(), "-cpu", "EPYC-Rome"), build="x86_64_v3") == "x86_64_v3"
