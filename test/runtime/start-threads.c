// Creating threads takes time. A program whose regions take less all together
// has none created; one with more of them has.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=2 %run%t 1 \
// RUN:   | FileCheck %s --check-prefix=FEW
// RUN: env OMP_NUM_THREADS=2 VK_DRIVER_FILES=%t.none %run%t 1 \
// RUN:   | FileCheck %s --check-prefix=FEW
// RUN: env LOFT_OFFLOAD=cpu OMP_NUM_THREADS=2 %run%t 100 \
// RUN:   | FileCheck %s --check-prefix=MANY
// FEW: 100000 threads 1
// MANY: 10000000 threads 2
#include <stdio.h>
#include <stdlib.h>

static int x[100000];

// The number of threads of this process.
static int
count_threads(void) {
  char line[256];
  int n = 0;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    sscanf(line, "Threads: %d", &n);
  return n;
}

int
main(int argc, char **argv) {
  int n = 100000;
  for (int t = 0; t < atoi(argv[argc - 1]); t++) {
#pragma loft
    for (int i = 0; i < n; i++)
      x[i] += i + 1;
  }
  printf("%d threads %d\n", x[n - 1], count_threads());
}
