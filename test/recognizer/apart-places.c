// Accesses at several distances that are no constants, each of several scalars
// side by side: a test tells whether they are apart, of four and more only in
// the order in which the loop touches them first. Sizes without sign are below
// 2^48 where they are.
// RUN: %clang -fsyntax-only -fplugin-arg-loft-remarks %s 2>&1 | FileCheck %s
typedef unsigned long size;
typedef struct { float r, i; } cpx;

void three(cpx *f, size m, size n) {
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map
#pragma loft
  for (size k = 0; k < n; k++) {
    float t = f[k].r;
    f[k].r = t + f[k + m].r + f[k + 2 * m].i;
    f[k].i -= f[k + 2 * m].r;
    f[k + m].r = t - f[k + m].r;
    f[k + m].i = t;
    f[k + 2 * m].r = t - f[k + 2 * m].i;
    f[k + 2 * m].i = 0;
  }
}

void four(cpx *f, int m, int k) {
  int m2 = 2 * m, m3 = 3 * m;
// CHECK: [[#@LINE+2]]:{{.*}}lifted to map
#pragma loft
  do {
    cpx s = f[0], t = f[m], u = f[m2], v = f[m3];
    f[0] = (cpx){s.r + t.i, u.r - v.i};
    f[m] = (cpx){s.r - t.i, u.r + v.i};
    f[m2] = (cpx){s.i + t.r, u.i - v.r};
    f[m3] = (cpx){s.i - t.r, u.i + v.r};
    f++;
  } while (--k);
}

// What one writes and another reads is not apart where the distance changes.
void grows(int *a, int m, int p, int q, int n) {
// CHECK: [[#@LINE+4]]:{{.*}}stays
#pragma loft
  for (int k = 0; k < n; k++) {
    int t = a[k];
    a[k + p] = t + a[2 * k + m];
    a[k + q] = t - a[k + m];
  }
}
