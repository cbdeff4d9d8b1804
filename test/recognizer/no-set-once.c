// A scalar that is set again, or to what its test does not know.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks 2>&1 | FileCheck %s

// A value below 0 does not end it.
// CHECK: no-set-once.c:[[@LINE+5]]:{{.*}}: warning: loop stays as it is
int again(const int *x, int n, int b) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (b < 0 && x[i] != 3)
      b = x[i] - 2 * b;
  return b;
}

// It moves on once it was set.
// CHECK: no-set-once.c:[[@LINE+4]]:{{.*}}: warning: loop stays as it is
int moves(const int *x, int n, int b) {
#pragma loft
  for (int i = 0; i < n; i++)
    b = b < 0 ? (x[i] > 7 ? i : b) : b / 2 + x[i];
  return b;
}
