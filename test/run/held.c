// Values that are held until a condition sets them again, computed where it does
// alone: from what is read there, and with others.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 120 };
static int x[N], y[N], z[N];
static float d[N], e[N];

static int
samples(int n, int s)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (x[i] > 7)
      s = y[i] * y[i] - i;
    z[i] = s + x[i];
  }
  return s;
}

static float
floats(int n, int *at)
{
  float held = 1, mark = 0;
  int k = -1;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if (!(d[i] > 2)) {
      held = d[i] * d[i];
      mark = held + 1;
      k = i;
    }
    e[i] = held * 3 - mark;
  }
  *at = k;
  return held + mark;
}

static int
greatest(int n, int by)
{
  int best = x[0], at = 0, k = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    if ((x[k] ^ 5) <= best)
      goto next;
    best = x[k] ^ 5;
    at = i;
  next:
    k += by;
  }
  return best * 1000 + at;
}

int
main(void)
{
  static const int sizes[] = {0, 1, 5, 60};
  for (int i = 0; i < N; i++) {
    x[i] = i * 17 % 23 - 11;
    y[i] = i * 7 % 19;
    d[i] = (float)(x[i] * y[i]) / 16;
  }
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k], at = 9;
    int s = samples(n, 4);
    float f = floats(n, &at);
    printf("%d %u %g %d", s, hash(z, sizeof z), f, at);
    printf(" %u %d\n", hash(e, sizeof e), greatest(n, 2));
  }
  return 0;
}
