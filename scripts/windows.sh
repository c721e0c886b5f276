#!/usr/bin/env bash
# Builds the C++ tests with MinGW and runs them under Wine, where `long` has 32 bits and the C library differs.
#   scripts/windows.sh DIR
# Needs g++-mingw-w64-x86-64-posix, wine64, doctest-dev, cmake and ninja. The workflows test MSVC.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mkdir -p "$1" && cd "$1" && pwd)
wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64)
mkdir -p "$work/include"
cp -R /usr/include/doctest "$work/include"
cat >"$work/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_EXE_LINKER_FLAGS -static)
END
cmake -S . -B "$work/build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$work/toolchain.cmake" -DDOCTEST_INCLUDE="$work/include" \
  -DBITROOK_PYTHON=OFF -DBITROOK_CXX_TESTS=ON -DBITROOK_CHECKED=ON -DCMAKE_BUILD_TYPE=Release >"$work/build.log"
cmake --build "$work/build" -j 2 | tee -a "$work/build.log" | grep -A 8 -E "warning|error" || true
WINEDEBUG=-all WINEPREFIX=$work/wine "$wine" "$work/build/tests/cpp/core_tests.exe" -m
