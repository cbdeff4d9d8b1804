// What a loop reads may follow from a scalar that it sets once, or from a state:
// by a subscript, or by a condition on another scalar that is set with it. The
// lifted code reads what C does not, so where memory ends the original runs.
// RUN: %clang -O2 %s -o %t %link
// RUN: env LOFT_OFFLOAD=disabled %run%t > %t.original
// RUN: env LOFT_OFFLOAD=cpu LOFT_TEST_GRAIN=1 LOFT_THREADS=3 %run%t > %t.cpu
// RUN: cmp %t.cpu %t.original
// RUN: env LOFT_OFFLOAD=mandatory LOFT_DEVICE=0 %run%t 2>/dev/null > %t.vulkan
// RUN: cmp %t.vulkan %t.original
// REQUIRES: vulkan
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 3000 };
static int d[MOST];

static int
by_place(int n, const int *p) {
  int b = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = p[b < 0 ? i : 0];
    if (b < 0 && v > 900)
      b = i;
  }
  return b;
}

static int
by_another(int n, const int *p, int c) {
  int b = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    d[i] = b;
    int v = 0;
    if (c != 4)
      v = p[i];
    if (b < 0 && v > 900) {
      b = i;
      c = 4;
    }
  }
  return b * 2 + c;
}

static int
by_state(int n, const int *p, _Bool s) {
  int c = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int v = p[s ? i : 0];
    if (v > 900)
      s = 0;
    else if (v < 10)
      s = 1;
    else
      c++;
  }
  return c;
}

int
main(void) {
  enum { KEPT = 40 };
  long page = sysconf(_SC_PAGESIZE);
  char *two = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (two == MAP_FAILED || mprotect(two + page, (size_t)page, PROT_NONE))
    return 1;
  int *p = (int *)(void *)(two + page) - KEPT;
  for (int i = 0; i < KEPT; i++)
    p[i] = i == 30 ? 999 : 50;
  for (int n = 0; n < MOST; n = n * 2 + 1) {
    int some = n < KEPT ? n : KEPT;
    printf("%d %d %d ", by_place(n, p), by_another(n, p, 2), by_state(n, p, 1));
    printf("%d %d %d\n", by_place(some, p + KEPT - some),
           by_another(some, p + KEPT - some, 4), by_state(some, p, 0));
  }
  return 0;
}
