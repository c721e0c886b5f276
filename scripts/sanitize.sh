#!/usr/bin/env bash
# Runs the tests under one of clang's sanitizers.
#   scripts/sanitize.sh address|thread [pytest arguments]
#     address: memory errors and undefined behavior, in the C++ tests, Python fuzz targets and the quick suite
#     thread: data races, in the tests of code that releases the GIL or shares data between threads, in C++ and Python
# BUILD: the CPU-specific build (default: the best one for this machine).
# SANITIZE_DIR: a directory for the build, kept from run to run (default: a temporary one). PYTHON: the interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=$1
shift
build=${BUILD:-native}
work=${SANITIZE_DIR:-$(mktemp -d)}/$kind-$build
mkdir -p "$work"
python=${PYTHON:-python3}
case $kind in
  address)
    flags=address,undefined library=asan
    export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:log_path=$work/report
    export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:log_path=$work/report
    [ $# -gt 0 ] || set -- -m "not slow"
    ;;
  thread)
    flags=thread library=tsan
    # Threads that are still running when the interpreter exits are not leaks; the tests of daemon threads leave some.
    export TSAN_OPTIONS=report_thread_leaks=0:halt_on_error=1:die_after_fork=0:allocator_may_return_null=1:second_deadlock_stack=1:log_path=$work/report
    [ $# -gt 0 ] || set -- -m "not slow" -k "thread or perft or history or shared or interned or test_boards or test_step or test_evaluation or encodings or gymnasium or test_search or test_stopping or transposition"
    ;;
  *) echo "usage: $0 address|thread [pytest arguments]" >&2 && exit 2 ;;
esac

# clang, because GCC rejects some constant expressions when its undefined-behavior sanitizer is on.
CXX=${CXX:-$(compgen -c clang++ | grep -xE 'clang\+\+(-[0-9]+)?' | sort -V | tail -n 1)}
[ -n "$CXX" ] || { echo "clang++ was not found" >&2; exit 2; }
export CXX
[ -x "$work/venv/bin/python" ] || "$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q -U pip
"$work/venv/bin/python" -m pip install -q --group build pytest hypothesis numpy gymnasium chess==1.11.2
# -O1, because unoptimized code makes the suite take hours.
cxx_tests=$([ -e /usr/include/doctest/doctest.h ] && echo ON || echo OFF)
PATH="$work/venv/bin:$PATH" CXXFLAGS="-O1" "$work/venv/bin/python" -m pip install -q --no-build-isolation --no-deps --force-reinstall . \
  -Cbuild-dir="$work/build" -Ccmake.build-type=Debug -Cinstall.strip=false -Ccmake.define.BITROOK_CHECKED=ON \
  -Ccmake.define.BITROOK_SANITIZE="$flags" -Ccmake.define.BITROOK_BUILDS="$build" -Ccmake.define.BITROOK_CXX_TESTS="$cxx_tests"
runtime=$(find "$("$CXX" -print-resource-dir)/lib/" -name "libclang_rt.$library.so" -o -name "libclang_rt.$library-$(uname -m).so" | head -n 1)
if [ -x "$work/build/tests/cpp/core_tests" ]; then
  if [ "$kind" = address ]; then files="*"; else files="*/threads_test.cpp,*/game_test.cpp,*/hash_table_test.cpp"; fi
  LD_LIBRARY_PATH=$(dirname "$runtime") "$work/build/tests/cpp/core_tests" -m -sf="$files"
fi

# The interpreter is not instrumented, so the sanitizer's runtime must be preloaded. libstdc++ is preloaded as well,
# because the runtime looks up its exception functions at startup. Reports go to files, because pytest captures the
# output.
sanitized_python() {
  LD_PRELOAD="$runtime $("$CXX" -print-file-name=libstdc++.so.6)" PYTHONMALLOC=malloc BITROOK_SANITIZED=$kind \
    "$work/venv/bin/python" "$@"
}
rm -f "$work"/report*
status=0
for target in tests/fuzz/*.py; do
  [ "$kind" = address ] || break
  inputs=$work/inputs corpus=tests/fuzz/corpus/$(basename "$target" .py)
  rm -rf "$inputs"
  mkdir "$inputs"
  "$python" scripts/mutations.py "$corpus" tests/fuzz/dictionary.txt 5000 "$inputs"
  sanitized_python "$target" "$corpus" "$inputs" || status=$?
done
sanitized_python -m pytest -q -p no:cacheprovider "$@" || status=$?
cat "$work"/report* 2>/dev/null || true
exit $status
