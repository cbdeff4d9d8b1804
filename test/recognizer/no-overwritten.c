// Stores that are read before they are overwritten, or not by every iteration.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK: [[@LINE+5]]:{{.*}}LOFT140
void read(int *a, const int *b, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    int x = a[i];
    a[i + 1] = b[i] + x / 2;
    a[i] = b[i] * 2;
  }
}

// CHECK: [[@LINE+4]]:{{.*}}LOFT143
void maybe(int *a, const int *b, int n) {
#pragma loft
  for (int i = 0; i < n; i++) {
    a[i + 1] = b[i] + 1;
    if (b[i] > 3)
      a[i] = b[i] * 2;
  }
}
