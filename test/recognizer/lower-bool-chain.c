// Bools that are computed from each other as integers, each twice, are not
// looked through for ever: without an end this takes 2^40 steps.
// RUN: %clang -O1 -fplugin-arg-loft-remarks -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
#define STEP c = (c & a) | (c ^ b), c = (c & b) | (c ^ a)
#define STEPS STEP, STEP, STEP, STEP, STEP

void
f(int n, const int *x, const int *z, int *y)
{
  // CHECK: [[@LINE+2]]:3: remark: lifted to map
#pragma loft
  for (int i = 0; i < n; i++) {
    int a = x[i] > 3, b = z[i] < 2, c = x[i] < z[i];
    STEPS, STEPS, STEPS, STEPS;
    y[i] = 0;
    if (c)
      y[i] = 7;
  }
}
