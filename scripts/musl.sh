#!/usr/bin/env bash
# Builds the C++ tests statically for musl with the zig compiler, and runs them. By default, musl gives threads stacks
# of only 128 KB. The workflows build and test the musllinux wheels.
#   scripts/musl.sh DIR
# Needs a python3 with ziglang, cmake and ninja, and doctest's headers.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mkdir -p "$1" && cd "$1" && pwd)
python=$(command -v "${PYTHON:-python3}")
mkdir -p "$work/include"
cp -R /usr/include/doctest "$work/include"
printf '#!/bin/sh\nexec "%s" -m ziglang c++ -target %s-linux-musl "$@"\n' "$python" "$(uname -m)" >"$work/c++"
chmod +x "$work/c++"
cmake -S . -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$work/c++" -DDOCTEST_INCLUDE="$work/include" \
  -DBITROOK_PYTHON=OFF -DBITROOK_CXX_TESTS=ON -DBITROOK_CXX_LIBRARY=OFF
cmake --build "$work/build" -j "$(nproc)" | tail -n 30
"$work/build/tests/cpp/core_tests"
