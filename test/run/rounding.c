// f32 division and square root: random bits, quotients and roots next to
// midpoints, edges of the range. Also by integers alone.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
// RUN: env LOFT_TEST_ROUNDING=1 %three %t
#include "Inputs/bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EDGES = 80, N = 1 << 18 };
static float a[N], b[N], quotient[N], inverse[N], root[N],
    inverse_root[N];

// Zeros, infinities, NaN, the smallest, largest, and near powers of two.
static float
edge(int k)
{
  static const uint32_t high[] = {0,          0x00800000, 0x01000000, 0x0d000000,
                                  0x1f800000, 0x21000000, 0x3f800000, 0x5f800000,
                                  0x7e800000, 0x7f800000};
  uint32_t bits = high[k / 2 % 10] + (uint32_t)(k / 20) - (k >= 60);
  return float_of(bits ^ (uint32_t)(k & 1) << 31);
}

// Operands of which a/b and sqrt(a) are hard.
static void
fill(void)
{
  for (int k = 0; k < N; k++) {
    uint64_t r = next();
    uint32_t scale = 0x3f800000 + ((uint32_t)(r >> 52) % 120 - 60) * 0x800000;
    uint32_t digits = 1u << 23 | (r & 0x7fffff);
    a[k] = float_of((uint32_t)r);
    b[k] = float_of((uint32_t)(r >> 32));
    if (k % 4 == 1) { // the middle of two floats, times b
      b[k] = float_of(scale | (r & 0x7fffff));
      a[k] = (float)(((double)(next() >> 39) + 0x1p25 + 1) * 0x1p-25 * b[k]);
    } else if (k % 4 == 2) { // the middle of two floats, squared
      a[k] = (float)((digits + 0.5) * (digits + 0.5) * 0x1p-46);
      a[k] = float_of((uint32_t)(r >> 60) % 3 - 1 + float_bits(a[k]));
    } else if (k % 4 == 3) {
      a[k] = float_of(scale | 0x7fffff) / 2;
      b[k] = float_of(0x3fffff00 + (r & 0xff));
    }
  }
  for (int k = 0; k < EDGES * EDGES; k++) {
    a[k] = edge(k / EDGES);
    b[k] = edge(k % EDGES);
  }
}

// Prints a number that depends on all bits but which NaN it is.
static void
print(const float *p)
{
  uint64_t h = 14695981039346656037u;
  for (int k = 0; k < N; k++) {
    h = (h ^ (p[k] == p[k] ? float_bits(p[k]) : 0x7fc00000)) * 1099511628211u;
    if (getenv("ALL"))
      printf("%d %a %a: %a\n", k, a[k], b[k], p[k]);
  }
  printf("%llx\n", (unsigned long long)h);
}

int
main(void)
{
  fill();
#pragma loft
  for (int k = 0; k < N; k++) {
    quotient[k] = a[k] / b[k];
    inverse[k] = 1.0f / a[k];
    root[k] = sqrtf(a[k]);
    inverse_root[k] = 1.0f / root[k];
  }
  print(quotient);
  print(inverse);
  print(root);
  print(inverse_root);
}
