// LOFT_TRACE writes a Chrome trace: regions, transfers, submissions and
// kernels with their source lines; complete JSON, also when a region fails.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_TRACE=%t.cpu.json %run%t
// RUN: python3 %S/Inputs/trace.py %t.cpu.json > %t.out
// RUN: FileCheck %s --check-prefix=CPU --input-file=%t.out
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_STAGING=1 LOFT_TRACE=%t.vk.json %run%t
// RUN: python3 %S/Inputs/trace.py %t.vk.json > %t.out
// RUN: FileCheck %s --check-prefix=VULKAN --input-file=%t.out
// RUN: env LOFT_DEVICE=llvmpipe LOFT_TEST_FAULT=24:lost \
// RUN:   LOFT_TRACE=%t.bad.json %run%t 2>%t.err
// RUN: python3 %S/Inputs/trace.py %t.bad.json > %t.out
// RUN: FileCheck %s --check-prefix=BAD --input-file=%t.out
// RUN: env LOFT_TRACE=/nowhere/file %run%t 2>&1 | FileCheck %s \
// RUN:   --check-prefix=NO
// RUN: env LOFT_TRACE=/dev/full %run%t 2>&1 | FileCheck %s --check-prefix=FULL

// CPU: kernel add{{.*}} line 41
// CPU: region add cpu line 41
// CPU: region add original line 41 instant
// VULKAN: transfer up {{.*}}bytes 80000
// VULKAN: transfer down {{.*}}bytes 40000
// VULKAN: kernel add{{.*}} line 41 on device
// VULKAN: region add vulkan line 41
// VULKAN: region add original line 41 instant
// BAD: failure
// BAD: region add cpu line 41
// NO: loft: no trace: cannot open /nowhere/file: No such file
// NO-NOT: loft
// FULL: loft: no trace: cannot write /dev/full: No space left
// FULL-NOT: loft
#include "loft/loft.h"

enum { N = 10000 };
static float x[N], y[N];

__attribute__((noinline)) static void
add(int n, const float *a, float *b) {
#pragma loft
  for (int i = 0; i < n; i++)
    b[i] = a[i] + b[i];
}

int
main(void) {
  add(N, x, y);
  add(N, x, x + 1); // overlaps
}
