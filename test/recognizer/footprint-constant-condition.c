// Whether elements are touched at all is known for some values of a parameter,
// and a constant for others.
// RUN: %clang -O2 -fsyntax-only %s 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: internal error
static long g;

void
f(unsigned *p1, const char *p2, const unsigned *idx, float s)
{
#pragma loft
  for (long long i = 2; i >= 0; i -= 1)
    for (long j = 0; j < 3; j++)
      for (long k = 1; k <= 4; k += 1)
        p1[(i * 3 + j) * 5 + k] =
            6.0 / (g || p2[(unsigned short)(k + 151)] ? idx[j - 3] : s) < 3.0;
}

void
set(long x)
{
  g = x;
}
