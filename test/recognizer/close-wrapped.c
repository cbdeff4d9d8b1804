// Integers that count around, in the forms of C that count down, and carried on
// from one inner loop to the next: functions of the indices.
// RUN: %clang -O2 -c %s -o %t.o -fplugin-arg-loft-remarks -Werror=pass-failed 2>&1 | FileCheck %s

// CHECK: close-wrapped.c:[[@LINE+3]]:3: remark: lifted to map;
int to_last(int *restrict y, const int *restrict x, int n, int m, int k) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = x[k];
    k = k > 0 ? k - 1 : m;
  }
  return k;
}

// CHECK: close-wrapped.c:[[@LINE+3]]:3: remark: lifted to map;
unsigned no_sign(int *restrict y, const int *restrict x, int n, unsigned m, unsigned k) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = x[k];
    if (k-- == 0)
      k = m - 1;
  }
  return k;
}

// CHECK: close-wrapped.c:[[@LINE+3]]:3: remark: lifted to map;
int before(int *restrict y, const int *restrict x, int n, int m, int k) {
#pragma loft
  for (int i = 0; i < n; i++) {
    y[i] = x[k];
    if (k == 0)
      k = m;
    k--;
  }
  return k;
}

// CHECK: close-wrapped.c:[[@LINE+3]]:3: remark: lifted to map 2d;
int nest(int *restrict y, const int *restrict x, int n, int r, int m, int k) {
#pragma loft
  for (int i = 0; i < n; i++)
    for (int j = 0; j < r; j++) {
      y[i * r + j] = x[k];
      k = k > 0 ? k - 1 : m - 1;
    }
  return k;
}
