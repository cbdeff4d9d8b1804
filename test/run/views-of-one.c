// A pointer that always sees another's memory as other numbers is a place in
// that array: which iterations meet is known, and nothing overlaps.
// RUN: %clang -O2 -fno-strict-aliasing %s -o %t %link -fplugin-arg-loft-remarks 2>&1 | FileCheck %s
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 2>&1 | FileCheck --check-prefix=RAN %s
// CHECK-NOT: warning: loop stays
// RAN-NOT: original
#include <stdio.h>
#include <stdlib.h>

enum { N = 900 };
static float a[2 * N];
static int out[2 * N];

#define FN __attribute__((noinline)) static

FN void
flip(int n) {
  float *f = a;
  int *b = (int *)f;
#pragma loft
  for (int i = 0; i < n; i++) {
    f[i] = f[i] * 2;
    b[i] ^= 1;
  }
}

// CHECK: :[[#@LINE+5]]:3: remark: lifted to scan
FN void
before(float *f, int n) {
  int *b = (int *)f;
#pragma loft
  for (int i = 1; i < n; i++) {
    out[i] = b[i - 1];
    f[i] = f[i] * 2;
  }
}

FN void
ahead(float *f, int n) {
  const unsigned *b = (const unsigned *)(const void *)f;
#pragma loft
  for (int i = 0; i < n; i++) {
    out[i] += (int)b[i + 1];
    f[i] = f[i] * 2;
  }
}

FN void
parts(float *f, int n) {
  unsigned short *b = (unsigned short *)f;
#pragma loft
  for (int i = 0; i < n; i++) {
    out[i] += b[2 * i + 1];
    f[i] = f[i] + 2;
  }
}

FN void
wide(int *x, int n) {
  long *b = (long *)x;
#pragma loft
  for (int i = 0; i < n; i++) {
    x[2 * i] += 3;
    b[i] *= 5;
  }
}

// The array itself is not used: these are two.
FN void
two(unsigned char *m, int n) {
  float *f = (float *)m;
  int *b = (int *)(m + 4 * N);
#pragma loft
  for (int i = 0; i < n; i++)
    b[i] = (int)f[i];
}

int
main(void) {
  for (int i = 0; i < 2 * N; i++)
    a[i] = (float)(i * 7 % 1013);
  flip(N);
  before(a, N);
  ahead(a, N);
  parts(a, N);
  wide(out, N);
  two((unsigned char *)a, N);
  unsigned h = 0;
  for (int i = 0; i < 2 * N; i++)
    h = h * 31 + (unsigned)a[i] + 5 * (unsigned)out[i];
  printf("%u\n", h);
}
