#!/bin/sh
# scripts/sample.sh BUILD N [FOLDER...]: the suites in FOLDERs of test/ (all but
# "run") on a build folder; of the end-to-end tests in test/run, which take most
# of the time, one in N, others at each commit (lit.sh; LIT_SAMPLE is about the
# other folders).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$1
n=$2
shift 2
[ $# -gt 0 ] ||
  set -- $(cd "$root/test" && ls -d */ | tr -d / | grep -vxE 'run|fuzz|unit')
suites=""
for folder in "$@"; do
  suites="$suites $root/test/$folder"
done
"$root/scripts/lit.sh" "$build" $suites
LIT_SAMPLE=$n "$root/scripts/lit.sh" "$build" "$root/test/run"
