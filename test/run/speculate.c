// Loops inside a map that may end early, which a GPU takes several steps at a
// time: two ways out, extents around the number of steps, NaNs, integers that
// wrap, a flag that is false from the start, a loop in a loop, an index beyond
// 32 bits.
// RUN: %clang -O2 %s -o %t %link
// RUN: %three %t
#include <stdint.h>
#include <stdio.h>

enum { N = 300 };

// Points of a Julia set: why and when they leave, and where they are then.
static void
julia(int n, int steps, const float *a, float *x9, float *y9, int *why)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    float x = a[i], y = 0.25f * a[i];
    int k, inner = 0;
    for (k = 0; k < steps; k++) {
      float d = x * x + y * y;
      if (d > 100.0f)
        break;
      if (d < 1e-4f) {
        inner = 1;
        break;
      }
      float t = x * x - y * y - 0.8f;
      y = 2 * x * y + 0.156f;
      x = t;
    }
    x9[i] = x, y9[i] = y, why[i] = inner ? -k : k;
  }
}

// x^(2^k) until it stays; what was there before is known afterwards.
static void
squares(int n, long steps, const double *a, double *x9, double *old9)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    double x = a[i], old = -1;
    for (long k = 0; k < steps && x != old; k++) {
      old = x;
      x = x * x;
    }
    x9[i] = x, old9[i] = old;
  }
}

// Steps of the Collatz sequence of each number up to i, together.
static void
collatz(int n, uint64_t *sum)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    uint64_t total = 0;
    for (int j = 1; j <= i; j++) {
      uint64_t v = (uint64_t)j * 0x1000000001u;
      int k = 0;
      for (; k < 40 && v % 16 != 1; k++)
        v = v % 2 ? 3 * v + 1 : v / 2;
      total += (uint64_t)k * v;
    }
    sum[i] = total;
  }
}

// The greatest common divisor by subtraction.
static void
gcd(int n, const int *a, int *g)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    int x = a[i], y = 60;
    for (int k = 0; k < 200 && x != y; k++) {
      if (x > y)
        x -= y;
      else
        y -= x;
    }
    g[i] = x;
  }
}

// 8-bit and 32-bit state that wraps; goes on while a bit is not set.
static void
narrow(int n, long first, uint8_t *b, uint32_t *w)
{
#pragma loft map
  for (int i = 0; i < n; i++) {
    uint8_t x = (uint8_t)i;
    uint32_t y = (uint32_t)i;
    for (long k = first; k < first + 30; k++) {
      if (y & 0x80000000u)
        break;
      x = (uint8_t)(x * 5 + 3);
      y = y * 69069u + x + (uint32_t)(k >> 31);
    }
    b[i] = x, w[i] = y;
  }
}

int
main(void)
{
  static float a[N], x[N], y[N];
  static double d[N], e[N], old[N];
  static uint64_t sums[N];
  static uint32_t w[N];
  static uint8_t b[N];
  static int ints[N], g[N];
  static const int extents[] = {-3, 0, 1, 2, 3, 4, 5, 7, 8, 9, 101};
  for (int i = 0; i < N; i++) {
    a[i] = (float)(i - 150) / 100.0f;
    d[i] = i % 10 ? (i - 150) / 145.0 : 1;
    ints[i] = 1 + i;
  }
  for (unsigned s = 0; s < sizeof extents / sizeof *extents; s++) {
    julia(N, extents[s], a, x, y, ints);
    squares(N, extents[s], d, e, old);
    for (int i = 0; i < N; i++)
      printf("%a %a %d %a %a\n", (double)x[i], (double)y[i], ints[i], e[i],
             old[i]);
  }
  for (int i = 0; i < N; i++)
    ints[i] = 1 + i;
  collatz(60, sums);
  gcd(N, ints, g);
  narrow(N, 4294967290, b, w);
  for (int i = 0; i < N; i++)
    printf("%llu %d %u %u\n", (unsigned long long)sums[i], g[i], b[i],
           (unsigned)w[i]);
}
