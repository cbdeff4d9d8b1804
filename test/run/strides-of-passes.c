// Subscripts with strides that nothing relates: passes of a Fourier transform,
// whose guards hold whichever of the strides is the coarser one.
// RUN: %clang -O2 %s -o %t %link -Werror=pass-failed
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { MOST = 400 };
static float out[MOST];

// Four planes, t apart, of rows with stride s.
static void
planes(int n, int s, int t, const float *x, float *y)
{
#pragma loft map
  for (int k = 0; k < n; k++) {
    int at = k * s;
    y[at] = x[k];
    y[at += t] = x[k] * 2;
    y[at += t] = x[k] * 3;
    y[at += t] = x[k] * 4;
  }
}

// Pieces of planes of rows.
static void
rows(int m, int n, int length, int s, int t, const float *x, float *y)
{
#pragma loft map
  for (int j = 0; j < m; j++)
    for (int k = 0; k < n; k++)
      for (int i = 0; i < length; i++)
        y[j * t + k * s + i] = x[i] + j * k;
}

// Planes from the first on, and from the last on back.
static void
both_ends(int m, int n, int s, int t, int end, const float *x, float *y)
{
  int low = 0;
#pragma loft map
  for (int j = 1; j < m; j++) {
    low += t;
    end -= t;
    int a = low, b = end;
    for (int k = 0; k < n; k++) {
      y[a] = x[a] + x[b];
      y[b] = x[a] - x[b];
      a += s;
      b += s;
    }
  }
}

// Filters along columns and along rows, both ways from a place.
static void
filter(float *p, int h, int v, int n)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    float a = p[i * v - 2 * h], b = p[i * v - h], c = p[i * v], d = p[i * v + h];
    if (a + d < 60) {
      p[i * v - h] = b + c;
      p[i * v] = a + d;
    }
  }
}

static void
print(void)
{
  printf("%08x\n", hash(out, sizeof out));
}

int
main(void)
{
  float in[MOST];
  for (int i = 0; i < MOST; i++)
    in[i] = (float)(i % 37);
  planes(20, 4, 80, in, out); // rows within a plane
  print();
  planes(20, 12, 3, in, out); // planes within a row
  print();
  rows(4, 10, 5, 6, 62, in, out);
  print();
  rows(10, 4, 5, 62, 6, in, out);
  print();
  both_ends(3, 20, 3, 60, 300, in, out);
  print();
  filter(out + 44, 20, 1, 16);
  print();
  filter(out + 44, 1, 20, 16);
  print();
  return 0;
}
