#!/bin/sh
# bench/bench.sh BUILD: medians of the demo's programs, side by side, with
# floors; JSON in BUILD/bench.json. How to read it: bench/README.md.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-build}
exec python3 "$root/examples/harness.py" "$build" --bench \
  --json "$build/bench.json"
