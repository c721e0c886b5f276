#!/usr/bin/env bash
# The suite under a sanitizer of clang's: scripts/sanitize.sh address|thread [pytest arguments]
#   address: heap, stack and undefined behaviour, over the C++ tests and the quick suite
#   thread: data races, over what releases the GIL and what threads share
# SANITIZE_DIR: where the build is kept (a scratch directory by default). PYTHON: the interpreter to make an environment of.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=$1
shift
work=${SANITIZE_DIR:-$(mktemp -d)}/$kind
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
    export TSAN_OPTIONS=halt_on_error=1:allocator_may_return_null=1:second_deadlock_stack=1:log_path=$work/report
    [ $# -gt 0 ] || set -- -m "not slow" -k "thread or perft or history or shared or interned"
    ;;
  *) echo "usage: $0 address|thread [pytest arguments]" >&2 && exit 2 ;;
esac

# Not GCC: its undefined-behaviour checks make constant expressions out of ours that it then refuses.
CXX=${CXX:-$(compgen -c clang++ | grep -xE 'clang\+\+(-[0-9]+)?' | sort -V | tail -n 1)}
[ -n "$CXX" ] || { echo "there is no clang++ here" >&2; exit 2; }
export CXX
[ -x "$work/venv/bin/python" ] || "$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q -U pip
"$work/venv/bin/python" -m pip install -q --group build pytest hypothesis numpy chess==1.11.2
# One processor build; Debug: the invariants are checked too. -O1, or it takes for ever.
cxx_tests=$([ -e /usr/include/doctest/doctest.h ] && echo ON || echo OFF)
build=$("$work/venv/bin/python" -c 'import platform; print({"x86_64": "x86_64", "aarch64": "aarch64"}.get(platform.machine(), "generic"))')
PATH="$work/venv/bin:$PATH" CXXFLAGS="-O1" "$work/venv/bin/python" -m pip install -q --no-build-isolation --no-deps --force-reinstall . \
  -Cbuild-dir="$work/build" -Ccmake.build-type=Debug -Cinstall.strip=false \
  -Ccmake.define.BITROOK_SANITIZE=$flags -Ccmake.define.BITROOK_BUILDS=$build -Ccmake.define.BITROOK_CXX_TESTS=$cxx_tests
runtime=$(ls "$("$CXX" -print-resource-dir)"/lib/*/libclang_rt.$library*.so | grep -m1 "$(uname -m)\|$library.so")
if [ -x "$work/build/tests/cpp/core_tests" ] && [ "$kind" = address ]; then
  LD_LIBRARY_PATH=$(dirname "$runtime") "$work/build/tests/cpp/core_tests" -m
fi

# The interpreter is not instrumented: the runtime comes first, and libstdc++ with it, or the first C++ exception fails.
# The report goes to a file: pytest keeps what is written, and a process that is stopped does not give it back.
rm -f "$work"/report*
status=0
LD_PRELOAD="$runtime $("$CXX" -print-file-name=libstdc++.so.6)" PYTHONMALLOC=malloc BITROOK_SANITIZED=$kind \
  "$work/venv/bin/python" -m pytest -q -p no:cacheprovider "$@" || status=$?
cat "$work"/report* 2>/dev/null || true
exit $status
