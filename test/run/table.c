// Functions of the inner index alone inside a map: from a table, or, where the
// map is small or the inner loop empty, where they stand.
// RUN: %clang -O2 %s -o %t %link 2>&1 | FileCheck %s --allow-empty
// RUN: %three %t cpu
// CHECK-NOT: warning
#include <math.h>
#include <stdio.h>

static float
wave(int k, int waves, float x) {
  float angle = (float)k * (3.14159265f / (float)waves);
  return cosf(angle) * x + sinf(angle);
}

static void
sums(int n, int waves, float *out) {
#pragma loft map
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < waves; k++)
      sum += wave(k, waves, (float)i);
    out[i] = sum;
  }
}

int
main(void) {
  static float out[3000];
  static const int sizes[][2] = {{3000, 7}, {16, 300},   {15, 300}, {700, 1},
                                 {1, 4000}, {40, 20000}, {700, 0}};
  for (int s = 0; s < 7; s++) {
    sums(sizes[s][0], sizes[s][1], out);
    for (int i = 0; i < sizes[s][0]; i++) {
      double scale = 1e-3 * (1 + i) * (1 + sizes[s][1]);
      printf("%.0f\n", floor((double)out[i] / scale + 0.37));
    }
  }
  return 0;
}
