// Recurrences of two terms whose values are counted, compared and folded: the
// terms are scanned together, and what each iteration leaves is read.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

#include "Inputs/hash.h"

enum { N = 5000 };
static unsigned x[N], y[N];
static double r[N], s[N];

struct filter {
  double b, a1, a2, o1, o2;
  long clips;
};

__attribute__((noinline)) static unsigned
lagged(const unsigned *in, unsigned *restrict out, int n, unsigned *most)
{
  unsigned o1 = 1, o2 = 3, high = 0, m = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned o = in[i] + 3 * o1 - 7 * o2;
    o2 = o1;
    o1 = o;
    out[i] = o >> 3;
    if (o > 0xc0000000u)
      high++;
    m = o > m ? o : m;
  }
  *most = m;
  return high * 31 + o1 + o2;
}

// Two, each of which needs the other; what both leave decides.
__attribute__((noinline)) static unsigned
turning(const unsigned *in, int n)
{
  unsigned u = 1, v = 2, odd = 0;
#pragma loft required
  for (int i = 0; i < n; i++) {
    unsigned t = 3 * u + 5 * v + in[i];
    v = 7 * u - v;
    u = t;
    if ((u ^ v) & 8)
      odd += u & 15;
  }
  return odd * 31 + u + v;
}

__attribute__((noinline)) static void
clipped(struct filter *f, const double *in, double *restrict out, int n)
{
#pragma loft required
  for (int i = 0; i < n; i++) {
    double o = in[i] * f->b - f->o1 * f->a1 - f->o2 * f->a2;
    f->o2 = f->o1;
    f->o1 = o;
    out[i] = o > 2 ? ++f->clips, 2 : o < -2 ? ++f->clips, -2 : o;
  }
}

int
main(void)
{
  for (int i = 0; i < N; i++) {
    x[i] = (unsigned)i * 2654435761u;
    r[i] = (double)(i * 37 % 101) / 50 - 1;
  }
  for (int n = 0; n <= N; n = 9 * n + 1) {
    unsigned most;
    struct filter f = {1.25, -0.5, 0.25, 0, 0, 0};
    printf("%u", lagged(x, y, n, &most));
    printf(" %u %u %u", most, hash(y, sizeof y), turning(x, n));
    clipped(&f, r, s, n);
    printf(" %ld %.6f %.6f\n", f.clips, f.o1 + f.o2, s[n / 2]);
  }
  return 0;
}
