// Loops whose steps and distances a loop around multiplies or divides: a
// transform of Walsh and Hadamard, a Fourier transform, a reduction by a tree,
// running sums by doubling; for sizes that are powers of two, and others.
// RUN: %clang -O2 %s -o %t %link -lm
// RUN: %three %t
#include <math.h>
#include <stdio.h>

enum { MOST = 1 << 12 };
static int x[MOST], y[MOST];
static float re[MOST], im[MOST], wr[MOST], wi[MOST];

static void
hadamard(int n, int *a) {
#pragma loft
  for (int h = 1; h < n; h *= 2)
    for (int i = 0; i + 2 * h <= n; i += h * 2)
      for (int j = i; j < i + h; j++) {
        int u = a[j], v = a[j + h];
        a[j] = u + v;
        a[j + h] = u - v;
      }
}

// The factors of a stage of 2 * half values are at half.
static void
fourier(int n) {
#pragma loft
  for (int len = 2; len <= n; len <<= 1) {
    int half = len / 2;
    for (int i = 0; i < n; i += len)
      for (int j = 0; j < half; j++) {
        float c = wr[half + j], s = wi[half + j];
        float u = re[i + j + half] * c - im[i + j + half] * s;
        float v = re[i + j + half] * s + im[i + j + half] * c;
        re[i + j + half] = re[i + j] - u;
        im[i + j + half] = im[i + j] - v;
        re[i + j] += u;
        im[i + j] += v;
      }
  }
}

// The same distances as powers of the index, and factors at a stride.
static void
stages(int count, int n, int *a, int *b, const float *factor) {
#pragma loft
  for (int s = 1; s <= count; s++) {
    int m = 1 << s, step = n / m;
    for (int i = 0; i < n; i += m)
      for (int j = 0; j < m / 2; j++) {
        int u = a[i + j], v = b[i + j + m / 2] + (int)factor[j * step];
        a[i + j] = u + v;
        b[i + j + m / 2] = u - v;
      }
  }
}

// Two arrays from one distance.
static void
couples(int n, int *a, int *b) {
#pragma loft
  for (int h = 1; h < n; h *= 2)
    for (int i = 0; i < n; i += 2 * h)
      for (int j = 0; j < h; j++) {
        a[i + j + h] ^= a[i + j] + h;
        b[i + j] -= b[i + j + h];
      }
}

static int
tree(int n, int *a) {
#pragma loft
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = 0; i + gap < n; i += 2 * gap)
      a[i] += a[i + gap];
  return a[0];
}

static void
doubling(long n, int *a, int *b) {
#pragma loft
  for (long d = 1; d < n; d = d * 2) {
    for (long i = d; i < n; i++)
      b[i] = a[i] + a[i - d];
    for (long i = d; i < n; i++)
      a[i] = b[i];
  }
}

int
main(void) {
  const int sizes[] = {-3, 0, 1, 2, 3, 7, 8, 100, 1024, 1000, MOST};
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    int n = sizes[k];
    unsigned sum = 0;
    for (int i = 0; i < MOST; i++) {
      x[i] = y[i] = i * 37 % 101 - 50;
      re[i] = (float)(i % 19) / 7;
      im[i] = (float)(i % 23) / 5;
    }
    for (int half = 1; half < MOST; half *= 2)
      for (int j = 0; j < half; j++) {
        wr[half + j] = (float)cos(3.14159265358979 * j / half);
        wi[half + j] = (float)sin(-3.14159265358979 * j / half);
      }
    hadamard(n, x);
    if (n > 0 && (n & (n - 1)) == 0)
      fourier(n);
    doubling(n, x, y);
    int count = 0;
    while (1 << count < n)
      count++;
    if (1 << count == n) {
      stages(count, n, x, y, re);
      couples(n, x, y);
    }
    for (int i = 0; i < MOST; i++)
      sum = sum * 31 + (unsigned)x[i] + (unsigned)y[i];
    printf("%d: %u %d %.9g %.9g\n", n, sum, tree(n, y), (double)re[1],
           (double)im[MOST / 3]);
  }
}
