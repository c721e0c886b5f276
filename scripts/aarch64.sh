#!/usr/bin/env bash
# Builds an aarch64 wheel on x86-64 Debian and runs its tests under qemu-user. All files are written to DIR.
#   scripts/aarch64.sh DIR                          builds, then runs the minimal tests
#   scripts/aarch64.sh DIR -m "not slow" tests/...  builds, then runs pytest with these arguments
# Needs a python3 of the same version as Debian's arm64 python3, with scikit-build-core, pybind11, cmake and ninja.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mkdir -p "$1" && cd "$1" && pwd)
shift
python=${PYTHON:-python3}
root=$work/root

for tool in aarch64-linux-gnu-g++ qemu-aarch64-static; do
  command -v $tool >/dev/null || { echo "$tool is missing: apt-get install g++-aarch64-linux-gnu qemu-user-static" >&2; exit 2; }
done

# Debian's arm64 Python is unpacked, not installed, using a private state directory for apt.
if [ ! -e "$root/usr/bin/python3" ]; then
  state=$(mktemp -d)
  mkdir -p "$state/lists/partial" "$state/archives/partial" "$root"
  touch "$state/status"
  apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o "Dir::State=$state" -o "Dir::Cache=$state"
    -o "Dir::State::status=$state/status" -o Debug::NoLocking=1 -o APT::Sandbox::User=root)
  "${apt[@]}" update
  "${apt[@]}" install -y --download-only --no-install-recommends python3 python3-dev libstdc++6
  for package in "$state"/archives/*.deb; do dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root"; done
  rm -rf "$state"
fi
version=$(readlink "$root/usr/bin/python3") # python3.11
short=${version#python}
short=${short/./}
[ "$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')" = "$short" ] ||
  { echo "the host's $python is not $version, as the cross build needs" >&2; exit 2; }
suffix=.cpython-$short-aarch64-linux-gnu.so

# This script is sys.executable, so that tests can start subprocesses.
mkdir -p "$work/bin"
cat >"$work/bin/python3" <<END
#!/bin/sh
PYTHONHOME=$root/usr exec qemu-aarch64-static -0 $work/bin/python3 -L $root $root/usr/bin/$version "\$@"
END
chmod +x "$work/bin/python3"
run() { "$work/bin/python3" "$@"; }

# Without PYTHON_MODULE_EXTENSION, the modules would get the file name suffix of the host.
cat >"$work/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
END
rm -rf "$work/wheel" "$work/site"
_PYTHON_HOST_PLATFORM=linux-aarch64 SETUPTOOLS_EXT_SUFFIX=$suffix CMAKE_TOOLCHAIN_FILE=$work/toolchain.cmake \
  CXXFLAGS="-idirafter $root/usr/include" \
  "$python" -m pip wheel -q . --no-deps --no-build-isolation -w "$work/wheel" \
  -Cbuild-dir="$work/build" -Ccmake.python-hints=false \
  -Ccmake.define.Python_EXECUTABLE="$(readlink -f "$(command -v "$python")")" \
  -Ccmake.define.Python_INCLUDE_DIR="$root/usr/include/$version" \
  -Ccmake.define.PYTHON_MODULE_EXTENSION="$suffix" \
  -Ccmake.define.pybind11_DIR="$("$python" -m pybind11 --cmakedir)"
ls -l "$work"/wheel/*.whl
"$python" -m zipfile -e "$work"/wheel/bitrook-*.whl "$work/site"
export PYTHONPATH=$work/site
run -c 'import bitrook; print(bitrook.build_info())'
if [ $# = 0 ]; then
  run -X dev tests/test_minimal.py
else
  "$python" -m pip download -q --only-binary :all: --platform manylinux2014_aarch64 --platform manylinux_2_28_aarch64 \
    --platform any --python-version "$short" -d "$work/wheels" pytest hypothesis numpy
  "$python" -m pip wheel -q --no-deps -w "$work/wheels" chess==1.11.2 # PyPI has no wheel, only the source distribution
  for wheel in "$work"/wheels/*.whl; do "$python" -m zipfile -e "$wheel" "$work/site"; done
  PYTHONDONTWRITEBYTECODE=1 run -m pytest -q -p no:cacheprovider "$@"
fi
