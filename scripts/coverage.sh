#!/usr/bin/env bash
# Measures the line coverage of the Python and C++ code by the quick suite and the C++ tests.
#   scripts/coverage.sh [pytest arguments]
# COVERAGE_DIR: a directory for the build and the reports (default: a temporary one). PYTHON: the interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=${COVERAGE_DIR:-$(mktemp -d)}
python=${PYTHON:-python3}
[ $# -gt 0 ] || set -- -m "not slow"
[ -x "$work/venv/bin/python" ] || "$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q -U pip
"$work/venv/bin/python" -m pip install -q --group build --group coverage pytest hypothesis numpy chess==1.11.2
cxx_tests=$([ -e /usr/include/doctest/doctest.h ] && echo ON || echo OFF)
PATH="$work/venv/bin:$PATH" CXXFLAGS="-O1" "$work/venv/bin/python" -m pip install -q --no-build-isolation --no-deps --force-reinstall . \
  -Cbuild-dir="$work/build" -Ccmake.build-type=Debug -Cinstall.strip=false -Ccmake.define.BITROOK_CHECKED=ON \
  -Ccmake.define.BITROOK_COVERAGE=ON -Ccmake.define.BITROOK_CXX_TESTS="$cxx_tests"
find "$work/build" -name '*.gcda' -delete
[ ! -x "$work/build/tests/cpp/core_tests" ] || "$work/build/tests/cpp/core_tests" -m
"$work/venv/bin/python" -m pytest -q -p no:cacheprovider --cov --cov-report=term --cov-report="html:$work/python" "$@"
"$work/venv/bin/gcovr" --root "$root" --filter csrc/ --exclude-throw-branches --gcov-ignore-parse-errors=all \
  --merge-mode-functions=separate --merge-lines --html-details "$work/cxx.html" --print-summary --txt "$work/cxx.txt" "$work/build"
cat "$work/cxx.txt"
echo "reports: $work/python/index.html, $work/cxx.html"
