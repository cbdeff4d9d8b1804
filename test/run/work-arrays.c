// Arrays of the function around that nothing reads behind the loop: each
// iteration gets its own. Where something does read them they are results.
// RUN: %clang -O2 %s -o %t %link -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
// RUN: %three %t
#include <stdio.h>

enum { N = 40, M = 24 };

static float a[N * M], b[N * M];
static int sums[N];

static void
sort(float *w, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (w[j] < w[i]) {
        float t = w[i];
        w[i] = w[j];
        w[j] = t;
      }
}

// A window, filled by a counter and sorted by a function.
// CHECK: work-arrays.c:[[#@LINE+7]]:3: remark: lifted to map 2d
__attribute__((noinline)) static void
median(int h, int w, const float *in, float *out)
{
  float win[9];
  int k;
#pragma loft
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      k = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          win[k++] = in[(y + dy) * w + x + dx];
      sort(win, 9);
      out[y * w + x] = win[4];
    }
}

// A row, of a length that is not known, in blocks of which there are n / 2.
// CHECK: work-arrays.c:[[#@LINE+6]]:3: remark: lifted to map of
__attribute__((noinline)) static void
mirror(int n, int w, float *x)
{
  float row[64];
#pragma loft
  for (int i = 0; i < n / 2; i++) {
    for (int j = 0; j < w; j++)
      row[j] = x[2 * i * w + j];
    for (int j = 0; j < w; j++)
      x[2 * i * w + j] = row[w - 1 - j] + 1;
  }
}

// What it starts as matters: in order, and no result.
__attribute__((noinline)) static void
start(int n, const float *x, float *y)
{
  float last[4] = {1, 2, 3, 4};
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) {
      y[4 * i + j] = x[4 * i + j] - last[j];
      last[j] = x[4 * i + j];
    }
}

// Read behind the loop, and through a pointer that was made before.
__attribute__((noinline)) static float
after(int n, const float *x, float *y)
{
  float t[8], u[8], *p = u;
#pragma loft
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 8; j++) {
      t[j] = x[8 * i + j];
      u[j] = t[j] * 2;
    }
    for (int j = 0; j < 8; j++)
      y[8 * i + j] = t[7 - j] + u[j];
  }
  return t[3] + p[5];
}

// Read by the next call of the loop.
__attribute__((noinline)) static int
again(int n, int *s)
{
  int c[4] = {0, 0, 0, 0};
  for (int k = 0; k < 5; k++) {
#pragma loft
    for (int i = 0; i < n; i++) {
      c[i & 3] += i + k;
      s[i] += c[(i + k) & 3];
    }
  }
  return s[n / 2];
}

int
main(void)
{
  for (int i = 0; i < N * M; i++)
    a[i] = (float)(i * i % 89);
  median(N, M, a, b);
  mirror(N, M, a);
  start(N, a, b + N);
  printf("%g %d\n", (double)after(N, a, b + 4 * N), again(N, sums));
  double s = 0;
  for (int i = 0; i < N * M; i++)
    s = s * 0.99 + a[i] + 2 * b[i] + sums[i % N];
  printf("%.17g\n", s);
}
