// Samples at places that are clamped floats, in regions that write what these
// are made of: NaN, infinities and places on the limits as in C where it
// defines them, and a limit with a fraction.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t
// CHECK-NOT: loop stays
#include <math.h>
#include <stdio.h>

enum { N = 37, ALL = (N + 2) * (N + 2) };
static float u[ALL], x[ALL];

#define FN __attribute__((noinline)) static

// Bilinear, in the middle of cells.
FN void
flow(int n, int steps, float far, float *v, float *w) {
#pragma loft region
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++) {
        float px = (float)i - far * v[j * (n + 2) + i];
        float py = (float)j + far * v[j * (n + 2) + i];
        if (px < 0.5f)
          px = 0.5f;
        if (px > (float)n + 0.5f)
          px = (float)n + 0.5f;
        if (py < 0.5f)
          py = 0.5f;
        if (py > (float)n + 0.5f)
          py = (float)n + 0.5f;
        int i0 = (int)px, j0 = (int)py;
        float s = px - (float)i0;
        w[j * (n + 2) + i] =
            (1 - s) * v[j0 * (n + 2) + i0] + s * v[(j0 + 1) * (n + 2) + i0 + 1];
      }
    for (int j = 1; j <= n; j++)
      for (int i = 1; i <= n; i++)
        v[j * (n + 2) + i] = w[j * (n + 2) + i];
  }
}

// The nearest below, by fminf and fmaxf; NaN is the least.
FN void
nearest(int n, int steps, float far, float *v, float *w) {
#pragma loft region
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) {
      float at = fminf(fmaxf((float)i + far * v[i], 0), n - 1);
      w[i] = v[(int)floorf(at)];
    }
    for (int i = 0; i < n; i++)
      v[i] = w[i] * 1.5f - 3;
  }
}

// Between -m + 0.25 and m - 0.25 around the middle, in doubles.
FN void
around(long m, int steps, double far, float *v, float *w) {
#pragma loft region
  for (int t = 0; t < steps; t++) {
    for (long i = 0; i <= 2 * m; i++) {
      double at = far * v[i];
      at = at < -m + 0.25 ? -m + 0.25 : at > m - 0.25 ? m - 0.25 : at;
      w[i] = v[m + (long)at] + v[m + (long)rint(at)];
    }
    for (long i = 0; i <= 2 * m; i++)
      v[i] = w[i] * 0.75f;
  }
}

static void
fill(void) {
  for (int i = 0; i < ALL; i++) {
    u[i] = (float)(i * 7919 % 201 - 100) / 16;
    x[i] = 0;
  }
}

static void
show(const char *name) {
  double sum = 0;
  for (int i = 0; i < ALL; i++)
    if (!isnan(u[i]))
      sum += u[i] * (i % 17 + 1);
  printf("%s %.17g\n", name, sum);
}

int
main(void) {
  fill();
  u[3 * (N + 2) + 5] = INFINITY;
  flow(N, 3, 0.75f, u, x);
  show("flow");
  fill();
  flow(1, 5, 10, u, x);
  show("flow of one");
  fill();
  u[5] = NAN;
  u[9] = -INFINITY;
  nearest(N, 4, 0.5f, u, x);
  show("nearest");
  fill();
  around(N, 3, 6, u, x);
  show("around");
  return 0;
}
