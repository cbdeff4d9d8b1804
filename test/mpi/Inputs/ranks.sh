#!/bin/sh
# ranks.sh BINARY [SETTING...]: runs a program as the original, as lifted CPU
# code, and on 1 to 4 ranks of MPI, by default as lifted CPU code as well. All
# ranks must print the same as lifted CPU code, and this the same as the
# original unless BITS=lifted. ARGUMENTS: the program's. Logs of "n" ranks are in BINARY.ranks.n.
set -u
binary=$1
shift
export OMP_NUM_THREADS=1
status=0

LOFT_OFFLOAD=disabled "$binary" ${ARGUMENTS:-} >"$binary.original" || exit 1
LOFT_OFFLOAD=cpu "$binary" ${ARGUMENTS:-} >"$binary.one" || exit 1
[ "${BITS:-}" = lifted ] || cmp "$binary.original" "$binary.one" || exit 1
for n in 1 2 3 4; do
  log=$binary.ranks.$n
  if ! timeout 60 mpiexec -n $n env LOFT_OFFLOAD=cpu "$@" LOFT_LOG=1 sh -c \
      'exec "$0" "$@" > "$0.$PMI_RANK"' "$binary" ${ARGUMENTS:-} 2>"$log"; then
    echo "ranks: the program failed on $n ranks"
    cat "$log"
    exit 1
  fi
  k=0
  while [ $k -lt $n ]; do
    cmp "$binary.one" "$binary.$k" || status=1
    k=$((k + 1))
  done
done
exit $status
