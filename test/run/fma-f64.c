// fma on double where the device does not fuse it: exact products, sums that
// cancel, ties, results that are subnormal or overflow, zeros, infinities, NaN;
// at all distances between the product and the addend.
// Harder: LOFT_DEVICE=... fma-f64 ROUNDS SEED; every round is another 8192.
// RUN: %clang -O2 %s -o %t %link -lm && %three %t
#include "Inputs/bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 8192 };
static const uint64_t SIGN = 1ull << 63, FRACTION = (1ull << 52) - 1;
static double a[N], b[N], c[N], r[N];

// One of -n .. n.
static int
within(int n)
{
  return (int)(next() % (2 * (uint64_t)n + 1)) - n;
}

static int
exponent_of(double x)
{
  return (int)(double_bits(x) >> 52 & 2047);
}

// x with another exponent field, the nearest there is.
static double
at_exponent(double x, int e)
{
  uint64_t field = e < 0 ? 0 : e > 2047 ? 2047 : (uint64_t)e;
  return double_of((double_bits(x) & (SIGN | FRACTION)) | field << 52);
}

// Digits with few ones or zeros, or at one end alone.
static uint64_t
digits(void)
{
  uint64_t all = next() & FRACTION, one = 1ull << next() % 52;
  switch (next() % 8) {
  case 0: return 0;
  case 1: return FRACTION;
  case 2: return one;
  case 3: return FRACTION ^ one;
  case 4: return all & ~(one - 1);
  case 5: return all & (one - 1);
  default: return all;
  }
}

// Any double; often at an end of the range.
static double
number(void)
{
  static const int ends[] = {0, 0, 0, 1, 2, 54, 1022, 1023, 1024, 2045, 2046, 2047};
  int e = next() % 2 ? ends[next() % 12] : (int)(next() % 2047);
  return double_of((next() & SIGN) | (uint64_t)e << 52 | digits());
}

// Operands of which a * b + c is hard.
static void
operands(double *a, double *b, double *c)
{
  double p = (*a = number()) * (*b = number());
  *c = number();
  switch (next() % 8) {
  case 0: // what rounding the product lost
    *c = -p;
    break;
  case 1:
    *c = double_of(double_bits(-p) + (uint64_t)within(8));
    break;
  case 2: // the product's digits, near or far
    *c = at_exponent(next() % 2 ? p : -p, exponent_of(p) + within(120));
    break;
  case 3:
    *c = at_exponent(*c, exponent_of(p) + within(120));
    break;
  case 4: // a product around the smallest numbers
    *b = at_exponent(*b, 993 - exponent_of(*a) + within(70));
    *c = next() % 2 ? *c : at_exponent(*c, (int)(next() % 60));
    break;
  case 5: // and the largest
    *b = at_exponent(*b, 3069 - exponent_of(*a) + within(3));
    *c = next() % 2 ? *c : at_exponent(*c, 2046 - (int)(next() % 110));
    break;
  default:
    break;
  }
}

static void
run(int n)
{
#pragma loft map
  for (int k = 0; k < n; k++)
    r[k] = fma(a[k], b[k], c[k]);
}

int
main(int argc, char **argv)
{
  uint64_t hash = 14695981039346656037u, wrong = 0;
  int rounds = argc > 1 ? atoi(argv[1]) : 1;
  state ^= argc > 2 ? strtoull(argv[2], NULL, 0) << 1 : 0;
  for (int round = 0; round < rounds; round++) {
    for (int k = 0; k < N; k++)
      operands(&a[k], &b[k], &c[k]);
    run(N);
    for (int k = 0; k < N; k++) {
      double want = fma(a[k], b[k], c[k]);
      uint64_t bits = isnan(r[k]) ? 0x7ff8ull << 48 : double_bits(r[k]);
      hash = (hash ^ bits) * 1099511628211u;
      if (bits != double_bits(want) && !(isnan(r[k]) && isnan(want)) &&
          wrong++ < 10)
        printf("fma(%a, %a, %a) is %a: %a\n", a[k], b[k], c[k], want, r[k]);
    }
  }
  printf("%llu wrong, %016llx\n", (unsigned long long)wrong,
         (unsigned long long)hash);
  return wrong != 0;
}
