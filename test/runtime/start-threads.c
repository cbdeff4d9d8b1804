// libomp takes more than a millisecond to start. A program whose regions take
// less all together does not start it; one with more of them does.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_DISPLAY_ENV=true OMP_NUM_THREADS=2 %run%t 1 \
// RUN:   2>&1 | FileCheck %s --check-prefix=FEW
// RUN: env OMP_DISPLAY_ENV=true OMP_NUM_THREADS=2 VK_DRIVER_FILES=/nonexistent \
// RUN:   %run%t 1 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: env LOFT_OFFLOAD=cpu OMP_DISPLAY_ENV=true OMP_NUM_THREADS=2 %run%t 100 \
// RUN:   2>&1 | FileCheck %s --check-prefix=MANY
// FEW-NOT: OPENMP DISPLAY ENVIRONMENT
// FEW: 100000
// FEW-NOT: OPENMP DISPLAY ENVIRONMENT
// MANY: OPENMP DISPLAY ENVIRONMENT BEGIN
#include <stdio.h>
#include <stdlib.h>

static int x[100000];

int
main(int argc, char **argv) {
  int n = 100000;
  for (int t = 0; t < atoi(argv[argc - 1]); t++) {
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += i + 1;
  }
  printf("%d\n", x[n - 1]);
}
