// Elements at places that vary, or that the loop reads as well, are no scalars.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK: [[@LINE+5]]:{{.*}}LOFT08
void varies(const int *x, int n, int *y) {
  int s = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    s = s / 2 + x[i];
    if (s > 100)
      y[i / 2] = i;
  }
}

// CHECK: [[@LINE+5]]:{{.*}}LOFT08
void read_too(const int *x, int n, int *y) {
#pragma loft
  for (int i = 0; i < n; i++)
    if (x[i] > 100)
      y[3] = y[4] / 3 + y[3] / 2;
}
