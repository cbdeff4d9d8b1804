#!/bin/sh
# scripts/lit.sh BUILD [lit arguments]: runs the lit suites on a build folder.
# With no further arguments: all suites, two workers. Failures are printed whole;
# a test that hangs fails after LIT_TIMEOUT seconds (600), so that it has a name.
# With LIT_SAMPLE=N one test in N, and others at each commit: the number of
# commits says which, here and where a test samples itself.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- "$root/test"
number=$(git -C "$root" rev-list --count HEAD 2>/dev/null || echo 0)
[ -z "${LIT_SAMPLE:-}" ] || set -- --num-shards "$LIT_SAMPLE" \
  --run-shard $((number % LIT_SAMPLE + 1)) "$@"
exec /usr/lib/llvm-22/bin/lit -j "${LIT_JOBS:-2}" --no-progress-bar -q -v \
  --timeout "${LIT_TIMEOUT:-600}" \
  --param build="$build" --param number="$number" "$@"
