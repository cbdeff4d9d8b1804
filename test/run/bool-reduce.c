// Reductions of bools by every operator.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdbool.h>
#include <stdio.h>
enum { N = 1200 };
static bool x[N], y[N];

#define REDUCE(NAME, STATEMENT)                                                \
  static bool NAME(int n, bool s)                                              \
  {                                                                            \
    _Pragma("loft required") for (int i = 0; i < n; i++) { STATEMENT; }        \
    return s;                                                                  \
  }
REDUCE(xor_of, s ^= x[i])
REDUCE(xor_two, s = x[i] ^ s ^ y[i])
REDUCE(differ, s = s != x[i])
REDUCE(and_of, s &= x[i] | y[i])
REDUCE(product, s *= x[i] || y[i])
REDUCE(sum, s += x[i] + y[i])
REDUCE(least, if (x[i] < s) s = x[i])
REDUCE(greatest, s = x[i] > s ? x[i] : s)

int
main(void)
{
  bool (*const all[])(int, bool) = {xor_of, xor_two, differ, and_of,
                                    product, sum, least, greatest};
  for (int density = 0; density < 3; density++) {
    for (int i = 0; i < N; i++) {
      x[i] = density == 2 || (density == 1 && i * i % 7 > 2);
      y[i] = !x[i] && i % 3;
    }
    for (int k = 0; k < 8; k++)
      for (int n = 0; n < N; n = 3 * n + 1)
        printf("%d %d %d %d\n", k, n, all[k](n, false), all[k](n, true));
  }
}
