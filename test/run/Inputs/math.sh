#!/bin/sh
# math.sh BINARY: runs a program made with math_check.h as lifted CPU code and on
# lavapipe: both must print the same, and every region must have run there.
set -u
binary=$1
out=$binary.out
mkdir -p "$out"

# run MODE PLACE SETTINGS...: keeps the output under the mode's name.
run() {
  mode=$1 place=$2
  shift 2
  if ! env "$@" LOFT_LOG=1 "$binary" >"$out/$mode" 2>"$out/$mode.log"; then
    echo "math: $mode: not close to libm"
    grep -v '^loft:' "$out/$mode.log" | head -20
    exit 1
  fi
  if ! grep -q "): $place" "$out/$mode.log" ||
    grep '^loft:.*([^)]*:[0-9]*): ' "$out/$mode.log" | grep -v "): $place"; then
    echo "math: $mode: not every region ran on $place"
    exit 1
  fi
}

run cpu cpu LOFT_OFFLOAD=cpu
[ -n "${VK_DRIVER_FILES:-}" ] && [ -e "$VK_DRIVER_FILES" ] || exit 0
run vulkan vulkan LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe
diff "$out/cpu" "$out/vulkan"
