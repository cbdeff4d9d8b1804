// Small arrays are sent as they are, whatever their regions keep: a program that
// has no others watches nothing and lets nothing stay, and beside large arrays
// the pages of small ones are not watched, so that the host writes to them as
// fast as ever.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=2
// RUN: %{run} %run%t small 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %{run} LOFT_TEST_STAGING=1 %run%t small 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SMALL
// RUN: %{run} %run%t 2>&1 | FileCheck %s
// RUN: %{run} LOFT_TEST_STAGING=1 %run%t 2>&1 | FileCheck %s
//
// SMALL-NOT: {{kept|watching|stayed|huge}}
// SMALL: step{{.*}} up 256 B {{.*}} down 256 B
// SMALL-NOT: {{kept|watching|stayed|huge}}
// SMALL: all good
//
// CHECK: what stayed comes back
// CHECK: all good
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "Inputs/check.h"

enum { SMALL = 32, LARGE = 1 << 17, CALLS = 40 };

// Has two regions, of which the second may find on the device what the first
// leaves there.
__attribute__((noinline)) static void
step(int n, const float *x, float *restrict y, float *restrict edge) {
#pragma loft region
  {
    for (int i = 0; i < n; i++)
      y[i] = x[i] + 1;
    for (int i = 0; i < SMALL; i++)
      edge[i] += x[i];
  }
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = y[i] * 0.5f;
}

// Whether memory at "p" is watched.
static int
is_watched(const void *p) {
  unsigned long from, to, at = (unsigned long)p;
  int here = 0, watched = 0;
  char line[512];
  FILE *f = fopen("/proc/self/smaps", "r");
  CHECK(f);
  while (fgets(line, sizeof line, f)) {
    char space;
    if (sscanf(line, "%lx-%lx%c", &from, &to, &space) == 3 && space == ' ')
      here = from <= at && at < to;
    else if (here && !strncmp(line, "VmFlags:", 8))
      watched = strstr(line, " uw") != NULL;
  }
  fclose(f);
  return watched;
}

// n floats in pages of their own.
static float *
pages(int n) {
  float *p = mmap(NULL, (size_t)n * sizeof *p, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(p != MAP_FAILED);
  return p;
}

// Runs the regions on arrays of n elements; the host writes to the small one in
// between.
static void
run(int n) {
  float *x = pages(n), *y = pages(n), *edge = pages(SMALL), sum = 0;
  for (int i = 0; i < n; i++)
    x[i] = (float)(i % 7);
  for (int k = 0; k < CALLS; k++) {
    if (k % 2)
      step(n, x, y, edge);
    else {
#pragma loft keep(x, y, edge)
      step(n, x, y, edge);
    }
    sum += x[3];
    CHECK(!is_watched(edge));
    CHECK(edge[3] == sum && y[3] == (x[3] + 1) / 2);
    edge[3] = sum += 2;
    x[3] += 1;
  }
}

int
main(int argc, char **argv) {
  (void)argv;
  run(argc > 1 ? SMALL : LARGE);
  printf("all good\n");
  return 0;
}
