// Best sums of numbers of 64 bits: as folds where all that bounds them is small,
// which a loop in front asks; else as the original.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 1000 };
#define FN __attribute__((noinline)) static
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))

FN long from_zero(const long *x, int n)
{
  long best = 0, now = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    now = MAX(0, now + x[i]);
    best = MAX(best, now);
  }
  return best;
}

FN int64_t not_empty(const int64_t *x, size_t n)
{
  int64_t best = INT64_MIN, now = 0;
#pragma loft required
  for (size_t i = 0; i < n; i++) {
    now = MAX(x[i], now + x[i]);
    best = MAX(best, now);
  }
  return best;
}

FN long long by_ifs(const long long *x, unsigned n)
{
  long long best = 0, now = 0;
#pragma loft required
  for (unsigned i = 0; i < n; i++) {
    now += x[i];
    if (now < 0)
      now = 0;
    if (now > best)
      best = now;
  }
  return best;
}

FN long deepest(const long *p, const long *end, long *last)
{
  long worst = 0, now = 0;
#pragma loft required
  for (; p < end; p++) {
    now = MIN(0, now + *p);
    worst = MIN(worst, now);
  }
  *last = now;
  return worst;
}

int main(void)
{
  static long x[N];
  static long long y[N];
  static int64_t z[N];
  static const int sizes[] = {0, 1, 2, 17, N};
  for (int k = 0; k < 5; k++)
    for (int scale = 0; scale < 64; scale += 9) {
      int n = sizes[k];
      long last;
      for (int i = 0; i < N; i++) {
        long v = (i * 7919L) % 1999 - 1000;
        x[i] = v;
        if (i % 100 == 37)
          x[i] = (v < 0 ? -1 : 1) * (1L << MIN(scale, 52));
        y[i] = z[i] = x[i];
      }
      printf("%ld %lld ", from_zero(x, n), (long long)not_empty(z, (size_t)n));
      printf("%lld ", by_ifs(y, (unsigned)n));
      printf("%ld ", deepest(x, x + n, &last));
      printf("%ld\n", last);
    }
}
