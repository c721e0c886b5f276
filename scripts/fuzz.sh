#!/usr/bin/env bash
# Fuzzes the core, and bitrook's EPD in Python: every target of fuzz/, or those named. Needs clang with libFuzzer.
#   scripts/fuzz.sh replay [target ...]   every committed input, and 5000 mutations that are the same everywhere: this gates
#     (libFuzzer's own -seed is no such thing: where libraries are loaded changes what it finds interesting)
#   scripts/fuzz.sh SECONDS [target ...]  chance; what is found depends on the hour, not on the change
#   scripts/fuzz.sh merge [target ...]    fuzz/corpus becomes the few of its and of the grown inputs that reach as much
#   scripts/fuzz.sh compiler              the clang++ that it would take: CXX or the newest with libFuzzer
#   FUZZ_DIR: where binaries and grown corpora are kept (a scratch directory by default)
#   PYTHON: an interpreter with bitrook, and with atheris to fuzz the targets in Python (they replay without it)
# Prints the executions of each target; exits non-zero if there was a finding, whose input is kept.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=$1
shift
[ $# -gt 0 ] || set -- $(cd fuzz && ls *.cpp *.py | sed 's/\.[a-z]*$//')
work=${FUZZ_DIR:-$(mktemp -d)}
can_fuzz() { # a clang may be there without its libraries
  echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
    "$1" -fsanitize=fuzzer,address,undefined -x c++ - -o /dev/null 2>/dev/null
}
for cxx in ${CXX:-$(compgen -c clang++ | sort -Vru)} none; do
  can_fuzz "$cxx" && break
done
[ "$cxx" != none ] || { echo "no clang++ with libFuzzer and the sanitizers was found" >&2 && exit 1; }
[ "$mode" != compiler ] || { echo "$cxx" && exit; }
flags="-std=c++20 -O1 -g -Icsrc -DBITROOK_CHECKED=1 -fsanitize=address,undefined -fno-sanitize-recover=all -pthread"
mkdir -p "$work/objects"
find csrc/bitrook -name '*.cpp' | while read -r source; do # compiled once for all targets, two at a time
  object=$work/objects/$(echo "${source%.cpp}.o" | tr / _)
  [ -e "$object" ] && [ -z "$(find csrc/bitrook -newer "$object" -name '*.?pp')" ] || echo "$source $object"
done | xargs -r -P 2 -L 1 sh -c "exec $cxx $flags -fsanitize=fuzzer-no-link -c \$0 -o \$1"
python=${PYTHON:-python3}
atheris=$("$python" -c 'import atheris' 2>/dev/null && echo yes || echo no)
failed=0

fuzz() { # fuzz ARGUMENT...: one run of $target, what matters of its output, and whether there was a finding
  local status=0
  "${run[@]}" "$@" -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$work/$target-" -print_final_stats=1 -verbosity=0 \
    >"$work/$target.log" 2>&1 || status=$?
  grep -E "stat::number|new_units|ERROR|Error|broken|SUMMARY|runtime error|artifact|Base64" "$work/$target.log" || true
  [ $status = 0 ] || { echo "$target: a finding, told in $work/$target.log" && failed=1; }
}

for target in "$@"; do
  committed=fuzz/corpus/$target grown=$work/corpus/$target
  mkdir -p "$grown"
  if [ -e "fuzz/$target.cpp" ]; then
    $cxx $flags -fsanitize=fuzzer "fuzz/$target.cpp" "$work"/objects/*.o -o "$work/$target"
    run=("$work/$target")
  else
    run=("$python" "fuzz/$target.py")
  fi
  case $mode in
    replay)
      echo "--- $target: $(find "$committed" -type f | wc -l) committed inputs"
      fuzz "$committed" -runs=0
      rm -rf "$work/mutations"
      mkdir "$work/mutations"
      "$python" scripts/mutations.py "$committed" fuzz/dictionary.txt 5000 "$work/mutations"
      fuzz "$work/mutations" -runs=0
      ;;
    merge)
      rm -rf "$work/merged"
      mkdir "$work/merged"
      "${run[@]}" -set_cover_merge=1 -use_counters=0 -max_len=512 "$work/merged" "$committed" "$grown" >"$work/$target.log" 2>&1
      find "$committed" -type f -regextype posix-extended -regex '.*/[0-9a-f]{40}' -delete # those with names stay
      cp -n "$work"/merged/* "$committed"
      echo "--- $target: $(find "$committed" -type f | wc -l) inputs, $(cat "$committed"/* | wc -c) bytes"
      ;;
    *)
      [ -e "fuzz/$target.cpp" ] || [ $atheris = yes ] || { echo "--- $target: skipped, $python has no atheris" && continue; }
      echo "--- $target"
      fuzz "$grown" "$committed" -dict=fuzz/dictionary.txt -max_total_time="$mode" -max_len=512
      ;;
  esac
done
[ $failed = 0 ] && echo "no findings; logs and corpora in $work"
exit $failed
