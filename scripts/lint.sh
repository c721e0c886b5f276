#!/usr/bin/env bash
# Checks formatting, lint, spelling, shell scripts, workflows and metadata of the whole tree, within seconds.
#   scripts/lint.sh         checks
#   scripts/lint.sh --fix   first formats the code and applies automatic fixes
# TOOLS: the directory of the tools (default: search the PATH; `pip install --group lint --group workflows`)
set -euo pipefail
cd "$(dirname "$0")/.."
tools=${TOOLS:+$TOOLS/}
mapfile -t sources < <(git ls-files '*.hpp' '*.cpp' '*.h')
if [ "${1:-}" = --fix ]; then
  "${tools}ruff" check --fix .
  "${tools}ruff" format .
  "${tools}clang-format" -i "${sources[@]}"
fi
"${tools}ruff" check .
"${tools}ruff" format --check .
"${tools}clang-format" --dry-run -Werror "${sources[@]}"
"${tools}typos"
! command -v shellcheck >/dev/null || shellcheck -S warning .ci/run scripts/*.sh
"${tools}check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
"${tools}zizmor" --offline --quiet .github
"${tools}validate-pyproject" pyproject.toml
