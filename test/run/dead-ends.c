// Blocks and functions that say something before the program, or the function,
// is left: where they are reached, they do so as if nothing had been lifted.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 1000 };
static int x[N], y[N], z[N], said;
static jmp_buf out;

static void
die(const char *form, ...)
{
  va_list all;
  va_start(all, form);
  vprintf(form, all);
  va_end(all);
  said++;
  longjmp(out, 2);
}

static void
blocks(int *restrict to, const int *restrict from, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    to[i] += from[i];
    if (from[i] < 0) {
      printf("%d is %d, after %d\n", i, from[i], i ? to[i - 1] : 0);
      to[i] = -1;
      longjmp(out, 1);
    }
    to[i] *= 2;
  }
}

static int
functions(const int *from, int n)
{
  int s = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (from[i] == 77)
      die("%d has %d\n", i, from[i]);
    s += from[i];
  }
  return s;
}

int
main(void)
{
  static const int bad[] = {5, -3, 77};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < N; i++) {
      x[i] = i * 7 % 61;
      y[i] = z[i] = i;
    }
    x[N - 1 - k * 400] = bad[k];
    volatile int s = 0;
    if (!setjmp(out))
      blocks(y, x, N);
    if (!setjmp(out))
      s = functions(x, N);
    printf("%d %d %u\n", s, said, hash(y, sizeof y));
  }
  return 0;
}
