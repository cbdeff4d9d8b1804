#!/bin/sh
# scripts/lit.sh BUILD [lit arguments]: runs the lit suites on a build folder.
# With no further arguments: all suites, two workers. Failures are printed whole;
# a test that hangs fails after LIT_TIMEOUT seconds (600), so that it has a name.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- "$root/test"
exec /usr/lib/llvm-22/bin/lit -j "${LIT_JOBS:-2}" --no-progress-bar -q -v \
  --timeout "${LIT_TIMEOUT:-600}" \
  --param build="$build" "$@"
