// bench/bus.c moves what it says, in both directions and in place.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %root/bench/bus.c -o %t %link -lpng -lvulkan
// RUN: env LOFT_DEVICE=llvmpipe LOFT_KEEP=0 LOFT_TEST_STAGING=64 DEMO_REPEAT=3 \
// RUN:   %run%t 1 | FileCheck %s
// CHECK: 1 MiB: bus {{[0-9.]+}} GB/s up
// CHECK: fill {{.*}} 0 MiB up {{ *}}1 MiB down {{.*}} %
// CHECK: flip {{.*}} 1 MiB up {{ *}}1 MiB down
// CHECK: subtract {{.*}} 2 MiB up {{ *}}1 MiB down
// CHECK: sum {{.*}} 1 MiB up {{ *}}0 MiB down
// CHECK: the sum is right
