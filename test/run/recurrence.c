// Linear recurrences: of one scalar and of several, of array elements, with
// factors that depend on conditions; sizes at the borders of runs, groups and
// levels. Factors of -1, 0 and 1 are exact in any order.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static int *x, *y;
static short *z;
static unsigned long *w;
static double *d, *e;

static unsigned long
ints(int n, int m) {
  unsigned s = 7, h = 5381;
  unsigned long sum = 3, sums = 1;
  short kept = 3;
  unsigned a = 1, b = 2, c = 3, t = 4;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = s * (unsigned)m + (unsigned)x[i];
    h = (h << 5) + h + (unsigned char)x[i];
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    sum += (unsigned long)x[i];
    sums += 2 * sum - 1;
    w[i] = sums;
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    if (x[i] > 0)
      kept = (short)(kept * 3 + y[i]);
    else if (x[i] < -500)
      kept = (short)x[i];
    z[i] = kept;
  }
#pragma loft
  for (int i = 0; i < n; i++) {
    unsigned p = (unsigned)x[i], q = (unsigned)y[i];
    unsigned a1 = a * p + b * 3, c1 = c * p + t * 3;
    b = a * q - b;
    t = c * q - t;
    a = a1, c = c1;
  }
  return s + h + sum + sums + (unsigned long)kept + a * 3 + b * 5 + c * 7 + t;
}

static double
doubles(int n) {
  double re = 3, im = -2;
#pragma loft
  for (int i = 0; i < n; i++) {
    double now = re * d[i] - im * e[i];
    im = re * e[i] + im * d[i];
    re = now;
    x[i] ^= (int)re;
  }
#pragma loft
  for (int i = 1; i < n; i++)
    d[i] = d[i] * d[i - 1] + e[i];
  return re + 10 * im;
}

static void
elements(int n) {
#pragma loft
  for (int i = 2; i < n; i++)
    y[i] = (int)((unsigned)y[i] - 3 * (unsigned)y[i - 1] + (unsigned)y[i - 2]);
#pragma loft
  for (int i = n - 3; i >= 0; i--)
    x[i] = (int)((unsigned)x[i + 2] * 5 + 1);
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 17, 255, 256, 257, 4097, 70001};
  for (int k = 0; k < 11; k++) {
    int n = sizes[k];
    size_t room = (size_t)n + 1;
    x = malloc(room * sizeof *x), y = malloc(room * sizeof *y);
    z = malloc(room * sizeof *z), w = malloc(room * sizeof *w);
    d = malloc(room * sizeof *d), e = malloc(room * sizeof *e);
    for (int i = 0; i < n; i++) {
      x[i] = (int)(i * 2654435761u >> 16) % 2000 - 900;
      y[i] = x[i] * 3 - i;
      d[i] = i % 3 - 1, e[i] = i % 3 == 1 ? 1 - i % 2 * 2 : 0;
    }
    unsigned long r = ints(n, 31);
    elements(n);
    double f = doubles(n);
    unsigned long hash = 1;
    for (int i = 0; i < n; i++)
      hash = hash * 31 + (unsigned)x[i] * 3u + (unsigned)y[i] * 5u + w[i] +
             (unsigned long)z[i] + (unsigned long)(long)(d[i] + e[i] * 8);
    printf("%d: %lower %g %lower\n", n, r, f, hash);
    free(x), free(y), free(z), free(w), free(d), free(e);
  }
}
