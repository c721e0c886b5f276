#!/usr/bin/env bash
# Runs the scripts of findings/, which install pinned packages and need a network, and reports which still hold.
#   scripts/findings.sh             all of them
#   scripts/findings.sh NAME...     some of them, without .sh
set -u -o pipefail
cd "$(dirname "$0")/../findings" || exit 1
failed=0
[ $# -gt 0 ] || { for file in *.sh; do set -- "$@" "${file%.sh}"; done; }
for name in "$@"; do
  start=$SECONDS
  if output=$(timeout 180 bash "$name.sh" 2>&1); then verdict=holds; else verdict="NO LONGER HOLDS, or did not run" failed=1; fi
  printf '%-32s %s (%s s)\n' "$name" "$verdict" $((SECONDS - start))
  [ "$verdict" = holds ] || printf '%s\n' "$output" | tail -n 5 | sed 's/^/    /'
done
exit $failed
