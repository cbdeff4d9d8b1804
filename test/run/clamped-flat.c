// Neighbours in a flat grid of sizes known at run time, at the border the element
// itself: what they are chosen from bounds them, so that grids that lie one
// behind the other do not overlap.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>
#include <stdlib.h>

static void
plane(const float *a, float *o, int nx, int ny) {
#pragma loft
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      int c = x + y * nx;
      int w = x == 0 ? c : c - 1, e = x == nx - 1 ? c : c + 1;
      int n = y == 0 ? c : c - nx, s = y == ny - 1 ? c : c + nx;
      o[c] = a[c] * 2 + a[w] + a[e] + a[n] * 3 - a[s];
    }
}

static void
space(const float *a, float *o, long nx, long ny, long nz) {
#pragma loft
  for (long z = 0; z < nz; z++)
    for (long y = 0; y < ny; y++)
      for (long x = 0; x < nx; x++) {
        long c = x + y * nx + z * nx * ny;
        long n = y > 0 ? c - nx : c, s = y < ny - 1 ? c + nx : c;
        long t = z < nz - 1 ? c + nx * ny : c;
        long b = c;
        if (z != 0)
          b = c - nx * ny;
        o[c] = a[n] + a[s] * 2 - a[b] + a[t] * 4;
      }
}

int
main(void) {
  static const int sizes[][3] = {{1, 1, 1}, {2, 1, 3}, {1, 5, 2}, {13, 9, 7}};
  for (int k = 0; k < 4; k++) {
    int nx = sizes[k][0], ny = sizes[k][1], nz = sizes[k][2], n = nx * ny * nz;
    float *m = malloc((size_t)n * 2 * sizeof *m);
    for (int back = 0; back < 2; back++) {
      for (int i = 0; i < 2 * n; i++)
        m[i] = (float)(i * 7 % 31);
      float *from = back ? m + n : m, *to = back ? m : m + n;
      plane(from, to, nx, ny);
      float sum = 0;
      for (int i = 0; i < 2 * n; i++)
        sum += m[i] * (float)(i % 3);
      space(from, to, nx, ny, nz);
      for (int i = 0; i < 2 * n; i++)
        sum += m[i] * (float)(i % 5);
      printf("%d %d: %g\n", k, back, sum);
    }
    free(m);
  }
}
