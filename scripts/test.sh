#!/bin/sh
# scripts/test.sh: the whole test command behind `make test`: format and folder
# checks, all lit suites on LLVM 22, then those that touch the plugin on 19 (of
# the end-to-end tests a tenth: sample.sh), then the random programs. Ends with
# one line "N passed, N failed".
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
passed=0
failed=0
jobs=${LIT_JOBS:-2}

# step NAME COMMAND...: runs it, counts it.
step() {
  name=$1
  shift
  printf '== %s\n' "$name"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "== $name: FAILED"
  fi
}

# fuzz OPTIONS...: random programs on the build for LLVM 22.
fuzz() {
  test/fuzz/fuzz.py --build build -j "$jobs" "$@"
}

build_19() {
  cmake --preset llvm19 >/dev/null && cmake --build build-19
}

step "format, folders, coverage" scripts/check.sh
step "lit, LLVM 22" scripts/lit.sh build
step "build for LLVM 19" build_19
step "lit, LLVM 19 (plugin, diagnostics, a tenth of end to end)" \
  scripts/sample.sh build-19 10 plugin diag install toolchain
step "random programs" fuzz --count "${LOFT_FUZZ_COUNT:-300}" --seed 1 \
  --memory 0.25K
step "random programs, several loops over shared memory" fuzz \
  --generator functions --count $((${LOFT_FUZZ_COUNT:-300} * 2 / 3)) --seed 1 \
  --memory 0.25K
step "random programs, memory used between regions" fuzz --generator kept \
  --count $((${LOFT_FUZZ_COUNT:-300} / 3)) --seed 1
if [ -e build/lib/libloftmpi.so ] && command -v mpiexec >/dev/null; then
  step "random programs, on ranks of MPI" fuzz --generator functions \
    --count $((${LOFT_FUZZ_COUNT:-300} / 3)) --seed 3 --no-vulkan --ranks 3 -j 1
fi
if grep -q ' fma ' /proc/cpuinfo; then
  step "random programs, sums of products fused" fuzz --count $((${LOFT_FUZZ_COUNT:-300} / 3)) \
    --seed 2 --flags='-mfma -ffp-contract=on'
fi
step "failures in the examples, sampled" scripts/faults.py build --every 13 \
  --seconds 60 -j "$jobs"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
