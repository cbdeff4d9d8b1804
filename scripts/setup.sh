#!/bin/sh
# scripts/setup.sh: installs what loft needs on Debian 12 and
# later, with apt, as root or through sudo. Quick when everything is there.
# Packages of a second LLVM are only needed for `make test`.
set -eu

packages="
cmake ninja-build git python3 python3-psutil ccache gcc g++ gdb pkg-config
clang-22 clang-format-22 llvm-22-dev llvm-22-tools libclang-22-dev
libclang-cpp22-dev libomp-22-dev libclang-rt-22-dev llvm-22-linker-tools
clangd-22
clang-19 llvm-19-dev llvm-19-tools libclang-19-dev libclang-rt-19-dev
llvm-19-linker-tools
libisl-dev libpng-dev libmpfr-dev
mpich libmpich-dev
libvulkan-dev libvulkan1 mesa-vulkan-drivers vulkan-validationlayers
spirv-tools spirv-headers
glmark2-data wamerican-huge
"

missing=""
for p in $packages; do
  case "$(dpkg-query -W -f '${db:Status-Abbrev}' "$p" 2>/dev/null)" in
  ii*) ;;
  *) missing="$missing $p" ;;
  esac
done
[ -n "$missing" ] || exit 0

sudo=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || {
    echo "setup: need root or sudo to install:$missing" >&2
    exit 1
  }
  sudo=sudo
fi
echo "setup: installing$missing"
log=$(mktemp)
if ! { $sudo apt-get update &&
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -20 "$log" >&2
  echo "setup: apt-get failed (whole log: $log)" >&2
  exit 1
fi
rm -f "$log"
