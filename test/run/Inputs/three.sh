#!/bin/sh
# three.sh BINARY [WHERE...]: runs a program as the original, as lifted CPU code
# with 1 and 2 threads, and on lavapipe under the validation layers; all must
# print the same. WHERE: "cpu" (default "cpu vulkan"): where its regions must
# have run, all of them. Lavapipe takes five seconds and more to compile the
# shaders of a binary that is large: with SHADERS_EVERY=N it does so at one commit
# in N (COMMIT_NUMBER), of each name another.
set -u
binary=$1
shift
[ $# -gt 0 ] || set -- cpu vulkan
out=$binary.out
status=0
mkdir -p "$out"

# run MODE SETTINGS...: keeps output and log under the mode's name.
run() {
  mode=$1
  shift
  if ! env "$@" LOFT_LOG=1 "$binary" >"$out/$mode" 2>"$out/$mode.log"; then
    echo "three: $mode: the program failed"
    cat "$out/$mode.log"
    exit 1
  fi
  if ! cmp -s "$out/original" "$out/$mode"; then
    echo "three: $mode differs from the original"
    diff "$out/original" "$out/$mode" | head -20
    status=1
  fi
  if grep -i 'validation\|VUID' "$out/$mode.log"; then
    status=1
  fi
}

# ran MODE PLACE: every region's log line of the mode says it ran at PLACE, or
# found there that the original loop has a call to make.
ran() {
  if ! grep -q "): $2" "$out/$1.log" ||
    grep '^loft:.*([^)]*:[0-9]*): ' "$out/$1.log" |
    grep -v '): original: it gets to a call' | grep -qv "): $2"; then
    echo "three: $1: not every region ran on $2"
    cat "$out/$1.log"
    status=1
  fi
}

env LOFT_OFFLOAD=disabled "$binary" >"$out/original" 2>"$out/original.log" ||
  { echo "three: the original failed"; exit 1; }
run cpu1 LOFT_OFFLOAD=cpu OMP_NUM_THREADS=1
run cpu2 LOFT_OFFLOAD=cpu OMP_NUM_THREADS=2

# shaders_wanted: whether lavapipe is to compile the binary's shaders.
shaders_wanted() {
  [ "$(wc -c <"$binary")" -lt 300000 ] && return
  name=$(basename "$binary" | cksum | cut -d' ' -f1)
  [ $(((name + ${COMMIT_NUMBER:-0}) % ${SHADERS_EVERY:-1})) = 0 ]
}

rm -f "$out/vulkan.log"
if [ -n "${VK_DRIVER_FILES:-}" ] && [ -e "$VK_DRIVER_FILES" ] &&
  shaders_wanted; then
  run vulkan LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_TIMEOUT=600 \
    VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation
fi
for place in "$@"; do
  case $place in
  cpu) ran cpu1 cpu && ran cpu2 cpu ;;
  vulkan) [ ! -e "$out/vulkan.log" ] || ran vulkan vulkan ;;
  esac
done
exit $status
