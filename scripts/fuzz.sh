#!/usr/bin/env bash
# Fuzzes the core: scripts/fuzz.sh SECONDS [target ...], every target of fuzz/ by default. Needs clang with libFuzzer.
#   FUZZ_DIR: where binaries and grown corpora are kept (a scratch directory by default)
#   PYTHON: an interpreter with bitrook and atheris, for the targets in Python
# Prints the executions of each target; exits non-zero at the first finding, whose input is kept.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
[ $# -gt 0 ] || set -- $(cd fuzz && ls *.cpp *.py | sed 's/\.[a-z]*$//')
work=${FUZZ_DIR:-$(mktemp -d)}
for cxx in "${CXX:-}" clang++ clang++-22 clang++-19 clang++-16 clang++-14; do
  [ -n "$cxx" ] && command -v "$cxx" >/dev/null && break
done
flags="-std=c++20 -O1 -g -Icsrc -DBITROOK_CHECKED=1 -fsanitize=address,undefined -fno-sanitize-recover=all -pthread"
mkdir -p "$work/objects"
find csrc/bitrook -name '*.cpp' | while read -r source; do # compiled once for all targets, two at a time
  object=$work/objects/$(echo "${source%.cpp}.o" | tr / _)
  [ -e "$object" ] && [ -z "$(find csrc/bitrook -newer "$object" -name '*.?pp')" ] || echo "$source $object"
done | xargs -r -P 2 -L 1 sh -c "exec $cxx $flags -fsanitize=fuzzer-no-link -c \$0 -o \$1"
python=${PYTHON:-python3}
for target in "$@"; do
  if [ -e "fuzz/$target.cpp" ]; then
    $cxx $flags -fsanitize=fuzzer "fuzz/$target.cpp" "$work"/objects/*.o -o "$work/$target"
    run=("$work/$target")
  elif "$python" -c 'import atheris' 2>/dev/null; then
    run=("$python" "fuzz/$target.py")
  else
    echo "--- $target: skipped, $python has no atheris"
    continue
  fi
  mkdir -p "$work/corpus/$target"
  echo "--- $target"
  "${run[@]}" "$work/corpus/$target" "fuzz/corpus/$target" -dict=fuzz/dictionary.txt -max_total_time="$seconds" \
    -max_len=512 -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$work/$target-" -print_final_stats=1 -verbosity=0 2>&1 |
    tee "$work/$target.log" | grep -E "stat::number|new_units|ERROR|broken|SUMMARY|runtime error|artifact|Base64" || true
  grep -q "stat::number_of_executed_units" "$work/$target.log"
  if grep -qE "ERROR: |SUMMARY: " "$work/$target.log"; then exit 1; fi
done
echo "no findings; corpora in $work/corpus"
