// Loops with calls that are left to the original: where none is reached they run
// lifted; where one is, all calls are made in C's order, and memory is C's.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 3000 };
static int x[N], y[N], z[N], said;

static void
count(int i)
{
  said += y[i] + 1;
}

static int
checked(int *restrict to, const int *restrict from, int n)
{
  int errors = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (from[i] < 0 || from[i] > 90) {
      errors++;
      if (errors < 4)
        printf("%d is %d\n", i, from[i]);
      continue;
    }
    to[i] += from[i];
  }
  return errors;
}

static int
left(int *restrict to, const int *restrict from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    to[i] = i;
    for (int j = 0; j < 3; j++) {
      if (from[i] == -3 + j) {
        printf("%d, %d\n", i, j);
        to[i] = -1;
        return i;
      }
      to[i] ^= from[i] << j;
    }
  }
  return -1;
}

static void
traced(int *restrict to, const int *restrict from, int n, int level,
       void (*f)(int))
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    to[i] = from[i] * 3;
    if (level > 1)
      f(i);
  }
}

int
main(void)
{
  static const struct {
    int at, value;
  } bad[] = {{5, 7}, {N - 1, -2}, {0, 95}, {N / 2, -1}, {9, 9}};
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < N; i++) {
      x[i] = i * 7 % 61;
      y[i] = z[i] = i;
    }
    x[bad[k].at] = bad[k].value;
    int errors = checked(y, x, N);
    int at = left(z, x, N);
    traced(y, x, N, k, count);
    printf("%d %d %d %u %u\n", errors, at, said, hash(y, sizeof y),
           hash(z, sizeof z));
  }
  return 0;
}
