// f64 division and square root in integers, as on devices that are not known to
// round them right: random bits, quotients and roots next to midpoints,
// subnormal numbers and results, edges of the range.
// RUN: %clang -O2 %s -o %t %link -lm
// RUN: env LOFT_TEST_ROUNDING=1 %three %t
#include "Inputs/bits.h"

#include <math.h>
#include <stdio.h>

enum { EDGES = 60, N = 1 << 15 };
static double a[N], b[N], quotient[N], root[N];

// Zeros, infinities, NaN, the smallest, largest, and near powers of two.
static double
edge(int k)
{
  static const uint64_t high[] = {0, 1, 2, 0x1ff, 0x3fe, 0x3ff, 0x400, 0x5ff,
                                  0x7fe, 0x7ff};
  uint64_t bits = (high[k / 2 % 10] << 52) + (uint64_t)(k / 20) - (k >= 40) * 2;
  return double_of(bits ^ (uint64_t)(k & 1) << 63);
}

// Operands of which a/b and sqrt(a) are hard.
static void
fill(void)
{
  for (int k = 0; k < N; k++) {
    uint64_t digits = next() >> 12, r = next();
    double x = double_of(0x3ffull << 52 | digits);
    double y = double_of(0x3ffull << 52 | r >> 12);
    a[k] = double_of(next());
    b[k] = double_of(next());
    if (k % 4 == 1) { // the middle of two doubles, times b; its neighbours
      b[k] = y;
      a[k] = double_of(double_bits(fma(x, y, 0x1p-53 * y)) + r % 3 - 1);
    } else if (k % 4 == 2) { // the middle of two doubles, squared; neighbours
      a[k] = double_of(double_bits(fma(x, x, 0x1p-52 * x)) + r % 3 - 1);
      b[k] = x;
    } else if (k % 4 == 3) { // results that are subnormal
      a[k] = ldexp(x, -1000 - (int)(r % 40));
      b[k] = ldexp(y, (int)(r >> 8) % 60);
    }
  }
  for (int k = 0; k < EDGES * EDGES; k++) {
    a[k] = edge(k / EDGES);
    b[k] = edge(k % EDGES);
  }
}

// Prints a number that depends on all bits but which NaN it is.
static void
print(const double *p)
{
  uint64_t h = 14695981039346656037u, nan = 0x7ffull << 52 | 1;
  for (int k = 0; k < N; k++)
    h = (h ^ (p[k] == p[k] ? double_bits(p[k]) : nan)) * 1099511628211u;
  printf("%llx\n", (unsigned long long)h);
}

int
main(void)
{
  fill();
#pragma loft
  for (int k = 0; k < N; k++) {
    quotient[k] = a[k] / b[k];
    root[k] = sqrt(a[k]);
  }
  print(quotient);
  print(root);
}
