// Loops whose iterations see a running fold: every operator, before and after,
// in place, down, under conditions, several at once; sizes at the borders of
// runs, groups and levels.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static int *x, *y, *z;
static unsigned char *b;
static double *d, *e;

static int
scans(int n) {
  int s = 3, m = 1000, p = 1;
  unsigned char any = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s;
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    z[i] = m;
    if (x[i] < m)
      m = x[i];
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    any |= (unsigned char)x[i];
    b[i] = any;
    p *= x[i] | 1;
    y[i] ^= p;
  }
  return s ^ m ^ p ^ any;
}

static int
conditional(int n) {
  int kept = 0;
#pragma loft
  for (int i = n - 1; i >= 0; i--) {
    if (x[i] > 0)
      kept++;
    z[i] -= kept;
  }
  return kept;
}

static long
in_place(int n) {
  long sum = -1;
#pragma loft
  for (int i = 0; i < n; i++) {
    int t = x[i];
    x[i] = (int)sum;
    sum += t;
  }
  return sum;
}

static double
halves(int n) // sums of halves are exact in any order
{
  double s = 0.5, top = -1e300;
#pragma loft
  for (int i = 0; i < n; i++) {
    e[i] = s / 2;
    s += d[i];
    if (d[i] > top)
      top = d[i];
    d[i] = top - s;
  }
  return s + top;
}

int
main(void) {
  static const int sizes[] = {0, 1, 16, 255, 256, 257, 4097, 70000};
  x = malloc(70000 * sizeof *x), y = malloc(70000 * sizeof *y);
  z = malloc(70000 * sizeof *z), b = malloc(70000);
  d = malloc(70000 * sizeof *d), e = malloc(70000 * sizeof *e);
  for (int k = 0; k < 8; k++) {
    int n = sizes[k];
    for (int i = 0; i < n; i++) {
      x[i] = (int)(i * 2654435761u >> 16) % 2000 - 900;
      y[i] = z[i] = b[i] = 0;
      d[i] = x[i] / 2.0;
    }
    int r = scans(n), c = conditional(n);
    long t = in_place(n);
    double h = halves(n);
    unsigned long hash = 1;
    for (int i = 0; i < n; i++)
      hash = hash * 31 + (unsigned)x[i] * 3u + (unsigned)y[i] * 5u +
             (unsigned)z[i] + b[i] + (unsigned long)(long)(d[i] * 4 + e[i] * 8);
    printf("%d: %d %d %ld %a %lower\n", n, r, c, t, h, hash);
  }
}
