// Where results come back to arrays again and again, these get into huge pages,
// as far as the system makes such; the host may write to them as before.
// REQUIRES: vulkan
// RUN: %clang -O2 -Wall -Werror %s -o %t %link
// DEFINE: %{run} = env LOFT_DEVICE=llvmpipe LOFT_OFFLOAD=mandatory LOFT_LOG=2 \
// DEFINE:   LOFT_TEST_WATCH_FAULT=1
// RUN: %{run} %run%t 2> %t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log
// RUN: %{run} LOFT_TEST_FAULT=sys:60+ %run%t 20 2> %t.log | FileCheck %s
// CHECK: all good
// LOG: {{[1-9][0-9]* huge pages made of q|no huge pages}}
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "Inputs/check.h"
#include "loft/loft.h"

enum { N = 1 << 21, HUGE_PAGE = 2 << 20, MOST_CALLS = 2000 };

// q[i] = p[i - 1] - p[i + 1]
__attribute__((noinline)) static void
step(int n, const int *restrict p, int *restrict q) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    q[i] = p[i - 1] - p[i + 1];
}

// Whether the system makes huge pages at all.
static int
is_possible(void) {
  char *p = malloc(2 * HUGE_PAGE);
  char *at = p + HUGE_PAGE - (uintptr_t)p % HUGE_PAGE;
  CHECK(p);
  memset(p, 1, 2 * HUGE_PAGE);
  int made = madvise(at, HUGE_PAGE, 25) == 0; // MADV_COLLAPSE
  free(p);
  return made;
}

// The KiB in huge pages of the mapping that "at" is in.
static long
huge_kib(const void *at) {
  FILE *f = fopen("/proc/self/smaps", "r");
  char line[512];
  long kib = 0;
  int is_in = 0;
  CHECK(f);
  while (fgets(line, sizeof line, f)) {
    uintptr_t from, to;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
      is_in = from <= (uintptr_t)at && (uintptr_t)at < to;
    if (is_in && !strncmp(line, "AnonHugePages:", 14))
      kib = atol(line + 14);
  }
  fclose(f);
  return kib;
}

// Asserts that the step is right.
static void
check(const int *x, const int *y) {
  step(N, x, (int *)y);
  for (int i = 1; i < N - 1; i++)
    CHECK(y[i] == x[i - 1] - x[i + 1]);
}

int
main(int argc, char **argv) {
  int *x = malloc(N * 4), *y = malloc(N * 4);
  int possible = is_possible(), most = argc > 1 ? atoi(argv[1]) : MOST_CALLS;
  CHECK(x && y);
  for (int i = 0; i < N; i++)
    x[i] = y[i] = i * 3;
  for (int k = 0; k < most && possible && huge_kib(y) == 0; k++) {
    x[k] = k;
    step(N, x, y);
    step(N, y, x);
  }
  if (!possible)
    fprintf(stderr, "no huge pages\n");
  for (int k = 0; k < 3; k++) {
    check(x, y);
    y[N / 2 + k] = 7;
    check(y, x);
    check(x, y);
  }
  free(x), free(y);
  printf("all good\n");
  return 0;
}
