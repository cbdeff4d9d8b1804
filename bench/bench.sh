#!/bin/sh
# bench/bench.sh BUILD: medians of the demo's programs, side by side, with
# floors; JSON in BUILD/bench.json; what compiling costs, JSON in
# BUILD/bench-compile.json; memory against OpenMP by hand; what choosing costs.
# How to read it: bench/README.md.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-build}" && pwd)
llvm=$(sed -n 's/^LOFT_LLVM:[A-Z]*=//p' "$build/CMakeCache.txt")
python3 "$root/examples/harness.py" "$build" --bench \
  --json "$build/bench.json"
python3 "$root/bench/compile_time.py" "$build" \
  --json "$build/bench-compile.json"

# run_alone NAME FLAGS...: compiles bench/NAME.c with the plugin and runs it.
run_alone() {
  name=$1
  shift
  echo
  "clang-${llvm:-22}" "$@" -fplugin="$build/lib/libloft.so" \
    -I"$root/include" "$root/bench/$name.c" -o "$build/$name" \
    -L"$build/lib" -Wl,-rpath,"$build/lib" -lloftrt
  LOFT_OFFLOAD=$offload "$build/$name"
}
offload=cpu run_alone openmp -O3 -march=native -fopenmp
offload=cpu run_alone irregular -O3 -march=native
offload=cpu run_alone fusions -O3 -march=native
offload=cpu run_alone cores -O3 -march=native
offload=default run_alone choose -O2
