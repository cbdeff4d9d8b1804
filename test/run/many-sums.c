// More sums at once than shared memory has room for: they meet there in turns.
// All are exact in any order.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdio.h>

enum { N = 300000 };
static double x[N];

#define NAMES(X) X(a, 1) X(b, 3)
#define DECLARE(v, k)                                                          \
  double d_##v = k;                                                            \
  float f_##v = k, g_##v = -k;                                                 \
  long l_##v = k, m_##v = k;                                                   \
  int i_##v = -k;
#define ADD(v, k)                                                              \
  d_##v += k * x[i];                                                           \
  f_##v += (float)(i % k);                                                     \
  g_##v = (float)x[i] > g_##v ? (float)x[i] : g_##v;                           \
  l_##v += i % k;                                                              \
  m_##v ^= (long)x[i] * k;                                                     \
  i_##v += x[i] < k;
#define PRINT(v, k)                                                            \
  printf("%a %a %a %ld %ld %d\n", d_##v, f_##v, g_##v, l_##v, m_##v, i_##v);

int
main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i * 37L) % 509 / 4.0;
  NAMES(DECLARE)
#pragma loft reduce
  for (int i = 0; i < N; i++) {
    NAMES(ADD)
  }
  NAMES(PRINT)
}
