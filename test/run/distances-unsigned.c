// Elements at a distance that the run gives, with subscripts that could wrap:
// of unsigned, and of other types; with the first iterations left out by the
// loop's start, by a condition in it, or counted downwards.
// RUN: %clang -O2 -Wno-everything %s -o %t %link
// RUN: %three %t none
// RUN: env LOFT_OFFLOAD=cpu LOFT_LOG=1 %run%t 16 2>&1 >/dev/null | FileCheck %s
// CHECK-NOT: {{[us]_.*}}: original
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };
#define FN __attribute__((noinline)) static void
static int y[3 * N];
static double z[3 * N];

#define STYLES(name, index)                                                   \
  FN name##_start(int *y, index n, index d) {                                 \
    _Pragma("loft required") for (index i = d; i < n; i++)                    \
      y[i] += y[i - d];                                                       \
  }                                                                           \
  FN name##_condition(int *y, index n, index d) {                             \
    _Pragma("loft required") for (index i = 0; i < n; i++)                    \
      if (i >= d)                                                             \
        y[i] += y[i - d];                                                     \
  }                                                                           \
  FN name##_ahead(int *y, index n, index d) {                                 \
    _Pragma("loft required") for (index i = 0; i + d < n; i++)                \
      y[i + d] += y[i];                                                       \
  }                                                                           \
  FN name##_down(double *y, index n, index d) {                               \
    _Pragma("loft required") for (index i = n; i-- > d;)                      \
      y[i] = y[i] * 0.5 + y[i - d];                                           \
  }                                                                           \
  FN name##_next(int *y, index n, index d) {                                  \
    _Pragma("loft required") for (index i = 0; i < n; i++)                    \
      y[i] += y[i + d];                                                       \
  }
STYLES(u, unsigned)
STYLES(s, int)
STYLES(l, size_t)

FN rest(int *y, unsigned n, unsigned d)
{
#pragma loft required
  for (unsigned i = 0; i < n - d; i++)
    y[i] = y[i + d] - y[i];
}

FN constant(int *y, unsigned n)
{
#pragma loft required
  for (unsigned i = 0; i < n; i++)
    y[i] = y[i + 3] * 3;
}

static void show(const void *p, size_t n)
{
  unsigned long h = 5;
  for (size_t k = 0; k < n; k++)
    h = h * 31 + ((const unsigned char *)p)[k];
  printf("%lx ", h);
}

#define RUN(call)                                                             \
  do {                                                                        \
    for (int i = 0; i < 3 * N; i++)                                           \
      y[i] = i * 77 % 977, z[i] = i % 100;                                    \
    call;                                                                     \
    show(y, sizeof y), show(z, sizeof z);                                     \
  } while (0)
#define ALL(name)                                                             \
  do {                                                                        \
    RUN(name##_start(y, n, d));                                               \
    RUN(name##_condition(y, n, d));                                           \
    RUN(name##_ahead(y, n, d));                                               \
    RUN(name##_down(z, n, d));                                                \
    RUN(name##_next(y, n, d));                                                \
  } while (0)

int main(int argc, char **argv)
{
  static const unsigned sizes[] = {0, 1, 2, 17, N},
                        distances[] = {1, 2, 3, 16, 20, 600, N, 1200};
  unsigned least = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  for (int k = 0; k < 5; k++)
    for (int w = 0; w < 8; w++) {
      unsigned n = sizes[k], d = distances[w];
      if (d < least)
        continue;
      ALL(u);
      ALL(s);
      ALL(l);
      if (n >= d)
        RUN(rest(y, n, d));
      RUN(constant(y, n));
      puts("");
    }
}
