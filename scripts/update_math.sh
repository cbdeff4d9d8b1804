#!/bin/sh
# scripts/update_math.sh BUILD [FILE]: lifts mathlib/ (lift.c) with the plugin
# in BUILD and writes the IR text to FILE (mathlib/math.loft). A test
# runs it to see that the two agree.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-build}" && pwd)
out=${2:-$root/mathlib/math.loft}
llvm=$(sed -n 's/^LOFT_LLVM:[A-Z]*=//p' "$build/CMakeCache.txt")
{
  echo "// <math.h> as IR, lifted from mathlib/ by scripts/update_math.sh."
  cd "$root/mathlib"
  "clang-$llvm" -O0 -ffp-contract=off -fsyntax-only -w lift.c \
    -fplugin="$build/lib/libloft.so" -fplugin-arg-loft-emit=lower 2>&1 |
    sed '/^$/d'
} >"$out.new"
"$build/bin/loft-opt" --quiet "$out.new"
mv "$out.new" "$out"
