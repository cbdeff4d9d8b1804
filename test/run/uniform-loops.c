// A branch on the sum of a row, with a load in it: NVIDIA's compiler makes it
// wrong or endless unless the number of columns seems to differ between rows.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_TEST_VARY=1 %three %t
#include <math.h>
#include <stdio.h>

enum { ROWS = 300, MOST = 70 };
static float terms[ROWS * MOST];
static unsigned char levels[ROWS], shifts[ROWS];
static int order[ROWS];
static double result[ROWS];

static void
rows(int n, int m, double *y, const float *x, const unsigned char *level,
     const unsigned char *shift, const int *at) {
#pragma loft
  for (long i = 0; i < n; i++) {
    float s = 0.5f;
    for (int k = 0; k < m; k++)
      s += x[i * m + k];
    double low = fmin(level[n - 1 - i], 0.5 * level[i]) + 0.0;
    y[i] = low + (((int)i >> (shift[at[i]] & 7)) != !at[i] && 0 > s
                      ? (2.0f > level[i > 2 ? i - 2 : 0] ? -1.5f : level[i])
                      : level[i]);
  }
}

int
main(void) {
  for (int i = 0; i < ROWS * MOST; i++)
    terms[i] = (float)(i * 37 % 41 - 20);
  for (int i = 0; i < ROWS; i++) {
    levels[i] = (unsigned char)(i * 11 % 5);
    shifts[i] = (unsigned char)(i * 7 % 13);
    order[i] = i * 17 % ROWS;
  }
  for (int m = 0; m <= MOST; m += 35) {
    rows(ROWS, m, result, terms, levels, shifts, order);
    for (int i = 0; i < ROWS; i++)
      printf("%a%c", result[i], i % 10 == 9 ? '\n' : ' ');
  }
}
