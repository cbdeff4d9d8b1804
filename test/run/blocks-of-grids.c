// Grids that a loop goes through in blocks, the numbers of which are quotients
// and remainders; cells at the borders have formulas of their own, and what no
// formula sets is as the last one left it.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: step ({{.*}}): cpu
// CHECK-DAG: shift ({{.*}}): cpu
// CHECK-DAG: borders ({{.*}}): cpu
#include <stdio.h>

enum { B = 8, MOST = 72 };

static float grid[MOST * MOST], next[MOST * MOST], heat[MOST * MOST];

__attribute__((noinline)) static void
step(float *out, const float *in, const float *add, int rows, int cols,
     float a, float b) {
  float d = 0;
  int r, c;
  int n = rows * cols / (B * B), across = cols / B;
#pragma loft required
  for (int k = 0; k < n; k++) {
    int top = B * (k / across), left = B * (k % across);
    int below = top + B > rows ? rows : top + B;
    int right = left + B > cols ? cols : left + B;
    if (top == 0 || left == 0 || below == rows || right == cols) {
      for (r = top; r < top + B; r++)
        for (c = left; c < left + B; c++) {
          if (r == 0 && c == 0)
            d = a * (add[0] + in[1] + in[cols]);
          else if (r == 0 && c == cols - 1)
            d = a * (add[c] + in[c - 1] + in[c + cols]);
          else if (r == rows - 1 && c == cols - 1)
            d = a * (add[r * cols + c] + in[r * cols + c - 1] +
                     in[(r - 1) * cols + c]);
          else if (r == rows - 1 && c == 0)
            d = a * (add[r * cols] + in[r * cols + 1] + in[(r - 1) * cols]);
          else if (r == 0)
            d = b * (add[c] + in[c + 1] + in[c - 1] + in[cols + c]);
          else if (c == cols - 1)
            d = b * (add[r * cols + c] + in[(r + 1) * cols + c] +
                     in[(r - 1) * cols + c] + in[r * cols + c - 1]);
          else if (r == rows - 1)
            d = b * (add[r * cols + c] + in[r * cols + c + 1] +
                     in[r * cols + c - 1] + in[(r - 1) * cols + c]);
          else if (c == 0)
            d = b * (add[r * cols] + in[(r + 1) * cols] +
                     in[(r - 1) * cols] + in[r * cols + 1]);
          out[r * cols + c] = in[r * cols + c] + d;
        }
      continue;
    }
    for (r = top; r < top + B; r++)
      for (c = left; c < left + B; c++)
        out[r * cols + c] =
            in[r * cols + c] +
            a * (add[r * cols + c] + in[(r + 1) * cols + c] +
                 in[(r - 1) * cols + c] + in[r * cols + c + 1] +
                 in[r * cols + c - 1]);
  }
}

// Blocks are asked for where there are any.
__attribute__((noinline)) static void
shift(float *out, const float *in, int n, int wide) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if (wide > 0)
      out[i] = in[i / wide] + in[i / wide * wide];
}

// Nothing is read before the first element, which is behind what is written.
__attribute__((noinline)) static void
borders(float *out, const float *in, int n, int m) {
#pragma loft required
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float v;
      if (i == 0 && j == 0)
        v = in[0];
      else if (i == 0 && j == m - 1)
        v = in[m - 2];
      else if (i == n - 1 && j == 0)
        v = in[(n - 2) * m];
      else if (i == 0)
        v = in[j - 1] + in[j + 1];
      else if (j == 0)
        v = in[(i - 1) * m] + in[(i + 1) * m];
      else
        v = in[(i - 1) * m + j] + in[i * m + j - 1];
      out[i * m + j] = v;
    }
}

static void
print(const float *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.999 + x[i];
  printf("%.17g\n", s);
}

int
main(void) {
  for (int i = 0; i < MOST * MOST; i++) {
    grid[i] = (float)(i % 101) / 8;
    heat[i] = (float)(i % 37) / 16;
  }
  for (int rows = B; rows <= MOST; rows += 2 * B) {
    step(next, grid, heat, rows, MOST - 2 * B, 0.125f, 0.25f);
    print(next, MOST * MOST);
    step(next, grid, heat, rows, rows, 0.125f, 0.25f);
    print(next, MOST * MOST);
  }
  for (int n = 2; n < 9; n += 3) {
    borders(next, next + n * 25, n, 25);
    print(next, n * 25);
  }
  for (int wide = -1; wide < 4; wide++) {
    shift(next, grid, 1000, wide);
    print(next, MOST * MOST);
  }
}
