// Where a process has no file left to ask the system what its memory is, what
// writes to memory is the original loop; sums are not.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run %t 2>&1 | FileCheck %s
// CHECK: sum{{.*}}: cpu
// CHECK: more{{.*}}: original: the system does not tell whether its memory has several addresses
// CHECK: more{{.*}}: cpu
// CHECK: good
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "Inputs/check.h"

enum { N = 10000 };

// Elements one more each.
__attribute__((noinline)) static void
more(int n, int *x)
{
#pragma loft
  for (int i = 0; i < n; i++)
    x[i] += i;
}

// Their sum.
__attribute__((noinline)) static long
sum(int n, const int *x)
{
  long s = 0;
#pragma loft
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int
main(void)
{
  int *x = calloc(N, sizeof *x);
  struct rlimit all, none;
  CHECK(x && getrlimit(RLIMIT_NOFILE, &all) == 0);
  none = all;
  none.rlim_cur = 0;
  CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
  long s = sum(N, x);
  more(N, x);
  CHECK(setrlimit(RLIMIT_NOFILE, &all) == 0);
  more(N, x);
  CHECK(s == 0 && x[7] == 14);
  free(x);
  printf("good\n");
}
