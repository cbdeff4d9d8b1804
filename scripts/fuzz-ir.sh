#!/bin/sh
# scripts/fuzz-ir.sh [SECONDS [JOBS]]: the libFuzzer targets of test/fuzz on the
# IR and on kernels, SECONDS each (0: the seeds once), JOBS processes. What they find is kept
# in corpus/ beside the binaries, and makes this fail.
# With LOFT_FUZZ_VULKAN=1 (and VK_DRIVER_FILES) fuzz_emit runs shaders too.
# With LOFT_FUZZ_BIN (a folder with the binaries) nothing is built, so that the
# folder can be taken elsewhere, this script beside it; build-san/bin does for
# seeds.
set -eu
seconds=${1:-0}
jobs=${2:-1}
root=$(cd "$(dirname "$0")/.." && pwd)
bin=${LOFT_FUZZ_BIN:-}
if [ -z "$bin" ]; then
  bin=$root/build-fuzz/bin
  cmake --preset fuzz -S "$root" >/dev/null
  cmake --build "$root/build-fuzz"
fi
bin=$(cd "$bin" && pwd)
corpus=$(dirname "$bin")/corpus
mkdir -p "$corpus/seeds" "$corpus/kernels"
dict=
if [ -d "$root/test/ir" ]; then
  dict=-dict=$root/test/fuzz/loft.dict
  find "$root/test" -name '*.loft' -size -6k -o -name '*.kn' |
    while read -r file; do
      to=$corpus/seeds
      [ "${file%.kn}" = "$file" ] || to=$corpus/kernels
      cp "$file" "$to/$(basename "$(dirname "$file")")-${file##*/}"
    done
fi
cd "$corpus"
rm -f crash-* timeout-* oom-* leak-*
for target in fuzz_parse fuzz_kernels fuzz_passes fuzz_emit; do
  echo "== $target"
  leaks=1
  [ $target != fuzz_emit ] || leaks=0 # LLVM's
  seeds=seeds
  [ $target != fuzz_kernels ] || seeds=kernels
  if [ "$seconds" = 0 ]; then
    # file by file: that needs no counters
    "$bin/$target" -timeout=60 -detect_leaks=$leaks $seeds/* \
      >"$target.log" 2>&1 || { tail -50 "$target.log"; exit 1; }
  else
    mkdir -p "$target"
    "$bin/$target" -fork="$jobs" -max_total_time="$seconds" -timeout=60 \
      -rss_limit_mb=4096 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 \
      -detect_leaks=$leaks $dict "$target" $seeds 2>&1
  fi
done
! ls crash-* timeout-* oom-* leak-* 2>/dev/null
