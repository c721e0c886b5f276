"""A second interpreter in one process, after Py_FinalizeEx or next to the first: the import fails and explains why."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from support import children

import bitrook

PROGRAM = r"""
#include <Python.h>

int main(void) {
  Py_Initialize();
  int failed = PyRun_SimpleString("import bitrook; assert bitrook.Board().legal_moves.count() == 20\n"
                                  "import sys, importlib\n"
                                  "del sys.modules['bitrook._cpu'], sys.modules['bitrook._core']\n"
                                  "importlib.import_module('bitrook._cpu')\n"
                                  "assert sys.modules['bitrook._cpu'].in_first_interpreter()\n");
  failed |= Py_FinalizeEx();
  for (int i = 0; i < 2; ++i) {
    Py_Initialize();
    failed |= PyRun_SimpleString("try:\n"
                                 "    import bitrook\n"
                                 "except ImportError as error:\n"
                                 "    print(error)\n");
    failed |= Py_FinalizeEx();
  }
  return failed;
}
"""


def embedded(source: str, folder: Path) -> Path:
    """Compile a C program that embeds this version of the interpreter; skip the test if that is not possible."""
    compiler = shutil.which("cc")
    library, place = sysconfig.get_config_var("LDLIBRARY"), sysconfig.get_config_var("LIBDIR")
    if not compiler or not library or not place or not (Path(place) / library).exists():
        pytest.skip("needs a C compiler and the library of Python")
    (folder / "program.c").write_text(source)
    name = library.removeprefix("lib").removesuffix(".a").partition(".so")[0]
    flags = [f"-I{sysconfig.get_paths()['include']}", f"-L{place}", f"-Wl,-rpath,{place}", f"-l{name}"]
    system = " ".join(sysconfig.get_config_var(key) or "" for key in ("LIBS", "SYSLIBS")).split()
    command = [compiler, "program.c", "-o", "program", *flags, *system, "-Wl,-export-dynamic"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no program with an interpreter can be linked: {done.stderr[-300:]}")
    return folder / "program"


@pytest.mark.skipif(sys.platform != "linux", reason="links as on Linux")
def test_the_second_interpreter_of_a_process_is_refused(tmp_path: Path) -> None:
    children.skip_if_editable()
    program = embedded(PROGRAM, tmp_path)
    environment = os.environ | {"PYTHONHOME": sys.base_prefix, "PYTHONPATH": str(Path(bitrook.__file__).parents[1])}
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    message = "bitrook works in the first interpreter of a process only, not after Py_Finalize()"
    assert done.stdout.splitlines() == [message, message]


# Imports the package, and loads the extension module by hand, which waited for the GIL forever.
SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import sys
from bitrook import _core
code = f'''
try:
    import bitrook
except ImportError as error:
    print(error, flush=True)
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
loader = ExtensionFileLoader({_core.__name__!r}, {_core.__file__!r})
spec = spec_from_file_location({_core.__name__!r}, {_core.__file__!r}, loader=loader)
try:
    loader.exec_module(module_from_spec(spec))
except ImportError as error:
    print(error, flush=True)
'''
new = interpreters.create("legacy") if sys.version_info >= (3, 13) else interpreters.create()
run = interpreters.exec if sys.version_info >= (3, 13) else interpreters.run_string
run(new, code)
print(_core.Board().legal_moves.count())
"""


def test_the_package_and_the_extension_in_a_subinterpreter_are_refused() -> None:
    done = children.run("-c", SUBINTERPRETER, timeout=60)
    message = "bitrook works in the main interpreter only"
    reasons = [f"{message}: subinterpreters are not supported", f"{message}, not in a subinterpreter"]
    assert done.stdout.splitlines() == [*reasons, "20"]
