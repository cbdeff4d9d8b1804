// Lengths of runs, counted below the counter that has just moved: the first
// iteration always moves it, so no element in front of the array is touched, and
// arrays may lie one behind another.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };
static int x[N], memory[2 * N];

__attribute__((noinline)) static int
behind(int n, int *val, int *len)
{
  int k = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] != x[i - 1]) {
      val[k] = x[i];
      len[k] = 0;
      k++;
    }
    len[k - 1]++;
  }
  return k;
}

__attribute__((noinline)) static int
last(int n, int *val, int *len)
{
  int k = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (i == 0 || x[i] != x[i - 1]) {
      k++;
      val[k] = x[i];
      len[k] = 0;
    }
    len[k]++;
  }
  return k;
}

int
main(void)
{
  static const int sizes[] = {0, 1, 2, 100, N};
  for (int i = 0; i < N; i++)
    x[i] = (int)((unsigned)i * 2654435761u >> 30);
  for (int i = 0; i < 5; i++) {
    int n = sizes[i];
    printf("%d: %d", n, behind(n, memory, memory + n));
    printf(" %08x %d", hash(memory, sizeof memory), last(n, memory + n, memory));
    printf(" %08x\n", hash(memory, sizeof memory));
  }
  return 0;
}
