#!/usr/bin/env bash
# Runs the thread tests on a free-threaded CPython under the thread sanitizer. The interpreter is instrumented as well;
# otherwise the sanitizer could not see its locks and would report false races.
#   scripts/free_threaded.sh CPYTHON DIR [pytest arguments]
# CPYTHON: the source tree of CPython 3.13 or newer. DIR: the build directory; the first build takes a few minutes.
# Needs clang and a python3 with pybind11, cmake and ninja.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$(cd "$1" && pwd) work=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- tests/bindings/test_threads.py tests/perft/test_perft_options.py -m "not slow"
python=${PYTHON:-python3}
cxx=$(compgen -c clang++ | grep -xE 'clang\+\+(-[0-9]+)?' | sort -V | tail -n 1)
export TSAN_OPTIONS=report_bugs=0 # while CPython is built
# Instead of -O3 -g. And with -h, the instrumented interpreter does not compile the library, which is slow. (Another
# pattern for compileall's -x has no effect, because CPython passes its own after it.)
fast="OPT=-DNDEBUG -O1 -g0"

if [ ! -e "$work/python/.complete" ]; then
  mkdir -p "$work/cpython"
  (cd "$work/cpython" &&
    CC=${cxx/++/} CXX=$cxx "$source/configure" -q --prefix="$work/python" --disable-gil --with-thread-sanitizer --disable-test-modules &&
    make -s -j "$(nproc)" "$fast" &&
    make -s "$fast" altbininstall inclinstall libinstall sharedinstall COMPILEALL_OPTS=-h) >"$work/cpython.log" 2>&1 ||
    { tail -n 20 "$work/cpython.log" >&2; exit 1; }
  touch "$work/python/.complete"
fi
free=$(ls "$work"/python/bin/python3.*t)
[ -d "$work/site" ] || "$python" -m pip install -q --target "$work/site" pytest

cmake -S . -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O1 -DCMAKE_CXX_COMPILER="$cxx" \
  -DPython_EXECUTABLE="$free" -Dpybind11_DIR="$("$python" -m pybind11 --cmakedir)" -DBITROOK_SANITIZE=thread -DBITROOK_CHECKED=ON >"$work/build.log"
cmake --build "$work/build" >>"$work/build.log" || { tail -n 30 "$work/build.log" >&2; exit 1; }
mkdir -p "$work/package"
cp -R python/bitrook "$work/package"
find "$work/build/csrc" -name '_c*.so' -exec cp {} "$work/package/bitrook" \;

rm -f "$work"/report*
export PYTHONPATH=$work/package:$work/site PYTHONDONTWRITEBYTECODE=1
TSAN_OPTIONS="suppressions=$source/Tools/tsan/suppressions_free_threading.txt:allocator_may_return_null=1:log_path=$work/report"
"$free" -c 'import sys, bitrook; print(sys.version); assert not sys._is_gil_enabled()'
status=0
"$free" -m pytest -q -p no:cacheprovider "$@" || status=$?
cat "$work"/report* 2>/dev/null || true
exit $status
