// Elements in pairs that differ in some bits, which the iterations have all
// clear, or all set: the Walsh-Hadamard transform, sums over subsets and
// supersets, gates of a quantum computer.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t anywhere
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 | FileCheck %s
// CHECK-DAG: walsh ({{.*}}): cpu
// CHECK-DAG: subsets ({{.*}}): cpu
// CHECK-DAG: supersets ({{.*}}): cpu
// CHECK-DAG: gate ({{.*}}): cpu
// CHECK-DAG: masks ({{.*}}): cpu
#include <stdio.h>

enum { BITS = 10, N = 1 << BITS };

static int x[N];
static float s[N / 2][2];

__attribute__((noinline)) static void
walsh(int *a, int n) {
#pragma loft required
  for (int len = 1; len < n; len *= 2)
    for (int i = 0; i < n; i++)
      if (!(i & len)) {
        int u = a[i], v = a[i | len];
        a[i] = u + v;
        a[i | len] = u - v;
      }
}

__attribute__((noinline)) static void
subsets(int *f, int bits) {
#pragma loft required
  for (int b = 0; b < bits; b++)
    for (int m = 0; m < 1 << bits; m++)
      if (m >> b & 1)
        f[m] += f[m ^ 1 << b];
}

__attribute__((noinline)) static void
supersets(int *f, int bits) {
#pragma loft required
  for (int b = 0; b < bits; b++)
    for (int m = 0; m < 1 << bits; m++)
      if ((m & 1 << b) == 0)
        f[m] += f[m | 1 << b];
}

__attribute__((noinline)) static void
gate(float (*a)[2], int q, int c, unsigned n) {
#pragma loft required
  for (unsigned i = 0; i < n; i++) {
    if (!(i >> c & 1) || i & 1u << q)
      continue;
    unsigned j = i | 1u << q;
    float re = a[i][0], im = a[i][1];
    a[i][0] = a[j][1] * 0.5f;
    a[i][1] = a[j][0] + im;
    a[j][0] = -im;
    a[j][1] = re;
  }
}

__attribute__((noinline)) static void
masks(int *a, int n, int k) {
#pragma loft required
  for (int i = 0; i < n; i++)
    if ((i & k) == 0)
      a[i] -= 3 * a[i ^ k];
}

static void
print(void) {
  unsigned h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + (unsigned)x[i];
  float sum = 0;
  for (int i = 0; i < N / 2; i++)
    sum += s[i][0] * (float)(i % 7) + s[i][1];
  printf("%u %a\n", h, (double)sum);
}

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i * 37 % 101;
  for (int i = 0; i < N / 2; i++) {
    s[i][0] = (float)(i % 13);
    s[i][1] = (float)(i % 17) * 0.25f;
  }
  walsh(x, N);
  print();
  walsh(x, 1);
  subsets(x, BITS);
  print();
  supersets(x, BITS);
  print();
  supersets(x, 0);
  gate(s, 3, 5, N / 2);
  print();
  gate(s, 0, 8, N / 2);
  gate(s, 2, 2, N / 2);
  print();
  for (int k = 0; k < 16; k += 3)
    masks(x, N, k * 7);
  print();
}
