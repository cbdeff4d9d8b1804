// Elements that become a mean or sum of their neighbours in place (Gauss-Seidel):
// those behind are new, those ahead are old. Downwards, with weights that are
// data, in rows of a grid, several times. All numbers are exact.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static void
line(int n, unsigned *x, const unsigned *b) {
#pragma loft
  for (int i = 1; i < n - 1; i++)
    x[i] = b[i] + 3 * x[i - 1] + x[i + 1];
}

static void
down(int n, unsigned *x, const unsigned *b) {
#pragma loft
  for (int i = n - 2; i > 0; i--)
    x[i] = b[i] * x[i + 1] - x[i - 1] + x[i];
}

static void
floats(int n, double *x, const double *b) {
#pragma loft
  for (int i = 1; i < n - 2; i++)
    x[i] = b[i] - x[i - 1] + x[i + 1] + x[i + 2];
}

static void
grid(int n, int m, int times, unsigned (*a)[m]) {
#pragma loft
  for (int t = 0; t < times; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        a[i][j] = a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                  a[i + 1][j - 1] * 3;
}

int
main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 18, 257, 258, 4099};
  for (int k = 0; k < 10; k++) {
    int n = sizes[k];
    size_t room = (size_t)n + 1;
    unsigned *x = malloc(room * sizeof *x), *b = malloc(room * sizeof *b);
    double *d = malloc(room * sizeof *d), *e = malloc(room * sizeof *e);
    for (int i = 0; i < n; i++) {
      x[i] = (unsigned)i * 2654435761u >> 7;
      b[i] = x[i] * 7 + 3;
      d[i] = i % 5 - 2, e[i] = i * 7 % 11 - 5;
    }
    line(n, x, b);
    down(n, x, b);
    floats(n, d, e);
    unsigned hash = 1;
    for (int i = 0; i < n; i++)
      hash = hash * 31 + x[i] * 3 + (unsigned)(long)d[i];
    printf("%d: %u\n", n, hash);
    free(x), free(b), free(d), free(e);
  }
  static unsigned a[33][70];
  for (int i = 0; i < 33; i++)
    for (int j = 0; j < 70; j++)
      a[i][j] = (unsigned)(i * 17 + j * 5) % 23;
  grid(33, 70, 3, a);
  unsigned hash = 1;
  for (int i = 0; i < 33; i++)
    for (int j = 0; j < 70; j++)
      hash = hash * 31 + a[i][j];
  printf("%u\n", hash);
}
