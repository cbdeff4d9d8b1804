// Recurrences of channels: few rows, long or short, interleaved or in planes.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

#include "Inputs/hash.h"

// Sums of small integers, which floats have exactly in any order.
static void
sums(int n, const float *x, float *y)
{
#pragma loft
  for (int c = 0; c < 2; c++) {
    float s = (float)c;
    for (int i = 0; i < n; i++) {
      s += x[2 * i + c];
      y[2 * i + c] = s;
    }
  }
}

static void
generate(int n, unsigned *state, unsigned *y)
{
#pragma loft
  for (int c = 0; c < 3; c++) {
    unsigned s = state[c];
    for (int i = 0; i < n; i++) {
      s = s * 1664525u + y[c * n + i];
      y[c * n + i] = s >> 8;
    }
    state[c] = s;
  }
}

static void
greatest(int n, const float *x, int *at)
{
#pragma loft
  for (int c = 0; c < 2; c++) {
    float best = x[c * n];
    int k = 0;
    for (int i = 1; i < n; i++)
      if (x[c * n + i] > best) {
        best = x[c * n + i];
        k = i;
      }
    at[c] = k;
  }
}

int
main(void)
{
  static const int sizes[] = {1, 1000, 32767, 32768, 100000};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k], at[2];
    size_t size = 3 * (size_t)n;
    float *x = malloc(size * sizeof *x), *y = calloc(size, sizeof *y);
    unsigned *u = malloc(size * sizeof *u), state[3] = {1, 2, 3};
    for (size_t i = 0; i < size; i++) {
      x[i] = (float)(i * 7919 % 11) - 5;
      u[i] = (unsigned)i * 2654435761u;
    }
    x[n / 2] = x[n + n / 3] = 9;
    sums(n, x, y);
    generate(n, state, u);
    greatest(n, x, at);
    printf("%d %08x %08x %08x %d %d\n", n, hash(y, size * sizeof *y),
           hash(u, size * sizeof *u), hash(state, sizeof state), at[0], at[1]);
    free(x), free(y), free(u);
  }
  return 0;
}
