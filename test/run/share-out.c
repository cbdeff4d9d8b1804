// LOFT_TEST_GRAIN shares out loops that are too short to be worth it.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 OMP_NUM_THREADS=2 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 OMP_NUM_THREADS=2 LOFT_TEST_GRAIN=1 \
// RUN:   %run%t 2>&1 | FileCheck %s --check-prefix=TWO

// ONE: cpu, 1 thread:
// TWO: cpu, 2 threads:
#include <stdio.h>

int
main(void)
{
  int x[50];
#pragma loft
  for (int i = 0; i < 50; i++)
    x[i] = i * i;
  for (int i = 0; i < 50; i++)
    if (x[i] != i * i)
      return 1;
  return 0;
}
