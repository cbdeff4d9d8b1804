#!/bin/sh
# scripts/update_math.sh BUILD [FILE]: lifts rewrites/math/ (lift.c) with the plugin
# in BUILD and writes the IR text to FILE (rewrites/math/math.loft). A test
# runs it to see that the two agree.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-build}" && pwd)
out=${2:-$root/rewrites/math/math.loft}
llvm=$(sed -n 's/^LOFT_LLVM:[A-Z]*=//p' "$build/CMakeCache.txt")
{
  echo "// <math.h> as IR, lifted from rewrites/math/ by scripts/update_math.sh."
  cd "$root/rewrites/math"
  "clang-$llvm" -O0 -ffp-contract=off -fsyntax-only -w lift.c \
    -fplugin="$build/lib/libloft.so" -fplugin-arg-loft-emit=lower 2>&1 |
    sed '/^$/d'
} >"$out.new"
"$build/bin/loft-opt" --quiet "$out.new"
mv "$out.new" "$out"
