#!/bin/sh
# bench/bench.sh BUILD: medians of the demo's programs, side by side, with
# floors; JSON in BUILD/bench.json; what compiling costs, JSON in
# BUILD/bench-compile.json; and what choosing costs. How to read it:
# bench/README.md.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-build}" && pwd)
llvm=$(sed -n 's/^LOFT_LLVM:[A-Z]*=//p' "$build/CMakeCache.txt")
python3 "$root/examples/harness.py" "$build" --bench \
  --json "$build/bench.json"
python3 "$root/bench/compile_time.py" "$build" \
  --json "$build/bench-compile.json"
echo
"clang-${llvm:-22}" -O2 -fplugin="$build/lib/libloft.so" -I"$root/include" \
  "$root/bench/choose.c" -o "$build/choose" \
  -L"$build/lib" -Wl,-rpath,"$build/lib" -lloftrt
"$build/choose"
