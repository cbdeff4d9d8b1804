// Conditions that vary stay inside, and so do those of which no side is
// parallel, and those of loops that are parallel with them.
// RUN: %clang -fplugin-arg-loft-emit=soac -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK: [[@LINE+5]]:{{.*}}LOFT140
void varies(int *a, const int *b, int n) {
#pragma loft
  for (int i = 1; i < n; i++)
    if (b[i])
      a[i] = a[i - 1] / 2 + b[i];
    else
      a[i] = a[i - 1] / 3;
}

// CHECK: [[@LINE+5]]:{{.*}}LOFT140
void neither(int *a, const int *b, int n, int c) {
#pragma loft
  for (int i = 1; i < n; i++)
    if (c)
      a[i] = a[i - 1] / 2 + b[i];
    else
      a[i] = a[i - 1] / 3;
}

// CHECK-LABEL: func @parallel(
// CHECK-NOT: if
// CHECK: map
// CHECK-NOT: map
// CHECK: return
void parallel(int *a, const int *b, int n, int c) {
#pragma loft
  for (int i = 1; i < n; i++)
    if (c)
      a[i] = b[i] * 2;
    else
      a[i] = b[i] / 3;
}
