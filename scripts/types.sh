#!/usr/bin/env bash
# Type-checks the package and typical user code in strict mode, and checks the stubs against the installed module.
#   PYTHON: an interpreter that has bitrook; TOOLS: the directory of mypy and pyright (default: search the PATH)
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(command -v "${PYTHON:-python}")
tools=${TOOLS:+$TOOLS/}
packages=$("$python" -c 'import os, bitrook; print(os.path.dirname(os.path.dirname(bitrook.__file__)))')
users=(tests/typing/*.py)
"${tools}mypy" python/bitrook
"${tools}mypy" --python-executable "$python" "${users[@]}"
"${tools}pyright" --pythonpath "$python"
scratch=$(mktemp -d) # outside the source tree, so that the installed package is used
cp "${users[@]}" "$scratch"
printf '{"typeCheckingMode": "strict"}' >"$scratch/pyrightconfig.json"
(cd "$scratch" && "${tools}pyright" --pythonpath "$python")
(cd "$scratch" && PATH="$(dirname "$python"):$PATH" "${tools}pyright" --pythonpath "$python" --ignoreexternal --verifytypes bitrook |
  tee "$scratch/verify" | tail -n 8)
mkdir "$scratch/alone" # mypy mistakes some other packages for its standard library
ln -s "$packages/bitrook" "$scratch/alone/bitrook"
MYPYPATH=$scratch/alone PYTHONPATH=$packages "${tools}stubtest" bitrook --allowlist tests/typing/stubtest_allow.txt --ignore-unused-allowlist
rm -rf "$scratch"
