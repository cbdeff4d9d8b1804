// Elements that the next iterations read, in each of several fields of an array
// of structures: scanned together. Not where what one write sets another one
// sets later, or may.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
// COVERS: shape-moving
struct sums {
  double x, y;
};

void fields(struct sums *s, const int *p, int n) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to scan add, add;
#pragma loft
  for (int i = 0; i < n; i++) {
    s[i + 1].x = s[i].x + p[i];
    s[i + 1].y = s[i].y + p[i] * p[i];
  }
}

void crossed(struct sums *s, const int *p, int n) {
// CHECK: stays{{.*}}LOFT140
#pragma loft
  for (int i = 0; i < n; i++) {
    s[i + 1].x = s[i].x * s[i].y;
    s[i + 1].y = s[i].y - p[i] * s[i].x;
  }
}

void meet(int *a, int n) {
// CHECK: stays{{.*}}LOFT
#pragma loft
  for (int i = 0; i < n; i++) {
    a[2 * i + 2] = a[2 * i] + i;
    a[2 * i + 4] = a[2 * i + 1];
  }
}

void unknown(int *a, int k, int n) {
// CHECK: stays{{.*}}LOFT
#pragma loft
  for (int i = 0; i < n; i++) {
    a[2 * i + 2] = a[2 * i] + i;
    a[2 * i + k] = a[2 * i + k - 2] - i;
  }
}
