#!/usr/bin/env bash
# Strict types of the package, the examples and typical user code, and the stubs against the installed module.
#   PYTHON: an interpreter that has bitrook installed; TOOLS: the directory of mypy and pyright (on the PATH by default)
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(command -v "${PYTHON:-python}")
tools=${TOOLS:+$TOOLS/}
packages=$("$python" -c 'import os, bitrook; print(os.path.dirname(os.path.dirname(bitrook.__file__)))')
users=(tests/typing/*.py)
"${tools}mypy" python/bitrook
"${tools}mypy" --python-executable "$python" "${users[@]}"
"${tools}pyright" --pythonpath "$python"
scratch=$(mktemp -d) # away from the source tree, as a user would see it
cp "${users[@]}" "$scratch"
printf '{"typeCheckingMode": "strict"}' >"$scratch/pyrightconfig.json"
(cd "$scratch" && "${tools}pyright" --pythonpath "$python")
(cd "$scratch" && PATH="$(dirname "$python"):$PATH" "${tools}pyright" --pythonpath "$python" --ignoreexternal --verifytypes bitrook |
  tee "$scratch/verify" | tail -n 8)
mkdir "$scratch/alone" # beside other packages, mypy would take some of them for its own standard library
ln -s "$packages/bitrook" "$scratch/alone/bitrook"
MYPYPATH=$scratch/alone PYTHONPATH=$packages "${tools}stubtest" bitrook --allowlist tests/typing/stubtest_allow.txt --ignore-unused-allowlist
rm -rf "$scratch"
