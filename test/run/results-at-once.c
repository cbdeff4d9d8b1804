// Results that no launch is behind are read with one wait for the device, and
// nothing is submitted after it where no array comes back.
// REQUIRES: vulkan
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t | FileCheck %s
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_TRACE=%t.json \
// RUN:   %run%t | FileCheck %s
// RUN: grep -c '"cat": "submission"' %t.json | FileCheck %s --check-prefix=ONE
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_TRACE=%t.json \
// RUN:   LOFT_TEST_STAGING=1 %run%t | FileCheck %s
// RUN: grep -c '"cat": "submission"' %t.json | FileCheck %s --check-prefix=ONE
#include <stdio.h>

// CHECK: 499500 -9 998 332833500
// ONE: {{^}}1{{$}}
int
main(void) {
  static int x[1000];
  int sum = 0, least = 0, most = 0;
  long squares = 0;
  for (int i = 0; i < 1000; i++)
    x[i] = i == 999 ? -9 : i;
#pragma loft
  for (int i = 0; i < 1000; i++) {
    sum += i;
    least = x[i] < least ? x[i] : least;
    most = x[i] > most ? x[i] : most;
    squares += (long)i * i;
  }
  printf("%d %d %d %ld\n", sum, least, most, squares);
  return 0;
}
