// What the loop always touches ends at the last byte that can be read, and is
// read as it is; what it guards, picks, or steps over may not be there.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=llvmpipe LOFT_LOG=1 %run%t 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,VULKAN

// CPU-COUNT-4: : cpu
// VULKAN-COUNT-4: : vulkan
// CHECK: all right
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, INTS = PAGE / sizeof(int), N = 8 * INTS };

// x has no second page.
__attribute__((noinline)) static void
guarded(int n, const int *m, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = m[i] ? x[i] : -1;
}

__attribute__((noinline)) static void
pick(int n, const int *k, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[k[i]];
}

__attribute__((noinline)) static void
leap(int n, const int *x, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    y[i] = x[2 * INTS * i];
}

// Writes where m says so.
__attribute__((noinline)) static void
put(int n, const int *m, int *x) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (m[i])
      x[i] = 7;
}

// "pages" pages, with nothing behind them.
static int *
map_pages(int pages) {
  char *p = mmap(NULL, (size_t)(pages + 1) * PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p + pages * PAGE, PAGE, PROT_NONE);
  return (int *)p;
}

int
main(void) {
  int *x = map_pages(8), *y = map_pages(8), *m = map_pages(8);
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    x[i] = i;
    m[i] = i / INTS != 1;
  }
  mprotect((char *)x + PAGE, PAGE, PROT_NONE);
  guarded(N, m, x, y);
  for (int i = 0; i < N; i++)
    wrong += y[i] != (m[i] ? i : -1);
  leap(N / (2 * INTS), x, y);
  for (int i = 0; i < N / (2 * INTS); i++)
    wrong += y[i] != 2 * INTS * i;
  put(N, m, x);
  for (int i = 0; i < N; i++)
    wrong += m[i] && x[i] != 7;
  for (int i = 0; i < N; i++)
    m[i] = i % INTS;
  m[0] = N - 1;
  pick(N, m, x, y);
  for (int i = 0; i < N; i++)
    wrong += y[i] != 7;
  printf(wrong ? "%d wrong\n" : "all right\n", wrong);
  return 0;
}
