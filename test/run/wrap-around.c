// Scalars that lag behind the index, stepped in the header as in the body, one
// and more iterations behind, in nests, beside searches; toggles.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t none
// CHECK-NOT: warning: loop stays
#include <stdbool.h>
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 1500, M = 90 };
static int x[N], y[N], z[N];
static float px[M], py[M];

#define FN __attribute__((noinline)) static

FN int
area(int n, const int *a, const int *b) {
  int s = 0, i, j;
#pragma loft
  for (i = 0, j = n - 1; i < n; j = i++)
    s += a[j] * b[i] - a[i] * b[j];
  return s + 3 * i + 5 * j;
}

FN void
in_body(int n, int *restrict r, const int *restrict a) {
  int j = n - 1, k = n > 1 ? n - 2 : 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    r[i] = a[i] + 10 * a[j] + 100 * a[k];
    k = j;
    j = i;
  }
}

FN void
header(int n, int *restrict r, const int *restrict a) {
#pragma loft
  for (int h = n - 3, i = n - 2, j = n - 1, k = 0; k < n; h = i, i = j, j = k++)
    if (n > 2) {
      if (a[k] == 3)
        continue;
      r[k] = a[h] + 10 * a[i] + 100 * a[j] + a[k];
    }
}

FN int
drops(int n, const int *a, int *last) {
  int i, j;
#pragma loft
  for (i = 0, j = n - 1; i < n; j = i++)
    if (a[i] < a[j] - 900)
      break;
  *last = j;
  return i;
}

FN void
down(int n, int *restrict r, const int *restrict a) {
#pragma loft
  for (int i = n - 1, j = 0; i >= 0; j = i--)
    r[i] = a[j] - a[i];
}

FN int
contains(int n, const float *a, const float *b, float u, float v) {
  int i, j, c = 0;
#pragma loft
  for (i = 0, j = n - 1; i < n; j = i++)
    if (((b[i] > v) != (b[j] > v)) &&
        (u < (a[j] - a[i]) * (v - b[i]) / (b[j] - b[i]) + a[i]))
      c = !c;
  return c;
}

FN void
contains_all(int m, const int *restrict at, int n, const float *restrict a,
             const float *restrict b, int *restrict in) {
#pragma loft
  for (int k = 0; k < m; k++) {
    int i, j, c = 0;
    float u = at[k] % 20, v = at[k] / 20 % 20;
    for (i = 0, j = n - 1; i < n; j = i++)
      if (((b[i] > v) != (b[j] > v)) &&
          (u < (a[j] - a[i]) * (v - b[i]) / (b[j] - b[i]) + a[i]))
        c = !c;
    in[k] = c;
  }
}

FN int
toggles(int n, const int *a, int start, bool *flag) {
  int c = start, d = start;
  bool e = *flag;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (a[i] & 1)
      c = !c;
    d = !d;
    e = a[i] % 3 ? e : !e;
  }
  *flag = e;
  return c * 100 + d;
}

FN void
running(int n, const int *restrict a, bool *restrict r) {
  bool e = false;
#pragma loft
  for (int i = 0; i < n; i++) {
    if (a[i] & 4)
      e = !e;
    r[i] = e;
  }
}

static bool on[N];

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i * 37 % 1001, y[i] = i * i % 701;
  for (int i = 0; i < M; i++) {
    px[i] = (float)(i * i % 23);
    py[i] = (float)(i * 7 % 19) + 0.5f;
  }
  static const int sizes[] = {N, 0, 1, 2, 3, 77};
  for (int s = 0; s < 6; s++) {
    int n = sizes[s], last = 0;
    printf("%d ", area(n, x, y));
    in_body(n, z, x);
    printf("%u ", hash(z, sizeof z));
    header(n, z, x);
    printf("%u ", hash(z, sizeof z));
    int at = drops(n, x, &last);
    printf("%d %d ", at, last);
    down(n, z, y);
    printf("%u ", hash(z, sizeof z));
    int inside = 0;
    for (int k = 0; k < 30; k++)
      inside += contains(n < M ? n : M, px, py, (float)(k % 6), (float)(k / 2));
    contains_all(n, x, M, px, py, z);
    running(n, x, on);
    printf("%d %u %u\n", inside, hash(z, sizeof z), hash(on, sizeof on));
    for (int start = 0; start < 3; start++) {
      bool flag = start;
      int c = toggles(n, x, start == 2 ? 5 : start, &flag);
      printf("%d %d\n", c, flag);
    }
  }
}
