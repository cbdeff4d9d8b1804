// The bus's speed is that of the graphics card with the fastest PCI link; what
// is no card, has one lane or makes no sense does not count.
// RUN: rm -rf %t.pci && mkdir -p %t.pci/disk %t.pci/console %t.pci/card \
// RUN:   %t.pci/slow %t.pci/unknown %t.pci/bare
// RUN: cd %t.pci
// RUN: echo 0x010802 > disk/class && echo 0x030000 > console/class
// RUN: echo 0x030000 > slow/class && echo 0x030200 > card/class
// RUN: echo 0x030000 > unknown/class && echo 0x038000 > bare/class
// RUN: echo '64.0 GT/s PCIe' | tee disk/max_link_speed > console/max_link_speed
// RUN: echo '2.5 GT/s PCIe' > slow/max_link_speed
// RUN: echo '32.0 GT/s PCIe' > card/max_link_speed
// RUN: echo 'Unknown' > unknown/max_link_speed
// RUN: echo 16 | tee disk/max_link_width card/max_link_width > slow/max_link_width
// RUN: echo 1 > console/max_link_width && echo 255 > unknown/max_link_width
// RUN: %clang-plain -Wall -Werror -I%root %s %root/runtime/vk/bus.c -o %t
// RUN: %run%t . | FileCheck %s --check-prefix=CARD
// RUN: rm -r card
// RUN: %run%t . | FileCheck %s --check-prefix=SLOW
// RUN: rm -r slow
// RUN: %run%t . | FileCheck %s --check-prefix=NONE
// RUN: %run%t %t.pci/none | FileCheck %s --check-prefix=NONE
// CARD: 51.2 GB/s
// SLOW: 3.2 GB/s
// NONE: 0.0 GB/s
#include "runtime/vk/bus.h"

#include <stdio.h>

int
main(int argc, char **argv) {
  printf("%.1f GB/s\n", rt_bus_rate_in(argv[argc - 1]) / 1e9);
  return rt_bus_rate() < 0;
}
