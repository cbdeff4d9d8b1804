// Builtins that say whether a sum, difference or product fits.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 400, OUT = 12 };

static int64_t x[N], y[N], out[N * OUT];

__attribute__((noinline)) static int
all(int n, const int64_t *p, const int64_t *q, int64_t *o)
{
  int lost = 0;
#pragma loft
  for (int i = 0; i < n; i++) {
    int64_t a = p[i], b = q[i], c, *to = o + i * OUT;
    uint64_t u;
    int s;
    unsigned v;
    short h;
    size_t z;
    lost += __builtin_add_overflow(a, b, &c);
    to[0] = __builtin_sub_overflow(a, b, &to[1]);
    to[2] = __builtin_mul_overflow(a, b, &to[3]);
    to[0] += 2 * __builtin_add_overflow((uint64_t)a, (uint64_t)b, &u) +
             4 * __builtin_sub_overflow((uint64_t)a, (uint64_t)b, &u);
    to[4] = c ^ (int64_t)u;
    to[5] = __builtin_mul_overflow((uint64_t)a, (uint64_t)b, &u) + 2 * (int64_t)u;
    to[6] = __builtin_smul_overflow((int)a, (int)b, &s) + 2 * (int64_t)s;
    to[7] = __builtin_umul_overflow((unsigned)a, (unsigned)b, &v) + 2 * (int64_t)v;
    to[8] = __builtin_add_overflow((int)a, (unsigned)b, &h) + 2 * (int64_t)h;
    to[9] = __builtin_mul_overflow((unsigned)a, (unsigned)b, &c) + 4 * c;
    to[10] = __builtin_mul_overflow((int)a, (unsigned)b, &u) + 2 * (int64_t)u;
    to[11] = __builtin_mul_overflow((size_t)a, 24, &z) + 2 * (int64_t)z;
  }
  return lost;
}

int
main(void)
{
  static const int64_t ends[] = {0, 1, -1, INT64_MAX, INT64_MIN, INT_MAX, INT_MIN,
                                 UINT_MAX, 3037000500, -3037000500, 2, INT64_MAX / 2};
  for (int i = 0; i < N; i++) {
    x[i] = i < 144 ? ends[i % 12] : (int64_t)((uint64_t)i * 0x9e3779b97f4a7c15 >> i % 64);
    y[i] = i < 144 ? ends[i / 12] : (int64_t)((uint64_t)i * 0xbf58476d1ce4e5b9 >> i % 50);
  }
  printf("%d\n", all(N, x, y, out));
  for (int i = 0; i < N; i++)
    for (int k = 0; k < OUT; k++)
      printf("%llx%c", (unsigned long long)out[i * OUT + k], k + 1 < OUT ? ' ' : '\n');
}
