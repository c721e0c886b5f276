#!/usr/bin/env bash
# Fuzzes all targets of tests/fuzz/ or only the given ones: the C++ core, and EPD in Python. Needs clang with libFuzzer.
#   scripts/fuzz.sh replay [target ...]   runs every committed input and up to 1500 reproducible mutations of them
#   scripts/fuzz.sh SECONDS [target ...]  fuzzes each target for this long; findings are random
#   scripts/fuzz.sh merge [target ...]    reduces tests/fuzz/corpus and the generated inputs to the few that cover as much
#   scripts/fuzz.sh compiler              prints the compiler to be used: CXX, or the newest clang++ with libFuzzer
# The C++ targets are compiled for x86-64-v3, which most users run, if the processor supports it. `replay` also runs the
# portable build. Invariants are checked in both.
#   FUZZ_DIR: a directory for binaries and generated inputs, kept from run to run (default: a temporary one)
#   PYTHON: an interpreter with bitrook, and with atheris to fuzz the Python targets (otherwise they are only replayed)
# Prints the number of executions of each target. Exits with 1 after a finding, and keeps the input that caused it.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=$1
shift
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(find tests/fuzz -maxdepth 1 \( -name '*.cpp' -o -name '*.py' \) -printf '%f\n' | sed 's/\..*//' | sort)
work=${FUZZ_DIR:-$(mktemp -d)}
can_fuzz() { # some clang packages do not include libFuzzer
  echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
    "$1" -fsanitize=fuzzer,address,undefined -x c++ - -o /dev/null 2>/dev/null
}
for cxx in ${CXX:-$(compgen -c clang++ | sort -Vru)} none; do
  can_fuzz "$cxx" && break
done
[ "$cxx" != none ] || { echo "no clang++ with libFuzzer and the sanitizers was found" >&2 && exit 1; }
[ "$mode" != compiler ] || { echo "$cxx" && exit; }
python=${PYTHON:-python3}
atheris=$("$python" -c 'import atheris' 2>/dev/null && echo yes || echo no)
portable="-std=c++20 -O1 -g -Icsrc -DBITROOK_CHECKED=1 -fsanitize=address,undefined -fno-sanitize-recover=all -pthread"
builds=(portable)
if [ "$(uname -m)" = x86_64 ] && grep -qw avx2 /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo; then
  builds=(x86-64-v3)
  [ "$mode" != replay ] || builds+=(portable)
fi
rm -f "$work/failed"

# Sets `flags` and compiles the core for a build, with one translation unit per folder and two compilers at a time.
# Objects that are newer than all sources are reused.
compile_core() {
  flags=$portable
  [ "$1" = portable ] || flags+=" -march=$1"
  objects=$work/objects-$1
  mkdir -p "$objects"
  find csrc/bitrook -name '*.cpp' -printf '%h\n' | sort -u | while read -r folder; do
    unit=$objects/$(echo "$folder" | tr / _)
    find "$folder" -maxdepth 1 -name '*.cpp' | sort | sed 's|^csrc/\(.*\)|#include "\1"|' >"$unit.cpp"
    [ -e "$unit.o" ] && [ -z "$(find csrc/bitrook -newer "$unit.o" -name '*.?pp')" ] || echo "$unit.cpp $unit.o"
  done | xargs -r -P 2 -L 1 sh -c "exec $cxx $flags -fsanitize=fuzzer-no-link -c \$0 -o \$1"
}

# Compiles the C++ targets into the same folder, two at a time. Programs that are newer than all sources are reused.
compile_targets() {
  local name
  for name in "${targets[@]}"; do
    [ -e "tests/fuzz/$name.cpp" ] || continue
    [ -e "$objects/$name" ] && [ -z "$(find csrc/bitrook tests/fuzz -newer "$objects/$name" -name '*.?pp')" ] ||
      echo "tests/fuzz/$name.cpp -o $objects/$name"
  done | xargs -r -P 2 -L 1 sh -c "exec $cxx $flags -fsanitize=fuzzer \$0 \$1 \$2 $objects/*.o"
}

# fuzz ARGUMENT...: runs $target once and prints the relevant lines of its output. Returns 1 if there was a finding.
fuzz() {
  local status=0
  "${run[@]}" "$@" -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$work/$target-" -print_final_stats=1 -verbosity=0 \
    >"$work/$target.log" 2>&1 || status=$?
  grep -E "stat::number|new_units|ERROR|Error|broken|SUMMARY|runtime error|artifact|Base64" "$work/$target.log" || true
  [ "$status" = 0 ] || { echo "$target: a finding, see $work/$target.log" && return 1; }
}

# Does what $mode requests with $target, compiled for $build.
run_target() {
  local committed=tests/fuzz/corpus/$target grown=$work/corpus/$target scratch=$work/scratch-$target
  local run=("$objects/$target")
  [ -e "tests/fuzz/$target.cpp" ] || run=("$python" "tests/fuzz/$target.py")
  rm -rf "$scratch"
  mkdir -p "$grown" "$scratch"
  case $mode in
    replay)
      echo "--- $target, $build: $(find "$committed" -type f | wc -l) committed inputs"
      fuzz "$committed" -runs=0
      # libFuzzer's own mutations depend on where libraries are loaded, even with -seed, so ours are used instead.
      local mutations=1500
      [ "$target" != nnue ] || mutations=200 # networks of Stockfish take a second each
      "$python" scripts/mutations.py "$committed" tests/fuzz/dictionary.txt $mutations "$scratch"
      fuzz "$scratch" -runs=0
      ;;
    merge)
      "${run[@]}" -set_cover_merge=1 -use_counters=0 -max_len=512 "$scratch" "$committed" "$grown" >"$work/$target.log" 2>&1
      find "$committed" -type f -regextype posix-extended -regex '.*/[0-9a-f]{40}' -delete # keep named inputs
      cp -n "$scratch"/* "$committed"
      echo "--- $target: $(find "$committed" -type f | wc -l) inputs, $(cat "$committed"/* | wc -c) bytes"
      ;;
    *)
      [ -e "tests/fuzz/$target.cpp" ] || [ "$atheris" = yes ] || { echo "--- $target: skipped, $python has no atheris" && return; }
      echo "--- $target, $build"
      fuzz "$grown" "$committed" -dict=tests/fuzz/dictionary.txt -max_total_time="$mode" -max_len=512
      ;;
  esac
}

for build in "${builds[@]}"; do
  compile_core "$build"
  compile_targets
  running=0
  for target in "${targets[@]}"; do # two at a time
    [ -e "tests/fuzz/$target.cpp" ] || [ "$build" = "${builds[0]}" ] || continue # Python targets run only with the first build
    [ $((running++)) -lt 2 ] || wait -n || true
    (
      exec 3>&1 >"$work/$target.out" 2>&1
      trap '[ $? = 0 ] || touch "$work/failed"; cat "$work/$target.out" >&3' EXIT
      run_target
    ) &
  done
  wait
done
[ ! -e "$work/failed" ] || exit 1
echo "no findings; logs and inputs are in $work"
