// Loops that step their variable in the test: down to the first element, up,
// in `while`, with a second test, left early, never run; and what the variable
// is afterwards.
// RUN: %clang -O2 -Wno-pass-failed %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_LOG=1 LOFT_OFFLOAD=cpu %run%t 2>&1 >/dev/null | FileCheck %s
// CHECK: down_size (
// CHECK-SAME: : cpu
// CHECK: down_int (
// CHECK-SAME: : cpu
// CHECK: down_while (
// CHECK-SAME: : cpu
// CHECK: up (
// CHECK-SAME: : cpu
// CHECK: inner (
// CHECK-SAME: : cpu
#include "Inputs/weighted.h"

#include <stddef.h>
#include <stdio.h>

enum { N = 3000 };
static float x[N + 2], y[N + 2];

static void
down_size(size_t n, float *to, const float *from) {
#pragma loft
  for (size_t i = n; i-- > 0;)
    to[i] = from[i] + (float)(i % 5);
}

static int
down_int(int n, float *to, const float *from) {
  int i;
#pragma loft
  for (i = n; i--;)
    to[i] = 2 * from[i];
  return i;
}

static unsigned char
down_byte(unsigned char n, float *to, const float *from) {
  unsigned char i;
#pragma loft
  for (i = n; i-- != 2;)
    to[i] = 3 * from[i];
  return i;
}

static unsigned
down_while(unsigned n, float *to, const float *from) {
#pragma loft
  while (n-- > 1) {
    if (from[n] < 3)
      continue;
    to[n] = from[n - 1];
  }
  return n;
}

static int
up(int n, float *to, const float *from) {
  int i = -1;
#pragma loft
  while (i++ < n)
    to[i] = from[i] - 1;
  return i;
}

static int
left_early(int n, float *to, const float *from) {
  int i;
#pragma loft
  for (i = n; i-- > 0 && from[i] != 60;)
    to[i] = from[i] + 7;
  return i;
}

static int
broken_off(int n, float *to, const float *from) {
  int i;
#pragma loft
  for (i = n; i-- >= 1;) {
    if (from[i] == 61)
      break;
    to[i] = from[i] + 8;
  }
  return i;
}

static long
pointers(long n, float *to, const float *from) {
#pragma loft
  while (n--)
    *to++ = *from++ + 9;
  return n;
}

static int
narrowed(int n, float *to, const float *from) {
#pragma loft
  while ((signed char)n--)
    to[n] = from[n] + 1;
  return n;
}

static void
inner(int n, int m, float *to, const float *from) {
#pragma loft
  for (int r = 0; r < n; r++) {
    const float *row = from + r * m;
    float s = 0;
    int i, k;
    unsigned u = (unsigned)m;
    for (i = m; i-- > 0 && row[i] != 60;)
      s += row[i];
    for (k = 0; k++ < m;) {
      if (row[k - 1] == 61)
        break;
      s -= 3;
    }
    while (u--)
      s = s * 0.5f + row[u];
    to[r] = s + (float)(i * 1000 + k) + (float)(u >> 30);
  }
}

// Prints a result and what was written.
static void
print(long result) {
  printf("%ld %a\n", result, weighted(N + 2, y));
}

int
main(void) {
  for (int i = 0; i < N + 2; i++)
    x[i] = (float)(i * 37 % 101);
  for (int n = N; n >= 0; n -= N) {
    down_size((size_t)n, y, x);
    print(down_int(n, y, x));
    print(down_byte((unsigned char)(n ? 200 : 2), y, x));
    print(down_while((unsigned)n, y, x));
    print(up(n, y, x));
    print(left_early(n, y, x));
    print(broken_off(n, y, x));
    print(pointers(n, y, x));
    print(narrowed(n ? 512 + 100 : 0, y, x));
    inner(n / 30, n ? 30 : 0, y, x);
    print(0);
    inner(9, 0, y, x);
    print(0);
  }
}
