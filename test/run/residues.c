// Recurrences of elements a constant distance before: interleaved channels, combs,
// in place with elements ahead; with fewer iterations than that.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static void
sums(int n, int *b, const int *a) {
#pragma loft
  for (int i = 4; i < n; i++)
    b[i] = b[i - 4] + a[i];
}

static void
pixels(int n, unsigned char *b) {
#pragma loft
  for (int i = 3; i < n; i++)
    b[i] = (unsigned char)(b[i] + b[i - 3]);
}

// Factors of 1 and -1: exact in any order.
static void
comb(int n, double *y, const double *x, const double *g) {
#pragma loft
  for (int i = 2; i < n; i++)
    y[i] = g[i] * y[i - 2] + x[i];
}

static void
ahead(int n, unsigned *x, const unsigned *a) {
#pragma loft
  for (int i = n - 6; i >= 5; i--)
    x[i] = x[i + 5] * 3 + x[i - 5] + a[i];
}

static void
beside(int n, int *b, int *c, const int *a) {
#pragma loft
  for (int i = 6; i < n; i++) {
    b[i] = b[i - 6] > a[i] ? b[i - 6] : a[i];
    c[i] += b[i] * 2;
  }
}

int
main(void) {
  static const int sizes[] = {0, 1, 3, 4, 5, 7, 10, 11, 12, 300, 4099};
  for (int k = 0; k < 11; k++) {
    int n = sizes[k];
    size_t room = (size_t)n + 1;
    int *a = malloc(room * sizeof *a), *b = malloc(room * sizeof *b),
        *c = malloc(room * sizeof *c);
    unsigned char *p = malloc(room);
    double *x = malloc(room * sizeof *x), *y = malloc(room * sizeof *y),
           *g = malloc(room * sizeof *g);
    for (int i = 0; i < n; i++) {
      a[i] = (int)(i * 2654435761u >> 16) % 200 - 90;
      b[i] = c[i] = a[i] * 3 - i;
      p[i] = (unsigned char)(i * 7);
      x[i] = i % 7 - 3, y[i] = i % 3, g[i] = i % 5 == 1 ? -1 : 1;
    }
    sums(n, b, a);
    pixels(n, p);
    comb(n, y, x, g);
    ahead(n, (unsigned *)c, (unsigned *)a);
    unsigned hash = 1;
    for (int i = 0; i < n; i++)
      hash = hash * 31 + (unsigned)b[i] * 3u + (unsigned)c[i] * 5u + p[i] +
             (unsigned)(int)y[i];
    beside(n, b, c, a);
    for (int i = 0; i < n; i++)
      hash = hash * 31 + (unsigned)b[i] + (unsigned)c[i] * 5u;
    printf("%d: %u\n", n, hash);
    free(a), free(b), free(c), free(p), free(x), free(y), free(g);
  }
}
