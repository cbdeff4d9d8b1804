// An index array is looked through only where the lifted form runs: a choice of
// the original comes before.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=default %run %t | FileCheck %s
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=default %run %t 2>/dev/null | FileCheck %s
// RUN: env LOFT_OFFLOAD=disabled %run %t | FileCheck %s
// RUN: env LOFT_OFFLOAD=cpu %run %t | FileCheck %s --check-prefix=LIFTED
// CHECK: first read in the original loop
// LIFTED: first read before it
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "loft/loft.h"

enum { N = 100 };
static int *at;
static volatile int when = -1;

// Notes when the page is read, and lets it be.
static void
on_fault(int sig)
{
  (void)sig;
  when = loft_last_region(NULL, 0);
  mprotect(at, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE);
}

__attribute__((noinline)) static void
gather(int n, const int *index, const float *x, float *y)
{
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[index[i]];
}

int
main(void)
{
  static float x[N], y[N];
  at = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal(SIGSEGV, on_fault);
  gather(N, at, x, y);
  printf("first read %s\n", when == LOFT_RAN_ORIGINAL
                                ? "in the original loop"
                                : "before it");
}
