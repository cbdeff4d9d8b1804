#!/bin/sh
# examples/demo.sh BUILD: the demo. See harness.py.
set -eu
here=$(dirname "$0")
exec python3 "$here/harness.py" "${1:-build}"
