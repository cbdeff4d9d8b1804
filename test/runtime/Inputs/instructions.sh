#!/bin/sh
# instructions.sh PROGRAM WAY LIMIT: whether one call of that way of
# bench/choose.c executes at most LIMIT instructions: the difference between
# 12000 calls and 2000, so that starting up does not count.
set -eu
count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" "$2" "$3" \
    2>&1 | tr -d , | sed -n 's/.*Collected : //p'
}
few=$(count "$1" "$2" 2000)
many=$(count "$1" "$2" 12000)
each=$(((many - few) / 10000))
if [ "$each" -gt 0 ] && [ "$each" -le "$3" ]; then
  echo "$2: at most $3"
else
  echo "$2: $each instructions, not $3"
fi
