#!/bin/sh
# instructions.sh PROGRAM WAY LIMIT: whether one call of that way of
# bench/choose.c executes at most LIMIT instructions: the difference between
# 3000 calls and 1000, so that starting up does not count.
set -eu
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" "$2" "$3" \
    2>&1 | tr -d , | sed -n 's/.*Collected : //p'
}
few=$(count "$1" "$2" 1000)
many=$(count "$1" "$2" 3000)
each=$(((many - few) / 2000))
if [ "$each" -gt 0 ] && [ "$each" -le "$3" ]; then
  echo "$2: at most $3"
else
  echo "$2: $each instructions, not $3"
fi
